"""Details missing in libclang's tree, restored from clang's printed source of the same function.

The tree does not show the names of vector components (`v.xyz`), which parts of a `for` are present, or whether a
conversion is a reinterpretation. In the printed source, macros are expanded, and names and loops come in the order of
the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from simt.compiler.opencl.tree import NAMES_SPACE, Node, NodeError, in_pre_order
from simt.compiler.typed.types import BOOL, Integer, Pointer, Real, Record, Types, VectorType

_NUMBERED = re.compile(r"[sS][0-9a-fA-F]+")
_LETTERS = re.compile(r"[xyzw]+|[rgba]+")
_MARKER = "__simt_as"


def pair(body: Node, printed: Mapping[str, Any], types: Types) -> None:
    """Complete the nodes of a body from the printed source. Raises `NodeError`."""
    nodes = in_pre_order(body, is_mirrored=True)[::-1]  # children before their parent
    parents = {id(child): node for node in nodes for child in node.children}
    for node in nodes:
        if node.kind == "generic":
            _mark_reinterpretation(node, types)
    _pair_names(nodes, parents, iter(printed["accessors"]), types)
    in_order = in_pre_order(body)
    for node, parts in zip((node for node in in_order if node.kind == "for"), printed["loops"], strict=True):
        if sum(parts) + 1 != len(node.children):
            raise NodeError(node, "this loop cannot be read", help="write its parts without macros")
        node.data = parts
    hinted = [node for node in in_order if node.kind == "attributed"]
    if len(hinted) == len(printed["unroll"]):
        for node, factor in zip(hinted, printed["unroll"], strict=True):
            node.data = factor


def _mark_reinterpretation(node: Node, types: Types) -> None:
    """Mark a `_Generic` of `base.h`, known by its marker type, as a reinterpretation. Raises `NodeError`."""
    for child in node.children:
        if isinstance(child.type, Pointer):
            target = types[child.type.target]
            if isinstance(target, Record) and target.name == _MARKER:
                node.children = [other for other in node.children if other.kind == "unexposed" and other is not child]
                if len(node.children) == 1:
                    node.children[0].kind = "reinterpret"
                    return
    raise NodeError(node, "_Generic is not OpenCL C 1.2", help="write the expression that is meant")


def _pair_names(nodes: list[Node], parents: Mapping[int, Node], names: Iterator[str], types: Types) -> None:
    """Give each node that selects components of a vector the name of the components. Raises `NodeError`."""
    for node in nodes:
        written = node.data if node.kind == "field" else node.data[0] if node.kind == "member" else ""
        if written:
            is_there = next(names, None) == written
        elif node.kind == "unexposed" and _is_part(node, parents, types):
            node.data = next(names, None)
            is_there = node.data is not None and _vector(node.children[0], types) is not None
            is_there = is_there and _lanes(node, types) is not None
        else:
            continue
        if not is_there:
            raise NodeError(node, "this part of a value cannot be read", help="take the value into a variable first")
    if (left := next(names, None)) is not None:
        message = f"`.{left}` cannot be found in this function"
        raise NodeError(nodes[-1], message, help="take the value into a variable first")


def _vector(node: Node, types: Types) -> VectorType | None:
    """Return the vector type that an expression has or points to; None if there is none."""
    type_ = types[node.type.target] if isinstance(node.type, Pointer) else node.type
    return type_ if isinstance(type_, VectorType) else None


def _is_part(node: Node, parents: Mapping[int, Node], types: Types) -> bool:
    """Return whether a node without a name selects components of a vector, and is not a conversion."""
    if len(node.children) != 1:
        return False
    child = node.children[0]
    whole = _vector(child, types)
    if whole is None or node.type is BOOL or not isinstance(node.type, VectorType | Integer | Real):
        return False
    if isinstance(child.type, Pointer):
        return True
    if node.type != child.type:
        return node.type == whole.element or (isinstance(node.type, VectorType) and node.type.element == whole.element)
    if not _is_place(child):  # a value that names an address space, as `~v.xx` does, loses it by a conversion
        return not child.qualifiers & ~node.qualifiers & NAMES_SPACE
    if child.below("paren").kind == "literal":  # it names no address space; a part of it has one more node above it
        return parents[id(node)].kind == "unexposed"
    return bool(node.qualifiers & NAMES_SPACE)


def _is_place(node: Node) -> bool:
    """Return whether an expression stands for a place."""
    node = node.below("paren")
    if node.kind == "unexposed":  # a part of a vector, or a load
        return node.data is not None and (isinstance(node.children[0].type, Pointer) or _is_place(node.children[0]))
    if node.kind == "member":
        return isinstance(node.children[0].type, Pointer) or _is_place(node.children[0])
    return node.kind in ("name", "subscript", "literal") or (node.kind == "unary" and node.data == 6)


def _lanes(node: Node, types: Types) -> tuple[int, ...] | None:
    whole = _vector(node.children[0], types)
    assert whole is not None
    lanes = lanes_named(node.data, whole.count)
    wanted = node.type.count if isinstance(node.type, VectorType) else 1
    return lanes if lanes is not None and len(lanes) == wanted else None


def lanes_named(name: str, count: int) -> tuple[int, ...] | None:
    """Return the indices of the components that a name after a dot selects from `count`; None for other names."""
    size = 4 if count == 3 else count
    half = size // 2
    halves = {"lo": range(half), "hi": range(half, size), "even": range(0, size, 2), "odd": range(1, size, 2)}
    if name in halves:
        return tuple(halves[name])
    if _NUMBERED.fullmatch(name):
        lanes = tuple(int(digit, 16) for digit in name[1:])
    elif _LETTERS.fullmatch(name):
        lanes = tuple(("xyzw" if name[0] in "xyzw" else "rgba").index(letter) for letter in name)
    else:
        return None
    return lanes if max(lanes) < count else None
