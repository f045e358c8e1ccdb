"""Section 25: the schedulers of a core, each with the rule of section 3 and a ring of its own, and their turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.reference.scheduler import Rule, Scheduler

if TYPE_CHECKING:
    from simt.machine import Machine

__all__ = ["Schedulers"]


class Schedulers:
    """All schedulers. Warp w is number w div q in the ring of scheduler w mod q."""

    def __init__(self, machine: Machine, warps: int, rule: Rule | None = None) -> None:
        self.count = machine.issue.schedulers  # q
        self.interval = machine.issue.interval  # v
        self.rings = [range(number, warps, self.count) for number in range(self.count)]
        self.each = [
            Scheduler(machine.scheduler.policy, len(ring), machine.scheduler.active_warps, rule) for ring in self.rings
        ]

    def becomes_ready(self, warp: int, cycle: int) -> None:
        """Note the cycle in which a warp becomes ready."""
        self.each[warp % self.count].became_ready[warp // self.count] = cycle

    def leaves(self, warp: int) -> None:
        """A warp leaves the active set of its scheduler."""
        self.each[warp % self.count].active.discard(warp // self.count)

    def have_turn(self, cycle: int) -> list[int]:
        """The schedulers whose turn a cycle is, in the order in which they select."""
        return [number for number in range(self.count) if cycle % self.interval == number % self.interval]

    def refill(self, number: int, ready: Sequence[bool]) -> None:
        """Refill a scheduler's active set; the bits are those of all warps."""
        self.each[number].refill([ready[warp] for warp in self.rings[number]])

    def choose(self, number: int, available: Sequence[bool]) -> int | None:
        """Apply a scheduler's rule once to its warps; the bits are those of all warps."""
        ring = self.rings[number]
        place = self.each[number].choose([available[warp] for warp in ring]) if ring else None
        return None if place is None else ring[place]
