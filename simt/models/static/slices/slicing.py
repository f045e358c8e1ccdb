"""The address slice: the instructions on which addresses and the paths of the warps depend.

The slice is a backward slice (M. Weiser, "Program slicing", ICSE 1981) by liveness: a register matters if a later
address, jump or mask is computed from it. Instructions that only compute data are left out. A write ends the liveness
of its register. Under explicit masks it does not: an instruction leaves the lanes outside the mask as they were. Under
a mask stack the target of a pop is not always known, so the slice ignores the order of instructions.
"""

from __future__ import annotations

from collections.abc import Sequence

from isa.flow.cfg import ControlFlow
from isa.flow.variation import CARRY, JUDGED_MASKS
from isa.program.bundles import bundle_ranges
from isa.program.encoding import Instruction
from isa.table.table import FIRST_SPECIAL, SCALAR
from isa.table.units import MEMORY_UNITS


def reads(instruction: Instruction) -> int:
    """Return, as bits, the registers and the carry flag that decide an instruction's value or an access's address."""
    spec = instruction.spec
    registers = 1 << CARRY if spec.reads_carry else 0
    for slot in ("a",) if spec.unit in MEMORY_UNITS else spec.sources:
        if f"r{slot}" in spec.fields and slot != instruction.csel:
            number: int = getattr(instruction, f"r{slot}")
            if number < FIRST_SPECIAL and number != SCALAR:
                registers |= 1 << number
    return registers


def writes(instruction: Instruction) -> int:
    """Return the registers and the carry flag that an instruction writes, as bits."""
    registers = 0
    for number in instruction.registers_written:
        registers |= 1 << number
    return registers | (1 << CARRY if instruction.spec.writes_carry else 0)


def _judged(instruction: Instruction) -> int:
    """Return, as a bit, the carry flag or the register on which the instruction's own jump depends."""
    if instruction.cond == "always":
        return 0
    return 1 << CARRY if instruction.cond in ("c", "nc") else 1 << instruction.rd


def _demands(instruction: Instruction) -> int:
    """Return, as bits, the registers that an instruction reads for an address or a mask."""
    spec = instruction.spec
    if spec.unit in MEMORY_UNITS or spec.name in JUDGED_MASKS or spec.name.startswith(("vcmp.", "vtest.")):
        return reads(instruction)
    return 0


def address_slice(flow: ControlFlow, policy: str) -> frozenset[int]:
    """Return the addresses of the instructions whose results matter. policy: the machine's `branch.policy`."""
    if policy == "mask_stack":
        return _without_order(flow.instructions)
    kills = policy != "explicit_masks"
    of_block = bundles_by_block(flow)
    wanted = [0] * (len(flow.blocks) + 1)  # at the entry of each block, and of the exit
    chosen: set[int] = set()
    waiting = list(range(len(flow.blocks)))
    while waiting:
        number = waiting.pop()
        live = 0
        for edge in flow.blocks[number].successors:
            live |= wanted[edge.target]
        for bundle in reversed(of_block[number]):
            live = _before(flow.instructions, bundle, live, kills, chosen)
        if live != wanted[number]:
            wanted[number] = live
            waiting += [edge.source for edge in flow.blocks[number].predecessors]
    return frozenset(chosen)


def bundles_by_block(flow: ControlFlow) -> list[list[range]]:
    """Return the bundles of each block, as ranges of addresses."""
    bundles: list[list[range]] = [[] for _ in flow.blocks]
    for bundle in bundle_ranges(flow.instructions):
        bundles[flow.block_at[bundle.start]].append(bundle)
    return bundles


def _before(instructions: Sequence[Instruction | None], bundle: range, after: int, kills: bool, kept: set[int]) -> int:
    """Return, as bits, the registers that matter before a bundle.

    - after: the registers that matter after it.
    - kills: whether a write ends the liveness of its register.
    - kept: receives the addresses of the operations whose results matter.
    """
    operations = [(address, op) for address in bundle if (op := instructions[address]) is not None]
    before = after
    if kills:
        for _, operation in operations:
            before &= ~writes(operation)
    for address, operation in operations:
        # A jump depends on the result and the flag of its operation; if that writes no flag, on the flag before it.
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
