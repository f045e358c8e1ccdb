"""The work-groups that each core gets, if they are unlike: a place takes the next group when its last one ends.

Groups that share a core slow each other down as soon as they need more of it than there is; all in the same proportion.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush, heapreplace
from math import inf

_DEALT = 1000  # groups, the last ones, whose ends matter; the ones before go round the cores


class _Core:
    """A core. taken: the numbers of its groups. now: the cycle in which the last one of them has ended so far."""

    def __init__(self) -> None:
        self.taken: list[int] = []
        self.now = 0.0
        self._clock = 0.0  # the cycles until now, if groups did not slow each other down
        self._demand = 0.0  # of the groups that are running
        self._running: list[tuple[float, float]] = []  # when a group ends, on the clock, and its demand

    def begin(self, number: int, alone: float, demand: float) -> None:
        self.taken.append(number)
        self._demand += demand
        heappush(self._running, (self._clock + alone, demand))

    @property
    def next_end(self) -> float:
        """The cycle in which the next group ends; infinite if there is none."""
        return self.now + (self._running[0][0] - self._clock) * max(1.0, self._demand) if self._running else inf

    def end(self) -> None:
        """Let the next group end."""
        self.now = self.next_end
        self._clock, demand = heappop(self._running)
        self._demand -= demand


def dealt(
    alone: Sequence[float], demand: Sequence[float], cores: int, places: int, known: Sequence[int] = ()
) -> list[int]:
    """Return the numbers of the groups of the core that is the last to end, in the order of their starts.

    - alone: the cycles of each group if it is alone on a core. demand: the share of the core's time that it needs then.
    - known: the core of each group; empty if the groups are to be dealt out.
    """
    working = [_Core() for _ in range(cores)]
    first = max(0, len(alone) - _DEALT) // cores * cores
    for number in range(first):
        working[known[number] if known else number % cores].taken.append(number)
    waiting: list[Iterator[int]] = [iter(range(first, len(alone)))] * cores  # one queue, from which all cores take
    if known:
        waiting = [iter([k for k in range(first, len(alone)) if known[k] == core]) for core in range(cores)]

    def begin_next(core: int) -> None:
        if (number := next(waiting[core], None)) is not None:
            working[core].begin(number, alone[number], demand[number])

    for place in range(cores * places):
        begin_next(place % cores)
    ends = [(core.next_end, k) for k, core in enumerate(working)]
    heapify(ends)
    while ends[0][0] < inf:
        last = ends[0][1]
        working[last].end()
        begin_next(last)
        heapreplace(ends, (working[last].next_end, last))
    return max(working, key=lambda core: core.now).taken
