"""Bundles: several operations in consecutive words, at most one per slot (docs/processor.md, section 16).

The number of slots is a property of the machine, which a program does not store.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from isa.table.units import PRIVATE, UNITS

if TYPE_CHECKING:
    from isa.program.encoding import Instruction
    from isa.table.spec import InstructionSpec

# The units that each slot serves, by the number of slots.
SLOT_UNITS: dict[int, tuple[tuple[str, ...], ...]] = {
    slots: tuple(tuple(unit.name for unit in UNITS.values() if unit.slots[slots - 1] == slot) for slot in range(slots))
    for slots in (1, 2, 3)
}
MAX_SLOTS = max(SLOT_UNITS)
_NAMES = {1: ("every",), 2: ("lds", "compute"), 3: ("lds", "alu", "fpu")}
_STEERING = ("bar", "ret", "pop_mask", "mask_nz")


def slot_of(spec: InstructionSpec, slots: int) -> int:
    """Return the number of the slot of an operation, on a machine with `slots` slots."""
    return UNITS["lds" if spec.unit == PRIVATE else spec.unit].slots[slots - 1]


def slot_name(slot: int, slots: int) -> str:
    """Return the name of a slot on a machine with `slots` slots: every, lds, compute, alu or fpu."""
    return _NAMES[slots][slot]


def steers(instruction: Instruction) -> bool:
    """Return whether the operation decides where the warp goes on: a jump, `bar`, `ret`, a push or a pop of masks."""
    return instruction.has_target or instruction.spec.name in _STEERING


def bundle_ranges(instructions: Sequence[Instruction | None]) -> list[range]:
    """Return the addresses of each bundle. A word that does not decode and the end of the program end a bundle."""
    ranges: list[range] = []
    first = 0
    for address, instruction in enumerate(instructions):
        if instruction is None or not instruction.more or address + 1 == len(instructions):
            ranges.append(range(first, address + 1))
            first = address + 1
    return ranges


def bundle_firsts(instructions: Sequence[Instruction | None]) -> list[int]:
    """Return the first address of the bundle of each address."""
    return [bundle.start for bundle in bundle_ranges(instructions) for _ in bundle]


def misplaced(operations: Sequence[Instruction | None], slots: int) -> int | None:
    """Return the index of the first illegal operation of a bundle; None if the bundle is legal.

    An operation is illegal if it does not decode, its slot does not follow the slots of earlier operations, it is the
    second operation that steers, or its bit `more` is wrong.
    """
    last_slot, has_steering = -1, False
    for place, operation in enumerate(operations):
        if operation is None:
            return place
        slot = slot_of(operation.spec, slots)
        if slot <= last_slot or (has_steering and steers(operation)):
            return place
        last_slot = slot
        has_steering = has_steering or steers(operation)
        if operation.more != (place + 1 < len(operations)):
            return place
    return None


def slots_needed(instructions: Sequence[Instruction | None]) -> int | None:
    """Return the least number of slots with which every bundle is legal; None if there is no such number.

    Words that do not decode are left out. Without bundles the number is 1.
    """
    bundles = [[instructions[address] for address in bundle] for bundle in bundle_ranges(instructions)]
    for slots in SLOT_UNITS:
        if all(bundle == [None] or misplaced(bundle, slots) is None for bundle in bundles):
            return slots
    return None
