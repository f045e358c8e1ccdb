"""The walk of a launch: the groups of the busiest core, in the places of the core, with the paths of their warps.

Only a part of a launch with many groups, or with many turns of loops, is walked, so that a prediction takes a bounded
time. Some of a loop's turns after the first stand for its other turns, and some of the groups between the first and the
last stand for the other groups. That is right as long as the warps that walk at the same time stand for equal numbers
of visits. If they do not, a larger part is walked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

import numpy as np

from simt.models.refined.account import Spent
from simt.models.refined.paths import length_of, nest_of, path_of, turns_of
from simt.models.refined.profile import Profile
from simt.models.refined.steps import Step, steps_of, visits_of
from simt.models.refined.walk import Path, Started, Walk

EFFORTS = (3000, 12000, 48000)  # steps: about the most that are walked at first, and if weights are unlike
SPREAD = 1.5  # ours: the largest `account.spread_of` of a walk after which no larger part is walked
_TURNS = (64, 32, 16, 8, 4, 3, 2)  # that may be walked of each loop
_WAVES = 3  # of groups that are alike
_EPSILON = 1e-9  # error of sums of fractions


@dataclass(slots=True)
class Repeats:
    """The steps that warps take twice: the first of every `every` steps that use a unit.

    Barriers, and the step that ends a warp, are taken once. taken, again: the steps so far that use the unit, and the
    ones of them that are taken twice.
    """

    unit: str
    every: int
    taken: float = 0.0
    again: float = 0.0

    @property
    def share(self) -> float:
        """The share of the steps that are taken twice."""
        return self.again / self.taken if self.taken else 0.0

    def of(self, path: Path) -> Iterator[tuple[Step, float]]:
        """Yield the steps of a path, with the repeated ones."""
        count = 0
        for step, weight in path:
            yield step, weight
            if any(use[0] == self.unit for use in step.uses):
                self.taken += weight
                if not step.is_barrier and step is not path[-1][0]:
                    if not count % self.every:
                        self.again += weight
                        yield step, weight
                    count += 1


def walked(profile: Profile, repeats: Repeats | None = None, effort: int | None = None) -> tuple[Spent, int]:
    """Walk a launch, and return its cycles, by step and by the step's wait, and the effort of the walk.

    repeats: steps to take twice. effort: about the number of steps to walk; None if the launch decides it.
    """
    plan = None
    for most in EFFORTS if effort is None else (effort,):
        launch = WalkedLaunch(profile, repeats, most)
        if launch.plan == plan:
            continue
        plan = launch.plan
        if repeats is not None:
            repeats.taken = repeats.again = 0.0
        walk = Walk(profile.machine, launch.groups())
        spent = walk.run(launch.places)
        if walk.spread() <= SPREAD:
            break
    return spent, most


class WalkedLaunch:
    """A launch, and the part of it that is walked.

    all_groups: the number of work-groups of the walked core, which is the last one to end; if it is not known, groups
    go round the cores, and the core with the most work is walked. places: the number of groups that it holds at a time.
    """

    def __init__(self, profile: Profile, repeats: Repeats | None = None, effort: int = EFFORTS[0]) -> None:
        self._profile, self._repeats = profile, repeats
        self._nest = nest_of(profile.program)
        self._visits: dict[int, list[float]] = {}
        self._paths: dict[int, Path] = {}
        self._most: dict[int, float] = {}  # by header of a loop: the most turns of a warp
        for kind in range(max(1, len(profile.kinds))):
            for header, turns in turns_of(self._nest, self._of_kind(kind)):
                self._most[header] = max(self._most.get(header, 0.0), ceil(turns - _EPSILON))
        cores = min(profile.machine.cores, profile.groups)
        groups = np.asarray(profile.order if profile.kinds else [0] * profile.warps).reshape(profile.groups, -1)
        work = np.array([max(1, sum(kind.issues)) for kind in profile.kinds] or [1])[groups].sum(axis=1)
        busiest = max(range(cores), key=lambda core: work[core::cores].sum())
        mine = profile.latest or slice(busiest, None, cores)
        self._groups, self._work = groups[mine], work[mine]
        self._are_alike = bool((self._groups == self._groups[0]).all())
        self.all_groups = len(self._groups)
        self.places = min(profile.places, self.all_groups)
        self._steps = steps_of(profile, float(work.sum() / self._work.sum()))
        self._limit_effort(effort)

    def _limit_effort(self, most: int) -> None:
        """Choose how many turns of loops, and how many waves of groups, are walked. most: the steps, about.

        The warp with the most turns of a loop walks `turns` of them, and the others fewer in proportion.
        """
        profile, full = self._profile, self.all_groups // self.places
        mean = visits_of(profile.program, [count / profile.warps for count in profile.issues])
        lengths = [len(steps) for steps in self._steps]
        for turns in _TURNS:
            self._stands = {header: max(1.0, (own - 1) / (turns - 1)) for header, own in self._most.items()}
            effort = self.places * profile.warps_per_group * length_of(self._nest, mean, self._stands, lengths)
            self._waves = min(full, _WAVES if self._are_alike else max(_WAVES, int(most // effort)))
            while self._waves > 2 and self._waves * effort > most:
                self._waves -= 1
            if self._waves * effort <= most:
                break

    @property
    def plan(self) -> tuple[dict[int, float], int]:
        """The turns for which a walked turn of each loop stands, by header, and the number of waves that are walked."""
        return self._stands, self._waves

    def groups(self) -> Iterator[Started]:
        """Yield the groups to walk, in order. Each stands for the groups from it to the next one, by their work."""
        places = self.places
        ends = 1 if self._waves < 3 else 2  # the waves that stand for themselves
        between, walked = places * (self.all_groups // places - ends), places * (self._waves - ends)
        middle = (places + between * number // walked for number in range(walked))
        starts = (*range(places), *middle, *range(places + between, self.all_groups), self.all_groups)
        for first, end in pairwise(starts):
            weight = self._work[first:end].sum() / self._work[first]
            yield Started(float(weight), [self._path(kind) for kind in self._groups[first].tolist()])

    def _of_kind(self, kind: int) -> list[float]:
        """Return the visits of a warp of a kind to each block; of an average warp if kinds are not known."""
        if kind not in self._visits:
            profile = self._profile
            mean = [count / profile.warps for count in profile.issues]
            self._visits[kind] = visits_of(profile.program, profile.kinds[kind].issues if profile.kinds else mean)
        return self._visits[kind]

    def _path(self, kind: int) -> Path:
        if kind not in self._paths:
            visits = path_of(self._nest, self._of_kind(kind), self._stands)
            path = [(step, weight) for block, weight in visits for step in self._steps[block]]
            self._paths[kind] = path if self._repeats is None else list(self._repeats.of(path))
        return self._paths[kind]
