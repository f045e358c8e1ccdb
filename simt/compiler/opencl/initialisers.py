"""Initialisers of arrays, records and vectors: the target of each value, and the bytes of constant initialisers."""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Callable

from simt.compiler.llvm.ir import CONSTANT
from simt.compiler.opencl.tree import Node, NodeError
from simt.compiler.typed.builder import Module, Place
from simt.compiler.typed.conversions import single
from simt.compiler.typed.types import BOOL, ArrayType, Integer, Pointer, Real, Record, Type, VectorType

Piece = tuple[int, Type, Node]  # an offset in bytes, the type there, the expression assigned to it


def pieces_of(type_: Type, node: Node, offset: int = 0) -> list[Piece]:
    """Return the parts that an initialiser sets, in order; a later part overrides an earlier one at its place.

    offset: the number of bytes before the initialised value; it is added to the offset of every part.
    """
    if node.kind == "list" and len(node.children) == 1 and node.children[0].kind == "string":  # `{"text"}`
        return pieces_of(type_, node.children[0], offset)
    if node.kind == "list" and isinstance(type_, ArrayType | Record):
        return _fill(type_, deque(node.children), offset)
    if node.kind == "list" and not isinstance(type_, VectorType) and len(node.children) == 1:  # `{1}` of a number
        return pieces_of(type_, node.children[0], offset)
    return [(offset, type_, node)]


def _part(type_: ArrayType | Record, number: int) -> tuple[Type, int] | None:
    """Return the type and offset of a part of an array or record, or None. A union has only the first part."""
    if isinstance(type_, ArrayType):
        return (type_.element, number * type_.element.size) if number < type_.count else None
    if number >= (1 if type_.is_union else len(type_.fields)):
        return None
    return type_.fields[number][1:]


def _fill(type_: ArrayType | Record, items: deque[Node], offset: int, *, is_braced: bool = True) -> list[Piece]:
    """Take the items that initialise an array or record; return the parts that they set.

    is_braced: whether the items have braces of their own. In C the items of an inner array or record need none.
    """
    pieces: list[Piece] = []
    position = 0
    while items:
        item = items[0]
        if item.kind == "unexposed" and item.type.ir == "void":  # a designator: `.x = 1`, `[2] = 1`
            if not is_braced:
                break
            position, parts = _designated(type_, items.popleft(), offset)
            pieces += parts
            continue
        if (part := _part(type_, position)) is None:
            break
        kind, where = part
        position += 1
        if isinstance(kind, ArrayType | Record) and item.kind not in ("list", "string") and item.type != kind:
            pieces += _fill(kind, items, offset + where, is_braced=False)
        else:
            pieces += pieces_of(kind, items.popleft(), offset + where)
    return pieces


def _designated(type_: Type, node: Node, offset: int) -> tuple[int, list[Piece]]:
    """Return the number of the part that follows a designator (`.x = 1`), and the parts that it sets.

    Raises `NodeError`.
    """
    *path, value = node.children
    position = -1
    for step in path:
        if step.kind == "field" and not step.data:
            continue  # an anonymous member, which `find` searches
        if step.kind == "field" and isinstance(type_, Record) and (member := type_.find(step.data)) is not None:
            where, type_, index = member
        elif isinstance(type_, ArrayType) and isinstance(step.data, int) and step.kind == "value":
            index, where = step.data, step.data * type_.element.size
            type_ = type_.element
        else:
            raise NodeError(node, "this designator cannot be read", help="set the member by an assignment")
        if position < 0:
            position = index + 1
        offset += where
    return position, pieces_of(type_, value, offset)


# --- constants --------------------------------------------------------------------------------------------------------


def constant_bytes(type_: Type, node: Node, place_of: Callable[[Node], int | None] | None = None) -> bytes | None:
    """Return the bytes of an initialiser, None if they are not known.

    place_of: returns the number that is stored for a pointer, or None if it is unknown. Without `place_of`, all
    pointers must be null.
    """
    image = bytearray(type_.size)
    for offset, kind, value in pieces_of(type_, node):
        pointer = None if place_of is None or not isinstance(kind, Pointer) else place_of(value)
        data = _bytes(kind, value) if pointer is None else pointer.to_bytes(4, "little")
        if data is None:
            return None
        image[offset : offset + len(data)] = data
    return bytes(image)


def _bytes(type_: Type, node: Node) -> bytes | None:
    if node.kind == "string":
        return str(node.data).encode("latin-1")[: type_.size]
    if isinstance(type_, VectorType):
        numbers = _numbers(type_, node)
        if numbers is None:
            return None
        numbers += numbers * (type_.count - 1) if len(numbers) == 1 else []
        numbers += [0] * (type_.size // type_.element.size - len(numbers))
        return b"".join(number_bytes(type_.element, number) for number in numbers)
    number = _number(node)
    if number is None or not isinstance(type_, Integer | Real | Pointer) or (isinstance(type_, Pointer) and number):
        return None
    return number_bytes(type_, number)


def number_bytes(type_: Type, number: int | float) -> bytes:
    """Return a number as the bytes of a type in memory."""
    if isinstance(type_, Real):
        return struct.pack("<f", single(number)) if type_.size == 4 else struct.pack("<d", number)
    whole = int(bool(number)) if type_ is BOOL else int(number)
    return (whole & ((1 << 8 * type_.size) - 1)).to_bytes(type_.size, "little")


def _number(node: Node) -> int | float | None:
    node = node.below("paren", "unexposed")
    if node.kind != "value" or node.data is None:
        return None
    if isinstance(node.data, int):
        return node.data
    bits: int = node.data[1]
    return float(struct.unpack("<d", bits.to_bytes(8, "little"))[0])


def _numbers(type_: VectorType, node: Node) -> list[int | float] | None:
    if node.kind in ("paren", "unexposed", "literal", "cast") and len(node.children) == 1:
        return _numbers(type_, node.children[0])
    if node.kind != "list":
        number = _number(node)
        return None if number is None else [number]
    numbers: list[int | float] = []
    for child in node.children:
        part = _numbers(type_, child)
        if part is None:
            return None
        if isinstance(child.type, VectorType) and len(part) == 1:
            part *= child.type.count
        numbers += part
    return numbers


def add_constant(module: Module, name: str, type_: Type, data: bytes) -> Place:
    """Add a constant of these bytes, under this name or a similar one; return its place.

    In LLVM the constant is an array of words, or of bytes if its size is not a multiple of a word. If a constant of the
    module contains a pointer, all constants lie in the table of constants.
    """
    alignment = max(type_.alignment, 4)
    if module.is_pooled:
        return Place(module.pool.add(data, alignment), CONSTANT, type_, alignment)
    symbol = module.unique(name)
    size = 4 if len(data) % 4 == 0 else 1
    pieces = (data[first : first + size] for first in range(0, len(data), size))
    words = [f"i{8 * size} {int.from_bytes(piece, 'little')}" for piece in pieces]
    text = f"constant [{len(words)} x i{8 * size}] [{', '.join(words)}]"
    module.add_global(f"@{symbol} = internal unnamed_addr addrspace({CONSTANT}) {text}, align {alignment}")
    return Place(f"@{symbol}", CONSTANT, type_, alignment)
