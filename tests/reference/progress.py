"""Section 29: convergence barriers and turns of lanes. A value: an effect is a new value, nothing traps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tests.reference.masks import lowest

__all__ = ["Barrier", "ProgressLanes"]


class Barrier(NamedTuple):
    """A convergence barrier that is taken."""

    participants: int  # a mask
    point: int  # the address at which lanes are blocked
    outer: int | None  # the number of a barrier


class ProgressLanes(NamedTuple):
    """The lanes of a warp: who can run, who is blocked or waits, and where; barriers by number; whose turn it is."""

    living: int
    active: int  # E
    counters: tuple[int, ...]
    innermost: tuple[int | None, ...]  # by lane: the number of its innermost barrier
    barriers: tuple[Barrier | None, ...]  # None is a free one
    blocked: int = 0
    waiting: int = 0  # at `bar`
    turn: int = 0  # T
    jumps: int = 0  # Y

    @classmethod
    def first(cls, with_thread: int, warp_size: int, barriers: int) -> ProgressLanes:
        """The lanes at the start of a warp."""
        return cls(with_thread, with_thread, (0,) * warp_size, (None,) * warp_size, (None,) * barriers)

    # What is asked of them

    @property
    def stack(self) -> tuple[Barrier, ...]:
        """The barriers that are taken: as many as the depth of an event says."""
        return tuple(barrier for barrier in self.barriers if barrier is not None)

    @property
    def pc(self) -> int:
        """The warp's program counter."""
        return self.counters[lowest(self.active)]

    @property
    def running(self) -> int:
        """The lanes that can run."""
        return self.living & ~self.blocked & ~self.waiting

    def group(self, lane: int) -> int:
        """All lanes that can run and stand where a lane stands, with its innermost barrier."""
        place = self.counters[lane], self.innermost[lane]
        return mask_of(x for x in lanes_of(self.running) if (self.counters[x], self.innermost[x]) == place)

    def blocked_at(self, number: int) -> int:
        """The lanes that are blocked at a barrier."""
        return mask_of(lane for lane in lanes_of(self.blocked) if self.innermost[lane] == number)

    def point(self, lane: int) -> int | None:
        """The point of a lane's innermost barrier."""
        number = self.innermost[lane]
        barrier = None if number is None else self.barriers[number]
        return None if barrier is None else barrier.point

    def chain(self, lane: int) -> list[int]:
        """The barriers of a lane, from its innermost one outward."""
        found = []
        number = self.innermost[lane]
        while number is not None:
            found.append(number)
            barrier = self.barriers[number]
            assert barrier is not None
            assert barrier.participants >> lane & 1
            number = barrier.outer
        return found

    # Parts of the steps

    def set_counters(self, mask: int, pc: int) -> ProgressLanes:
        return self._replace(counters=tuple(pc if mask >> x & 1 else old for x, old in enumerate(self.counters)))

    def set_innermost(self, mask: int, number: int | None) -> ProgressLanes:
        return self._replace(innermost=tuple(number if mask >> x & 1 else old for x, old in enumerate(self.innermost)))

    def set_barrier(self, number: int, barrier: Barrier | None) -> ProgressLanes:
        barriers = list(self.barriers)
        barriers[number] = barrier if barrier is not None and barrier.participants else None
        return self._replace(barriers=tuple(barriers))

    def take(self, point: int | None) -> ProgressLanes:
        """E parts: the free barrier with the lowest number is taken, if the lanes are to meet at one."""
        lane = lowest(self.active)
        if point is None or self.point(lane) == point or None not in self.barriers:
            return self
        number = self.barriers.index(None)
        barrier = Barrier(self.active, point, self.innermost[lane])
        return self.set_barrier(number, barrier).set_innermost(self.active, number)

    def meet(self) -> ProgressLanes:
        """Step 2: lanes are blocked, and barriers open, until neither happens."""
        lanes = self
        while lanes.stack:
            arrived = mask_of(lane for lane in lanes_of(lanes.running) if lanes.counters[lane] == lanes.point(lane))
            lanes = lanes._replace(blocked=lanes.blocked | arrived)
            for number, barrier in enumerate(lanes.barriers):
                if barrier is not None and lanes.blocked_at(number) == barrier.participants:
                    lanes = lanes._replace(blocked=lanes.blocked & ~barrier.participants)
                    lanes = lanes.set_innermost(barrier.participants, barrier.outer).set_barrier(number, None)
                    break
            else:
                return lanes
        return lanes

    def leave(self, mask: int, numbers: list[int]) -> ProgressLanes:
        """Lanes of one innermost barrier are no participants of some barriers any more, the innermost one and on."""
        lanes = self
        for number in numbers:
            barrier = lanes.barriers[number]
            assert barrier is not None
            lanes = lanes.set_innermost(mask, barrier.outer)
            lanes = lanes.set_barrier(number, barrier._replace(participants=barrier.participants & ~mask))
        return lanes

    def passed(self, group: int) -> ProgressLanes:
        """The turn passes; `group` are the lanes that would go on, 0 if none would."""
        ring = [(self.turn + step) % len(self.counters) for step in range(1, len(self.counters) + 1)]
        found = next((lane for lane in ring if (self.running & ~group) >> lane & 1), None)
        if found is None:
            return self._replace(jumps=0, active=group)
        return self._replace(jumps=0, turn=found, active=self.group(found))

    def yielded(self, group: int, *, leaves: bool) -> ProgressLanes:
        """A group yields; with `leaves` it first leaves barriers at which others are blocked."""
        if not leaves:
            return self.passed(group)
        lane = lowest(group)
        own = self.chain(lane)
        held = next((place for place, number in enumerate(own) if self.blocked_at(number)), None)
        lanes = self.leave(group, own[: 0 if held is None else held + 1]).meet()
        return lanes.passed(lanes.group(lane) if lanes.running >> lane & 1 else 0)

    def after_lanes_stop(self) -> tuple[ProgressLanes, bool]:
        """The active lanes have ended or wait: others go on. The second is true if the warp arrives at its barrier."""
        lanes = self.meet()
        if lanes.running:
            return lanes.passed(0), False
        assert lanes.waiting == lanes.living
        assert not lanes.stack
        return lanes._replace(waiting=0).passed(0), True

    # Effects

    def move(
        self,
        next_pc: int,
        taken: int,
        target: int,
        meeting: int | None,
        order: str,
        yield_after: int,
        *,
        leaves: bool,
    ) -> ProgressLanes:
        """After an instruction other than `ret`, and the `bar` of some lanes. `taken`: the active lanes that jump.

        `next_pc` is what follows the instruction or its bundle; `meeting` is the reconvergence point.
        """
        others = self.active & ~taken
        lanes = self.set_counters(taken, target).set_counters(others, next_pc)
        if taken and others and target != next_pc:
            lanes = lanes.take(meeting)
        lanes = lanes.meet()
        sides = [side for side in (taken, others) if side & lanes.running]
        if not sides:
            return lanes.passed(0)
        side = sides[0]
        if len(sides) == 2:
            taken_goes_on = {
                "true_first": True,
                "false_first": False,
                "smaller_first": taken.bit_count() <= others.bit_count(),
            }[order]
            side = taken if taken_goes_on else others
        assert side & lanes.running == side
        group = lanes.group(lowest(side))
        if side == taken and target < next_pc:
            lanes = lanes._replace(jumps=lanes.jumps + 1)
            if lanes.jumps == yield_after:
                return lanes.yielded(group, leaves=leaves)
        return lanes._replace(active=group)

    def after_return(self) -> tuple[ProgressLanes, bool] | None:
        """The active lanes end. None if they were the last ones; else as `after_lanes_stop`."""
        left = self.living & ~self.active
        lanes = self.leave(self.active, self.chain(lowest(self.active)))
        return lanes._replace(living=left).after_lanes_stop() if left else None

    def wait(self, next_pc: int) -> tuple[ProgressLanes, bool]:
        """The `bar` of some lanes: as `after_lanes_stop`."""
        lanes = self.leave(self.active, self.chain(lowest(self.active))).set_counters(self.active, next_pc)
        return lanes._replace(waiting=lanes.waiting | self.active).after_lanes_stop()


def lanes_of(mask: int) -> list[int]:
    """The lanes of a mask, ascending."""
    return [lane for lane in range(mask.bit_length()) if mask >> lane & 1]


def mask_of(lanes: Iterable[int]) -> int:
    return sum(1 << lane for lane in lanes)
