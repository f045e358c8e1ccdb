"""The LUTs, flip-flops and memories of every block of the processor, counted from the machine description.

There is a function per stage of the FPGA paper's figure 3, from left to right. The paper gives no counts. The counts
here follow from the plain structure of a block (an adder is a LUT per bit, a shifter is a LUT per bit and level), and
are not fitted to table 1. Blocks that the machines of table 1 lack have the basis `ours`.
"""

from __future__ import annotations

from collections import Counter

from isa.table.units import STANDARD
from simt.exploration.silicon.across import across_blocks
from simt.exploration.silicon.register_file import read_ports, register_file_blocks, write_ports
from simt.exploration.silicon.structure import WORD, Basis, Block, bits_for, block_memories, lut_memory, multiplexer
from simt.machine import Machine
from simt.machine.bundle_slots import slots_of_instances
from simt.machine.rules import Organisation

_INSTRUCTION = 64  # bits of an instruction word
_LEVELS = 5  # of a 32-bit shifter
_SIGNIFICAND = 24
# Of floats: exponent difference, swap, alignment, leading zeros, normalisation, rounding, exponent and special values.
_FLOAT_ADDER = 9 + 2 * _SIGNIFICAND + 2 * _LEVELS * _SIGNIFICAND + _SIGNIFICAND + WORD + 16
_ADDER_DSP48 = 4  # inferred, of the 8 of a lane

# LUTs of one warp by scheduling rule, for its inputs, its place in the chain and its number.
RULES = {
    "paper": 3, "fixed_priority": 2, "round_robin": 4, "oldest": 3, "greedy_oldest": 4, "two_level": 6, "majority": 4,
}  # fmt: skip
_AGED = ("oldest", "two_level")  # rules that record, for every pair of warps, which became ready first


def machine_blocks(machine: Machine, organisation: Organisation) -> list[Block]:
    """Count all blocks of `machine` with an organisation of its register file. Raises `RegisterFileError`."""
    return [
        *_front_end(machine),
        *register_file_blocks(machine, organisation),
        *_operands(machine),
        *_alu(machine),
        *across_blocks(machine, _FLOAT_ADDER, _ADDER_DSP48),
        *_fpu(machine),
        *_local_memory(machine),
        *_units(machine),
        *_retire(machine),
        *_masks(machine),
    ]


def crossings(machine: Machine) -> int:
    """Return lanes x banks of the LDS: 16, 64 and 256 on the machines of table 1."""
    return machine.lds.lanes * machine.local.banks


def _pc_bits(machine: Machine) -> int:
    return bits_for(machine.program.words)


