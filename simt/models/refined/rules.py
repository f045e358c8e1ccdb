"""The rules of schedulers (docs/processor.md, section 3): which of the waiting warps is selected."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

# What a rule orders by before numbers; a warp's number, since when it may be selected, and the warp.
Waiting = tuple[float, int, float, Any]


class Ring(NamedTuple):
    """The warps of a scheduler: the numbers from `first` to `last`, `step` apart."""

    first: int
    step: int
    last: int


def _lowest(waiting: Sequence[Waiting], latest: int, ring: Ring) -> int:
    return 0


def _next_in_ring(waiting: Sequence[Waiting], latest: int, ring: Ring) -> int:
    """Return the place of the first warp after the one that was selected last."""
    return bisect(waiting, (0, latest + 1)) % len(waiting) if len(waiting) > 1 else 0


def _last_or_lowest(waiting: Sequence[Waiting], latest: int, ring: Ring) -> int:
    at = bisect(waiting, (0, latest))
    return at if at < len(waiting) and waiting[at][1] == latest else 0


def _after_gap(waiting: Sequence[Waiting], latest: int, ring: Ring) -> int:
    """Return the place of the lowest warp whose predecessor in the ring does not wait; 0 if all warps wait."""
    if waiting[0][1] == ring.first and waiting[-1][1] == ring.last:
        for at in range(1, len(waiting)):
            if waiting[at][1] != waiting[at - 1][1] + ring.step:
                return at
    return 0


# By the names of `scheduler.policy`. Under all but `oldest` warps wait in the order of their numbers. `majority` goes
# by lanes and program counters, which the walk does not have: there the ring decides alone.
RULES: Mapping[str, Callable[[Sequence[Waiting], int, Ring], int]] = {
    "paper": _after_gap,
    "round_robin": _next_in_ring,
    "oldest": _lowest,
    "greedy_oldest": _last_or_lowest,
    "fixed_priority": _lowest,
    "two_level": _next_in_ring,
    "majority": _next_in_ring,
}
