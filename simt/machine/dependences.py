"""The dependences between the instructions of a warp (docs/processor.md, section 24)."""

from __future__ import annotations

from typing import NamedTuple

from isa.program.encoding import Instruction
from isa.table.table import REGISTER_COUNT
from simt.machine.description import Description

FLAG_NUMBER = REGISTER_COUNT  # the carry flag, beside the numbers of registers


class Uses(NamedTuple):
    """The registers that an instruction needs and makes pending, with FLAG_NUMBER for the carry flag."""

    needed: frozenset[int]
    pending: frozenset[int]
    steers: bool
    is_load: bool  # or an atomic, of global memory


def uses_of(instruction: Instruction, machine: Description) -> Uses:
    """Return the registers that an instruction needs, and the registers that it makes pending, on a machine.

    With `ideal.dependences` only accesses to global memory make anything pending (docs/processor.md, section 22).
    """
    spec, written = instruction.spec, instruction.registers_written
    needed = {*instruction.registers_read, *written, *[FLAG_NUMBER] * instruction.uses_flag}
    is_load = machine.serving(spec.unit) == "memory" and bool(written)
    pending: set[int] = set()
    if is_load or not machine.ideal.dependences:
        pending = {*written, *[FLAG_NUMBER] * spec.writes_carry}
    return Uses(frozenset(needed), frozenset(pending), instruction.steers, is_load)
