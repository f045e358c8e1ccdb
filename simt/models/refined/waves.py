"""Waves: the work-groups that are in the places of the cores at the same time (docs/processor.md, section 18).

A place gets its next group 2 L cycles after its group has ended. So waves follow each other as steps do, with this time
in place of a latency. The last wave may have fewer groups, on fewer cores.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from simt.models.refined.flights import Flight
from simt.models.refined.profile import Profile
from simt.models.refined.rounds import Rounds

_REPEATED = 3  # equal waves that are computed; every further one takes as long as the last of them


@dataclass(frozen=True, slots=True)
class Wave:
    """Equal waves in a row. groups: a wave's groups on the busiest core. all_groups: a wave's groups on all cores."""

    groups: int
    all_groups: int
    count: int = 1


def waves_of(profile: Profile) -> list[Wave]:
    """Return the waves of a launch: the full ones, then the rest."""
    groups, cores = profile.groups, profile.machine.cores
    at_a_time = cores * profile.places
    full, rest = divmod(groups, at_a_time)
    waves = [Wave(profile.places, at_a_time, full)] if full else []
    return [*waves, *([Wave(-(-rest // cores), rest)] if rest else [])]


def through_waves(profile: Profile, run: Callable[[Wave, Rounds], Rounds]) -> Rounds:
    """Take all waves through the program, one after the other, and return the state at the last warp's end.

    run: takes a wave and the state at its start, and returns the state at its end.
    """
    machine = profile.machine
    turn = 2 * machine.interconnect.latency - machine.retire.stages
    group = profile.warps_per_group
    now, ended = Rounds(), Rounds()
    before: Wave | None = None
    for wave in waves_of(profile):
        ends: list[Rounds] = []
        for _ in range(min(wave.count, _REPEATED)):
            if before is not None:
                now = _turned(now, turn, before, wave, group)
            now = run(wave, now)
            ends.append(now)
            before = wave
        if wave.count > _REPEATED:
            now = now.further(ends[-2], now, wave.count - _REPEATED)
        ended = replace(max(ended, now, key=lambda rounds: rounds.last), landed=max(ended.landed, now.landed))
    return ended


def _turned(now: Rounds, turn: float, before: Wave, wave: Wave, group: int) -> Rounds:
    """Return the state at the start of `wave`. Its groups take the places of the groups of `before` that ended first.

    turn: cycles from a group's end to the next group's start. group: warps of a group.
    """
    ended = replace(now.flights[-1].step, latency=now.rest + turn, is_barrier=True, steers=True, reason="idle")
    warps, coming = before.groups * group, wave.groups * group
    if coming < warps:
        last = now.first + (now.last - now.first) * (coming - 1) / (warps - 1)
        scale = last / now.last if now.last else 1.0
        now = replace(now, last=last, charges={name: value * scale for name, value in now.charges.items()})
    return replace(now, flights=(Flight(ended, now.first, now.last),))
