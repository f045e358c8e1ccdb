"""Spans of numbers, and what several spans that should hold one number agree on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """The numbers from `low` to `high`, both included."""

    low: float
    high: float

    def __and__(self, other: Span) -> Span:
        """Return the numbers in both; empty if `low` is above `high`."""
        return Span(max(self.low, other.low), min(self.high, other.high))

    @property
    def is_empty(self) -> bool:
        """Return whether no number is in the span."""
        return self.low > self.high

    def holds(self, number: float) -> bool:
        """Return whether a number is in the span."""
        return self.low <= number <= self.high

    def nearest(self, number: float) -> float:
        """Return the number of the span that is nearest to a number."""
        return min(max(number, self.low), self.high)


def agree(spans: Sequence[Span]) -> tuple[Span | None, list[int]]:
    """Return the numbers that most of the spans hold, and the places of the spans that do not hold them.

    None, with all places, if no more than half of several spans hold one number, as nothing says which are right.
    """
    holding = {low: [k for k, span in enumerate(spans) if span.holds(low)] for low in (span.low for span in spans)}
    best = max(holding.values(), key=len, default=[])
    if 2 * len(best) <= len(spans):
        return None, list(range(len(spans)))
    common = spans[best[0]]
    for place in best[1:]:
        common = common & spans[place]
    return common, [place for place in range(len(spans)) if place not in best]
