"""Work-groups come to a core in waves, one group per place at a time (docs/processor.md, section 18).

The places of a core are reassigned 2 L cycles after a group has ended, so the next wave follows on the one before as a
step follows on the one before it, with the time from a group's end to the next one's start in place of a latency. The
last wave may be smaller: fewer groups, on fewer cores.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from simt.models.refined.profile import Profile
from simt.models.refined.rounds import Rounds

_REPEATED = 3  # waves simulated; every further one takes as long as the last of them


@dataclass(frozen=True, slots=True)
class Wave:
    """Groups that are at work at the same time. groups: on the busiest core. all_groups: on all cores."""

    groups: int
    all_groups: int
    count: int = 1  # equal waves, one after the other


def waves_of(profile: Profile) -> list[Wave]:
    """The waves of a launch: full ones, then the rest; without a grid, one wave of one group."""
    groups, cores = profile.groups, profile.machine.cores
    at_a_time = cores * profile.places
    full, rest = divmod(groups, at_a_time)
    waves = [Wave(profile.places, at_a_time, full)] if full else []
    return [*waves, *([Wave(-(-rest // cores), rest)] if rest else [])]


def through_waves(profile: Profile, run: Callable[[Wave, Rounds], Rounds]) -> Rounds:
    """All waves, each by `run` from the end of the one before. The result ends with the last warp of all."""
    machine = profile.machine
    turn = 2 * machine.interconnect.latency - machine.retire.stages
    group = profile.warps_per_group
    now, ended = Rounds(), Rounds()
    before: Wave | None = None
    for wave in waves_of(profile):
        seen: list[Rounds] = []
        for _ in range(min(wave.count, _REPEATED)):
            if before is not None:
                now = _turned(now, turn, before, wave, group)
            now = run(wave, now)
            seen.append(now)
            before = wave
        if wave.count > _REPEATED:
            now = now.further(seen[-2], wave.count - _REPEATED)
        ended = replace(max(ended, now, key=lambda each: each.last), landed=max(ended.landed, now.landed))
    return ended


def _turned(now: Rounds, turn: float, before: Wave, wave: Wave, group: int) -> Rounds:
    """The next wave's groups in the places of the groups that ended first."""
    assert now.done is not None
    done = replace(now.done, latency=now.done.latency + turn, is_barrier=True, reason="idle")
    warps, coming = before.groups * group, wave.groups * group
    if coming < warps:
        last = now.first + (now.last - now.first) * (coming - 1) / (warps - 1)
        scale = last / now.last if now.last else 1.0
        now = replace(now, last=last, charges={name: value * scale for name, value in now.charges.items()})
    return replace(now, done=done)
