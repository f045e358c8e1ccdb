"""Section 14, `min_pc`: a program counter per lane, the lowest goes on. A value: an effect is a new value."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CounterLanes"]


class CounterLanes(NamedTuple):
    """The living lanes as a mask, and the program counters of all lanes."""

    living: int
    counters: tuple[int, ...]
    stack: tuple[()] = ()  # there is none: the depth is always 0

    @property
    def pc(self) -> int:
        """The warp's program counter: the lowest counter of a living lane."""
        return min(counter for lane, counter in enumerate(self.counters) if self.living >> lane & 1)

    @property
    def active(self) -> int:
        """The living lanes that have it."""
        lowest = self.pc
        return sum(1 << x for x, pc in enumerate(self.counters) if self.living >> x & 1 and pc == lowest)

    def move(self, next_pc: int, taken: int, target: int) -> tuple[CounterLanes, int]:
        """After an instruction other than `ret`. `taken`: the active lanes that go to `target`, others to `next_pc`."""
        active = self.active
        moved = [
            counter if not active >> lane & 1 else target if taken >> lane & 1 else next_pc
            for lane, counter in enumerate(self.counters)
        ]
        lanes = self._replace(counters=tuple(moved))
        return lanes, lanes.pc

    def after_return(self) -> tuple[CounterLanes, int] | None:
        """The active lanes end. None if they were the last ones."""
        lanes = self._replace(living=self.living & ~self.active)
        return (lanes, lanes.pc) if lanes.living else None
