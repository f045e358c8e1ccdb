"""A cycle run of chosen stretches of a launch, one after the other, on a machine that never comes to rest.

The dispatcher hands out work-groups by number. Between two calls of the engine the number of the next group can be set.
The machine then goes on with other groups, and keeps its state: its memory queues are still full, its rows open, its
groups out of step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from simt.core.engine.crew import Crew
from simt.core.engine.run import Running
from simt.core.state import states
from simt.core.state.state import State

_LOOKS = 24  # at the dispatcher, in the time of a wave
# Cycles of all cores of a call that need not look at the dispatcher: a fraction of a second, so that Ctrl-C is prompt.
# No length may depend on the clock of the host, as that would make samples differ.
_CALL = 100_000
_FIRST = 8  # times the interconnect's latency: the first call


class Point(NamedTuple):
    """A moment of a run: the cycle, and the operations that had been issued by then."""

    cycle: int
    issued: int


class Walk:
    """A launch in which only some work-groups are simulated.

    - state: the launch before cycle 0.
    - groups: the number of work-groups of the launch. wave: the number of work-groups that the machine holds at a time.
    - limit: the largest number of cycles. threads: the largest number of threads of the host.
    - watch: called with the cycle; a true answer stops the run.
    """

    def __init__(
        self, state: State, groups: int, wave: int, *, limit: int, threads: int = 1,
        watch: Callable[[int], object] | None = None,
    ) -> None:  # fmt: skip
        self.state, self.groups, self.wave = state, groups, wave
        self.was_interrupted = False
        self.skipped = 0  # work-groups that were not simulated
        self._far: Any = state.clock
        self._running = Running(state)
        self._limit, self._watch, self._crew = limit, watch, Crew(threads)
        self._chunk, self._call = _FIRST * state.lag, _CALL // len(state.cores.run)

    @property
    def next_group(self) -> int:
        """The work-group that starts next."""
        return int(self._far["next_group"])

    @property
    def now(self) -> int:
        """The cycle."""
        return int(self._far["cycle"])

    @property
    def goes_on(self) -> bool:
        """Return whether the run can go on: it has not ended, is below its limit, and was not interrupted."""
        return self._far["status"] == states.RUNNING and self.now < self._limit and not self.was_interrupted

    @property
    def is_done(self) -> bool:
        """Return whether the launch has ended without a trap."""
        return bool(self._far["status"] == states.DONE)

    def point(self) -> Point:
        """Return the moment."""
        return Point(self.now, int(self.state.cores.ledgers.stats["issues"].sum()))

    def skip_to(self, group: int) -> None:
        """Go on with another work-group than the next one; the groups in between count as ended."""
        distance = group - self.next_group
        self._far["next_group"] += distance
        self._far["ended"] += distance
        self.skipped += distance

    def run_to(self, group: int) -> None:
        """Run until a work-group has started, and perhaps a few more, or until the run does not go on."""
        begin, first = self.now, self.next_group
        while self.goes_on and self.next_group < group:
            self._advance(self._chunk)
            started = self.next_group - first
            if started >= self.wave / 4:
                self._chunk = max(self.state.lag, (self.now - begin) * self.wave // started // _LOOKS)

    def run_for(self, cycles: int) -> None:
        """Run for a number of cycles, or a few more, or until the run does not go on."""
        until = self.now + cycles
        while self.goes_on and self.now < until:
            self._advance(min(until - self.now, max(self._chunk, self._call)))

    def finish(self) -> None:
        """Run to the end of the launch, and close the ledgers."""
        while self.goes_on:
            self._advance(max(self._chunk, self._call))
        if self.was_interrupted:
            self._running.advance(self.now, self.now)  # runs nothing and closes the ledgers

    def close(self) -> None:
        """Dismiss the other threads of the host."""
        self._running.close()

    def _advance(self, cycles: int) -> None:
        begin, count = self.now, self._crew.threads
        until = min(self._limit, begin + max(self.state.lag, cycles))
        seconds = self._running.advance(until, self._limit, count)
        self._crew.took(count, self.now - begin, seconds)
        if self._watch is not None and self._watch(self.now):
            self.was_interrupted = bool(self._far["status"] == states.RUNNING)


class Ledgers(NamedTuple):
    """The counts of a run so far, by core. From these arrays a sampled run estimates the counts of the whole launch.

    issue, warp: int64 [cores, program + 1, reasons]. issues: int64 [cores, program].
    """

    issue: np.ndarray
    warp: np.ndarray
    issues: np.ndarray

    @classmethod
    def of(cls, state: State) -> Ledgers:
        """Return copies of a state's counts."""
        ledgers = state.cores.ledgers
        return cls(ledgers.issue.copy(), ledgers.warp.copy(), ledgers.stats["issues"].copy())

    def plus(self, before: Ledgers, after: Ledgers, times: float) -> Ledgers:
        """Return these counts with the counts between two moments added a number of times."""
        return Ledgers(*(own + times * (b - a) for own, a, b in zip(self, before, after, strict=True)))

    @classmethod
    def zero(cls, like: Ledgers) -> Ledgers:
        """Return counts of nothing."""
        return cls(*(np.zeros(array.shape) for array in like))
