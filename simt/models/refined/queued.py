"""The order in which the bus serves the accesses of warps that have several in flight (docs/processor.md, section 19).

The bus serves accesses in the order of their selects. A warp whose loads are back early asks for the next ones while
other warps still wait for theirs, so it is not after all other warps in each step. An access comes after the accesses
of all warps that were selected before it. It also comes after all warps that were ready before it, as the scheduler
selects these first, unless its rule prefers certain warps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

Times = tuple[float, float]  # the cycles in which a warp is ready for an access, and selected for it


@dataclass(frozen=True, slots=True)
class Queued:
    """The accesses of all warps in one step. Times are in cycles.

    - first, last: when the first and the last warp are ready and selected.
    - turn: when the bus turns to the first warp's access.
    - cycles: the time of the bus for each access.
    - warps: the number of warps, evenly spread between the first and the last.
    """

    first: Times
    last: Times
    turn: float
    cycles: float
    warps: float

    def later(self, cycles: float) -> Queued:
        """Return the same accesses some cycles later."""
        first, last = ((times[0] + cycles, times[1] + cycles) for times in (self.first, self.last))
        return replace(self, first=first, last=last, turn=self.turn + cycles)

    def before(self, access: Times) -> float:
        """Return the number of these accesses that come before another access."""
        ends = zip(access, self.first, self.last, strict=True)
        return max(self._until(time, first, last) for time, first, last in ends)

    def _until(self, time: float, first: float, last: float) -> float:
        if time < first:
            return 0.0
        if time >= last:
            return self.warps
        return 1 + (self.warps - 1) * (time - first) / (last - first)


def turn_of(queue: Sequence[Queued], access: Times) -> float:
    """Return when the bus turns to an access: after all that come before it. queue: the accesses of earlier steps.

    The bus turned to the first access of each earlier step at a known time. Since then it has served the accesses that
    come after that one and before this one.
    """
    turn = max(access)
    for start in queue:
        served = sum(
            (queued.before(access) - (0.0 if queued is start else queued.before(start.first))) * queued.cycles
            for queued in queue
        )
        turn = max(turn, start.turn + served)
    return turn
