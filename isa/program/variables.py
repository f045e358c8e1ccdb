"""The variables of a compiled kernel's source, and where the program keeps their values."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

NOT_KEPT: Final = "not kept"
_WIDE: Final = re.compile(r"(?:u?long|double|[suf]64)\d*$")
_VECTOR: Final = re.compile(r"[a-z]+(2|3|4|8|16)")
_FEW: Final = "xyzw"


class Stay(NamedTuple):
    """The place of a variable's value during the instructions `start` to `stop` - 1.

    The place is valid just before each of these instructions, in the lanes that execute the instruction.

    - registers: the register of each word of the value, -1 for a word that no register holds.
    - other: the place of a value that is not in registers: a constant (`= 12`), `constant memory`, or the name of a
      special source; "" if the value is in registers or nowhere.
    """

    start: int
    stop: int
    registers: tuple[int, ...] = ()
    other: str = ""

    @property
    def has_register(self) -> bool:
        """Return whether a register holds the variable or a part of it."""
        return any(register >= 0 for register in self.registers)

    @property
    def text(self) -> str:
        """The place in words: `r5`, `r4 r5`, `= 12`, `not kept`; a part that is not kept is a dash."""
        if not self.has_register:
            return self.other or NOT_KEPT
        return " ".join(f"r{register}" if register >= 0 else "-" for register in self.registers)


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the source.

    - name: its name, or `function.name` in an inlined function.
    - type: its type in the source.
    - line: the line of its declaration.
    - stays: its places, in ascending order of instructions; between two stays the variable has no value.
    """

    name: str
    type: str
    line: int
    stays: tuple[Stay, ...]

    def at(self, pc: int) -> Stay | None:
        """Return where the variable is before an instruction; None if it has no value there."""
        place = bisect_right(self.stays, pc, key=lambda stay: stay.start) - 1
        return self.stays[place] if place >= 0 and pc < self.stays[place].stop else None

    def parts(self, stay: Stay) -> Iterator[tuple[int, str]]:
        """Yield each register of a stay, with the name of the variable or of its part in the register."""
        named = zip(stay.registers, self.names(stay), strict=True)
        yield from ((register, name) for register, name in named if register >= 0)

    def names(self, stay: Stay) -> list[str]:
        """Return the name of each word of a stay: of the variable, or of its part."""
        if not (count := len(stay.registers)):
            return []
        width = 2 if count % 2 == 0 and _WIDE.match(self.type) else 1
        elements, names = count // width, [self.name]
        if elements > 1 and (vector := _VECTOR.fullmatch(self.type)) is not None and int(vector[1]) == elements:
            names = [f"{self.name}.{_FEW[k] if elements <= len(_FEW) else f's{k:x}'}" for k in range(elements)]
        elif elements > 1:
            names = [f"{self.name}[{k}]" for k in range(elements)]
        return names if width == 1 else [f"{name}.{half}" for name in names for half in ("lo", "hi")]


def names_at(variables: tuple[Variable, ...], pc: int) -> dict[int, list[str]]:
    """Return, by number of a register, the names of the variables that it holds before an instruction."""
    names: dict[int, list[str]] = {}
    for variable in variables:
        if (stay := variable.at(pc)) is not None:
            for register, name in variable.parts(stay):
                names.setdefault(register, []).append(name)
    return names


def others_at(variables: tuple[Variable, ...], pc: int) -> list[tuple[str, str]]:
    """Return the variables that no register holds before an instruction, each with what else it is, or `not kept`."""
    stays = ((variable.name, variable.at(pc)) for variable in variables)
    return [(name, stay.text) for name, stay in stays if stay is not None and not stay.has_register]
