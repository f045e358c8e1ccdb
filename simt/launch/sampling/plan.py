"""The plan of a sample: the simulated parts of a launch, the parts whose cycles count, and the gaps between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

HEAD = 2  # waves that have begun when the start has passed, with cold memory and all groups in step: one has ended
TAIL = 1  # waves at the end of a launch of unlike groups: simulated, until the machine is empty
FIRST = 2  # measured waves after the start
STRETCH = 2  # measured waves of the first stretches
LEAD = 0  # whole waves before the end that are not measured
_LEAD = 1 / 3  # waves after a jump that are not measured, at least one, for each measured wave
_MOST_PLACES = 24  # of a gap that are looked at
FEWEST_WAVES = 17  # fewer leave too little out

Span = tuple[int, int]  # the first work-group, and the one after the last


def lead_of(waves: int) -> int:
    """Return how many waves to simulate between a jump and the first of `waves` measured waves."""
    return max(1, round(_LEAD * waves))


@dataclass
class Plan:
    """The parts of a launch that are simulated.

    - groups: the number of work-groups of the launch. wave: the number of work-groups that the machine holds at a time.
    - bounds: int64 [blocks + 1], the first work-group of each block. kinds: int64 [blocks], the class of each block.
    - work: float64 [blocks], the operations of each block.
    - simulated: the spans of work-groups that were simulated. measured: the spans among them whose cycles count.
    - starts: the middle of each stretch, and the class of the block there.
    """

    groups: int
    wave: int
    bounds: np.ndarray
    kinds: np.ndarray
    work: np.ndarray
    simulated: list[Span] = field(default_factory=list)
    measured: list[Span] = field(default_factory=list)
    starts: list[tuple[int, int]] = field(default_factory=list)

    @property
    def is_alike(self) -> bool:
        """Return whether all work-groups do the same: their work is one block."""
        return len(self.kinds) == 1

    @property
    def tail(self) -> int:
        """The first work-group of the tail. Groups that do the same need none: any of them may be the last."""
        return self.groups if self.is_alike else self.groups - TAIL * self.wave

    @property
    def last(self) -> int:
        """The work-group at which stretches have to have ended, so that there is a jump before the lead of the end."""
        return self.tail - (LEAD + 1) * self.wave

    def size(self, waves: int) -> int:
        """Return the work-groups of a stretch of `waves` measured waves, with its lead."""
        return (waves + lead_of(waves)) * self.wave

    def block_of(self, group: int) -> int:
        """Return the block of a work-group."""
        return min(len(self.kinds) - 1, int(np.searchsorted(self.bounds, group, side="right")) - 1)

    def work_of_wave(self, group: int) -> float:
        """Return the operations of a wave of groups that are like the group of this number."""
        block = self.block_of(group)
        return float(self.work[block] / (self.bounds[block + 1] - self.bounds[block]) * self.wave)

    def take(self, begin: int, first: int, end: int) -> None:
        """Record a simulated stretch, the work-groups `begin` to `end` - 1. From `first` on they were measured."""
        self.simulated.append((begin, end))
        self.measured.append((first, end))
        middle = (first + end) // 2
        self.starts.append((middle, int(self.kinds[self.block_of(middle)])))

    def left_out(self, issued: int) -> np.ndarray:
        """Return the operations of each block that were not measured, float64 [blocks].

        issued: the number of operations in all measured cycles. At the beginning and the end of a stretch, groups are
        under way, so this number is exact but the spans of work-groups are not. The spans only decide how the number is
        spread over blocks.
        """
        share = np.ones(len(self.work))
        begins, ends = self.bounds[:-1], self.bounds[1:]
        for first, end in self.measured:
            share -= np.maximum(0, np.minimum(ends, end) - np.maximum(begins, first)) / (ends - begins)
        left = self.work * np.maximum(0.0, share)
        whole = left.sum()
        return left * (max(0.0, self.work.sum() - issued) / whole) if whole else left

    def next_stretches(self, count: int, waves: int) -> tuple[list[int], int]:
        """Return where the next stretches begin, in order, and how many waves of each stretch to measure.

        A stretch goes into a class without stretches, or as far as possible from the other stretches of its class, so
        that most of the work lies between stretches. If there is no room for a stretch, shorter stretches are tried.
        The result is empty if there is no room even for a stretch of one wave.
        """
        while waves:
            chosen: list[int] = []
            size = self.size(waves) + self.wave  # room for a jump of whole waves
            places = self._places(size)
            while len(chosen) < count:
                free = [place for place in places if all(abs(place - other) >= size for other in chosen)]
                if not free:
                    break
                chosen.append(max(free, key=lambda place: self._distance(place + size // 2, chosen, size)))
            if chosen:
                return sorted(chosen), waves
            waves //= 2
        return [], 0

    def _places(self, size: int) -> list[int]:
        """Return work-groups at which a stretch of `size` groups may begin."""
        spans = [*sorted(self.simulated), (self.last, self.groups)]
        places: list[int] = []
        for (_, low), (high, _) in pairwise(spans):
            if (room := high - size - low) >= 0:
                count = min(_MOST_PLACES, room // size + 1)
                places += np.linspace(low, high - size, count + 2)[1:-1].astype(int).tolist()
        return places

    def _distance(self, middle: int, chosen: list[int], size: int) -> float:
        """Return how far a stretch is from others of its class, in operations; far more than any without another."""
        kind = int(self.kinds[self.block_of(middle)])
        others = [*self.starts, *((place + size // 2, -1) for place in chosen)]
        same = [place for place, own in others if (self.kinds[self.block_of(place)] if own < 0 else own) == kind]
        if same:
            return min(abs(self._before(middle) - self._before(place)) for place in same)
        return float(self.work.sum() + self.work[self.kinds == kind].sum())

    def _before(self, group: int) -> float:
        """Return the operations of all work-groups before this one."""
        return float(np.interp(group, self.bounds, [0.0, *self.work.cumsum()]))
