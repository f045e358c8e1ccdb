"""Typed values: the types of kernels as types of the IR, arrays, numbers of Python as constants."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Final

from simt.compiler.typed.builder import Place, Value
from simt.compiler.typed.conversions import integer, real
from simt.compiler.typed.types import BOOL, INTEGERS, REALS, Integer, Real, Type, Vector, vector_of
from simt.lang import vectors
from simt.lang.types import SCALARS, f32, s32, u8

Number = int | float  # of Python: it takes the type of the other operand
Operand = Value | Number

TYPES: Final[dict[Any, Integer | Real]] = {  # of the IR, by the types of kernels
    kind: REALS[kind.bits] if kind.is_float else INTEGERS[kind.bits, kind.is_signed] for kind in SCALARS.values()
}
TYPES[bool] = BOOL  # the result of compares
VECTORS: Final = {kind: vector_of(TYPES[kind.element], kind.count) for kind in vectors.VECTORS.values()}
KINDS: Final[dict[Type, Any]] = {type_: kind for kind, type_ in (*TYPES.items(), *VECTORS.items())}
F32: Final = TYPES[f32]


def kind_of(type_: Type) -> Any:
    """The type of kernels for a type of the IR in conversions: a truth is a small number."""
    return u8 if type_ is BOOL else KINDS[type_]


@dataclass(frozen=True, slots=True)
class Length:
    """A length given by the launch to a kernel that uses it: of an array along an axis, or all its elements."""

    array: str
    axis: int | None = None


@dataclass(frozen=True, slots=True)
class ArrayPlace:
    """An array: the place of its first element, and its shape, whose lengths are numbers or arguments of the kernel."""

    first: Place
    shape: tuple[int | Length, ...]


def name_of(operand: Operand | Type) -> str:
    """A type, or an operand's type, in a person's words."""
    if isinstance(operand, Number):
        return f"the number {operand}"
    return str(KINDS[operand.type if isinstance(operand, Value) else operand].__name__)


def type_of(kind: Any) -> Integer | Real | Vector:
    """The IR type of a scalar or vector type of kernels."""
    return VECTORS[kind] if kind in VECTORS else TYPES[kind]


def type_named(name: Any) -> Integer | Real | None:
    """The scalar type of a name, `int` and `float` of Python among them; None for anything else."""
    return TYPES.get({int: s32, float: f32}.get(name, name)) if isinstance(name, type) else None


def number(value: Number, type_: Type) -> Value:
    """A number of Python as a value of a type, even if precision is lost."""
    plain = KINDS[type_](value)
    if isinstance(type_, Integer):
        return integer(int(plain), type_)
    return real(int.from_bytes(struct.pack("<d", plain), "little"), type_)
