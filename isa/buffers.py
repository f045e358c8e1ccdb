"""The places of buffers in global memory (docs/processor.md, section 19): addresses follow from lengths."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat

FIRST_BUFFER = 4096  # bytes: no buffer holds the address 0
BUFFER_ALIGNMENT = 4096  # bytes
BUFFER_GAP = 256  # bytes at least between two buffers: an access just behind the end of one is in no other
MAX_BUFFERS = 64
MAX_BUFFER_WORDS = 1 << 28  # words of all buffers of a program together: 1 GiB


def buffer_addresses(lengths: Iterable[int], shifts: Iterable[int] | None = None) -> list[int]:
    """The first byte's address of each buffer, by their lengths in words, in the order of their declaration.

    shifts: bytes below 1024 that each lies above the multiple of the alignment, where a storage manager says so.
    """
    found = []
    address = FIRST_BUFFER
    for length, shift in zip(lengths, repeat(0) if shifts is None else shifts, strict=shifts is not None):
        found.append(address + shift)
        behind = address + shift + 4 * length + BUFFER_GAP
        address = -(-behind // BUFFER_ALIGNMENT) * BUFFER_ALIGNMENT
    return found
