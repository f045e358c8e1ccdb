"""Section 30: warps that form. The lanes of a warp are a value; threads change places between warps of a group."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.reference.across import is_across

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.machine import Machine
    from tests.reference.processor import Processor, Warp

__all__ = ["Formation", "FormationLanes"]


class FormationLanes(NamedTuple):
    """The living lanes and those of them that wait at `bar`, as masks; the program counters of all lanes."""

    living: int
    counters: tuple[int, ...]
    waiting: int = 0
    stack: tuple[()] = ()  # there is none: the depth is always 0

    @property
    def running(self) -> int:
        """The lanes that can run."""
        return self.living & ~self.waiting

    @property
    def pc(self) -> int:
        """The warp's program counter: the lowest counter of a lane that can run."""
        running = self.running
        return min(counter for lane, counter in enumerate(self.counters) if running >> lane & 1)

    @property
    def active(self) -> int:
        """The lanes that can run and have it; none, if no lane can run."""
        running = self.running
        if not running:
            return 0
        lowest = self.pc
        return sum(1 << x for x, pc in enumerate(self.counters) if running >> x & 1 and pc == lowest)

    # Effects of instructions

    def move(self, next_pc: int, taken: int, target: int) -> tuple[FormationLanes, int]:
        """After an instruction other than `ret`, and the `bar` of some lanes: `taken` go to `target`, others on."""
        active = self.active
        moved = [
            counter if not active >> lane & 1 else target if taken >> lane & 1 else next_pc
            for lane, counter in enumerate(self.counters)
        ]
        lanes = self._replace(counters=tuple(moved))
        return lanes, lanes.pc

    def after_return(self) -> tuple[FormationLanes, bool] | None:
        """The active lanes end. None if they were the last ones; else as `after_lanes_stop`."""
        left = self.living & ~self.active
        return self._replace(living=left).after_lanes_stop() if left else None

    def wait(self, next_pc: int) -> tuple[FormationLanes, bool]:
        """The `bar` of some of the living lanes: as `after_lanes_stop`."""
        moved, _ = self.move(next_pc, taken=0, target=next_pc)
        return moved._replace(waiting=self.waiting | self.active).after_lanes_stop()

    def after_lanes_stop(self) -> tuple[FormationLanes, bool]:
        """The active lanes have ended or wait: others go on. The second is true if the warp arrives at its barrier."""
        if self.running:
            return self, False
        assert self.waiting == self.living
        return self._replace(waiting=0), True

    # A change of places

    def with_threads(self, lanes: int, other: FormationLanes) -> FormationLanes:
        """These lanes, with the threads that another warp has in some of them."""
        return self._replace(
            living=self.living & ~lanes | other.living & lanes,
            waiting=self.waiting & ~lanes | other.waiting & lanes,
            counters=tuple(
                pair[lanes >> lane & 1] for lane, pair in enumerate(zip(self.counters, other.counters, strict=True))
            ),
        )


class Formation:
    """Whether warps form at all, and how one of them fills up."""

    def __init__(self, program: Program, machine: Machine) -> None:
        self.is_the_policy = machine.branch.policy == "warp_formation"
        reads_lanes = any(each is not None and is_across(each.spec.name) for each in program.instructions)
        self.lanes_move = self.is_the_policy and not reads_lanes
        self.moved = 0  # threads that a warp has taken from others, so far

    def fill_up(self, processor: Processor, warp: Warp) -> None:
        """A warp that has been chosen takes threads with its program counter, from one partner after the other."""
        if not self.lanes_move or warp.in_flight:
            return
        (group,) = [group for group in processor.warps_of_groups() if warp in group]
        for partner in sorted(group, key=lambda each: each.number):
            if partner is not warp and self.may_give(processor, partner, warp):
                self.take(processor, warp, partner)

    def may_give(self, processor: Processor, partner: Warp, warp: Warp) -> bool:
        """Whether another warp of the group is a partner, as long as its lanes that wait do not matter."""
        schedulers = processor.schedulers
        is_beside = schedulers.of_warp(partner.number) == schedulers.of_warp(warp.number)
        return is_beside and partner.is_ready and partner.pc == warp.pc and not partner.in_flight

    def take(self, processor: Processor, warp: Warp, partner: Warp) -> None:
        """Threads change places between a warp that fills up and a partner, unless the partner could not run then."""
        assert isinstance(warp.lanes, FormationLanes)
        assert isinstance(partner.lanes, FormationLanes)
        free = processor.lanes_with_thread(warp.in_group) & ~warp.lanes.active
        changed = free & partner.lanes.active
        full, given = warp.lanes.with_threads(changed, partner.lanes), partner.lanes.with_threads(changed, warp.lanes)
        if not changed or (given.living and not given.running):
            return
        assert full.active == warp.lanes.active | changed
        warp.lanes, partner.lanes = full, given
        self.moved += changed.bit_count()
        for lane in (lane for lane in processor.lanes if changed >> lane & 1):
            change_places(warp, partner, lane)
        if not given.living:
            partner.is_ready = False
            processor.finish_warp(partner)
        elif given.pc != partner.pc:
            partner.pc = given.pc
            processor.becomes_ready(partner)


def change_places(warp: Warp, other: Warp, lane: int) -> None:
    """What a thread brings beside its counter: where it began, its registers, its flag.

    None of the two warps has an instruction in flight, so it does not matter who wrote the flag.
    """
    for mine, theirs in zip(warp.registers, other.registers, strict=True):
        mine[lane], theirs[lane] = theirs[lane], mine[lane]
    warp.carry[lane], other.carry[lane] = other.carry[lane], warp.carry[lane]
    warp.homes[lane], other.homes[lane] = other.homes[lane], warp.homes[lane]
