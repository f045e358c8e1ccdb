"""The names of array elements in the source of a compiled kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isa.program.program import Shape


def indexed(name: str, index: int, lengths: Sequence[int], *, is_python: bool) -> str:
    """Return the name of element `index` of an array with these dimensions: `tile[3][4]`, in Python `tile[3, 4]`.

    lengths: the elements along each dimension; without dimensions, the result is `name`. is_python: whether the source
    is in Python.
    """
    if not lengths:
        return name
    below = []
    for length in lengths[:0:-1]:
        below.append(index % length)
        index //= length
    numbers = [str(number) for number in (index, *below[::-1])]
    return f"{name}[{', '.join(numbers)}]" if is_python else f"{name}[{']['.join(numbers)}]"


def whole(shape: Shape) -> int:
    """Return the bytes of an element, or of one lane if the element is a vector."""
    return shape.size // (4 if shape.lanes == 3 else shape.lanes)


def named(shape: Shape, byte: int, size: int, *, is_python: bool) -> str:
    """Return the name of `size` bytes of an array from byte `byte` on: `x[3]`, `v[3].y`, `p[3] (bytes 4 to 7)`.

    shape: the array. is_python: whether the source is in Python.
    """
    index, below = divmod(byte, shape.size)
    name = indexed(shape.name, index, shape.lengths, is_python=is_python)
    last = (byte + size - 1) // shape.size
    if last > index:
        return f"{name} to {indexed(shape.name, last, shape.lengths, is_python=is_python)}"
    lane = below // whole(shape)
    unit = shape.size
    if shape.lanes > lane and shape.lanes > 1 and size <= whole(shape):
        name += f".{'xyzw'[lane] if shape.lanes <= 4 else f's{lane:x}'}"
        below, unit = below % whole(shape), whole(shape)
    return f"{name}{part(below, size, unit)}"


def part(below: int, size: int, unit: int) -> str:
    """Describe `size` bytes of an element of `unit` bytes, from byte `below` on: ` (byte 3)`; "" for all of it."""
    if size >= unit:
        return ""
    if 2 * size == unit and unit <= 8:
        return " (upper half)" if below else " (lower half)"
    return f" (byte {below})" if size == 1 else f" (bytes {below} to {below + size - 1})"
