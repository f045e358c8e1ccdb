"""Pointers to constants in initialisers, as offsets in the table of constants."""

from __future__ import annotations

from typing import Final

from simt.compiler.opencl.tree import Node, Unary
from simt.compiler.opencl.values import UnitScope
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Place
from simt.compiler.typed.types import ArrayType, Pointer, Record

_TRANSPARENT: Final = ("paren", "unexposed", "cast")


def pointer_offset(scope: UnitScope, node: Node) -> int | None:
    """Return the offset in the table of constants to which an initialiser points.

    The result is 0 for a null pointer, and None if the offset is unknown.

    If the initialiser is a string, it is added to the table.
    """
    node, pool = node.below(*_TRANSPARENT), scope.module.pool
    if node.kind == "string":
        text = str(node.data).encode("latin-1")
        return pool.offsets[pool.add(text[: node.type.size].ljust(node.type.size, b"\0"), 4)]
    if node.kind == "value":
        return 0 if node.data == 0 else None
    if isinstance(node.type, ArrayType):
        return _offset(scope, node)
    if node.kind == "unary" and node.data == Unary.ADDRESS:
        return _offset(scope, node.children[0])
    if node.kind == "binary" and node.data in (ops.ADD, ops.SUBTRACT):
        return _further(scope, -1 if node.data == ops.SUBTRACT else 1, *node.children)
    return None


def _offset(scope: UnitScope, node: Node) -> int | None:
    """Return the offset in the table of a constant or of a part of it; None if it is not known."""
    node = node.below(*_TRANSPARENT)
    if node.kind == "name":
        variable = scope.variables.get(node.data[0])
        return scope.module.pool.offsets.get(variable.address) if isinstance(variable, Place) else None
    if node.kind == "unary" and node.data == Unary.TARGET:
        return pointer_offset(scope, node.children[0])
    if node.kind == "subscript":
        return _further(scope, 1, *node.children)
    if node.kind == "member":
        (base,) = node.children
        outer = pointer_offset(scope, base) if isinstance(base.type, Pointer) else _offset(scope, base)
        name, offset = node.data
        of = scope.types[base.type.target] if isinstance(base.type, Pointer) else base.type
        if isinstance(of, Record) and (member := of.find(name, node.type)) is not None:
            offset = member[0]
        return None if outer is None else outer + int(offset)
    return None


def _further(scope: UnitScope, sign: int, base: Node, steps: Node) -> int | None:
    """Return the offset of a pointer after `sign` * `steps` elements; None if it is not known or the pointer is null.

    In C `steps` may come first: `1 + p`.
    """
    if not isinstance(base.type, Pointer | ArrayType):
        base, steps = steps, base
    start, count = pointer_offset(scope, base), steps.below(*_TRANSPARENT)
    base = base if isinstance(base.type, Pointer) else base.below(*_TRANSPARENT)
    type_ = base.type
    size = type_.element.size if isinstance(type_, ArrayType) else scope.types[type_.target].size  # type: ignore[attr-defined]
    if not start or count.kind != "value" or not isinstance(count.data, int):
        return None
    return start + sign * count.data * size
