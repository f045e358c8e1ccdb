"""The addresses and the elements of buffers in global memory (docs/processor.md, section 19)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from itertools import repeat

from isa.table.table import TYPES

FIRST_BUFFER = 4096  # bytes: no buffer holds the address 0
BUFFER_ALIGNMENT = 4096  # bytes
BUFFER_GAP = 256  # least bytes between two buffers, so that an access just after the end of one hits no other
MAX_BUFFERS = 64
MAX_BUFFER_WORDS = 1 << 28  # words of all buffers of a program together: 1 GiB


# The layout of an element in memory, as a code of `struct`. A 32-bit element is given as its bits.
_ELEMENTS = {
    **dict.fromkeys(TYPES, "I"), "f64": "d", "u64": "Q", "s64": "q", "u16": "H", "s16": "h", "u8": "B", "s8": "b",
}  # fmt: skip


def packed(elements: Sequence[int | float], kind: str) -> tuple[int, ...]:
    """Return the words of elements of type `kind`, padded with zeros. Raises `struct.error` if one does not fit."""
    data = struct.pack(f"<{len(elements)}{_ELEMENTS[kind]}", *elements)
    words = -(-len(data) // 4)
    return struct.unpack(f"<{words}I", data.ljust(4 * words, b"\0"))


def unpacked(words: Sequence[int], kind: str, length: int) -> tuple[int | float, ...]:
    """Return the `length` elements of type `kind` that 32-bit words hold."""
    return struct.unpack_from(f"<{length}{_ELEMENTS[kind]}", struct.pack(f"<{len(words)}I", *words))


def buffer_addresses(lengths: Iterable[int], shifts: Iterable[int] | None = None) -> list[int]:
    """Return the address of each buffer's first byte.

    lengths: the words of each buffer, in the order of declaration. shifts: the number of bytes, below 1024, by which
    each buffer lies above its aligned address; None for no shifts. A storage manager needs shifts.
    """
    addresses = []
    address = FIRST_BUFFER
    for length, shift in zip(lengths, repeat(0) if shifts is None else shifts, strict=shifts is not None):
        addresses.append(address + shift)
        address = after_buffer(address + shift + 4 * length)
    return addresses


def after_buffer(end: int) -> int:
    """Return the first address for a buffer that follows a buffer with its last byte at `end` - 1."""
    return -(-(end + BUFFER_GAP) // BUFFER_ALIGNMENT) * BUFFER_ALIGNMENT
