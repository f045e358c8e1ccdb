"""Loads by which an arithmetic instruction takes an operand from local memory (docs/processor.md, section 26).

The instruction set has no operands in local memory. Instead a program has a load, followed by the instruction that uses
the value. A machine may have issue slots that take nothing but these loads.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from isa.flow.flow import exits
from isa.program.encoding import Instruction

if TYPE_CHECKING:
    import numpy as np

LOAD = "ld.local"
USERS = ("alu", "fpu")  # the units of instructions that take the value as an operand


def operand_loads(instructions: Sequence[Instruction | None]) -> frozenset[int]:
    """Return the addresses of a program's operand loads.

    instructions: the instructions by address, None for a word that does not decode.
    """
    loads = {address for address, (load, user) in enumerate(pairwise(instructions)) if _takes(user, load)}
    for address, entry in enumerate(instructions if loads else ()):
        loads -= {target - 1 for kind, target in exits(entry, address) if kind != "fallthrough" and target is not None}
    return frozenset(loads)


def operand_counts(issues: Sequence[int] | np.ndarray, loads: Collection[int]) -> tuple[int, int]:
    """Return how many operand loads were issued, and how many instructions that take an operand from local memory.

    issues: the issues of each instruction, by address. loads: the addresses that `operand_loads` returns.
    """
    return sum(int(issues[load]) for load in loads), sum(int(issues[load + 1]) for load in loads)


def _takes(user: Instruction | None, load: Instruction | None) -> bool:
    """Return whether `user` computes with the value of `load` in exactly one of its operands."""
    if load is None or user is None or load.spec.name != LOAD or load.cond != "always" or user.spec.unit not in USERS:
        return False
    operands = [f"r{slot}" for slot in user.spec.sources if slot != user.csel]
    reads = [getattr(user, name) <= load.rd < getattr(user, name) + user.spec.registers_of(name) for name in operands]
    widths = [user.spec.registers_of(name) for name, is_read in zip(operands, reads, strict=True) if is_read]
    return widths == [1]
