"""The typed syntax tree of an OpenCL C source, made from the output of the process with libclang."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from isa.reporting.diagnostics import SimtError
from simt.compiler.typed.types import MOST_NESTED, Nested, Pointer, Sampler, Type, Types, Unsupported

VOLATILE, RESTRICT, NAMES_SPACE = 2, 4, 8  # qualifiers
# Operators of one operand, by clang's numbers.
Unary = IntEnum(
    "Unary", "POST_INCREMENT POST_DECREMENT PRE_INCREMENT PRE_DECREMENT ADDRESS TARGET PLUS MINUS INVERT NOT"
)


@dataclass(slots=True)
class Node:
    """A statement, expression or variable. kind, data: as in `simt.compiler.clang.syntax`."""

    kind: str
    type: Type
    qualifiers: int
    file: int
    line: int
    column: int
    data: Any
    children: list[Node]

    @property
    def place(self) -> tuple[int, int, int]:
        """The number of the file, the line and the column."""
        return self.file, self.line, self.column

    @property
    def is_volatile(self) -> bool:
        """Return whether the node is a volatile variable or expression."""
        return bool(self.qualifiers & VOLATILE)

    def below(self, *kinds: str, is_silent: bool = False) -> Node:
        """Return the first node below a chain of nodes of these kinds.

        is_silent: whether only nodes without data are passed.
        """
        node = self
        while node.kind in kinds and len(node.children) == 1 and not (is_silent and node.data is not None):
            node = node.children[0]
        return node


class NodeError(SimtError):
    """The use of something that no machine supports. node: its place in the source."""

    code = "E0951"

    def __init__(self, node: Node, message: str, *, code: str | None = None, help: str = "") -> None:  # noqa: A002
        super().__init__(message, code=code, help=help)
        self.node = node


def check_type(node: Node, *, of_kernel: bool = False) -> None:
    """Raise `NodeError` if no machine supports a node's type. of_kernel: the node is a kernel's parameter."""
    if isinstance(node.type, Nested):
        message = f"this type has more than {MOST_NESTED} others inside of each other"
        raise NodeError(node, message, code="E0955", help="take the inner ones out, or make fewer of them")
    if isinstance(node.type, Unsupported) or (of_kernel and isinstance(node.type, Sampler)):
        name = node.type.name if isinstance(node.type, Sampler) else node.type.ir
        message = f"the type `{name}` is not supported"
        raise NodeError(node, message, help="pass data in buffers, as pointers")


@dataclass(frozen=True, slots=True)
class ParsedFunction:
    """A function definition, with the node of its body."""

    name: str
    number: int
    result: Type
    parameters: tuple[Node, ...]  # data: number, name
    head: str  # its declaration as clang prints it, with attributes
    body: Node
    node: Node  # its place


_DEEPEST = 200  # nodes of a tree below each other, a chain of operators counted once
# A parent, a child and the child's number along which a chain has no depth: long sums, else-if, cases without a body.
_CHAINS = {("binary", "binary", 1), ("if", "if", 3), ("case", "case", 1)}


def nodes_of(entries: list[list[Any]], types: Types) -> Node:
    """Return the syntax tree of a list of nodes in pre-order: the children of a node follow the node.

    entries: kind, index into `types`, qualifiers, file, line, column, data, and number of children of each node. Raises
    `NodeError`, E0955, if the tree is too deep.
    """
    root: Node | None = None
    open_nodes: list[tuple[Node, int, int]] = []  # nodes that lack children: number of them, depth; the innermost last
    for kind, number, qualifiers, file, line, column, data, count in entries:
        node = Node(kind, types[number], qualifiers, file, line, column, data, [])
        depth = 0
        if open_nodes:
            parent, missing, depth = open_nodes.pop()
            parent.children.append(node)
            if missing > 1:
                open_nodes.append((parent, missing - 1, depth))
            depth += (parent.kind, kind, len(parent.children)) not in _CHAINS
        else:
            root = node
        if count:
            open_nodes.append((node, count, depth))
        if depth > _DEEPEST:
            message = "this is nested too deeply"
            raise NodeError(node, message, code="E0955", help="take parts of it into variables or functions")
    assert root is not None
    return root


def changed(body: Node) -> set[int]:
    """Return the numbers of the variables that a function may change, or whose address it takes."""
    changed = set()
    waiting: list[tuple[Node, bool]] = [(body, False)]  # a node, and whether its place is only read
    while waiting:
        node, is_read = waiting.pop()
        if node.kind == "name" and not is_read:
            changed.add(node.data[0])
        for place, child in enumerate(node.children):
            is_source = place == 1 and node.kind == "binary"
            is_loaded = node.kind == "unexposed" and not isinstance(node.type, Pointer)
            is_copied = node.kind in ("call", "variable", "return", "list") or is_source
            is_part = node.kind in ("member", "subscript", "paren", "unexposed")
            waiting.append((child, is_loaded or is_copied or (is_part and is_read and place == 0)))
    return changed


def in_pre_order(node: Node, *, is_mirrored: bool = False) -> list[Node]:
    """Return all nodes of a tree, parents first, in the order of the source.

    is_mirrored: whether the last child comes first.
    """
    nodes, waiting = [], [node]
    while waiting:
        nodes.append(waiting.pop())
        children = nodes[-1].children
        waiting.extend(children if is_mirrored else reversed(children))
    return nodes
