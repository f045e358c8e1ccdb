"""The causes of the issue slots that the ledger counts as `idle` or `drain`: no instruction is to blame for them.

Most of these slots lie at the end of a launch, when some cores have no work-group, a core has few warps left, or memory
has not finished its stores. Each slot has one cause, and the causes sum to the ledger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from simt.core.state.reasons import DRAIN, IDLE, ISSUED, REASONS
from simt.result.parts import CoreResult, Events
from simt.result.result import Result

NO_GROUP = "no_group"  # the core has no work-group in the whole launch
ENDED = "ended"  # the core's groups have ended, and groups of another core have not
STORES = "stores"  # all warps have ended, and memory has transactions
NEXT_GROUP = "next_group"  # a group has ended, and the next one is on its way
FEW_WARPS = "few_warps"  # fewer warps live than instructions can issue
EXITS = "exits"  # the `ret` of every live warp is under way
# Causes of slots that the event record, because it is too short, does not distinguish.
NO_GROUP_THERE = "no_group_there"  # `ended` or `next_group`
FEW_OR_EXITS = "few_warps_or_exits"  # `few_warps` or `exits`


@dataclass(frozen=True, slots=True)
class Stay:
    """The stay of a work-group in a place of a core: cycles `start` to `end` - 1.

    instructions: the number of instructions that its warps issued. waits: the state in which its warps waited longest.
    """

    group: int
    core: int
    place: int
    start: int
    end: int
    instructions: int
    waits: str

    @property
    def cycles(self) -> int:
        """The length of the stay."""
        return self.end - self.start


@dataclass(frozen=True)
class Unfilled:
    """Empty issue slots by cause, and the waits that explain them.

    - slots: the number of empty slots by cause, most first.
    - total: all issue slots of the run.
    - stays: the stays of all work-groups, by group number; empty if the record is not complete.
    - idle_cores: the number of cores that issued nothing.
    - alone: (core, cycle, warps). From this cycle on, the core has fewer live warps than issue slots; `warps` are the
      warps that live in this cycle. If there are several cores of this kind, it is the core with the earliest cycle.
      None if there is no such core.
    - lines: (program counter, cycles) of waits, most cycles first. The waits are of the last group or, without `stays`,
      of the warps in `alone`.
    """

    slots: dict[str, int]
    total: int
    stays: Sequence[Stay]
    idle_cores: int
    alone: tuple[int, int, tuple[int, ...]] | None
    lines: Sequence[tuple[int, int]]

    @property
    def count(self) -> int:
        """The number of empty slots, for all causes."""
        return sum(self.slots.values())

    @cached_property
    def last(self) -> Stay | None:
        """The work-group that ended last, None without `stays`; of several, the group with the lowest number."""
        return max(self.stays, key=lambda stay: (stay.end, -stay.group), default=None)

    def mean_of_others(self, count: str) -> float:
        """Return the mean `cycles` or `instructions` of all work-groups except the last to end; 0 if there are none."""
        values = [getattr(stay, count) for stay in self.stays if stay is not self.last]
        return sum(values) / len(values) if values else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        last = self.last
        return {
            "slots": self.slots,
            "idle_cores": self.idle_cores,
            "last_group": None if last is None else {
                "group": last.group, "core": last.core, "start": last.start, "end": last.end,
                "instructions": last.instructions, "waits": last.waits,
                "cycles_of_others": self.mean_of_others("cycles"),
                "instructions_of_others": self.mean_of_others("instructions"),
            },
            "alone": None if self.alone is None else dict(zip(("core", "cycle", "warps"), self.alone, strict=True)),
            "lines": [{"pc": pc, "cycles": cycles} for pc, cycles in self.lines],
        }  # fmt: skip


def unfilled_of(result: Result) -> Unfilled:
    """Return the empty slots of a run that ran to its end. Raises `ValueError` without an event record."""
    slots: Counter[str] = Counter()
    stays = _stays(result)
    end = max((stay.end for stay in stays), default=result.cycles)
    alone = None
    for core in result.cores:
        if core.events is None:
            raise ValueError("the run has no event record")
        own = [stay.end for stay in stays if stay.core == core.number]
        slots.update(_of_core(result, core, core.events, end, max(own, default=0)))
        few_warps = _alone(core, core.events, result.machine.issue_slots)
        if few_warps is not None and (alone is None or few_warps[1] < alone[1]):
            alone = few_warps
    idle_cores = sum(core.instructions == 0 for core in result.cores)
    causes = {cause: count for cause, count in slots.most_common() if count}
    unfilled = Unfilled(causes, result.slot_total, stays, idle_cores, alone, ())
    return replace(unfilled, lines=_waited_for(result, unfilled))


def _of_core(result: Result, core: CoreResult, events: Events, end: int, own_end: int) -> Counter[str]:
    """Return the empty slots of a core by cause.

    end: the cycle in which the launch's last group ends. own_end: the cycle in which the core's last group ends; 0 if
    it is not known.
    """
    ledger = core.ledgers.issue
    idle, drain = ledger.get("idle", 0), ledger.get("drain", 0)
    if core.instructions == 0:
        return Counter({NO_GROUP: idle + drain})
    rows = events.slots
    cycles = np.arange(events.first, events.end)
    is_drain = rows == DRAIN
    are_all = is_drain.all(axis=1)
    slots = Counter({EXITS: int(is_drain[are_all].sum()), FEW_WARPS: int(is_drain[~are_all].sum())})
    slots[EXITS if result.machine.issue_slots == 1 else FEW_OR_EXITS] += drain - slots.total()
    if not own_end:
        return slots + Counter({NO_GROUP_THERE: idle})
    by_cycle = (rows == IDLE).sum(axis=1)
    slots[STORES] = int(by_cycle[cycles >= end].sum())
    slots[ENDED] = int(by_cycle[(cycles >= own_end) & (cycles < end)].sum())
    slots[NEXT_GROUP] = int(by_cycle[cycles < own_end].sum())
    return slots


def _stays(result: Result) -> list[Stay]:
    """Return the stays of all work-groups by group number; [] if the record is not complete."""
    stays: list[Stay] = []
    for core in result.cores:
        if core.events is None or core.events.first or core.events.end < core.cycles:
            return []
        for place in range(result.places):
            stays += _in_place(core, core.events, place, result.group_warps)
    # Groups of cycle 0 are numbered place by place, over all cores; later ones by cycle, then core, then place.
    stays.sort(key=lambda stay: (stay.start, stay.place if stay.start == 0 else -1, stay.core, stay.place))
    return [replace(stay, group=group) for group, stay in enumerate(stays)]


def _in_place(core: CoreResult, events: Events, place: int, warps: int) -> list[Stay]:
    """Return the stays in one place of a core in order of time, with -1 for the groups' numbers."""
    states = events.warps[:, place * warps : (place + 1) * warps]
    is_there = np.concatenate(([False], states[:, 0] != IDLE, [False]))
    edges = np.flatnonzero(is_there[1:] != is_there[:-1]).reshape(-1, 2).tolist()
    stays = []
    for start, end in edges:
        counts = np.bincount(states[start:end].ravel(), minlength=len(REASONS))
        issued = int(counts[ISSUED])
        counts[[ISSUED, DRAIN]] = 0
        stays.append(Stay(-1, core.number, place, start, end, issued, REASONS[int(counts.argmax())]))
    return stays


