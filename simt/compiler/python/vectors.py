"""Vectors of kernels: made from numbers, split into components, computed component by component."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from simt.compiler.typed.builder import Builder, Value
from simt.compiler.typed.conversions import picked
from simt.compiler.typed.types import Integer, Real, Vector, vector_of


def is_vector(value: object) -> TypeGuard[Value]:
    """Return whether the result of an expression is a vector."""
    return isinstance(value, Value) and isinstance(value.type, Vector)


def parts_of(build: Builder, value: Value) -> list[Value]:
    """The components of a vector; a number is one."""
    if not isinstance(value.type, Vector):
        return [value]
    return [picked(build, value, (lane,)) for lane in range(value.type.count)]


def made_of(build: Builder, parts: Sequence[Value]) -> Value:
    """The vector with components of one type."""
    kind = parts[0].type
    assert isinstance(kind, Integer | Real)
    type_ = vector_of(kind, len(parts))
    vector = Value("poison", type_)
    for lane, part in enumerate(parts):
        vector = build.make(f"insertelement {vector}, {part}, i32 {lane}", type_)
    return vector
