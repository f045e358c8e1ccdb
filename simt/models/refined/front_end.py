"""A rigid front end that is held while what it has at its end waits for a unit (docs/processor.md, section 4)."""

from __future__ import annotations


class FrontEnd:
    """The cycles in which a front end is held. Times are in cycles.

    - stages: its stages; 0 if selected instructions enter their units at once.
    - holds: the holds that are not over: the first cycle, and the first one after it.

    Stages left out, an instruction that is selected in cycle t arrives in t, and later by all holds that begin after t.
    """

    __slots__ = ("_arrival", "_group", "holds", "stages")

    def __init__(self, stages: int) -> None:
        self.stages = stages
        self.holds: list[tuple[float, float]] = []
        self._group = self._arrival = -1.0  # the latest group: when it was selected, and when it arrives

    def arrival(self, turn: float) -> float:
        """Return when an instruction that is selected in `turn` could enter its unit, the stages left out.

        All instructions of a cycle arrive together. Turns do not decrease from call to call.
        """
        if turn > self._group:
            self._group = self._arrival = turn
            while self.holds and self.holds[0][1] <= turn:
                del self.holds[0]
            delay = 0.0
            for first, end in self.holds:
                delay += end - first
            self._arrival += delay
        return self._arrival

    def hold(self, arrival: float, start: float) -> None:
        """Hold the front end for an instruction that could enter its unit in `arrival` and enters it in `start`."""
        first, end = arrival + self.stages, start + self.stages
        if self.holds and self.holds[-1][0] == first:
            end = max(end, self.holds.pop()[1])
        self.holds.append((first, end))