def _alone(core: CoreResult, events: Events, slots: int) -> tuple[int, int, tuple[int, ...]] | None:
    """Return `Unfilled.alone` of one core.

    None if it has at least `slots` live warps up to its end, one issue slot, or no instructions.
    """
    if slots < 2 or core.instructions == 0:
        return None
    lives = (events.warps != DRAIN) & (events.warps != IDLE)
    some = np.flatnonzero(lives.any(axis=1))
    if not len(some):
        return None
    lives = lives[: some[-1] + 1]
    many = np.flatnonzero(lives.sum(axis=1) >= slots)
    first = int(many[-1]) + 1 if len(many) else 0
    if first >= len(lives):
        return None
    return core.number, events.first + first, tuple(np.flatnonzero(lives[first]).tolist())


def _waited_for(result: Result, unfilled: Unfilled) -> list[tuple[int, int]]:
    """Return `Unfilled.lines`, counted from the cycle in which all other groups, or warps, have ended."""
    stays, last, alone = unfilled.stays, unfilled.last, unfilled.alone
    if last is not None and len(stays) > 1:
        first = max(stay.end for stay in stays if stay is not last)
        core, warps = last.core, range(last.place * result.group_warps, (last.place + 1) * result.group_warps)
    elif alone is not None:
        core, first, warps = alone[0], alone[1], alone[2]  # type: ignore[assignment]
    else:
        return []
    events = result.cores[core].events
    assert events is not None
    cycles_of: Counter[int] = Counter()
    for warp in warps:
        own = events.of_warp(warp)
        select = own["select"].astype(np.int64)
        until = np.append(select[1:], own["retire"][-1:])
        spent = np.maximum(until - np.maximum(select, first), 0)
        for pc, cycles in zip(own["pc"].tolist(), spent.tolist(), strict=True):
            cycles_of[pc] += cycles
    return [(pc, cycles) for pc, cycles in cycles_of.most_common() if cycles]
