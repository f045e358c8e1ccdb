"""The reasons for empty issue slots: the slots of `idle` and `drain`, for which no instruction is to blame.

They are the end of a launch more often than not: cores without a work-group, cores whose groups have ended before
others', the last warps of a core, stores on their way. Each slot has one cause, and the causes sum to the ledger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from simt.core.state.reasons import DRAIN, IDLE, ISSUED, REASONS

if TYPE_CHECKING:
    from simt.result.parts import CoreResult, Events
    from simt.result.result import Result

NO_GROUP = "no_group"  # the core has no work-group in the whole launch
ENDED = "ended"  # the core's groups have ended, another core's have not
STORES = "stores"  # all warps have ended, and memory has transactions
NEXT_GROUP = "next_group"  # a group has ended, and the next one is on its way
FEW_WARPS = "few_warps"  # fewer warps live than instructions can issue
EXITS = "exits"  # the `ret` of every live warp is under way
NO_GROUP_THERE = "no_group_there"  # `ended` or `next_group`: the event record, which knows which, is too short
FEW_OR_EXITS = "few_warps_or_exits"  # likewise


@dataclass(frozen=True, slots=True)
class Stay:
    """A work-group in a place of a core, from the cycle of its start to the cycle of its end.

    instructions: issued by its warps. waits: the state in which they were longest.
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
        """The cycles that it was there."""
        return self.end - self.start


@dataclass(frozen=True)
class Unfilled:
    """The slots by cause, and the waits.

    stays: of the work-groups, by number; empty if the record does not have all of them. alone: the cycle from which on
    a core has fewer warps than slots, with these warps, as (core, cycle, warps). lines: the program counters of the
    waits with most cycles, most first.
    """

    slots: dict[str, int]
    total: int
    stays: Sequence[Stay]
    idle_cores: int
    alone: tuple[int, int, tuple[int, ...]] | None
    lines: Sequence[tuple[int, int]]

    @property
    def count(self) -> int:
        """Slots for all causes."""
        return sum(self.slots.values())

    @cached_property
    def last(self) -> Stay | None:
        """The work-group that ended last."""
        return max(self.stays, key=lambda stay: (stay.end, -stay.group), default=None)

    def mean_of_others(self, what: str) -> float:
        """Return the mean `cycles` or `instructions` of the work-groups that did not end last."""
        values = [getattr(stay, what) for stay in self.stays if stay is not self.last]
        return sum(values) / len(values) if values else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
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
    """Return the slots of a recorded run that ran to its end, of all cores. Raises `ValueError` without a record."""
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
    last = max(stays, key=lambda stay: (stay.end, -stay.group), default=None)
    waited = _waited_for(result, stays, last, alone)
    idle_cores = sum(core.instructions == 0 for core in result.cores)
    return Unfilled({cause: count for cause, count in slots.most_common() if count}, result.slot_total, stays,
                    idle_cores, alone, waited)  # fmt: skip


def _of_core(result: Result, core: CoreResult, events: Events, end: int, own_end: int) -> Counter[str]:
    """Return the slots of a core. end, own_end: when the last group of the launch, and of the core, has ended."""
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
    """Return the work-groups in the order of their numbers; [] if the record is not complete."""
    stays: list[Stay] = []
    for core in result.cores:
        if core.events is None or core.events.first or core.events.end < core.cycles:
            return []
        for place in range(result.places):
            stays += _in_place(core, core.events, place, result.group_warps)
    # The first go round the cores, place by place; the others come by cycle, then by core, then by place.
    stays.sort(key=lambda stay: (stay.start, stay.place if stay.start == 0 else -1, stay.core, stay.place))
    return [replace(stay, group=group) for group, stay in enumerate(stays)]


def _in_place(core: CoreResult, events: Events, place: int, warps: int) -> list[Stay]:
    """Return the work-groups that a place has had, by time; their numbers are not known yet."""
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
    """Return from which cycle on a core has fewer warps than slots until it ends, and which; None if it never does."""
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


def _waited_for(
    result: Result, stays: Sequence[Stay], last: Stay | None, alone: tuple[int, int, tuple[int, ...]] | None
) -> list[tuple[int, int]]:
    """Return where the last group, or the last warps, spent most cycles after all others, by program counter."""
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
