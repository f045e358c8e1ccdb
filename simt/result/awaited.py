"""The instructions of a warp in flight, and the instruction that the warp awaits, from the event record.

docs/processor.md, section 24, has the rules. Under `issue.dependences = "one_in_flight"` a warp has only one
instruction in flight, and awaits it. So `awaits_of` is only for machines with a scoreboard.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from simt.core.state.reasons import DRAIN, IDLE
from simt.machine.dependences import uses_of

if TYPE_CHECKING:
    from simt.result.parts import Events
    from simt.result.result import Result


def is_over(events: Events) -> np.ndarray:
    """Return whether a warp has finished or its place has no work-group, bool [cycles, warps]."""
    return np.asarray((events.warps == DRAIN) | (events.warps == IDLE))


def life_numbers(events: Events) -> np.ndarray:
    """Return, for each operation, a number that identifies its warp and its work-group, int64 [operations].

    The warps of two work-groups that follow each other in one place have different numbers, because they have different
    registers.
    """
    rows, over = events.instructions, is_over(events)
    ends = np.zeros(over.shape, bool)
    ends[1:] = over[1:] & ~over[:-1]
    lives = np.cumsum(ends, axis=0)[rows["select"] - events.first, rows["warp"]] if len(rows) else np.zeros(0, np.int64)
    return np.asarray(rows["warp"] + lives.astype(np.int64) * over.shape[1])


def ends_of(events: Events) -> np.ndarray:
    """Return the first cycle, from the retire of each operation on, in which its warp has ended, int64 [operations].

    It is `end` if the warp has not ended in the record.
    """
    rows, over = events.instructions, is_over(events)
    after = np.where(rows["retire"] >= 0, rows["retire"], events.end)
    ends = np.full(len(rows), events.end, np.int64)
    for warp in range(over.shape[1]):
        mine = np.flatnonzero(rows["warp"] == warp)
        cycles = np.append(events.first + np.flatnonzero(over[:, warp]), events.end)
        ends[mine] = cycles[np.minimum(np.searchsorted(cycles, after[mine]), len(cycles) - 1)]
    return ends


def until_of(events: Events) -> np.ndarray:
    """Return the cycle in which each operation is released or its warp ends, int64 [operations], `end` if later."""
    ready = events.instructions["ready"]
    return np.where(ready >= 0, np.minimum(ready, events.end), ends_of(events))


def steering(result: Result) -> np.ndarray:
    """Return whether each instruction of the program steers, bool [instructions + 1].

    The last entry is for no instruction.
    """
    return np.array([word is None or word.steers for word in result.program.instructions] + [True])


class Await(NamedTuple):
    """The cycles `start` to `stop` - 1 in which a warp is not ready and awaits the instruction `owner`.

    - owner: the index of this instruction in the record.
    - freed: the index of the instruction whose release makes the warp ready; `owner` unless `is_full`.
    - is_full: whether the warp waits because the scoreboard has no room.
    """

    warp: int
    start: int
    stop: int
    owner: int
    freed: int
    is_full: bool


def awaits_of(result: Result, events: Events) -> list[Await]:
    """Return the waits of warps that are certain from the record, in the order of warps and cycles.

    A record that begins after cycle 0 lacks instructions that a warp may await. Waits that may be for such an
    instruction are left out.
    """
    waits = _Waits(result, events)
    for warp in range(events.warps.shape[1]):
        waits.find(warp)
    return waits.found


class _Waits:
    """The waits of warps, found instruction by instruction. Lists have an element for each instruction of the record.

    found: the waits so far.
    """

    def __init__(self, result: Result, events: Events) -> None:
        rows, words = events.instructions, result.program.instructions
        uses = [None if word is None else uses_of(word, result.machine) for word in words]
        is_ret = [word is not None and word.spec.name == "ret" for word in words]
        names = ("warp", "select", "retire", "ready", "pc")
        self._warps, self._select, self._retire, self._ready, counters = (rows[name].tolist() for name in names)
        self._needs = [uses[pc] for pc in counters]
        self._is_ret = [is_ret[pc] for pc in counters]
        self._lives: list[int] = life_numbers(events).tolist()
        self._until: list[int] = until_of(events).tolist()
        self._events = events
        self._entries = result.machine.issue.entries
        self._loads = result.machine.issue.loads or self._entries
        self._is_whole = False  # whether the warp awaits no instruction from before the record
        self._touched: set[int] = set()  # registers that no instruction from before the record makes pending
        self.found: list[Await] = []

    def find(self, warp: int) -> None:
        """Add the waits of a warp to the list."""
        self._is_whole = self._events.first == 0
        self._touched = set()
        flights: list[int] = []
        places = np.flatnonzero(self._events.instructions["warp"] == warp).tolist()
        for k, x in zip_longest(places, places[1:]):
            flights = [older for older in flights if self._until[older] > self._select[k]]
            flights.append(k)
            own = self._needs[k]
            if own is not None:
                self._touched |= own.needed | own.pending
            if x is not None and self._lives[x] != self._lives[k]:
                x, self._is_whole = None, True
            self._after(k, x, flights)

    def _after(self, k: int, x: int | None, flights: list[int]) -> None:
        """Find the waits after the select of instruction k, the youngest of `flights`; x is the next, if any."""
        start, own = self._select[k] + 1, self._needs[k]
        if own is None or own.steers:
            last = self._retire[k] if self._is_end(k) else self._until[k]
            start = self._add(start, last if last >= 0 else self._events.end, k)
            if self._is_end(k):
                for older in flights[:-1]:
                    retire = self._retire[older]
                    start = self._add(start, retire if retire >= 0 else self._events.end, older)
                return
        need = None if x is None else self._needs[x]
        if x is None or need is None:
            return
        if not self._is_whole and not need.needed <= self._touched:
            return  # an instruction from before the record may be awaited
        for older in flights:
            made = self._needs[older]
            if made is not None and made.pending & need.needed:
                start = self._add(start, self._until[older], older)
        start = self._full(start, flights, self._entries)
        if need.is_load and self._is_whole:
            loads = [older for older in flights if (made := self._needs[older]) is not None and made.is_load]
            self._full(start, loads, self._loads)

    def _is_end(self, k: int) -> bool:
        """Return whether an instruction is a `ret` that has ended its warp: it is never released."""
        return bool(self._is_ret[k] and self._retire[k] >= 0 and self._ready[k] < 0)

    def _full(self, start: int, flights: list[int], entries: int) -> int:
        """Add the wait until fewer than `entries` of the flights are left, if any; return the cycle after it."""
        left = sorted((k for k in flights if self._until[k] > start), key=lambda k: (self._until[k], k))
        if len(left) < entries:
            return start
        freed = left[len(left) - entries]
        stop = self._until[freed]
        for owner in sorted(left):
            start = self._add(start, min(self._until[owner], stop), owner, freed)
        return start

    def _add(self, start: int, stop: int, owner: int, freed: int | None = None) -> int:
        if stop <= start:
            return start
        warp, is_full = self._warps[owner], freed is not None
        self.found.append(Await(warp, start, stop, owner, owner if freed is None else freed, is_full))
        return stop
