"""The part of a record that a report shows cycle by cycle, and counts of the whole record.

A page must stay small, whatever the run. It has every cycle of a *window*, and counts of the whole record in at most a
thousand equal spans.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simt.core.state.reasons import REASONS
from simt.result.awaited import until_of
from simt.result.parts import Events

MAX_EVENTS = 250_000  # instructions that a page shows one by one
MAX_CYCLES = 2_000_000
_SPANS = 1000  # of the overview
_CHUNK = 1 << 22  # warp states counted at once


def choose(events: Events, wanted: range | None, *, from_end: bool) -> range:
    """Return the part of the record, within the cycles `wanted` (None for all), that a page can show.

    from_end: whether to keep the end of a window that is too long, instead of its beginning.
    """
    window = range(events.first, events.end)
    if wanted is not None:
        first = max(events.first, wanted.start)
        window = range(first, max(first, min(events.end, wanted.stop)))
    return limited(window, events, MAX_EVENTS, from_end=from_end)


def limited(window: range, events: Events, most: int, *, from_end: bool) -> range:
    """Return a part of the window with at most `most` instructions and `MAX_CYCLES` cycles, and at least one cycle.

    from_end: as for `choose`.
    """
    first, end = window.start, window.stop
    select = events.instructions["select"]
    low, high = np.searchsorted(select, (first, end))
    if from_end:
        if high - low > most:
            first = min(int(select[high - most - 1]) + 1, end - 1)
        return range(max(first, end - MAX_CYCLES), end)
    if high - low > most:
        end = max(int(select[low + most]), first + 1)
    return range(first, min(end, first + MAX_CYCLES))


def instructions_of(window: range, events: Events) -> np.ndarray:
    """Return the indices of the instructions that a window needs, int64.

    They are the instructions that are issued in the window, the instructions in flight at its beginning, and the last
    instruction of each warp before the window.
    """
    table = events.instructions
    low, high = np.searchsorted(table["select"], (window.start, window.stop))
    warps, last = np.unique(table["warp"][:low][::-1], return_index=True)
    in_flight = np.flatnonzero(until_of(events)[:low] > window.start)
    earlier = np.union1d(low - 1 - last, in_flight) if len(warps) else np.zeros(0, np.int64)
    return np.concatenate((earlier, np.arange(low, high)))


class Overview(NamedTuple):
    """Counts of recorded events. The recorded cycles are cut into spans of `span` cycles; the last may be shorter.

    slots: int64 [spans, reasons], issue slots. issued, active: int64 [spans], instructions and their active lanes.
    """

    span: int
    slots: np.ndarray
    issued: np.ndarray
    active: np.ndarray


def overview(events: Events) -> Overview:
    """Return the counts of the record in at most a thousand spans."""
    cycles = len(events.ready)
    span = max(1, -(-cycles // _SPANS))
    spans = -(-cycles // span)
    counts = np.zeros((spans, len(REASONS)), np.int64)
    width = events.slots.shape[1]
    step = max(1, _CHUNK // max(width, 1) // span) * span
    for start in range(0, cycles, step):
        part = events.slots[start : start + step]
        where = (start + np.arange(len(part))) // span
        codes = where[:, None] * len(REASONS) + part
        numbers = np.bincount(codes.ravel(), minlength=1)
        counts.ravel()[: len(numbers)] += numbers
    select = events.instructions["select"] - events.first
    inside = (select >= 0) & (select < cycles)
    where = select[inside] // span
    lanes = np.bitwise_count(events.instructions["mask"][inside].view(np.uint64)).astype(np.int64)
    issued = np.bincount(where, minlength=spans)
    active = np.bincount(where, weights=lanes, minlength=spans).astype(np.int64)
    return Overview(span, counts, issued, active)
