"""Sections 25 and 26: the schedulers of a core, each with a ring of its own warps, and their turns.

A `Scheduler` numbers the warps of its ring from 0 on; here they have the numbers that they have in the core.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.reference.scheduler import Rule, Scheduler, Standing

if TYPE_CHECKING:
    from simt.machine import Machine
    from tests.reference.processor import Warp

__all__ = ["Schedulers"]


class Schedulers:
    """The schedulers of a core. Warp w is in the ring of scheduler w mod q, in place w div q."""

    def __init__(self, machine: Machine, warps: int, rule: Rule | None = None) -> None:
        self.count = machine.issue.schedulers  # q
        self.interval = machine.issue.interval  # v
        self.operand_interval = machine.issue.operand_interval  # u
        self.issue_width = machine.issue_width  # n
        self.schedulers = [
            Scheduler(machine.scheduler.policy, len(range(s, warps, self.count)), machine.scheduler.active_warps, rule)
            for s in range(self.count)
        ]
        # By scheduler: the latest of its turns in which it selected an instruction that takes an operand.
        self.operand_turns: list[int | None] = [None] * self.count

    @property
    def issue_slots(self) -> int:
        """The issue slots of a cycle."""
        return self.count * self.issue_width

    def of_slot(self, slot: int) -> int:
        """The scheduler that has a slot."""
        return slot // self.issue_width

    def of_warp(self, warp: int) -> int:
        """The scheduler that has a warp in its ring."""
        return warp % self.count

    def ring(self, scheduler: int, warps: Sequence[Warp]) -> Sequence[Warp]:
        """The warps of a scheduler, of all warps of the core."""
        return warps[scheduler :: self.count]

    def has_turn(self, scheduler: int, cycle: int) -> bool:
        """Whether a cycle is a scheduler's turn. With u = 0 operands make no difference."""
        last = self.operand_turns[scheduler]
        if last is None or self.operand_interval == 0:
            return cycle % self.interval == scheduler % self.interval
        since = cycle - last
        return since == 0 or (since >= self.operand_interval and (since - self.operand_interval) % self.interval == 0)

    def takes_operand(self, scheduler: int, cycle: int) -> None:
        """A scheduler has selected an instruction that takes an operand from local memory."""
        assert self.has_turn(scheduler, cycle)
        self.operand_turns[scheduler] = cycle

    def select(self, scheduler: int, ready: Sequence[bool], standing: Sequence[Standing | None]) -> int | None:
        """Apply the rule of a scheduler once: `ready` are the bits of the warps of its ring, `standing` where they
        stand, None if they are not available.

        Its active set is refilled before that. A scheduler without a warp chooses none.
        """
        own = self.schedulers[scheduler]
        if own.warps == 0:
            return None
        own.refill(ready)
        place = own.choose(standing)
        return None if place is None else scheduler + place * self.count

    def becomes_ready(self, warp: int, cycle: int) -> None:
        """A warp has become ready in this cycle."""
        self.schedulers[self.of_warp(warp)].became_ready[warp // self.count] = cycle

    def leaves_active_set(self, warp: int) -> None:
        """A warp leaves the active set of its scheduler, if it is in it."""
        self.schedulers[self.of_warp(warp)].active.discard(warp // self.count)
