"""Section 3: the scheduling rules.

A rule is a function of the available bits and of the scheduler, which has a memory and sees where available warps
stand; it answers with a warp or None. Tests may pass a rule of their own to `simulate`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

__all__ = ["RULES", "Rule", "Scheduler", "Standing"]

Rule = Callable[[Sequence[bool], "Scheduler"], "int | None"]


class Standing(NamedTuple):
    """Where an available warp stands: its program counter, and how many of its lanes are active."""

    pc: int
    active: int


class Scheduler:
    """What the rules remember: the last selected warp and the program counter of its instruction, when each warp became
    ready, the active set of `two_level`.
    """

    def __init__(self, policy: str, warps: int, active_warps: int, rule: Rule | None = None) -> None:
        self.policy = policy
        self.warps = warps
        self.rule = rule or RULES[policy]
        self.last_selected: int | None = None
        self.last_pc = 0  # of the last selected instruction; of a bundle that is the first operation
        self.standing: dict[int, Standing] = {}  # of the available warps, at this application of the rule
        self.became_ready = [0] * warps
        self.active_limit = active_warps
        self.active = set(range(min(active_warps, warps)))

    def refill(self, ready: Sequence[bool]) -> None:
        """While the active set has room, the ready warp outside it that became ready earliest enters."""
        if self.policy != "two_level":
            return
        while len(self.active) < self.active_limit:
            outside = [x for x in range(self.warps) if ready[x] and x not in self.active]
            if not outside:
                return
            self.active.add(min(outside, key=lambda x: (self.became_ready[x], x)))

    def choose(self, standing: Sequence[Standing | None]) -> int | None:
        """Apply the rule once. `standing` is, by warp of the ring, where it stands; None if it is not available."""
        self.standing = {x: place for x, place in enumerate(standing) if place is not None}
        chosen = self.rule([place is not None for place in standing], self)
        if chosen is not None:
            self.last_selected = chosen
            self.last_pc = self.standing[chosen].pc
        return chosen


def paper(available: Sequence[bool], scheduler: Scheduler) -> int | None:
    """The lowest available warp whose predecessor in the ring is not available; 0 if all are."""
    warps = scheduler.warps
    if all(available):
        return 0
    for x in range(warps):
        if available[x] and not available[(x - 1) % warps]:
            return x
    return None


def round_robin(available: Sequence[bool], scheduler: Scheduler) -> int | None:
    """The first available warp after the last selected one, in ring order; at the start after the last of the ring."""
    last = scheduler.warps - 1 if scheduler.last_selected is None else scheduler.last_selected
    for step in range(1, scheduler.warps + 1):
        x = (last + step) % scheduler.warps
        if available[x]:
            return x
    return None


def oldest(available: Sequence[bool], scheduler: Scheduler) -> int | None:
    """The available warp that became ready in the earliest cycle; the lowest of those."""
    candidates = [x for x in range(scheduler.warps) if available[x]]
    return min(candidates, key=lambda x: (scheduler.became_ready[x], x)) if candidates else None


def greedy_oldest(available: Sequence[bool], scheduler: Scheduler) -> int | None:
    """The last selected warp, if there is one and it is available, else the lowest available one."""
    if scheduler.last_selected is not None and available[scheduler.last_selected]:
        return scheduler.last_selected
    return next((x for x in range(scheduler.warps) if available[x]), None)


def fixed_priority(available: Sequence[bool], scheduler: Scheduler) -> int | None:
    """The lowest available warp, always."""
    return next((x for x in range(scheduler.warps) if available[x]), None)


def two_level(available: Sequence[bool], scheduler: Scheduler) -> int | None:
    """Round robin among the available warps of the active set."""
    return round_robin([bit and x in scheduler.active for x, bit in enumerate(available)], scheduler)


def majority(available: Sequence[bool], scheduler: Scheduler) -> int | None:
    """Round robin among the available warps at the last selected instruction; if there is none, at the program counter
    with most active lanes of available warps, of several the lowest.
    """

    def next_at(pc: int) -> int | None:
        return round_robin([bit and scheduler.standing[x].pc == pc for x, bit in enumerate(available)], scheduler)

    chosen = next_at(scheduler.last_pc)
    if chosen is not None or not any(available):
        return chosen
    lanes = Counter[int]()
    for place in scheduler.standing.values():
        lanes[place.pc] += place.active
    return next_at(min(lanes, key=lambda pc: (-lanes[pc], pc)))


RULES: dict[str, Rule] = {
    "paper": paper,
    "round_robin": round_robin,
    "oldest": oldest,
    "greedy_oldest": greedy_oldest,
    "fixed_priority": fixed_priority,
    "two_level": two_level,
    "majority": majority,
}
