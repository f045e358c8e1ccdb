"""Text of millions of lines, made from arrays by numpy. A line has numbers, entries of tables and constants.

A block of lines is a uint8 matrix with a row per line, or per group of lines. NUL bytes in a row are padding, which
`squeeze` removes. A million instructions take a few seconds, a tenth of the time of formatting them one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from simt.files import encoded

BLOCK = 1 << 13  # rows rendered at a time: their text stays in the processor's cache
_CELL = 8  # bytes; rows are moved in whole cells

# Lines of one kind: their times, in any order, and a function from indices of lines to their text.
Stream = tuple[np.ndarray, Callable[[np.ndarray], np.ndarray]]


@cache
def _digits() -> np.ndarray:
    """Return the numbers 0 to 9999 as four bytes each, uint32 [30000]: with leading zeros, without, and 0 empty."""
    kept = [b"%04d" % k for k in range(10_000)]
    plain = [(b"%d" % k).rjust(4, b"\0") for k in range(10_000)]
    return np.frombuffer(b"".join([*kept, *plain, b"\0\0\0\0", *plain[1:]]), np.uint32)


@cache
def _hexadecimal_digits() -> np.ndarray:
    return np.frombuffer(b"".join(b"%04x" % k for k in range(65_536)), np.uint32)


def number(values: np.ndarray) -> np.ndarray:
    """Return the values, int64 [n] from 0 on, as decimal text, uint8 [n, width]."""
    values = np.asarray(values, np.int64)
    largest = int(values.max()) if len(values) else 0
    groups = -(-len(str(largest)) // 4)
    matrix = np.empty((len(values), groups), np.uint32)
    for group in range(groups):
        above, rest = np.divmod(values, 10_000) if group + 1 < groups else (np.zeros_like(values), values)
        # The lowest group shows a single 0; a higher one does not.
        matrix[:, groups - 1 - group] = _digits()[rest + np.where(above > 0, 0, 20_000 if group else 10_000)]
        values = above
    return matrix.view(np.uint8)[:, 4 * groups - len(str(largest)) :]


def hexadecimal(values: np.ndarray, bits: int) -> np.ndarray:
    """Return the lowest `bits` bits of int64 values in hexadecimal, with all leading zeros, uint8 [n, width]."""
    digits = -(-bits // 4)
    groups = -(-digits // 4)
    matrix = np.empty((len(values), groups), np.uint32)
    for group in range(groups):
        matrix[:, groups - 1 - group] = _hexadecimal_digits()[values >> (16 * group) & 0xFFFF]
    return matrix.view(np.uint8)[:, 4 * groups - digits :]


def choice(table: Sequence[str], codes: np.ndarray) -> np.ndarray:
    """Return the entry of `table` for each code, uint8 [n, width]."""
    entries = np.array([encoded(entry) for entry in table] or [b""])
    width = max(entries.dtype.itemsize, 1)
    return np.asarray(entries.view(np.uint8).reshape(-1, width)[codes])


class Optional(NamedTuple):
    """Pieces of text that only some rows have."""

    is_there: np.ndarray  # bool [n]
    pieces: Sequence[str | np.ndarray]


def rows(count: int, *pieces: str | np.ndarray | Optional) -> np.ndarray:
    """Return uint8 [count, width]: the pieces side by side, each row padded with NUL to a multiple of 8 bytes.

    A piece is a string that is the same in every row, uint8 [count, width], or an `Optional`, which only some rows
    have.
    """
    template = bytearray()
    columns: list[tuple[int, np.ndarray]] = []
    absent: list[tuple[slice, np.ndarray]] = []
    for piece in pieces:
        begin = len(template)
        for part in piece.pieces if isinstance(piece, Optional) else (piece,):
            if isinstance(part, str):
                template += encoded(part)
            else:
                columns.append((len(template), part))
                template += bytes(part.shape[1])
        if isinstance(piece, Optional):
            absent.append((slice(begin, len(template)), ~piece.is_there))
    template += bytes(-len(template) % _CELL)
    matrix = np.empty((count, len(template)), np.uint8)
    matrix[:] = np.frombuffer(template, np.uint8)
    for begin, column in columns:
        matrix[:, begin : begin + column.shape[1]] = column
    for place, is_absent in absent:
        matrix[is_absent, place] = 0
    return matrix


def squeeze(matrix: np.ndarray) -> bytes:
    """Return the text of the rows, without the padding."""
    flat = matrix.ravel().view(np.uint8)
    return bytes(flat[flat != 0])


def merged(streams: Sequence[Stream]) -> Iterator[tuple[int, bytes]]:
    """Merge the lines of streams by time, then by stream; yield the number of lines so far, and text."""
    times = np.concatenate([stream_times for stream_times, _ in streams])
    order = np.argsort(times, kind="stable")
    begins = np.cumsum([0, *(len(stream_times) for stream_times, _ in streams)])
    for begin in range(0, len(order), 2 * BLOCK):
        part = order[begin : begin + 2 * BLOCK]
        which = np.searchsorted(begins, part, side="right") - 1
        cells = np.zeros(len(part), np.int64)
        rendered = []
        for k, (_, render) in enumerate(streams):
            places = np.flatnonzero(which == k)
            if len(places):
                text = render(part[places] - begins[k])
                cells[places] = text.shape[1] // _CELL
                rendered.append((places, text.view(np.uint64)))
        offsets = np.cumsum(cells) - cells
        block = np.empty(int(cells.sum()), np.uint64)
        for places, text in rendered:
            block[offsets[places][:, None] + np.arange(text.shape[1])] = text
        yield begin + len(part), squeeze(block)
