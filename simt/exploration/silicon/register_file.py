"""The register file: four organisations, their ports and their resources (FPGA paper, section V)."""

from __future__ import annotations

from isa.reporting.diagnostics import SimtError, did_you_mean, quote
from simt.exploration.silicon.structure import WORD, Basis, Block, bits_for, block_memories, multiplexer
from simt.machine import Machine
from simt.machine.checks import register_file_contradiction
from simt.machine.rules import ORGANISATIONS, Organisation

_PAPER_WRITES = 3  # the most write ports that the paper counts; with more, no one would make the copies
ESTIMATED: tuple[Organisation, ...] = ("single", "multiport", "three_banks", "eight_banks")  # the paper's


class RegisterFileError(SimtError):
    """An organisation that cannot serve the machine."""

    code = "E0420"


def find_register_file(name: str) -> Organisation:
    """Return the organisation of this name. Raises `RegisterFileError` if there is none."""
    if name in ESTIMATED:
        return name
    names = f"there are {', '.join(ESTIMATED)}"
    if name in ORGANISATIONS:
        raise RegisterFileError(f"there is no estimate of a register file of {name}", help=names)
    hint = did_you_mean(name, list(ESTIMATED), names)
    raise RegisterFileError(f"there is no register file {quote(name)}", help=hint)


def read_ports(machine: Machine) -> int:
    """Return the number of read ports of a lane's register file: 7 for three slots with multiply-add, as in the paper.

    A slot of a bundle reads two operands; a slot for the FPU or the DPU reads `options.read_ports` operands.
    """
    ports = machine.options.read_ports
    if machine.vliw.count == 1:
        return machine.issue_width * ports
    by_unit = machine.bundle_slots.by_unit
    wide = {*by_unit["fpu"], *by_unit["dpu"]}
    return sum(ports if slot in wide else 2 for slot in range(machine.vliw.count))


def write_ports(machine: Machine) -> int:
    """Return the write ports of a lane's register file: one per slot of a bundle, else one per retire port."""
    return machine.vliw.count if machine.vliw.count > 1 else machine.retire.ports


def multiport_bank(words: int, writes: int, reads: int) -> Block:
    """Count a bank of `words` x 32 bits with several ports: the register file of one lane.

    writes, reads: the numbers of write and of read ports.

    Every pair of a write and a read port has a copy of its own. A live-value table in flip-flops holds for each word
    the port that wrote it last; a read takes the copy of this port. 512 words with 3 write and 7 read ports take 21
    RAMB16 and 1024 flip-flops (FPGA paper, section V).
    """
    number = bits_for(writes) if writes > 1 else 0
    choosing = reads * (number * multiplexer(words) + WORD * multiplexer(writes)) if number else 0
    basis: Basis = "table" if writes == 1 and reads == 2 else "ours" if writes <= _PAPER_WRITES else "bound"
    return Block("register file", basis,
        f"{writes} x {reads} copies (write x read ports)" + (", a live-value table in flip-flops" if number else ""),
        logic=choosing + (words * writes if number else 0), table_bits=words * number,
        ramb16=writes * reads * block_memories(words, WORD, is_dual=True))  # fmt: skip


def register_file_blocks(machine: Machine, organisation: Organisation) -> list[Block]:
    """Count the blocks of the register file of all lanes. Raises `RegisterFileError`."""
    if refused := register_file_contradiction(machine, organisation):
        raise RegisterFileError(f"{machine.name}: {refused.message}", help=refused.help)
    words = machine.warps * machine.registers
    if organisation in ("single", "multiport"):
        bank = multiport_bank(words, write_ports(machine), read_ports(machine))
        lanes = machine.warp_size
        return [
            Block(bank.name, bank.basis, f"per lane {words} words: {bank.why}", logic=lanes * bank.logic,
                table_bits=lanes * bank.table_bits, ramb16=lanes * bank.ramb16)
        ]  # fmt: skip
    return _three_banks(machine) if organisation == "three_banks" else _eight_banks(machine)


def _three_banks(machine: Machine) -> list[Block]:
    """Count banks by warp (bank = warp mod 3). The slots of a bundle read, and write, one after the other."""
    lanes, slots, copies = machine.warp_size, machine.vliw.count, machine.options.read_ports
    words = -(-machine.warps // 3) * machine.registers
    waits = slots * (slots - 1) // 2  # cycles that slots wait for one another, summed
    blocks = [
        Block(
            "register file",
            "table" if copies == 2 else "ours",
            f"per lane 3 banks of {words} words x {copies} read copies",
            ramb16=lanes * 3 * copies * block_memories(words, WORD, is_dual=True),
        ),
        Block(
            "operand and result stagger",
            "ours",
            f"{read_ports(machine)} operands from 3 banks, results of {slots} slots; all wait for their turn",
            logic=lanes * WORD * (read_ports(machine) * multiplexer(3) + 3 * multiplexer(slots)),
            flip_flops=lanes * WORD * waits * 3,  # two operands and a result for each cycle of waiting
        ),
    ]
    if slots > 1:
        blocks.append(
            Block("late-write memory", "inferred",
                "register numbers of the later slots, whose results are written a cycle or two after the first's: "
                "the paper's 36 RAMB16 are one more than its blocks explain",
                ramb16=block_memories(machine.warps, (slots - 1) * bits_for(machine.registers), is_dual=True))
        )  # fmt: skip
    return blocks


def _eight_banks(machine: Machine) -> list[Block]:
    """Count banks by register and warp (bank = (register + warp) mod 8), each with a read and a write port."""
    lanes, reads, writes = machine.warp_size, read_ports(machine), write_ports(machine)
    words = -(-machine.warps * machine.registers // 8)
    arbitration = 8 * (reads + writes) * 2  # the requested bank, and the priority
    return [
        Block("register file", "table", f"per lane 8 banks of {words} words, one read and one write port each",
            ramb16=lanes * 8 * block_memories(words, WORD, is_dual=True)),
        Block("operand distribution", "ours",
            f"{reads} operands from 8 banks, results of {writes} slots to 8 banks; operands wait for the last of them",
            logic=lanes * WORD * (reads * multiplexer(8) + 8 * multiplexer(writes)) + arbitration,
            flip_flops=lanes * WORD * reads),
    ]  # fmt: skip
