"""The event record of docs/processor.md, section 10, as rings: what a run writes while it records, and what is kept.

Memory is bounded: a run keeps at most as many cycles as fit into RECORD_BYTES, the last ones. The rings begin small,
because touching fresh memory for the first time is the largest part of what recording a short run costs. A longer run
gets its full rings at once: what it does not reach of them is never touched, and growing in steps cost 13 to 18 ns per
cycle for what was copied and touched twice.

Where the time of recording goes, in ns per cycle of bench_record's loop on fpga4, which takes 43 without: 15 the states
of the warps that are not ready (five instructions or so for each of ten warps: a version without branches took 25), 10
the first touch of 109 bytes, 5 the rest of `record_cycle`, 4 the begin of events, 6 their other fields, 2 the banks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simt.core.jit import block
from simt.core.state import layout
from simt.core.state.layout import Record

if TYPE_CHECKING:
    from simt.core.state.state import State

RECORD_BYTES = 256 << 20
FIRST_CYCLES = 1 << 15  # the rings of a run begin at this size


@block
def row_of(cycle, record):
    """The row of a cycle in the per-cycle rings."""
    return cycle & (record.ready_bits.shape[0] - 1)


@block
def event_of(warp, part, record):
    """The event of an operation of a warp's instruction (`part` 0 without bundles).

    If it was selected before the record began, a row that nobody reads.
    """
    last = record.events.shape[0] - 1
    sequence = warp.sequence + np.int64(part)
    place = sequence & (last - 1)
    return record.events[place if record.events[place].sequence == sequence else last]


@block
def record_issue(w, warp, part, slot, record, cycle):
    """Begin the event of an operation of the instruction that warp w issues."""
    sequence = warp.sequence + np.int64(part)
    event = record.events[sequence & (record.events.shape[0] - 2)]
    event.sequence = sequence
    event.warp = w
    event.pc = warp.issue_pc + part
    event.mask = warp.mask
    event.living = warp.living
    event.depth = warp.depth
    event.slot = slot
    event.instance = -1
    event.degree = 0
    event.select = cycle
    event.enter = -1
    event.offer = -1
    event.retire = -1
    event.ready = -1


@block
def clear_banks(record, cycle):
    """Begin the row of bank words of a cycle."""
    row = row_of(cycle, record)
    for bank in range(record.bank_words.shape[1]):
        record.bank_words[row, bank] = 0


class Kept(NamedTuple):
    """The part of the record that was kept; row k of the per-cycle arrays is cycle `first` + k."""

    events: Any  # EVENT [kept instructions], in order of issue
    ready_bits: Any  # int64 [cycles]
    slot_reasons: Any  # int8 [cycles, n]
    warp_states: Any  # int8 [cycles, W]
    bank_words: Any  # uint8 [cycles, banks]
    first: int


def _sizes(record: Record) -> tuple[int, int, int]:
    """Issue width, warps and banks."""
    return record.slot_reasons.shape[1], record.warp_states.shape[1], record.bank_words.shape[1]


def ring_cycles(width: int, warps: int, banks: int) -> int:
    """The largest power of two of cycles whose record fits into RECORD_BYTES."""
    per_cycle = 8 + width + warps + banks + layout.EVENT.itemsize * _power_of_two(width)
    return 1 << (RECORD_BYTES // per_cycle).bit_length() - 1


def _copy_ring(old: np.ndarray, new: np.ndarray, first: int, end: int, spare: int = 0) -> None:
    """Copy entries `first` to `end` - 1 from a ring into a larger one; the last `spare` rows are no part of them."""
    entries = _unrolled(old, first, end, len(old) - spare)
    length = len(new) - spare
    low = first % length
    tail = min(len(entries), length - low)
    new[low : low + tail] = entries[:tail]
    new[: len(entries) - tail] = entries[tail:]


def rings(cycles: int, width: int, warps: int, banks: int) -> Record:
    """Rings for at least `cycles` cycles. Pages that are not reached are never touched, so they cost nothing."""
    rows = _power_of_two(cycles)
    return Record(
        np.zeros(rows * _power_of_two(width) + 1, layout.EVENT),  # the last: for instructions from before the record
        np.zeros(rows, np.int64),
        np.zeros((rows, width), np.int8),
        np.zeros((rows, warps), np.int8),
        np.zeros((rows, banks), np.uint8),
    )


class Recorder:
    """Turns the recording of a run on and off at the edges of a window of cycles, and hands over what was kept."""

    def __init__(self, state: State, window: range) -> None:
        self._state = state
        self._window = window
        self._begin: tuple[int, int] | None = None  # cycle and sequence number at the begin
        self._kept: Kept | None = None
        self._most = 0

    def switch(self) -> int:
        """Turn recording on or off if this is the cycle; returns the cycle before which to ask again."""
        cycle, sequence = self._state.progress
        if self._kept is not None or cycle >= self._window.stop:
            self.kept()
            return layout.NEVER
        if self._begin is None and cycle >= self._window.start:
            self._begin = (cycle, sequence)
            spec = self._state.fixed.specs[0]
            sizes = _sizes(self._state.record)
            self._most = min(len(self._window), ring_cycles(*sizes))
            self._state.record = rings(min(self._most, FIRST_CYCLES), *sizes)
            spec["recording"] = 1
        if self._begin is None:
            return self._window.start
        room = len(self._state.record.ready_bits)
        if room >= self._most:
            return self._window.stop
        if cycle - self._begin[0] >= room:
            self._grow()
            return self.switch()
        return min(self._window.stop, self._begin[0] + room)

    def _grow(self) -> None:
        """The largest rings; nothing has been overwritten yet."""
        assert self._begin is not None
        old, (cycle, sequence) = self._state.record, self._state.progress
        new = rings(self._most, *_sizes(old))
        _copy_ring(old.events, new.events, self._begin[1], sequence, spare=1)
        for smaller, larger in zip(old[1:], new[1:], strict=True):
            _copy_ring(smaller, larger, self._begin[0], cycle)
        self._state.record = new

    def kept(self) -> Kept:
        """What was kept; the recording has ended."""
        if self._kept is None:
            cycle, sequence = self._state.progress
            first, first_sequence = self._begin or (cycle, sequence)
            self._kept = kept_ring(self._state.record, first, cycle, first_sequence, sequence)
            # The run goes on with rings of its own: in unfilled slots it writes reasons even if it does not record.
            self._state.record = rings(1, *_sizes(self._state.record))
            self._state.fixed.specs[0]["recording"] = 0
        return self._kept


def kept_ring(record: Record, first: int, end: int, first_sequence: int, end_sequence: int) -> Kept:
    """What the rings hold of cycles `first` to `end` - 1, in which the instructions of these numbers issued."""
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
    """Entries `first` to `end` - 1 of a ring, in order: a view if they do not wrap."""
    low, high = first % length, first % length + end - first
    if high <= length:
        return ring[low:high]
    return np.concatenate((ring[low:length], ring[: high - length]))


def _power_of_two(number: int) -> int:
    return 1 << (max(1, number) - 1).bit_length()
