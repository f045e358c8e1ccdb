"""The typed syntax tree of an OpenCL C source, made of what the process with libclang prints."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from isa.diagnostics import SimtError
from simt.compiler.llvm.ir import CONSTANT, GLOBAL, LOCAL, PRIVATE

_SPACES = {0: PRIVATE, 1: GLOBAL, 2: LOCAL, 3: CONSTANT, 4: PRIVATE}  # by clang's numbers
CONST, VOLATILE, RESTRICT, NAMES_SPACE = 1, 2, 4, 8  # qualifiers


# --- types ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Type:
    """A type as LLVM writes it, with its size and alignment in bytes."""

    ir: str
    size: int
    alignment: int


@dataclass(frozen=True, slots=True)
class Void(Type):
    """The type of what has no value."""


@dataclass(frozen=True, slots=True)
class Integer(Type):
    """Integers of 8 to 64 bits; `bool` is a byte in memory and one bit as a value."""

    bits: int = 32
    is_signed: bool = True

    @property
    def name(self) -> str:
        """The name of the type in OpenCL."""
        return ("" if self.is_signed else "u") + {8: "char", 16: "short", 32: "int", 64: "long"}[self.bits]


@dataclass(frozen=True, slots=True)
class Real(Type):
    """The types `float` and `double`, and `half` where it is only pointed to."""

    bits: int = 32

    @property
    def name(self) -> str:
        """The name of the type in OpenCL."""
        return self.ir


@dataclass(frozen=True, slots=True)
class Pointer(Type):
    """A pointer of 32 bits into one address space. Its `target` is a number, since types can point to themselves."""

    space: int = 0
    target: int = 0
    qualifiers: int = 0  # of what it points to


@dataclass(frozen=True, slots=True)
class Vector(Type):
    """2, 3, 4, 8 or 16 numbers; 3 take the place of 4."""

    element: Integer | Real
    count: int = 0


@dataclass(frozen=True, slots=True)
class Array(Type):
    """Values in a row; its own value is its place."""

    element: Type
    count: int = 0


@dataclass(frozen=True, slots=True)
class Record(Type):
    """A struct or union, in LLVM a row of bytes; its own value is its place."""

    name: str
    is_union: bool = False
    fields: list[tuple[str, Type, int]] = field(default_factory=list, hash=False, compare=False)  # name, type, offset
    number: int = 0

    def find(self, name: str, of_type: Type | None = None) -> tuple[int, Type, int] | None:
        """The offset and type of a field, in anonymous members too, and the number of the member that has it.

        One without a name is found by its type.
        """
        for index, (label, given, offset) in enumerate(self.fields):
            if label == name and (label or given == of_type):
                return offset, given, index
            inner = given.find(name, of_type) if not label and isinstance(given, Record) else None
            if inner is not None:
                return offset + inner[0], inner[1], index
        return None


@dataclass(frozen=True, slots=True)
class Event(Type):
    """The type `event_t`."""


@dataclass(frozen=True, slots=True)
class Unsupported(Type):
    """A type that no machine here has: images, samplers, pipes."""


VOID = Void("void", 0, 1)
BOOL = Integer("i1", 1, 1, 1, False)
INTEGERS = {
    (bits, signed): Integer(f"i{bits}", bits // 8, bits // 8, bits, signed)
    for bits in (8, 16, 32, 64)
    for signed in (False, True)
}
INT = INTEGERS[32, True]
UINT = INTEGERS[32, False]
REALS = {bits: Real(name, bits // 8, bits // 8, bits) for bits, name in ((16, "half"), (32, "float"), (64, "double"))}
EVENT = Event('target("spirv.Event")', 4, 4)


def vector_of(element: Integer | Real, count: int) -> Vector:
    """The vector of so many numbers."""
    size = element.size * (4 if count == 3 else count)
    return Vector(f"<{count} x {element.ir}>", size, size, element, count)


def array_of(element: Type, count: int) -> Array:
    """The array of so many values."""
    return Array(f"[{count} x {memory_ir(element)}]", element.size * count, element.alignment, element, count)


class Types:
    """The table of types of a tree, made when they are asked for."""

    def __init__(self, entries: list[list[Any]]) -> None:
        self._entries = entries
        self._made: dict[int, Type] = {}

    def __getitem__(self, number: int) -> Type:
        if number not in self._made:
            self._made[number] = self._make(number, *self._entries[number])
        return self._made[number]

    def _make(self, number: int, kind: str, *rest: Any) -> Type:
        if kind == "integer":
            return INTEGERS[rest[0], bool(rest[1])]
        if kind == "real":
            return REALS[rest[0]]
        if kind == "pointer" and rest[0] in _SPACES:
            space = _SPACES[rest[0]]
            return Pointer(f"ptr addrspace({space})" if space else "ptr", 4, 4, space, rest[1], rest[2])
        if kind == "array":
            return array_of(self[rest[0]], rest[1])
        if kind == "vector":
            element = self[rest[0]]
            assert isinstance(element, Integer | Real)
            return vector_of(element, rest[1])
        if kind == "record":
            name, is_union, size, alignment, fields = rest
            record = Record(f"[{size} x i8]", size, alignment, name, bool(is_union), [], number)
            self._made[number] = record
            record.fields.extend((label, self[entry], offset) for label, entry, offset in fields)
            return record
        fixed: dict[str, Type] = {"void": VOID, "bool": BOOL, "event": EVENT}
        return fixed[kind] if kind in fixed else Unsupported(str(rest[0]), 0, 1)


def base_name(given: Type, types: Types | None = None) -> str:
    """The name of a type in OpenCL, whatever the source calls it; of a pointer the `types` tell its target."""
    if isinstance(given, Pointer):
        assert types is not None
        return f"{base_name(types[given.target], types)}*"
    if isinstance(given, Vector):
        return f"{base_name(given.element, types)}{given.count}"
    if isinstance(given, Array):
        return f"{base_name(given.element, types)}[{given.count}]"
    if isinstance(given, Integer) and given is not BOOL:
        return given.name
    if isinstance(given, Record):
        return f"{'union' if given.is_union else 'struct'} {given.name}".strip()
    return "bool" if given is BOOL else given.ir


def memory_ir(given: Type) -> str:
    """A type as LLVM writes it in memory."""
    return "i8" if given is BOOL else given.ir


# --- nodes ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Node:
    """A statement, expression or variable: its kind as that process names it, its type, its place, its data."""

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
        """Its file's number, its line and its column."""
        return self.file, self.line, self.column

    @property
    def is_volatile(self) -> bool:
        """Tell whether what it stands for is volatile."""
        return bool(self.qualifiers & VOLATILE)


