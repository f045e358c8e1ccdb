"""Typed values: the types of kernels as types of the IR, arrays, numbers of Python as constants."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Final

from simt.compiler.opencl.builder import Place, Value
from simt.compiler.opencl.conversions import integer, real
from simt.compiler.opencl.tree import BOOL, INTEGERS, REALS, Integer, Real
from simt.lang.types import SCALARS, Scalar, common, f32, fits, s32

Kind = type[Scalar] | type[bool]  # `bool` is what compares give
Number = int | float  # of Python: it takes the type of what stands beside it
Operand = Value | Number

TYPES: Final[dict[Kind, Integer | Real]] = {
    kind: REALS[kind.bits] if kind.is_float else INTEGERS[kind.bits, kind.is_signed] for kind in SCALARS.values()
}
TYPES[bool] = BOOL
_KINDS: Final = {given: kind for kind, given in TYPES.items()}


@dataclass(frozen=True, slots=True)
class Array:
    """An array: the place of its first element, and its shape, None if the launch says it."""

    first: Place
    shape: tuple[int, ...] | None = None


def kind_of(found: Value | Place) -> Any:
    """The type of a value, or of what stands somewhere."""
    return _KINDS[found.type]  # type: ignore[index]  # there are no others here


def is_real(found: Value | Place) -> bool:
    """Tell whether a value is a float."""
    return isinstance(found.type, Real)


def computed_in(value: Value) -> Any:
    """The type in which a value is computed with: parts of words, and truths, become `s32`."""
    kind = kind_of(value)
    return s32 if kind is bool else common(kind, kind)


def name_of(operand: Operand) -> str:
    """The type of an operand, as a person writes it."""
    return kind_of(operand).__name__ if isinstance(operand, Value) else f"the number {operand}"


def kind_named(found: Any) -> Any:
    """The type of kernels that a type is, `int` and `float` of Python among them; None for anything else."""
    found = {int: s32, float: f32}.get(found, found) if isinstance(found, type) else None
    return found if found is not None and (found is bool or issubclass(found, Scalar)) else None


def number(value: Number, kind: Any) -> Value:
    """A number of Python as a value of a type, whatever is lost."""
    given, plain = TYPES[kind], kind(value)
    if isinstance(given, Integer):
        return integer(int(plain), given)
    return real(int.from_bytes(struct.pack("<d", plain), "little"), given)


def literal(value: Number, kind: Kind) -> Value:
    """A number of Python as a value of a type. Raises `OverflowError` for one outside its range."""
    if issubclass(kind, Scalar) and not kind.is_float and not fits(value, kind):
        raise OverflowError(f"{value} does not fit {kind.__name__}")
    return number(value, kind)
