"""The convergence barriers of a warp and the turns of its lanes (docs/processor.md, section 29), without time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

NO_BARRIER: Final = -1
NO_POINT: Final = -1


def lanes_of(mask: int) -> Iterator[int]:
    """Yield the lanes of a mask, the lowest first."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


@dataclass(slots=True)
class Barrier:
    """A convergence barrier; it is free if it has no participants. Lanes are a mask."""

    participants: int = 0
    arrived: int = 0
    point: int = 0
    outer: int = NO_BARRIER


@dataclass(slots=True)
class Turns:
    """The state of a warp whose lanes take turns. Sets of lanes are masks.

    - active: the lanes that run. living: the lanes that have not ended.
    - counters: the program counter of each lane. innermost: the innermost barrier of each lane, or NO_BARRIER.
    - blocked: the lanes that are blocked at their innermost barrier; all other living lanes can run.
    - turn: the lane whose turn it is. jumps: taken backward jumps in this turn.
    """

    active: int
    living: int
    counters: list[int]
    innermost: list[int]
    barriers: list[Barrier]
    blocked: int = 0
    turn: int = 0
    jumps: int = 0

    @classmethod
    def begun(cls, lanes: int, size: int, barriers: int) -> Turns:
        """Return the state of a warp that starts. lanes: the mask of lanes with a thread. size: the lanes of a warp."""
        return cls(lanes, lanes, [0] * size, [NO_BARRIER] * size, [Barrier() for _ in range(barriers)])

    def copy(self) -> Turns:
        """Return a state that changes on its own."""
        barriers = [replace(barrier) for barrier in self.barriers]
        return replace(self, counters=self.counters.copy(), innermost=self.innermost.copy(), barriers=barriers)

    @property
    def pc(self) -> int:
        """The program counter of the group that runs."""
        return self.counters[next(lanes_of(self.active))]

    @property
    def _can_run(self) -> int:
        return self.living & ~self.blocked

    def move(self, step: Step, taken: int, rule: Rule) -> None:
        """Move the active lanes past an instruction, and choose which lanes run next. taken: those that jump."""
        lanes, others = self.active, self.active & ~taken
        for lane in lanes_of(lanes):
            self.counters[lane] = step.target if taken >> lane & 1 else step.after
        if taken and others and step.point != NO_POINT:
            self._take_barrier(lanes, step.point)
        self._meet()
        taken, others = taken & self._can_run, others & self._can_run
        if not taken and not others:
            self._pass_turn(0)
            return
        is_taken = not others or bool(taken and rule.goes_first(taken, others))
        self._run_group(next(lanes_of(taken if is_taken else others)))
        if is_taken and step.is_back:
            self.jumps += 1
            if self.jumps == rule.yield_after:
                self._yield(leaves=rule.leaves)

    def end(self) -> None:
        """End the active lanes; if any lanes are left, some of them run next."""
        self._leave(self.active, NO_BARRIER)
        self.living &= ~self.active
        self.active = 0
        if self.living:
            self._meet()
            self._pass_turn(0)

    # --- barriers -------------------------------------------------------------------------------------------------

    def _take_barrier(self, lanes: int, point: int) -> None:
        """Take the free barrier with the lowest number, unless the lanes have one with this point already."""
        own = self.innermost[next(lanes_of(lanes))]
        if own != NO_BARRIER and self.barriers[own].point == point:
            return
        for number, barrier in enumerate(self.barriers):
            if not barrier.participants:
                self.barriers[number] = Barrier(lanes, 0, point, own)
                self._set_innermost(lanes, number)
                return

    def _set_innermost(self, lanes: int, number: int) -> None:
        for lane in lanes_of(lanes):
            self.innermost[lane] = number

    def _meet(self) -> None:
        """Block lanes at barriers and open these, until nothing changes."""
        has_opened = True
        while has_opened:
            for lane in lanes_of(self._can_run):
                number = self.innermost[lane]
                if number != NO_BARRIER and self.barriers[number].point == self.counters[lane]:
                    self.barriers[number].arrived |= 1 << lane
                    self.blocked |= 1 << lane
            has_opened = False
            for barrier in self.barriers:
                if barrier.participants and barrier.participants == barrier.arrived:
                    self._set_innermost(barrier.participants, barrier.outer)
                    self.blocked &= ~barrier.participants
                    barrier.participants = barrier.arrived = 0
                    has_opened = True

    def _leave(self, lanes: int, last: int) -> None:
        """Have a group leave its barriers from the innermost one to `last`, or all of them (NO_BARRIER)."""
        number = self.innermost[next(lanes_of(lanes))]
        while number != NO_BARRIER:
            barrier = self.barriers[number]
            barrier.participants &= ~lanes
            is_last, number = number == last, barrier.outer
            if is_last:
                break
        self._set_innermost(lanes, number)

    # --- turns ----------------------------------------------------------------------------------------------------

    def _group_of(self, lane: int) -> int:
        """Return the lanes that can run and stand where a lane does, with its innermost barrier."""
        here = self.counters[lane], self.innermost[lane]
        return sum(1 << k for k in lanes_of(self._can_run) if (self.counters[k], self.innermost[k]) == here)

    def _run_group(self, lane: int) -> None:
        self.active = self._group_of(lane)

    def _pass_turn(self, group: int) -> None:
        """Pass the turn to the next lane that can run and is not in the group that would go on (0: none would)."""
        self.jumps = 0
        if others := self._can_run & ~group:
            later = others >> self.turn + 1 << self.turn + 1
            self.turn = next(lanes_of(later or others))
            self._run_group(self.turn)
        elif group:
            self._run_group(next(lanes_of(group)))

    def _yield(self, *, leaves: bool) -> None:
        """Have the active lanes yield. leaves: they first leave the barriers at which others are blocked."""
        lanes = self.active
        if leaves:
            first = next(lanes_of(lanes))
            last = self.innermost[first]
            while last != NO_BARRIER and not self.barriers[last].arrived:
                last = self.barriers[last].outer
            if last != NO_BARRIER:
                self._leave(lanes, last)
                self._meet()
                lanes = self._group_of(first) if self._can_run & lanes else 0
        self._pass_turn(lanes)


@dataclass(frozen=True, slots=True)
class Step:
    """The ways past an instruction: of lanes that jump and of the others, and the point where both meet."""

    target: int
    after: int
    point: int = NO_POINT
    is_back: bool = False  # whether it is a jump to its own place or before it


@dataclass(frozen=True, slots=True)
class Rule:
    """The rule of the machine.

    - goes_first: whether the first of two masks goes on before the second.
    - yield_after: taken backward jumps of a turn.
    - leaves: whether lanes that yield leave barriers, as under `its_yield`.
    """

    goes_first: Callable[[int, int], bool]
    yield_after: int
    leaves: bool
