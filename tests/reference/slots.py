"""Section 26: slots by kind, and which loads are operands from local memory.

What a slot takes is asked again for every warp and every slot. Which loads are operand loads is a property of the
program alone: it is read off the words that decode, whatever the machine lacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.reference.parts import private_place
from tests.reference.reconvergence import targets

if TYPE_CHECKING:
    from isa.program.encoding import Instruction
    from isa.program.program import Program
    from simt.machine import Machine
    from tests.reference.bundle_slots import Operation

__all__ = ["SlotKinds", "operand_loads"]

ARITHMETIC = ("alu", "fpu", "sfu", "dpu")
NAMES = (*ARITHMETIC, "lds", "memory", "control", "arithmetic", "operand")
USERS = ("alu", "fpu")  # the units whose instructions take operands from local memory


class SlotKinds:
    """The kinds of a scheduler's slots, each the set of names that it joins, and the operand loads of the program."""

    def __init__(self, program: Program, machine: Machine) -> None:
        kinds = machine.issue.slots or ("any",) * machine.issue_width
        self.has_any_alone = all(kind == "any" for kind in kinds)
        self.kinds = [names_of(kind) for kind in kinds]
        self.has_operand = any("operand" in names for names in self.kinds)
        self.loads = operand_loads(program.instructions)
        self.private_unit = {"local": "lds", "global": "memory"}[private_place(machine)]

    def takes(self, slot: int, pc: int, operations: Sequence[Operation] | None) -> bool:
        """Whether a slot of the core takes the instruction at pc; None is one that would trap at the check."""
        if self.has_any_alone or operations is None:
            return True
        (operation,) = operations
        names = self.kinds[slot % len(self.kinds)]
        if self.has_operand and pc in self.loads:
            return "operand" in names
        return "any" in names or self.unit_of(operation.instruction) in names

    def takes_operand(self, pc: int) -> bool:
        """Whether the instruction at pc takes an operand from local memory: the word before it is an operand load."""
        return pc - 1 in self.loads

    def unit_of(self, instruction: Instruction) -> str:
        """The name by which a kind takes an instruction: `control` on the ALU too, private memory by its place."""
        unit: str = instruction.spec.unit
        return self.private_unit if unit == "private" else unit

    def unfilled(self, reason: str) -> str:
        """What an unfilled slot is charged with for a warp in a state."""
        return "slot_kind" if reason == "not_selected" and not self.has_any_alone else reason


def names_of(kind: str) -> set[str]:
    """The names that a kind joins, `arithmetic` with the names of its four units. Raises ValueError for any other."""
    names = set(kind.split("+"))
    if names == {"any"}:
        return names
    if not names <= set(NAMES):
        raise ValueError(f"{kind} is no kind of slot")
    return names.union(ARITHMETIC) if "arithmetic" in names else names


def operand_loads(instructions: Sequence[Instruction | None]) -> set[int]:
    """The addresses of the operand loads of a program; None stands for a word that does not decode.

    No way but the one from the load leads to the instruction behind it: a label that is pushed counts as a target.
    """
    named = {target for instruction in instructions if instruction is not None for target in targets(instruction)}
    found = set()
    for pc in range(len(instructions) - 1):
        load, user = instructions[pc], instructions[pc + 1]
        if load is None or load.spec.name != "ld.local" or load.cond != "always":
            continue
        if user is not None and user.spec.unit in USERS and times_read(user, load.rd) == 1 and pc + 1 not in named:
            found.add(pc)
    return found


def times_read(instruction: Instruction, register: int) -> int:
    """How many operands of an instruction are a general register."""
    operands = [slot for slot in ("a", "b", "c") if "r" + slot in instruction.spec.fields and instruction.csel != slot]
    return sum(getattr(instruction, "r" + slot) == register for slot in operands)
