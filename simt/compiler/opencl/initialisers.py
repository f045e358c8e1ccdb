"""Initialisers: the target of each value in an array, record or vector, and the bytes of constant ones."""

from __future__ import annotations

import struct
from collections.abc import Callable

from simt.compiler.llvm.ir import CONSTANT
from simt.compiler.opencl.tree import Node, RefusedError
from simt.compiler.typed.builder import Module, Place
from simt.compiler.typed.conversions import single
from simt.compiler.typed.types import BOOL, Array, Integer, Pointer, Real, Record, Type, Vector

Piece = tuple[int, Type, Node]  # an offset in bytes, the type there, the expression assigned to it


def pieces_of(given: Type, node: Node, offset: int = 0) -> list[Piece]:
    """The parts that an initialiser sets, in order; a later one of the same place wins."""
    if node.kind == "list" and len(node.children) == 1 and node.children[0].kind == "string":  # `{"text"}`
        return pieces_of(given, node.children[0], offset)
    if node.kind == "list" and isinstance(given, Array | Record):
        pieces: list[Piece] = []
        _fill(given, _Items(node.children), offset, pieces)
        return pieces
    if node.kind == "list" and not isinstance(given, Vector) and len(node.children) == 1:  # `{1}` of a number
        return pieces_of(given, node.children[0], offset)
    return [(offset, given, node)]


class _Items:
    """The members of a list, some of which belong to inner arrays or records without braces of their own."""

    def __init__(self, nodes: list[Node]) -> None:
        self._nodes = nodes
        self._next = 0

    def peek(self) -> Node | None:
        return self._nodes[self._next] if self._next < len(self._nodes) else None

    def take(self) -> Node:
        self._next += 1
        return self._nodes[self._next - 1]


def _part(given: Array | Record, number: int) -> tuple[Type, int] | None:
    """The type and offset of a part of an array or record; a union has only the first."""
    if isinstance(given, Array):
        return (given.element, number * given.element.size) if number < given.count else None
    if number >= (1 if given.is_union else len(given.fields)):
        return None
    return given.fields[number][1:]


def _fill(given: Array | Record, items: _Items, offset: int, pieces: list[Piece], is_braced: bool = True) -> None:
    """Set the parts of an array or record from the rest of a list."""
    position = 0
    while (item := items.peek()) is not None:
        if _is_designated(item):
            if not is_braced:
                return
            items.take()
            position = _designated(given, item, offset, pieces)
            continue
        if (part := _part(given, position)) is None:
            return
        kind, where = part
        position += 1
        if isinstance(kind, Array | Record) and item.kind not in ("list", "string") and item.type != kind:
            _fill(kind, items, offset + where, pieces, is_braced=False)
        else:
            pieces.extend(pieces_of(kind, items.take(), offset + where))


def _is_designated(node: Node) -> bool:
    """Return whether a member of a list names its target: `.x = 1`, `[2] = 1`."""
    return node.kind == "unexposed" and node.type.ir == "void"


def _designated(given: Type, node: Node, offset: int, pieces: list[Piece]) -> int:
    """Set the target of a designator; return the number of the part after it."""
    *path, value = node.children
    position = -1
    for step in path:
        if step.kind == "field" and not step.data:
            continue  # an anonymous member, which `find` searches
        if step.kind == "field" and isinstance(given, Record) and (member := given.find(step.data)) is not None:
            where, given, index = member
        elif isinstance(given, Array) and isinstance(step.data, int) and step.kind == "value":
            index, where = step.data, step.data * given.element.size
            given = given.element
        else:
            raise RefusedError(node, "this designator cannot be read", help="set the member by an assignment")
        if position < 0:
            position = index + 1
        offset += where
    pieces.extend(pieces_of(given, value, offset))
    return position


# --- constants --------------------------------------------------------------------------------------------------------


def constant_bytes(given: Type, node: Node, place_of: Callable[[Node], int | None] | None = None) -> bytes | None:
    """The bytes of a constant initialiser; None of another.

    place_of: the number that stands for the target of a pointer, if there is one; otherwise pointers are null.
    """
    image = bytearray(given.size)
    for offset, kind, value in pieces_of(given, node):
        pointer = None if place_of is None or not isinstance(kind, Pointer) else place_of(value)
        data = _bytes(kind, value) if pointer is None else pointer.to_bytes(4, "little")
        if data is None:
            return None
        image[offset : offset + len(data)] = data
    return bytes(image)


def _bytes(given: Type, node: Node) -> bytes | None:
    if node.kind == "string":
        return str(node.data).encode("latin-1")[: given.size]
    if isinstance(given, Vector):
        numbers = _numbers(given, node)
        if numbers is None:
            return None
        numbers += numbers * (given.count - 1) if len(numbers) == 1 else []
        numbers += [0] * (given.size // given.element.size - len(numbers))
        return b"".join(number_bytes(given.element, number) for number in numbers)
    number = _number(node)
    if number is None or not isinstance(given, Integer | Real | Pointer) or (isinstance(given, Pointer) and number):
        return None
    return number_bytes(given, number)


def number_bytes(given: Type, number: int | float) -> bytes:
    """A number as bytes of memory."""
    if isinstance(given, Real):
        return struct.pack("<f", single(number)) if given.size == 4 else struct.pack("<d", number)
    whole = int(bool(number)) if given is BOOL else int(number)
    return (whole & ((1 << 8 * given.size) - 1)).to_bytes(given.size, "little")


def _number(node: Node) -> int | float | None:
    """The number of a literal node."""
    while node.kind in ("paren", "unexposed") and len(node.children) == 1:
        node = node.children[0]
    if node.kind != "value" or node.data is None:
        return None
    if isinstance(node.data, int):
        return node.data
    bits: int = node.data[1]
    return float(struct.unpack("<d", bits.to_bytes(8, "little"))[0])


def _numbers(given: Vector, node: Node) -> list[int | float] | None:
    """The numbers of a constant vector."""
    if node.kind in ("paren", "unexposed", "literal", "cast") and len(node.children) == 1:
        return _numbers(given, node.children[0])
    if node.kind != "list":
        number = _number(node)
        return None if number is None else [number]
    numbers: list[int | float] = []
    for child in node.children:
        part = _numbers(given, child)
        if part is None:
            return None
        if isinstance(child.type, Vector) and len(part) == 1:
            part *= child.type.count
        numbers += part
    return numbers


def add_constant(module: Module, name: str, given: Type, data: bytes) -> Place:
    """Add bytes in constant memory, under this name or a similar one: to LLVM an array of words, whatever they are.

    If constants point to others, all of them are in the module's pool.
    """
    alignment = max(given.alignment, 4)
    if module.pool.is_used:
        return Place(module.pool.add(data, alignment), CONSTANT, given, alignment)
    symbol = module.unique(name)
    size = 4 if len(data) % 4 == 0 else 1
    words = [f"i{8 * size} {int.from_bytes(data[at : at + size], 'little')}" for at in range(0, len(data), size)]
    text = f"constant [{len(words)} x i{8 * size}] [{', '.join(words)}]"
    module.add_global(f"@{symbol} = internal unnamed_addr addrspace({CONSTANT}) {text}, align {alignment}")
    return Place(f"@{symbol}", CONSTANT, given, alignment)
