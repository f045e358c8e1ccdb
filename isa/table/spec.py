"""The entries of the instruction table: formats and instructions, with the properties that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

SLOT_FIELDS = {"a": "ra", "b": "rb", "c": "rc"}


@dataclass(frozen=True, slots=True)
class FormatSpec:
    """An instruction format: its operands as written, the fields of the word that hold them, its optional parts."""

    name: str
    syntax: str
    fields: tuple[str, ...]
    may_jump: bool
    constant_slots: tuple[str, ...]
    used_mask: int  # the bits that may be set in a word of this format
    high: Mapping[str, str]  # field with the lower bits of a jump target -> field with the higher bits
    reach: int  # jumps can name the addresses 0 to `reach` - 1; 0 if the format has no jump

    @property
    def operands(self) -> tuple[str, ...]:
        """Return the operands as written: `rd`, `ra`, `[ra + offset]`, `target` and so on."""
        return tuple(self.syntax.split(", ")) if self.syntax else ()


@dataclass(frozen=True, slots=True, eq=False)
class InstructionSpec(FormatSpec):
    """One instruction of the table, with the properties of its format. There is one object per instruction."""

    opcode: int
    unit: str
    format: str
    type: str
    reads_carry: bool
    writes_carry: bool
    requires: str
    words: int  # words per lane that it loads or stores, in consecutive registers
    bytes: int  # bytes per lane that it loads or stores: 4 x words, or 1 or 2
    is_signed: bool  # a load of 1 or 2 bytes extends the sign
    doubles: tuple[str, ...]  # the fields whose register holds a float64 together with the next register
    across: str  # "one": a lane gets a word of one lane of its warp; "all": a word made of all; "": neither
    aliases: tuple[str, ...]
    result: str
    example: str
    cases: tuple[Mapping[str, Any], ...]  # of numbers; of instructions with `across`, of lists of them by lane
    kernel: str
    expect: Mapping[str, int]

    def __deepcopy__(self, memo: object) -> InstructionSpec:
        return self

    @property
    def writes_register(self) -> bool:
        """Return whether the instruction has a destination register."""
        return "rd" in self.fields

    @property
    def takes_scalars(self) -> bool:
        """Return whether a source may be a scalar register or an indexed special source, which `const` names."""
        return bool(self.sources and self.constant_slots)

    @property
    def is_common(self) -> bool:
        """Return whether all lanes that take part get the same word, as of a vote."""
        return self.across == "all" and self.sources == ("a",)

    @property
    def is_store(self) -> bool:
        """Return whether the instruction writes memory and does not read it."""
        return self.format in ("store", "store_wide")

    @property
    def is_atomic(self) -> bool:
        """Return whether the instruction reads and writes a word of memory in one step."""
        return self.format in ("atomic", "exchange")

    @property
    def data_field(self) -> str:
        """Return the field that names the first loaded or stored register: "rd", "rb"; "" without a memory access."""
        if "offset" not in self.syntax:
            return ""
        return "rd" if self.writes_register else "rb"

    def registers_of(self, field: str) -> int:
        """Return the number of consecutive general registers of an operand, of which `field` names the first."""
        if field in self.doubles or (self.format == "exchange" and field == "rb"):
            return 2
        return self.words if field == self.data_field else 1

    @property
    def is_wide(self) -> bool:
        """Return whether an operand is several consecutive registers."""
        return self.words > 1 or bool(self.doubles) or self.format == "exchange"

    @property
    def sources(self) -> tuple[str, ...]:
        """Return the slots of the sources, some of "a", "b" and "c"."""
        return _sources(self.fields)


@cache
def _sources(fields: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(slot for slot, field in SLOT_FIELDS.items() if field in fields)


def field_mask(bits: tuple[int, int]) -> int:
    """Return the mask of the bits of a field. bits: the highest and the lowest."""
    high, low = bits
    return ((1 << (high - low + 1)) - 1) << low
