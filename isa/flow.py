"""Control flow of a program, as far as it can be seen without running it."""

from __future__ import annotations

from collections.abc import Sequence

from isa.encoding import Instruction

__all__ = ["reachable", "successors"]

_ENDS = ("jmp", "ret", "pop_mask")


def successors(instructions: Sequence[Instruction | None], address: int) -> tuple[int, ...]:
    """The addresses that may be executed after `address`, those outside the program included.

    What a mask instruction pushes counts as a successor of the push; a word that does not decode has none (it traps).
    """
    instruction = instructions[address]
    if instruction is None:
        return ()
    found: list[int] = [] if instruction.spec.name in _ENDS else [address + 1]
    if "target" in instruction.spec.fields or instruction.cond != "always":
        found.append(instruction.target)
    if "otherwise" in instruction.spec.fields:
        found.append(instruction.otherwise)
    return tuple(found)


def reachable(instructions: Sequence[Instruction | None]) -> set[int]:
    """The addresses that execution may reach from 0, those outside the program included."""
    seen: set[int] = set()
    waiting = [0]
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        if address < len(instructions):
            waiting.extend(successors(instructions, address))
    return seen
