"""The rings of the event record, and the part of them that is kept.

Memory is bounded: a run keeps its last cycles, at most what fits into RECORD_BYTES. The rings begin small, because the
first touch of fresh memory is most of the cost of recording a short run. A longer run gets its full rings at once:
memory that it does not reach is never touched. Growth in steps cost 13 to 18 ns per cycle, because memory was copied
and touched twice.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simt.core.state import layout
from simt.core.state.layout import Record

RECORD_BYTES = 256 << 20
FIRST_CYCLES = 1 << 15  # the rings of a run begin at this size


class Kept(NamedTuple):
    """The part of the record that was kept; row k of the per-cycle arrays is cycle `first` + k."""

    events: Any  # EVENT [kept instructions], in order of issue
    ready_bits: Any  # int64 [cycles]
    slot_reasons: Any  # int8 [cycles, n]
    warp_states: Any  # int8 [cycles, W]
    bank_words: Any  # uint8 [cycles, banks]
    first: int


def ring_sizes(record: Record) -> tuple[int, int, int]:
    """Return a record's issue width, warps and banks."""
    return record.slot_reasons.shape[1], record.warp_states.shape[1], record.bank_words.shape[1]


def ring_cycles(width: int, warps: int, banks: int) -> int:
    """Return the largest power of two of cycles whose record fits into RECORD_BYTES."""
    per_cycle = 8 + width + warps + banks + layout.EVENT.itemsize * _power_of_two(width)
    return 1 << (RECORD_BYTES // per_cycle).bit_length() - 1


def copy_ring(old: np.ndarray, new: np.ndarray, first: int, end: int, spare: int = 0) -> None:
    """Copy entries `first` to `end` - 1 from a ring into a larger one. spare: the last rows of both, not entries."""
    entries = _unrolled(old, first, end, len(old) - spare)
    length = len(new) - spare
    low = first % length
    tail = min(len(entries), length - low)
    new[low : low + tail] = entries[:tail]
    new[: len(entries) - tail] = entries[tail:]


def rings(cycles: int, width: int, warps: int, banks: int) -> Record:
    """Return rings for at least `cycles` cycles. Pages that are not reached are never touched, so they cost nothing."""
    rows = _power_of_two(cycles)
    return Record(
        np.zeros(rows * _power_of_two(width) + 1, layout.EVENT),  # the last: for instructions from before the record
        np.zeros(rows, np.int64),
        np.zeros((rows, width), np.int8),
        np.zeros((rows, warps), np.int8),
        np.zeros((rows, banks), np.uint8),
    )


def kept_ring(record: Record, first: int, end: int, first_sequence: int, end_sequence: int) -> Kept:
    """Return the record of the cycles `first` to `end` - 1, as far as the rings still hold it.

    first_sequence, end_sequence: the instructions issued in these cycles have the sequence numbers `first_sequence` to
    `end_sequence` - 1.
    """
    rows = len(record.ready_bits)
    places = len(record.events) - 1
    first = max(first, end - rows)
    events = _unrolled(record.events, max(first_sequence, end_sequence - places), end_sequence, places)
    return Kept(
        events[np.searchsorted(events["select"], first) :],
        _unrolled(record.ready_bits, first, end, rows),
        _unrolled(record.slot_reasons, first, end, rows),
        _unrolled(record.warp_states, first, end, rows),
        _unrolled(record.bank_words, first, end, rows),
        first,
    )


def _unrolled(ring: np.ndarray, first: int, end: int, length: int) -> np.ndarray:
    """Return entries `first` to `end` - 1 of a ring of `length` rows, in order: a view if they do not wrap."""
    low, high = first % length, first % length + end - first
    if high <= length:
        return ring[low:high]
    unrolled, place = np.empty((end - first, *ring.shape[1:]), ring.dtype), 0
    for part in (ring[low:length], ring[: high - length]):
        for begin in range(0, len(part), _PIECE):
            piece = part[begin : begin + _PIECE]
            unrolled[place : place + len(piece)] = piece
            place += len(piece)
    return unrolled


_PIECE = 1 << 16  # rows copied at once: 256 MiB take a second, and Ctrl-C must not wait for it


def _power_of_two(number: int) -> int:
    return 1 << (max(1, number) - 1).bit_length()
