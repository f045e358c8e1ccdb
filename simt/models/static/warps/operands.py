"""Operands of instructions of a group of warps."""

from __future__ import annotations

from isa.program.encoding import Instruction
from isa.table.table import FIRST_SPECIAL, SCALAR, SPECIALS_BY_NUMBER
from simt.models.static.launch import StaticLaunch
from simt.models.static.values.words import Word
from simt.models.static.warps.groups import Group

_ZERO = Word(0)


class Operands:
    """A reader of the operands of instructions, for a group of warps."""

    def __init__(self, launch: StaticLaunch) -> None:
        self.launch = launch
        self.constants = [Word(value) for value in launch.program.constants]

    def constant(self, index: int) -> Word:
        """Return a word of constant memory; 0 beyond the program's constants."""
        return self.constants[index] if index < len(self.constants) else _ZERO

    def special(self, group: Group, name: str) -> Word:
        """Return the value of a special source."""
        word = group.specials.get(name)
        if word is None:
            value = self.launch.special(name, group.warps, group.groups)
            word = group.specials[name] = Word(value, steps=self.launch.steps(name, group.span))
        return word

    def read(self, group: Group, instruction: Instruction, slot: str, pc: int) -> Word:
        """Return operand a, b or c of a vector instruction."""
        if instruction.csel == slot:
            return self.constant(instruction.const)
        number: int = getattr(instruction, f"r{slot}")
        if instruction.indexed and number == SCALAR:
            return self.special(group, instruction.indexed)
        if number == SCALAR:
            value = group.scalars[instruction.const]
            return Word(0, False, pc) if value is None else Word(value)
        if number < FIRST_SPECIAL:
            return group.registers.get(number, _ZERO)
        return self.special(group, SPECIALS_BY_NUMBER[number])

    def address(self, group: Group, instruction: Instruction, pc: int) -> Word:
        """Return an access's address, mod 2^32: in words for whole words of local memory, else in bytes."""
        base = self.read(group, instruction, "a", pc)
        if instruction.csel != "c":
            return base
        offset = self.constant(instruction.const).value
        return Word((base.value + offset) & 0xFFFF_FFFF, base.known, base.origin, base.steps)

    def pair(self, group: Group, instruction: Instruction, slot: str) -> int | None:
        """Return a 64-bit operand: a pair of scalar registers, or a sign-extended constant; None if it is unknown."""
        if instruction.csel == slot:
            value = int(self.constant(instruction.const).value)
            return ((value ^ 0x8000_0000) - 0x8000_0000) & 0xFFFF_FFFF_FFFF_FFFF
        return group.pair(getattr(instruction, f"s{slot}"))
