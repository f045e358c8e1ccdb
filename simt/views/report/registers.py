"""The registers of every warp over the cycles that a report shows: initial contents and every change, in few bytes.

The contents come from a second simulation of the launch. A change has a cycle, a warp, a register, a set of lanes, and
for each lane the difference of its word. Initial contents are changes in the cycle before the first cycle shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from simt.views.report.pack import pack, unsigned

if TYPE_CHECKING:
    from simt.launch.replay import States

MOST_WORDS = 150_000  # changes of words on a page, some half a megabyte
MOST_CYCLES = 10_000
_MOST_BYTES = 1 << 30  # memory for the states of a device, of which one is copied for each cycle


def registers_of(states: States, core: int, registers: int, window: range, room: int) -> tuple[dict[str, Any], str]:
    """Return the script's data and the packed columns on the registers of every warp in a core.

    - registers: the number of registers, from register 0 on.
    - window: the cycles that the report shows.
    - room: bytes that the columns may take.

    In the data, `end` is the first cycle whose changes are missing.
    """
    limit = min(MOST_CYCLES, _MOST_BYTES // states.size) if states.is_device else MOST_CYCLES
    end = min(window.stop, window.start + limit)
    changes = _Changes()
    cycles = range(window.start - 1, end)
    for cycle, words in zip(cycles, states.registers(cycles, core), strict=True):
        changes.add(cycle, words[:, :registers])
        if changes.words > MOST_WORDS and cycle >= window.start:
            end = cycle
            break
    while True:
        counts, packed = pack(changes.columns(window.start, end))
        if len(packed) <= room or end == window.start:
            return {"end": end, "registers": registers, "columns": counts}, packed
        end = (window.start + end) // 2


class _Changes:
    """The changes of words between cycles, in order."""

    def __init__(self) -> None:
        self._last: np.ndarray | None = None
        self._places = [np.zeros((0, 4), np.int64)]  # cycle, warp, register, lane
        self._added = [np.zeros(0, np.int64)]
        self.words = 0

    def add(self, cycle: int, words: np.ndarray) -> None:
        before = np.zeros_like(words) if self._last is None else self._last
        where = np.nonzero(words != before)
        self._last = words
        if len(where[0]):
            self._places.append(np.stack([np.full(len(where[0]), cycle), *where], axis=1))
            self._added.append((words[where] - before[where]).view(np.int32).astype(np.int64))
            self.words += len(where[0])

    def columns(self, first: int, end: int) -> dict[str, np.ndarray]:
        """Return the changes before cycle `end` as int64 columns from 0 on. Cycles count from `first` - 1."""
        places, added = np.concatenate(self._places), np.concatenate(self._added)
        count = int(np.searchsorted(places[:, 0], end))
        places, added = places[:count], added[:count]
        is_first = np.ones(count, bool)
        is_first[1:] = (places[1:, :3] != places[:-1, :3]).any(axis=1)
        starts = np.flatnonzero(is_first)
        bits = np.uint64(1) << places[:, 3].astype(np.uint64)
        lanes = np.bitwise_or.reduceat(bits, starts) if count else bits
        cycles, warps, registers, _ = places[starts].T
        return {
            "register_cycle": np.diff(cycles, prepend=first - 1),
            "register_warp": warps,
            "register_number": registers,
            "register_low": (lanes & np.uint64(0xFFFFFFFF)).astype(np.int64),
            "register_high": (lanes >> np.uint64(32)).astype(np.int64),
            "register_added": unsigned(added),
        }
