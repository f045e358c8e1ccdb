"""The shape of an instruction and of a format of the table, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

SLOT_FIELDS = {"a": "ra", "b": "rb", "c": "rc"}


@dataclass(frozen=True, slots=True)
class FormatSpec:
    """A format: the operands as written, the fields that carry them, and its optional parts."""

    name: str
    syntax: str
    fields: tuple[str, ...]
    may_jump: bool
    constant_slots: tuple[str, ...]
    used_mask: int  # the bits of the word that a word of this format may set
    high: Mapping[str, str]  # the fields of the higher bits of its targets, by the field of the lower ones
    reach: int  # the addresses that its jumps can name: 0 to `reach` - 1

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
    words: int  # words per lane that it loads or stores, in registers one after the other
    bytes: int  # per lane: 4 x words, or 1 or 2, a part of a word
    is_signed: bool  # a load of a part of a word copies the part's highest bit
    doubles: tuple[str, ...]  # the fields that name a pair of registers, number and number + 1: a float64
    aliases: tuple[str, ...]
    result: str
    example: str
    cases: tuple[Mapping[str, int | float], ...]
    kernel: str
    expect: Mapping[str, int]

    def __deepcopy__(self, memo: object) -> InstructionSpec:
        return self

    @property
    def writes_register(self) -> bool:
        """Return whether it has a destination register."""
        return "rd" in self.fields

    @property
    def takes_scalars(self) -> bool:
        """Return whether its sources may be what the field const names: scalar registers, indexed special sources."""
        return bool(self.sources and self.constant_slots)

    @property
    def is_store(self) -> bool:
        """Return whether it only writes memory."""
        return self.format in ("store", "store_wide")

    @property
    def is_atomic(self) -> bool:
        """Return whether it reads and changes a word of memory in one."""
        return self.format in ("atomic", "exchange")

    @property
    def data_field(self) -> str:
        """Return the field of the first register that is loaded or stored; "" if it does not access memory."""
        if "offset" not in self.syntax:
            return ""
        return "rd" if self.writes_register else "rb"

    def registers_of(self, field: str) -> int:
        """Return the general registers, one after the other, that a register's number in `field` stands for."""
        if field in self.doubles or (self.format == "exchange" and field == "rb"):
            return 2
        return self.words if field == self.data_field else 1

    @property
    def sources(self) -> tuple[str, ...]:
        """Return the sources that it reads from registers, specials or a constant: a subset of a, b, c."""
        return _sources(self.fields)


@cache
def _sources(fields: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(slot for slot, field in SLOT_FIELDS.items() if field in fields)


def field_mask(bits: tuple[int, int]) -> int:
    """Return the bits from `bits[0]` down to `bits[1]`, as a mask of the word."""
    high, low = bits
    return ((1 << (high - low + 1)) - 1) << low
