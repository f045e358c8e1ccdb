"""Section 16: the slots of bundles, described by kinds: what each takes, and which instances serve it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.reference.operands import reads, writes
from tests.reference.parts import private_place
from tests.reference.slots import names_of

if TYPE_CHECKING:
    from isa.program.encoding import Instruction
    from simt.machine import Machine

__all__ = ["BundleSlots", "Operation", "steers"]

# The list that a number stands for.
BY_NUMBER = {
    1: ("any",),
    2: ("lds+memory", "alu+fpu+sfu+dpu+control"),
    3: ("lds+memory", "alu+control", "fpu+sfu+dpu"),
}


class Operation(NamedTuple):
    """An operation of a bundle in its slot, the unit that executes it, and what else is asked of it in every cycle."""

    instruction: Instruction
    slot: int
    unit: str
    reads: frozenset[int]  # R
    writes: frozenset[int]  # D
    is_steering: bool

    @classmethod
    def of(cls, instruction: Instruction, slot: int, unit: str) -> Operation:
        return cls(instruction, slot, unit, reads(instruction), writes(instruction), steers(instruction))


def steers(instruction: Instruction) -> bool:
    """Whether it decides where the warp goes on, or with which lanes, or writes scalar registers."""
    writes_mask = instruction.spec.name.startswith(("vcmp.", "vtest."))
    return instruction.spec.unit == "control" or instruction.cond != "always" or writes_mask


class BundleSlots:
    """The slots of a bundle. A machine without bundles has one, which takes everything."""

    def __init__(self, machine: Machine) -> None:
        given = machine.vliw.slots
        self.kinds = [names_of(kind) for kind in (BY_NUMBER[given] if isinstance(given, int) else given)]
        self.private_unit = {"local": "lds", "global": "memory"}[private_place(machine)]

    @property
    def count(self) -> int:
        """S."""
        return len(self.kinds)

    def taking(self, unit: str) -> list[int]:
        """The slots that take a unit, lowest first."""
        return [slot for slot, names in enumerate(self.kinds) if unit in names or "any" in names]

    def lowest(self, instruction: Instruction, above: int) -> int | None:
        """The lowest slot above another one that takes an operation; None if there is none."""
        unit = self.private_unit if instruction.spec.unit == "private" else instruction.spec.unit
        return next((slot for slot in self.taking(unit) if slot > above), None)

    def of_instance(self, unit: str, number: int) -> int:
        """The slot that an instance of a unit serves: of m slots that take the unit the (number mod m)-th."""
        slots = self.taking(unit)
        return slots[number % len(slots)]
