"""Sections 17 and 24: the general registers that an instruction reads and writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isa.program.encoding import Instruction

__all__ = ["reads", "widest", "writes"]

FIRST_SPECIAL = 112  # sources from here on are no general registers


def sources(instruction: Instruction) -> tuple[range, ...]:
    """The general registers of each operand, all words of it; none of a constant or a special source in its place."""
    spec = instruction.spec
    found = []
    for slot in ("a", "b", "c"):
        name = "r" + slot
        if name not in spec.fields or instruction.csel == slot or getattr(instruction, name) >= FIRST_SPECIAL:
            continue
        words = 2 if name in spec.doubles else 1
        if name == "rb" and spec.name.endswith("cas.b32"):
            words = 2  # what is compared, and what is stored
        elif name == "rb" and "rd" not in spec.fields:
            words = max(1, spec.words)  # of a wide store
        first = getattr(instruction, name)
        found.append(range(first, first + words))
    return tuple(found)


def widest(instruction: Instruction) -> int:
    """The registers of the operand that has most; 0 if it reads none."""
    return max((len(source) for source in sources(instruction)), default=0)


def reads(instruction: Instruction) -> frozenset[int]:
    """R: the general registers that it reads, all words of doubles and of wide accesses."""
    return frozenset(number for source in sources(instruction) for number in source)


def writes(instruction: Instruction) -> frozenset[int]:
    """D: the general registers that it writes."""
    if not instruction.spec.writes_register:
        return frozenset()
    words = 2 if "rd" in instruction.spec.doubles else max(1, instruction.spec.words)
    return frozenset(instruction.rd + more for more in range(words))
