"""Instructions in flight: what the next instruction of a warp waits for (docs/processor.md, section 24).

Two warps are followed, the first and the last one (`rounds.py`). Each is selected for its next instruction when the
results that it needs are back and fewer than `entries` of its instructions are in flight. On a machine with one
instruction in flight every instruction delays the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from simt.models.refined.steps import Step
from simt.models.refined.turns import in_turn


@dataclass(frozen=True, slots=True)
class Flight:
    """A step in flight. Times are in cycles.

    first, last: when the first and the last warp were selected for it. late: the cycles by which waiting for the bus,
    or for the results before in the same unit, delays the results of the two.
    """

    step: Step
    first: float
    last: float
    late: tuple[float, float] = (0.0, 0.0)

    def later(self, cycles: float) -> Flight:
        """Return the same step some cycles later."""
        return Flight(self.step, self.first + cycles, self.last + cycles, self.late)

    def after(self, before: Flight | None) -> Flight:
        """Return the same step if its results leave the unit after the ones of the step before in the same queue."""
        if before is None:
            return self
        latency = before.step.latency
        came, back = before.first + latency + before.late[0], before.last + latency + before.late[1]
        if before.last < self.first:
            came = back
        own = self.step.latency
        return replace(self, late=(max(0.0, came + 1 - self.first - own), max(0.0, back + 1 - self.last - own)))

    def released(self, part: float, interval: int) -> tuple[float, float]:
        """Return the first turns of the first and of the last warp in which the step is released.

        part: the position of the last warp of the first warp's work-group, between the first warp (0) and the last (1).
        interval: the cycles from a turn to the next.
        """
        came = self.first + self.step.latency + self.late[0]
        if self.step.is_barrier:  # the last of the first warp's group has arrived
            came = self.first + (self.last - self.first) * part + self.step.latency
        back = self.last + self.step.latency + self.late[1]
        return in_turn(came, interval, self.first), in_turn(back, interval, self.last)


@dataclass(frozen=True, slots=True)
class Return:
    """The cycles in which the first and the last warp may be selected for a step, if nothing else is in their way.

    reason: the ledger's reason for the last warp's wait. is_barrier: whether the first warp waits for a barrier.
    """

    first: float
    last: float
    reason: str
    is_barrier: bool


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The bounds on the issue of a warp.

    - entries: the most instructions in flight.
    - loads: the most loads from global memory among them.
    - interval: the cycles from a turn of the warp's scheduler to the next.
    """

    entries: int
    loads: int
    interval: int

    def returns(self, flights: Sequence[Flight], step: Step, part: float) -> Return:
        """Return when two warps may be selected for `step`. flights: their steps in flight, at least one.

        A warp waits for its next turn after the step before, for each step that delays it, and for a free entry: of N
        entries one is free when all steps but the N - 1 with the latest releases are released.
        """
        latest = flights[-1]
        first, last = latest.first + latest.step.turn, latest.last + latest.step.turn
        reason, is_barrier = "", False
        released = [flight.released(part, self.interval) for flight in flights]
        for flight, (came, back) in zip(flights, released, strict=True):
            if flight.step.delays(step):
                if came >= first:
                    first, is_barrier = came, flight.step.is_barrier
                if back > last or (back == last and not reason):  # of several the oldest
                    last, reason = back, flight.step.reason
        limits = [(self.entries, released)]
        if step.is_load:
            loads = [times for flight, times in zip(flights, released, strict=True) if flight.step.is_load]
            limits.append((self.loads, loads))
        for limit, among in limits:
            if len(among) >= limit:
                came, back = (sorted(times)[-limit] for times in zip(*among, strict=True))
                if came > first:
                    first, is_barrier = came, False
                if back > last:
                    last, reason = back, "scoreboard_full"
        return Return(first, last, reason or "not_selected", is_barrier)

    def left(self, flights: Sequence[Flight], step: Step, first: float, last: float, part: float) -> list[Flight]:
        """Return the steps that one of two warps has in flight when it is selected for `step`, in `first` or `last`."""
        others = (flight for flight in flights if not flight.step.delays(step))
        times = ((flight, *flight.released(part, self.interval)) for flight in others)
        return [flight for flight, came, back in times if came > first or back > last]
