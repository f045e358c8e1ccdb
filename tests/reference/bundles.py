"""Section 16: bundles. On a machine without them (`vliw.slots` = 1) every instruction is a bundle of one operation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tests.reference.bundle_slots import Operation, steers
from tests.reference.units import Flight, Units

if TYPE_CHECKING:
    from isa.program.encoding import Instruction

__all__ = ["Bundle", "Parsed", "parse"]


class Parsed(NamedTuple):
    """The operations of a bundle, and the first word that cannot stand where it stands, None in a legal bundle.

    The operations of an illegal bundle are the ones before that word.
    """

    operations: list[Operation]
    misfit: int | None


def parse(legal: Sequence[Instruction | None], pc: int, units: Units) -> Parsed:
    """The bundle whose first word is `pc`. `legal` are the words of the program, None where the machine lacks one."""
    slots = units.slots
    operations: list[Operation] = []
    has_steering, last = False, -1
    while True:
        address = pc + len(operations)
        instruction = legal[address]
        if instruction is None:
            return Parsed(operations, address)
        slot = slots.lowest(instruction, last)
        if slot is None or (has_steering and steers(instruction)):
            return Parsed(operations, address)
        if instruction.more and (slots.count == 1 or address == len(legal) - 1):
            return Parsed(operations, address)
        operations.append(Operation.of(instruction, slot, units.unit_of(instruction)))
        if not instruction.more:
            return Parsed(operations, None)
        has_steering, last = has_steering or steers(instruction), slot


@dataclass(eq=False, slots=True)
class Bundle:
    """What a warp issued, from its select to the cycle in which the warp is ready again."""

    warp: int
    pc: int  # of its first word
    operations: list[Flight]  # in the order of their slots
    may_leave: int = 0  # R0, with its group, in the dispatch step of this cycle or later (section 17)
    read_last: int = -1  # the cycle in which the last of its own operands is read; -1 if there is none
    written: int = -1  # once retired: the cycle in which the last of its results is written
    written_last: Flight | None = None  # the operation whose result that is, if it is later than the retire
    arrival: Flight | None = None  # the operation by which the warp has arrived at a barrier

    @property
    def next_pc(self) -> int:
        """Where the warp goes on without a jump."""
        return self.pc + len(self.operations)

    @property
    def is_complete(self) -> bool:
        """Whether the last of its operations has been taken."""
        return all(operation.is_taken for operation in self.operations)

    @property
    def steering(self) -> Flight:
        """The operation that decides where the warp goes on; the first one if none does."""
        return next((each for each in self.operations if each.operation.is_steering), self.operations[0])

    @property
    def taken_last(self) -> Flight:
        """Of a complete bundle: the operation that was taken last; of several in that cycle the lowest slot."""
        return max(self.operations, key=lambda operation: operation.event.retire)

    @property
    def retired(self) -> int:
        """The cycle in which the bundle became complete."""
        return self.taken_last.event.retire

    def named(self, name: str) -> Flight | None:
        """Its operation with that name."""
        for operation in self.operations:
            if operation.instruction.spec.name == name:
                return operation
        return None
