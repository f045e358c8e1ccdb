"""The written bytes of an object (docs/memory.md, section 7)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right


class Written:
    """Bytes as intervals `[start, end)` that neither meet nor touch, in ascending order."""

    __slots__ = ("ends", "starts")

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []

    def add(self, start: int, end: int) -> None:
        """Mark bytes `start` to `end` - 1 as written."""
        low = bisect_left(self.ends, start)  # the first that reaches to `start`
        high = bisect_right(self.starts, end)  # the one after the last that begins at `end` or before
        if low < high:
            start, end = min(start, self.starts[low]), max(end, self.ends[high - 1])
        self.starts[low:high] = [start]
        self.ends[low:high] = [end]

    def missing(self, start: int, end: int) -> int | None:
        """Return the first byte from `start` to `end` - 1 that was never written."""
        place = bisect_right(self.starts, start) - 1
        reached = self.ends[place] if place >= 0 else start
        if reached >= end:
            return None
        return max(reached, start)
