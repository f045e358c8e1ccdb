"""Values of kernels in Python: the types of the IR for their types, arrays, and numbers of Python as constants."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Final

from simt.compiler.typed.builder import Place, Value
from simt.compiler.typed.conversions import integer, real
from simt.compiler.typed.types import BOOL, INTEGERS, REALS, Integer, Real, Type, VectorType, vector_of
from simt.lang import vectors
from simt.lang.types import PLAIN, SCALARS, Number, f32, u8

Operand = Value | Number  # a number of Python takes the type of the other operand

TYPES: Final[dict[Any, Integer | Real]] = {  # of the IR, by the types of kernels
    kind: REALS[kind.bits] if kind.is_float else INTEGERS[kind.bits, kind.is_signed] for kind in SCALARS.values()
}
TYPES[bool] = BOOL  # the result of compares
VECTORS: Final = {kind: vector_of(TYPES[kind.element], kind.count) for kind in vectors.VECTORS.values()}
KINDS: Final[dict[Type, Any]] = {type_: kind for kind, type_ in (*TYPES.items(), *VECTORS.items())}
F32: Final = TYPES[f32]


def kind_of(type_: Type) -> Any:
    """Return the type of `simt.lang` for a type of the IR; a truth value counts as a `u8`."""
    return u8 if type_ is BOOL else KINDS[type_]


@dataclass(frozen=True, slots=True)
class Length:
    """A length that the launch passes: an array's length along an axis, or without an axis its number of elements."""

    array: str
    axis: int | None = None


@dataclass(frozen=True, slots=True)
class ArrayPlace:
    """An array: the place of its first element, and its shape. The launch passes the lengths that are not numbers."""

    first: Place
    shape: tuple[int | Length, ...]


def name_of(operand: Operand | Type) -> str:
    """Return the name of a type, or of a value's type, for messages; a number of Python by its digits."""
    if isinstance(operand, Number):
        return f"the number {operand}"
    return str(KINDS[operand.type if isinstance(operand, Value) else operand].__name__)


def type_of(kind: Any) -> Integer | Real | VectorType:
    """Return the type of the IR for a scalar or vector type of `simt.lang`."""
    return VECTORS[kind] if kind in VECTORS else TYPES[kind]


def scalar_type(kind: Any) -> Integer | Real | None:
    """Return the IR type of a scalar type of `simt.lang`, or of `int`, `float` or `bool`; None for anything else."""
    return TYPES.get(PLAIN.get(kind, kind)) if isinstance(kind, type) else None


def number(value: Number, type_: Type) -> Value:
    """Return a number of Python as a constant of a type; a float is rounded, and an integer wraps."""
    plain = KINDS[type_](value)
    if isinstance(type_, Integer):
        return integer(int(plain), type_)
    return real(int.from_bytes(struct.pack("<d", plain), "little"), type_)
