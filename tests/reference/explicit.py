"""Section 15: explicit masks. A value: an effect is a new value, nothing traps."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.reference import values
from tests.reference.masks import lowest

__all__ = ["SCALAR_SOURCE", "ScalarLanes", "is_scalar", "lane_holds"]

SCALAR_SOURCE = 120  # the source number that stands for the scalar register whose number is in the field const
VCC, EXEC = 106, 126
WORD, DOUBLE = (1 << 32) - 1, (1 << 64) - 1

LOGIC: dict[str, Callable[[int, int], int]] = {
    "and": lambda a, b: a & b,
    "andn2": lambda a, b: a & ~b & DOUBLE,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


def is_scalar(name: str) -> bool:
    """Whether an instruction is one of the control unit's on scalar registers."""
    return name.startswith(("s_", "k_"))


def lane_holds(name: str, a: int, b: int) -> bool:
    """Whether one lane's outcome of a `vcmp` or of `vtest` is true."""
    if name == "vtest.b32":
        return a & b != 0
    return values.OPERATIONS[name.removeprefix("vcmp.")](a, b)[0] == 1


class ScalarLanes(NamedTuple):
    """The active lanes, which are the pair `exec`, those with a thread, the other scalar registers and SCC."""

    active: int
    living: int  # the lanes with a thread, to the end
    others: tuple[int, ...] = (0,) * EXEC
    condition: int = 0
    stack: tuple[()] = ()  # there is none: the depth is always 0

    @property
    def scalars(self) -> tuple[int, ...]:
        """All 128 scalar registers."""
        return (*self.others, self.active & WORD, self.active >> 32)

    def pair(self, number: int) -> int:
        """The 64 bits of two scalar registers."""
        return self.scalars[number] | self.scalars[number + 1] << 32

    def write(self, number: int, value: int) -> ScalarLanes:
        """A pair becomes `value`; a mask is reduced to the lanes with a thread."""
        if number == EXEC:
            return self._replace(active=value & self.living)
        others = list(self.others)
        others[number : number + 2] = value & WORD, value >> 32
        return self._replace(others=tuple(others))

    def effect(self, name: str, sd: int, a: int, b: int, next_pc: int, target: int) -> tuple[ScalarLanes, int]:
        """After an instruction of the control unit, with the values of its source pairs; `next_pc` follows it."""
        kind = name.split(".")[0][2:]
        if kind == "branch":
            takes = {
                "execz": self.active == 0,
                "execnz": self.active != 0,
                "scc0": self.condition == 0,
                "scc1": self.condition == 1,
                "vccz": self.pair(VCC) == 0,
                "vccnz": self.pair(VCC) != 0,
            }[name.split(".")[1]]
            return self, target if takes else next_pc
        if kind == "mov":
            return self.write(sd, a), next_pc
        if kind == "test":
            return self._replace(condition=int(a | b != 0)), next_pc
        if kind == "and_saveexec":
            both = self.active & a
            return self.write(sd, self.active).write(EXEC, both)._replace(condition=int(both != 0)), next_pc
        result = a ^ DOUBLE if kind == "not" else LOGIC[kind](a, b)
        lanes = self.write(sd, result)
        return (lanes if name.startswith("k_") else lanes._replace(condition=int(result != 0))), next_pc

    def takes(self, taken: int) -> bool:
        """Whether a jump that `taken` of the active lanes want is taken: as the lowest active lane wants it."""
        return self.active != 0 and bool(taken >> lowest(self.active) & 1)

    def after_return(self) -> None:
        """The warp ends, whatever the mask."""
        return
