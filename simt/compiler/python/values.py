"""Typed values: the types of kernels as types of the IR, arrays, numbers of Python as constants."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Final

from simt.compiler.typed.builder import Place, Value
from simt.compiler.typed.conversions import integer, real
from simt.compiler.typed.types import BOOL, INTEGERS, REALS, Integer, Real, Type
from simt.lang.types import SCALARS, f32, s32

Number = int | float  # of Python: it takes the type of what stands beside it
Operand = Value | Number

TYPES: Final[dict[Any, Integer | Real]] = {  # of the IR, by the types of kernels
    kind: REALS[kind.bits] if kind.is_float else INTEGERS[kind.bits, kind.is_signed] for kind in SCALARS.values()
}
TYPES[bool] = BOOL  # what compares give
KINDS: Final[dict[Type, Any]] = {given: kind for kind, given in TYPES.items()}
F32: Final = TYPES[f32]


@dataclass(frozen=True, slots=True)
class Array:
    """An array: the place of its first element, and its shape, None if the launch says it."""

    first: Place
    shape: tuple[int, ...] | None = None


def name_of(found: Operand | Type) -> str:
    """A type, or that of an operand, as a person writes it."""
    if isinstance(found, Number):
        return f"the number {found}"
    return str(KINDS[found.type if isinstance(found, Value) else found].__name__)


def type_named(found: Any) -> Integer | Real | None:
    """The type that a name stands for, `int` and `float` of Python among them; None for anything else."""
    return TYPES.get({int: s32, float: f32}.get(found, found)) if isinstance(found, type) else None


def number(value: Number, given: Type) -> Value:
    """A number of Python as a value of a type, whatever is lost."""
    plain = KINDS[given](value)
    if isinstance(given, Integer):
        return integer(int(plain), given)
    return real(int.from_bytes(struct.pack("<d", plain), "little"), given)
