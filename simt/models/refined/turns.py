"""The turns of schedulers: how often a core issues, and how often a unit is entered (docs/processor.md, section 25).

Scheduler s of q has its turn in the cycles c with c mod v = s mod v. With one scheduler and a turn in every cycle,
nothing here makes a difference.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from simt.machine import Machine


def issue_rate(machine: Machine, warps: float) -> float:
    """Return the instructions of `warps` warps that a core's schedulers select per cycle.

    The scheduler with the most warps decides.
    """
    return machine.most_issued * _evenness(machine, warps)


def _evenness(machine: Machine, warps: float) -> float:
    """Return the warps of an average scheduler as a share of the warps of the busiest one."""
    schedulers = machine.issue.schedulers
    return warps / (schedulers * ceil(warps / schedulers)) if schedulers > 1 else 1.0


def in_turn(cycle: float, interval: int, start: float = 0.0) -> float:
    """Return the first turn of a scheduler from `cycle` on. One of its turns is in the cycle `start`.

    The time between may be a mean of two neighbouring whole numbers; the result is the mean of theirs.
    """
    if interval == 1:
        return cycle
    whole, part = divmod(cycle - start, 1)
    early, late = (-(-number // interval) * interval for number in (whole, whole + 1))
    return start + early + part * (late - early)


def share_of_unit(machine: Machine, unit: str, busy: float, warps: float) -> float:
    """Return the cycles of a unit that an instruction takes.

    busy: the cycles for which the instruction occupies an instance of the unit. Without a front end an instance that
    has become free waits for the next turn of a scheduler that it serves.
    """
    is_private, schedulers = machine.is_per_scheduler(unit), machine.issue.schedulers
    count = machine.unit_counts[unit]
    if machine.front_end.stages == 0 and machine.issue.interval > 1:
        served = 1 if is_private else min(schedulers, ceil(warps))
        busy = _between_entries(busy, machine.issue.interval, served)
    return busy / (count * (_evenness(machine, warps) if is_private else 1.0))


def _between_entries(busy: float, interval: int, schedulers: int) -> float:
    """Return the mean time between the entries of a unit's instance that all schedulers always ask for."""
    if schedulers >= interval:
        return busy
    whole, part = divmod(busy, 1)
    early, late = (_between_whole(int(number), interval, schedulers) for number in (whole, whole + 1))
    return early + part * (late - early)


@lru_cache(1024)
def _between_whole(busy: int, interval: int, schedulers: int) -> float:
    cycle, entries = 0, 0
    while not entries or cycle % interval:  # until a first scheduler enters again
        cycle += busy
        if cycle % interval >= schedulers:
            cycle += interval - cycle % interval
        entries += 1
    return cycle / entries