class RefusedError(SimtError):
    """A source that uses what no machine here can do; `node` is where."""

    code = "E0951"

    def __init__(self, node: Node, message: str, *, code: str | None = None, help: str = "") -> None:  # noqa: A002
        super().__init__(message, code=code, help=help)
        self.node = node


def check_type(node: Node) -> None:
    """Refuse a node whose type no machine here has. Raises `RefusedError`."""
    if isinstance(node.type, Unsupported):
        message = f"the type `{node.type.ir}` is not supported"
        raise RefusedError(node, message, help="pass data in buffers, as pointers")


@dataclass(frozen=True, slots=True)
class Function:
    """A function that is defined, with the node of its body."""

    name: str
    number: int
    result: Type
    parameters: tuple[Node, ...]  # data: number, name, spelling of the type
    head: str  # its declaration as clang prints it, with attributes
    body: Node
    node: Node  # its place


# A parent, a child and the child's number of which a row has no depth: the sum of many, else-if, cases without a body.
_CHAINS = {("binary", "binary", 1), ("if", "if", 3), ("case", "case", 1)}


def nodes_of(entries: list[list[Any]], types: Types, deepest: int) -> Node:
    """The tree whose nodes are listed, each followed by its children. Raises `RefusedError`, E0955: it is too deep."""
    root: Node | None = None
    open_nodes: list[tuple[Node, int, int]] = []  # nodes that lack children: how many, how deep; the innermost last
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
        if depth > deepest:
            message = "this is nested too deeply"
            raise RefusedError(node, message, code="E0955", help="take parts of it into variables or functions")
    assert root is not None
    return root


def in_post_order(node: Node) -> list[Node]:
    """All nodes of a tree, children before their parent."""
    found, waiting = [], [node]
    while waiting:
        last = waiting.pop()
        found.append(last)
        waiting.extend(last.children)
    found.reverse()
    return found


def in_pre_order(node: Node) -> list[Node]:
    """All nodes of a tree, a parent before its children: in the order of the source."""
    found, waiting = [], [node]
    while waiting:
        last = waiting.pop()
        found.append(last)
        waiting.extend(reversed(last.children))
    return found
