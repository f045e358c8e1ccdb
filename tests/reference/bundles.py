"""Section 16: bundles. On a machine without them (`vliw.slots` = 1) every instruction is a bundle of one operation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.reference.units import Flight

if TYPE_CHECKING:
    from isa.program.encoding import Instruction

__all__ = ["SLOT_CLASSES", "Bundle", "parse", "slot_class", "steers"]

# By `vliw.slots`: the slot of an operation of each unit.
SLOT_CLASSES = {
    1: {"memory": 0, "private": 0, "sfu": 0, "dpu": 0, "lds": 0, "alu": 0, "fpu": 0, "control": 0},
    2: {"lds": 0, "private": 0, "alu": 1, "fpu": 1, "sfu": 1, "control": 1},
    3: {"lds": 0, "private": 0, "alu": 1, "fpu": 2, "sfu": 2, "control": 1},
}


def slot_class(instruction: Instruction, slots: int) -> int:
    """The slot in which an operation stands."""
    return SLOT_CLASSES[slots][instruction.spec.unit]


def steers(instruction: Instruction) -> bool:
    """Whether it decides where the warp goes on, or whether it does."""
    return instruction.cond != "always" or instruction.spec.name in ("jmp", "bar", "ret")


def parse(legal: Sequence[Instruction | None], pc: int, slots: int) -> tuple[list[Instruction], int | None]:
    """The operations of the bundle whose first word is `pc`, and the first word that cannot stand where it stands.

    `legal` are the words of the program, None where the machine lacks the instruction. The second is None if the
    bundle is legal, else the first are the operations before it.
    """
    operations: list[Instruction] = []
    while True:
        address = pc + len(operations)
        instruction = legal[address]
        if instruction is None:
            return operations, address
        if operations and slot_class(instruction, slots) <= slot_class(operations[-1], slots):
            return operations, address
        if steers(instruction) and any(map(steers, operations)):
            return operations, address
        if instruction.more and (slots == 1 or address == len(legal) - 1):
            return operations, address
        operations.append(instruction)
        if not instruction.more:
            return operations, None


@dataclass(eq=False, slots=True)
class Bundle:
    """What a warp issued, from its select to the cycle in which the warp is ready again."""

    warp: int
    pc: int  # of its first word
    operations: list[Flight]  # in the order of their slots
    may_leave: int = 0  # R0, in the dispatch step of this cycle or later (section 17)
    written: int = -1  # once retired: the cycle in which the last of its results is written
    written_last: Flight | None = None  # the operation whose result that is, if it is later than the retire

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
        return next((operation for operation in self.operations if steers(operation.instruction)), self.operations[0])

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
        return next((operation for operation in self.operations if operation.instruction.spec.name == name), None)