def _equal(bits: int) -> int:
    """Return the LUTs that compare two numbers for equality, without the carry chain that joins them."""
    return -(-bits // 2)


def _majority(machine: Machine) -> int:
    """Return the LUTs that find the program counter of most lanes.

    There is a comparator for each pair of warps and for each warp and the last program counter. Each warp has a sum of
    the active lanes of all warps at its counter.
    """
    warps, lanes = machine.warps, machine.warp_size
    comparators = warps * (warps - 1) // 2 + warps
    return comparators * _equal(_pc_bits(machine)) + warps * (warps - 1) * bits_for(warps * lanes + 1)


def _front_end(machine: Machine) -> list[Block]:
    """Count the scheduler, the fetch of instructions and constants, and the bypass memory.

    The bypass memory has a register number per slot, a jump condition of 4 bits and two program counters: 25 bits (3
    slots: 35).
    """
    warps, width, policy, bits = machine.warps, machine.issue_width, machine.scheduler.policy, _pc_bits(machine)
    usual: Basis = "table" if width == 1 else "ours"
    pairs = warps * (warps - 1) // 2 if policy in _AGED else 0
    members = warps if policy == "two_level" else 0
    is_per_lane = machine.branch.is_lowest_first
    stage = bits_for(warps) + 1
    bypass = machine.vliw.count * bits_for(machine.registers) + 4 + 2 * bits
    counting = _majority(machine) if policy == "majority" else 0
    return [
        Block("scheduler", usual if policy == "paper" else "ours",
            f"ready, barrier and finished bit of {warps} warps; the rule {policy} x {width}",
            logic=3 * warps + width * (RULES[policy] * warps + pairs + counting),
            flip_flops=3 * warps + pairs + members + width * bits_for(warps)),
        Block("program-counter memory", "ours" if is_per_lane else usual,
            f"{warps} words of {bits} bits in LUTs" + (", for each lane" if is_per_lane else ""),
            logic=width * (machine.warp_size if is_per_lane else 1) * lut_memory(warps, bits)),
        Block("program memory and fetch", usual if machine.vliw.count == 1 else "ours",
            "program memory, instruction register, next program counter; the paper's VLIW counts leave it one block",
            logic=width * bits,
            flip_flops=width * (_INSTRUCTION * machine.vliw.count + machine.front_end.stages * stage),
            ramb16=width * block_memories(machine.program.words, _INSTRUCTION)),
        Block("constant memory", usual, f"{machine.constants.words} words for each instruction of a cycle",
            ramb16=width * block_memories(machine.constants.words, WORD)),
        Block("bypass memory", usual,
            f"{warps} words of {bypass} bits: registers to write, jump condition, two program counters",
            ramb16=width * block_memories(warps, bypass, is_dual=True)),
    ]  # fmt: skip


def _operands(machine: Machine) -> list[Block]:
    """Count the selection of operands and the carry flags."""
    reads, lanes, usual = read_ports(machine), machine.warp_size, 2
    costs = {"logic": lanes * WORD * multiplexer(3), "flip_flops": lanes * WORD}
    blocks = [
        Block("operand select", "table", "register, constant or special value for each of 2 operands and lane",
            **{part: usual * count for part, count in costs.items()})
    ]  # fmt: skip
    if reads > usual:
        added = reads - usual
        why = f"the {added} operands beyond two" if added > 1 else "the third operand"
        parts = {part: added * count for part, count in costs.items()}
        blocks.append(Block("further operands", "ours", why, **parts))
    logic = lanes * (lut_memory(machine.warps, 1) + 1)
    return [*blocks, Block("carry flags", "table", "a bit per thread, in LUTs", logic=logic, flip_flops=lanes)]


def _alu(machine: Machine) -> list[Block]:
    lanes, alu = machine.alu.lanes * machine.alu.count, machine.alu
    shifter = WORD * _LEVELS + 2 * WORD  # one direction; for the other, words are reversed before and after
    logic = WORD + WORD + shifter + WORD + WORD * multiplexer(5)
    blocks = (
        (True, Block("ALU", "table" if alu.count == 1 else "ours",
            f"{lanes} lanes: adder, logic, shifter with reversal, compare, result select; {alu.latency} stages",
            logic=lanes * logic, flip_flops=lanes * alu.latency * (WORD + 1))),
        (machine.options.multiply, Block("ALU multiplier", "ours",
            "32 x 32 bits in 4 DSP48 of 18 x 18 bits per lane, and one more input of the result select",
            logic=lanes * WORD, flip_flops=lanes * 2 * WORD, dsp48=lanes * 4)),
        (machine.options.count_bits, Block("ALU bit counter", "ours",
            "lowest 1 of a word, of the reversed one too; adders that count the ones of 32 bits; result select",
            logic=lanes * 3 * WORD, flip_flops=lanes * WORD)),
        (machine.options.permute, Block("ALU byte permutation", "ours",
            "one byte of eight, or its sign, for each byte of the result; result select",
            logic=lanes * WORD * (multiplexer(8) + 2))),
    )  # fmt: skip
    return [block for is_there, block in blocks if is_there]


def _fpu(machine: Machine) -> list[Block]:
    lanes, fpu = machine.fpu.lanes * machine.fpu.count, machine.fpu
    # Exponent sum and correction, normalisation by one place, rounding, special values.
    multiplier = 20 + _SIGNIFICAND + _SIGNIFICAND + 8
    added = 2 * _SIGNIFICAND  # a fused sum has the width of three significands, not one
    blocks = (
        (True, Block("FPU", "table" if fpu.count == 1 else "ours",
            f"{lanes} lanes: adder and multiplier with 4 DSP48 each (the split is inferred); {fpu.latency} stages",
            logic=lanes * (_FLOAT_ADDER + multiplier + WORD * multiplexer(2)),
            # A stage holds the adder's word with guard bits and the multiplier's exponent; its product is in the DSP48.
            flip_flops=lanes * fpu.latency * (WORD + 4 + 12), dsp48=lanes * 2 * _ADDER_DSP48)),
        (machine.options.read_ports > 2, Block("FPU multiply-add path", "ours",
            "product into the adder, and the third operand delayed until then",
            logic=lanes * 2 * WORD, flip_flops=lanes * WORD)),
        (machine.options.round, Block("FPU rounding to integers", "ours",
            "mask of the fraction from the exponent, increment, result select",
            logic=lanes * (2 * _SIGNIFICAND + WORD), flip_flops=lanes * WORD)),
        (machine.options.fused, Block("FPU fused multiply-add", "ours",
            "the adder's alignment, sum and normalisation over the whole product",
            logic=lanes * added * (2 * _LEVELS + 2), flip_flops=lanes * fpu.latency * added)),
    )  # fmt: skip
    return [block for is_there, block in blocks if is_there]


def _local_memory(machine: Machine) -> list[Block]:
    """Count the lanes of the LDS, the logic between them and the banks, and the banks.

    For each lane and bank, the serialiser compares the bank's number, looks for an earlier lane that requests this
    bank, and compares the words, two bits in a LUT.
    """
    lanes, banks, address = machine.lds.lanes, machine.local.banks, bits_for(machine.local.words)
    words = -(-machine.local.words // banks)
    depth = bits_for(words)
    luts = -(-bits_for(banks) // 4) + 1 + -(-depth // 2)
    return [
        Block("LDS lanes", "table",
            f"address adder of {address} bits and request register per lane; {machine.lds.latency} stages",
            logic=lanes * (address + 2), flip_flops=lanes * (address + WORD + 2 + (machine.lds.latency - 1) * WORD)),
        Block("LDS conflict serialiser", "table", "for every lane and bank: bank asked, first in line, same word",
            crosspoints=crossings(machine) * luts, flip_flops=banks * bits_for(lanes)),
        Block("LDS crossbar", "table", f"address and data of {lanes} lanes to {banks} banks, and words back",
            crosspoints=banks * multiplexer(lanes) * (depth + WORD) + lanes * multiplexer(banks) * WORD),
        Block("local memory", "table", f"{banks} banks of {words} words", ramb16=banks * block_memories(words, WORD)),
    ]  # fmt: skip


def _units(machine: Machine) -> list[Block]:
    """Count the control of the units, and the sequencers of units narrower than a warp."""
    narrow = [(getattr(machine, name), machine.beats(name)) for name in STANDARD if machine.beats(name) > 1]
    beats = Block("beat sequencers", "ours", "operands of a warp wider than a unit wait, and its results are collected",
        logic=sum(unit.count * unit.lanes * 2 * WORD * multiplexer(beats) for unit, beats in narrow),
        flip_flops=sum(unit.count * (machine.warp_size - unit.lanes) * 3 * WORD for unit, _ in narrow))  # fmt: skip
    stages = sum(machine.unit_counts[name] * machine.latency(name) for name in STANDARD)
    control = Block("unit control", "table", "the number of the warp and a valid bit in every stage of a unit",
        logic=2 * stages, flip_flops=stages * (bits_for(machine.warps) + 1))  # fmt: skip
    return [beats, control] if narrow else [control]


def _retire(machine: Machine) -> list[Block]:
    """Count the retire ports, the jump logic and the control units. With bundles, a port serves the units of a slot."""
    slots, alu, fpu, lanes = machine.vliw.count, machine.alu.count, machine.fpu.count, machine.warp_size
    if slots == 1:
        inputs = [alu + fpu + 1] * machine.retire.ports
    else:
        served = Counter(slot for unit in machine.unit_counts for slot in slots_of_instances(machine, unit))
        inputs = [served[slot] for slot in range(slots)]
    deciders = lanes if machine.branch.lanes_may_part else 1
    ports, bits = write_ports(machine) if slots == 1 else 1, _pc_bits(machine)
    luts = deciders * (WORD // 4 + 3) + 4 + bits * multiplexer(2)
    blocks = [
        Block("retire select", "table" if len(inputs) == 1 else "ours",
            f"{alu + fpu + 1} units; retire ports, each with a result register: {len(inputs)}",
            logic=lanes * WORD * sum(multiplexer(count) for count in inputs) + 2 * sum(inputs),
            flip_flops=lanes * (WORD + 1) * len(inputs)),
        Block("jump", "table" if deciders == 1 and ports == 1 else "ours",
            "zero and sign of the result, condition, choice of the program counter; lanes that are looked at: "
            f"{deciders}", logic=ports * luts, flip_flops=ports * bits),
    ]  # fmt: skip
    if machine.control.route == "alu":
        return blocks
    count, stage = machine.control.count, bits_for(machine.warps) + 1
    why = "jumps, barriers and ends of warps beside the ALU"
    logic, flip_flops = count * 2 * stage, count * (stage + bits)
    return [*blocks, Block("control units", "ours", why, logic=logic, flip_flops=flip_flops)]


def _convergence(machine: Machine) -> list[Block]:
    """Count what `its` and `its_yield` add to masks: counters and innermost barriers by lane, barriers, turns."""
    lanes, warps, count = machine.warp_size, machine.warps, machine.branch.convergence_barriers
    bits, own, lane = _pc_bits(machine), bits_for(count + 1), bits_for(machine.warp_size)
    yielding = bits_for(machine.branch.yield_after + 1)
    is_yield = machine.branch.policy == "its_yield"
    return [
        Block("lanes' counters", "ours",
            "the program counter, innermost barrier and state of every lane, and the lanes of the next group",
            logic=lanes * (lut_memory(warps, bits + own + 2) + -(-(bits + own) // 2)), flip_flops=lanes * (bits + own)),
        Block("convergence barriers", "ours",
            f"{count} for each warp: participants, blocked lanes, a point and the outer barrier; whether all have come"
            + (", and which of a group's to leave" if is_yield else ""),
            logic=lut_memory(warps * count, 2 * lanes + bits + own) + lanes + -(-bits // 2) + is_yield * count,
            flip_flops=2 * lanes + bits + own),
        Block("turns of lanes", "ours", "the lane whose turn it is, a counter of jumps back, the next lane in the ring",
            logic=lut_memory(warps, lane + yielding) + yielding + 2 * lanes, flip_flops=lane + yielding),
    ]  # fmt: skip


def _formation(machine: Machine) -> list[Block]:
    """Count what warps that form add to a counter for each lane (docs/processor.md, section 30)."""
    lanes, warps, thread = machine.warp_size, machine.warps, bits_for(machine.warps)
    return [
        Block("rows of threads", "ours",
            "for each lane the number of its thread, which is the register row, and whether it waits at a barrier",
            logic=lanes * (lut_memory(warps, thread + 1) + thread), flip_flops=lanes * thread),
        Block("warps that form", "ours",
            "the warps at the program counter of the chosen one, the first of them in which each lane is active, and "
            "the exchange of counters and rows",
            logic=warps * _equal(_pc_bits(machine)) + lanes * 2 * warps
            + lanes * (_pc_bits(machine) + thread) * multiplexer(2),
            flip_flops=lanes * (_pc_bits(machine) + thread)),
    ]  # fmt: skip


def _masks(machine: Machine) -> list[Block]:
    policy, lanes, warps = machine.branch.policy, machine.warp_size, machine.warps
    if not machine.branch.lanes_may_part:
        return []
    blocks = [
        Block("execution masks", "ours",
            "active and living lanes of every warp in LUTs, their combination, write enables",
            logic=lut_memory(warps, 2 * lanes) + 4 * lanes, flip_flops=2 * lanes)
    ]  # fmt: skip
    if machine.branch.has_stack:
        words = warps * machine.branch.stack_depth
        width = lanes + (2 if policy == "ipdom_stack" else 1) * _pc_bits(machine)
        why = f"{machine.branch.stack_depth} entries of {width} bits for each warp"
        memories = block_memories(words, width, is_dual=True)
        counters = lut_memory(warps, bits_for(machine.branch.stack_depth + 1))
        blocks.append(Block("mask stack", "ours", why, logic=counters + 2 * width, flip_flops=width, ramb16=memories))
    elif machine.branch.is_lowest_first:
        bits = _pc_bits(machine)
        blocks.append(
            Block("lowest program counter", "ours",
                "a tree of comparators over the lanes, and the lanes that have the lowest",
                logic=(lanes - 1) * (bits + bits * multiplexer(2)) + lanes * _equal(bits), flip_flops=lanes + bits)
        )  # fmt: skip
        if machine.branch.forms_warps:
            blocks += _formation(machine)
    elif machine.branch.has_barriers:
        blocks += _convergence(machine)
    else:
        blocks.append(
            Block("scalar registers", "ours",
                "128 scalar registers of 32 bits for each warp, read in pairs, and logic of 64 bits", logic=3 * 64,
                flip_flops=2 * 64, ramb16=2 * block_memories(warps * 64, 64, is_dual=True))
        )  # fmt: skip
    return blocks
