"""The walk of a launch: the groups of the busiest core, in the places of the core, with the paths of their warps.

Only a part of a launch with many groups, or with many turns of loops, is walked, so that a prediction takes a bounded
time. Some of a loop's turns after the first stand for its other turns, and some of the groups between the first and the
last stand for the other groups.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from simt.models.refined.account import Spent
from simt.models.refined.paths import Turns, Visit, length_of, most_turns, path_of, scaled, turns_of, weights_of
from simt.models.refined.profile import Profile
from simt.models.refined.steps import Step, steps_of, visits_of
from simt.models.refined.walk import Path, Started, Walk

EFFORT = 3000  # steps: about the most that are walked
_TURNS = (64, 32, 16, 8, 4, 3, 2)  # that may be walked of each loop


@dataclass(slots=True)
class Repeats:
    """The steps that warps take twice: the first of every `every` steps that use a unit.

    Barriers, and the step that ends a warp, are taken once.

    taken: the number of steps so far that use the unit. again: the number of them that are taken twice.
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
        count = -1
        for number, (step, weight) in enumerate(path, 1):
            yield step, weight
            if not any(use[0] == self.unit for use in step.uses):
                continue
            self.taken += weight
            if number < len(path) and not step.is_barrier:
                count += 1
                if not count % self.every:
                    self.again += weight
                    yield step, weight


def walked(profile: Profile, repeats: Repeats | None = None) -> Spent:
    """Walk a launch, and return its cycles, by step and by the step's wait. repeats: steps to take twice."""
    launch = WalkedLaunch(profile, repeats)
    groups = iter(launch.groups())
    return Walk(profile.machine, lambda: next(groups, None)).run(launch.places)


class WalkedLaunch:
    """A launch, and the part of it that is walked.

    all_groups: the number of work-groups of the busiest core. places: the number of groups that this core holds at a
    time.
    """

    def __init__(self, profile: Profile, repeats: Repeats | None = None) -> None:
        self._profile, self._repeats = profile, repeats
        cores = profile.machine.cores
        self.all_groups = -(-profile.groups // cores)  # of the busiest core
        self.places = min(profile.places, self.all_groups)
        self._steps = steps_of(profile, profile.groups / self.all_groups)
        self._paths: dict[int, Path] = {}
        self._weights: dict[int, float] = {}
        self._waves = 1
        for turns in _TURNS:
            self._weights = weights_of(self._most_turns, turns)
            self._waves = min(3, self.all_groups // self.places)
            while self._waves > 2 and self._effort > EFFORT:
                self._waves -= 1
            if self._effort <= EFFORT:
                break

    @property
    def _effort(self) -> float:
        """The steps to walk."""
        profile = self._profile
        lengths = [len(steps) for steps in self._steps]
        warps = [kind.warps / profile.warps for kind in profile.kinds] or [1.0]
        mean = sum(
            share * length_of(turns, self._weights, lengths) for share, turns in zip(warps, self._turns, strict=True)
        )
        return self._waves * self.places * profile.warps_per_group * mean

    def groups(self) -> Iterator[Started]:
        """Yield the groups to walk, wave by wave. The second wave stands for all that are left out."""
        full, rest = divmod(self.all_groups, self.places)
        for number in range(self._waves * self.places + rest):
            weight = full - self._waves + 1.0 if number // self.places == 1 < self._waves else 1.0
            yield Started(weight, self._group(number))

    @cached_property
    def _turns(self) -> list[tuple[Turns, ...]]:
        """The loops of each kind of warps; of all warps together if kinds are not known."""
        return [turns_of(self._profile.program, visits) for visits in self._visits]

    @cached_property
    def _visits(self) -> list[list[float]]:
        """The visits of a warp to each block, by kind; of an average warp if kinds are not known."""
        profile = self._profile
        average = [count / profile.warps for count in profile.issues]
        kinds: list[Sequence[float]] = [kind.issues for kind in profile.kinds] or [average]
        return [visits_of(profile.program, issues) for issues in kinds]

    @cached_property
    def _most_turns(self) -> dict[int, float]:
        most: dict[int, float] = {}
        for turns in self._turns:
            most_turns(turns, most)
        return most

    @cached_property
    def _shared_kinds(self) -> list[int]:
        """The kinds of the warps that every group has."""
        kinds, groups = self._profile.kinds, self._profile.groups
        return [k for k, kind in enumerate(kinds) if not kind.warps % groups for _ in range(kind.warps // groups)]

    @cached_property
    def _other_kinds(self) -> tuple[list[int], list[int]]:
        """The other kinds, and the number of warps up to each; groups take these warps one after the other."""
        kinds, groups = self._profile.kinds, self._profile.groups
        others = [k for k, kind in enumerate(kinds) if kind.warps % groups]
        return others, list(accumulate(kinds[k].warps for k in others))

    def _group(self, number: int) -> list[Path]:
        """Return the paths of the warps of a group of the core. Its groups are spread over the launch."""
        profile = self._profile
        if not profile.kinds:
            first = number * profile.warps_per_group
            is_even = not profile.is_uneven
            return [self._path(0, 0 if is_even else first + k) for k in range(profile.warps_per_group)]
        group = number * profile.machine.cores % profile.groups
        need = profile.warps_per_group - len(self._shared_kinds)
        others, ends = self._other_kinds
        rest = [others[bisect_right(ends, warp)] for warp in range(group * need, (group + 1) * need)]
        return [self._path(kind, 0) for kind in sorted(self._shared_kinds + rest)]

    def _path(self, kind: int, number: int) -> Path:
        key = kind if self._profile.kinds else number
        if key not in self._paths:
            visits: Sequence[Visit] = path_of(self._turns[kind], self._weights, number)
            if self._profile.kinds:
                visits = scaled(visits, self._visits[kind])
            path = [(step, visit.weight) for visit in visits for step in self._steps[visit.block]]
            self._paths[key] = path if self._repeats is None else list(self._repeats.of(path))
        return self._paths[key]
