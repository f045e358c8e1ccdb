"""The address slice: the instructions on which addresses and the paths of the warps depend.

It is a backward slice (M. Weiser, "Program slicing", ICSE 1981) by liveness: a register matters if a later address,
jump or mask is computed from it. Instructions that only make data are left out. Lanes are followed one by one, so a
write to a lane's register ends its liveness under every policy in which an executed instruction always writes. If masks
may skip the write (explicit masks) it does not, and with a mask stack, whose pops are not always known, the slice is
taken without regard to order.
"""

from __future__ import annotations

from collections.abc import Sequence

from isa.flow.cfg import ControlFlow
from isa.program.bundles import bundle_ranges
from isa.program.encoding import Instruction
from isa.table.table import FIRST_SPECIAL, SCALAR
from isa.table.units import MEMORY_UNITS

CARRY = FIRST_SPECIAL  # the bit of the carry flag in a set of registers
_JUDGED_MASKS = ("mask_nz", "br_push")


def registers_read(instruction: Instruction, slots: Sequence[str]) -> int:
    """The vector registers of these operands (of a, b, c), as a set of bits."""
    registers = 0
    for slot in slots:
        if slot != instruction.csel:
            number: int = getattr(instruction, f"r{slot}")
            if number < FIRST_SPECIAL and number != SCALAR:
                registers |= 1 << number
    return registers


def _value_slots(instruction: Instruction) -> tuple[str, ...]:
    spec = instruction.spec
    if spec.unit in MEMORY_UNITS:
        return ("a",)
    return tuple(slot for slot in spec.sources if f"r{slot}" in spec.fields)


def reads(instruction: Instruction) -> int:
    """The registers, and the carry flag, from which an instruction's value is computed; of an access: its address."""
    registers = registers_read(instruction, _value_slots(instruction))
    return registers | (1 << CARRY if instruction.spec.reads_carry else 0)


def writes(instruction: Instruction) -> int:
    """The registers and the carry flag that an instruction writes."""
    registers = 0
    for number in instruction.registers_written:
        registers |= 1 << number
    return registers | (1 << CARRY if instruction.spec.writes_carry else 0)


def _judged(instruction: Instruction) -> int:
    """The registers that matter after an instruction because a jump depends on it."""
    if instruction.cond == "always":
        return 0
    return 1 << CARRY if instruction.cond in ("c", "nc") else 1 << instruction.rd


def _demands(instruction: Instruction) -> int:
    """The registers read by an instruction that always matter."""
    spec = instruction.spec
    if spec.unit in MEMORY_UNITS or spec.name in _JUDGED_MASKS or spec.name.startswith(("vcmp.", "vtest.")):
        return reads(instruction)
    return 0


def address_slice(flow: ControlFlow, policy: str) -> frozenset[int]:
    """The addresses of the instructions whose results matter. policy: the machine's `branch.policy`."""
    if policy == "mask_stack":
        return _without_order(flow.instructions)
    kills = policy != "explicit_masks"
    of_block = bundles_by_block(flow)
    wanted = [0] * (len(flow.blocks) + 1)  # at the entry of each block, and of the exit
    chosen: set[int] = set()
    waiting = list(range(len(flow.blocks)))
    while waiting:
        number = waiting.pop()
        now = 0
        for edge in flow.blocks[number].successors:
            now |= wanted[edge.target]
        for bundle in reversed(of_block[number]):
            now = _before(flow.instructions, bundle, now, kills, chosen)
        if now != wanted[number]:
            wanted[number] = now
            waiting += [edge.source for edge in flow.blocks[number].predecessors]
    return frozenset(chosen)


def bundles_by_block(flow: ControlFlow) -> list[list[range]]:
    """The bundles of each block, as ranges of addresses."""
    bundles: list[list[range]] = [[] for _ in flow.blocks]
    for bundle in bundle_ranges(flow.instructions):
        bundles[flow.block_at[bundle.start]].append(bundle)
    return bundles


def _before(instructions: Sequence[Instruction | None], bundle: range, after: int, kills: bool, kept: set[int]) -> int:
    """The registers that matter before a bundle if `after` matters after it; its operations read before any writes."""
    operations = [(address, op) for address in bundle if (op := instructions[address]) is not None]
    before = after
    if kills:
        for _, operation in operations:
            before &= ~writes(operation)
    for address, operation in operations:
        # A jump depends on its own operation's result and flag; if the operation writes no flag, on the earlier one.
        judged = _judged(operation)
        before |= _demands(operation) | (judged & ~writes(operation))
        if writes(operation) & (after | judged):
            kept.add(address)
            before |= reads(operation)
    return before


def _without_order(instructions: Sequence[Instruction | None]) -> frozenset[int]:
    wanted, size = 0, -1
    for instruction in instructions:
        if instruction is not None:
            wanted |= _demands(instruction) | _judged(instruction)
    while wanted != size:
        size = wanted
        for instruction in instructions:
            if instruction is not None and writes(instruction) & wanted:
                wanted |= reads(instruction)
    return frozenset(
        address
        for address, instruction in enumerate(instructions)
        if instruction is not None and writes(instruction) & wanted
    )
