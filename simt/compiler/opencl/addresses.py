"""Addresses of constants that are known at compile time, the contents of constant tables of pointers."""

from __future__ import annotations

from typing import Final

from simt.compiler.opencl.tree import Node, Unary
from simt.compiler.opencl.values import UnitScope
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Place
from simt.compiler.typed.types import Array, Pointer, Record

_TRANSPARENT: Final = ("paren", "unexposed", "cast")


def pointer_place(scope: UnitScope, node: Node) -> int | None:
    """The place in the table of constants of an initialiser, 0 for a null pointer; None for another."""
    node, pool = node.below(*_TRANSPARENT), scope.module.pool
    if node.kind == "string":
        text = str(node.data).encode("latin-1")
        return pool.offsets[pool.add(text[: node.type.size].ljust(node.type.size, b"\0"), 4)]
    if node.kind == "value":
        return 0 if node.data == 0 else None
    if isinstance(node.type, Array):
        return _place(scope, node)
    if node.kind == "unary" and node.data == Unary.ADDRESS:
        return _place(scope, node.children[0])
    if node.kind == "binary" and node.data in (ops.ADD, ops.SUBTRACT):
        base, steps = node.children
        if not isinstance(base.type, Pointer | Array):
            base, steps = steps, base
        return _further(scope, base, steps, -1 if node.data == ops.SUBTRACT else 1)
    return None


def _place(scope: UnitScope, node: Node) -> int | None:
    """The place in the table of a constant, or a part of one."""
    node = node.below(*_TRANSPARENT)
    if node.kind == "name":
        variable = scope.variables.get(node.data[0])
        return scope.module.pool.offsets.get(variable.address) if isinstance(variable, Place) else None
    if node.kind == "unary" and node.data == Unary.TARGET:
        return pointer_place(scope, node.children[0])
    if node.kind == "subscript":
        base, index = node.children
        if not isinstance(base.type, Pointer | Array):
            base, index = index, base
        return _further(scope, base, index, 1)
    if node.kind == "member":
        (base,) = node.children
        outer = pointer_place(scope, base) if isinstance(base.type, Pointer) else _place(scope, base)
        name, offset = node.data
        of = scope.types[base.type.target] if isinstance(base.type, Pointer) else base.type
        if isinstance(of, Record) and (member := of.find(name, node.type)) is not None:
            offset = member[0]
        return None if outer is None else outer + int(offset)
    return None


def _further(scope: UnitScope, base: Node, steps: Node, sign: int) -> int | None:
    """The place `steps` elements further."""
    start, count = pointer_place(scope, base), steps.below(*_TRANSPARENT)
    base = base if isinstance(base.type, Pointer) else base.below(*_TRANSPARENT)
    type_ = base.type
    size = type_.element.size if isinstance(type_, Array) else scope.types[type_.target].size  # type: ignore[attr-defined]
    if not start or count.kind != "value" or not isinstance(count.data, int):
        return None
    return start + sign * count.data * size
