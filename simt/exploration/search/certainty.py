"""The certainty of a Pareto front: the intervals of objectives, and the designs that stay on the front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from simt.exploration.search.objectives import Measured, Objective
from simt.exploration.silicon.spread import Drawn, ErrorDraws, extremes

DRAWS = 1000
SURE = 0.9  # ours: a design that is on the front in this share of the draws stays on it
_SEED = 1


@dataclass(frozen=True, slots=True)
class Certainty:
    """The designs on the front, if the errors of their estimates are drawn at random.

    - draws: the number of draws.
    - on_front: the share of the draws in which a design is on the front, by the design's number. A missing design has
      the share 0: its intervals keep it off the front.
    - rivals: the rivals of each design that is on the front but does not stay on it. A rival is a design that dominates
      it in more than 1 - `SURE` of the draws. Each rival has its share of the draws, the largest first.
    """

    draws: int = DRAWS
    on_front: Mapping[int, float] = field(default_factory=dict)
    rivals: Mapping[int, Mapping[int, float]] = field(default_factory=dict)

    def stays(self, number: int) -> bool:
        """Return whether a design is on the front in at least `SURE` of the draws."""
        return self.on_front.get(number, 0.0) >= SURE

    def joins(self, number: int) -> bool:
        """Return whether a design is on the front in more than 1 - `SURE` of the draws."""
        return self.on_front.get(number, 0.0) > 1 - SURE


def interval(objective: Objective, measured: Measured) -> tuple[float, float] | None:
    """Return the smallest and the largest value of an objective within the uncertainty of a design's estimate.

    The result is None if the objective has no value, or if it does not depend on this uncertainty, such as cycles and
    block memories.
    """
    if not objective.needs_silicon or measured.silicon is None:
        return None
    values = [objective.value(replace(measured, silicon=case)) for case in extremes(measured.silicon)]
    known = [float(value) for value in values if value is not None]
    return (min(known), max(known)) if len(known) == 2 and known[0] != known[1] else None


def front_certainty(
    designs: Mapping[int, Measured], front: Sequence[int], objectives: Sequence[Objective], *, draws: int = DRAWS,
    seed: int = _SEED,
) -> Certainty:  # fmt: skip
    """Find the front of `designs` in draws of the errors of their estimates.

    - designs: the good designs, by number; each has a value of every objective.
    - front: the numbers of the designs on the front of the estimates.
    - draws, seed: the number of draws, and the seed of their generator.

    Limits are not checked again: a design whose estimates are within the limits counts as within them in every draw.
    """
    numbers = _possible(designs, objectives)
    errors = ErrorDraws(draws, seed)
    costs = np.stack([_costs(designs[number], objectives, errors) for number in numbers])
    places = {number: place for place, number in enumerate(numbers)}
    leaders = costs[[places[number] for number in front]]
    on_front: dict[int, float] = {}
    rivals: dict[int, dict[int, float]] = {}
    for place, number in enumerate(numbers):
        left = np.arange(draws)
        left = left[~_dominating(leaders, costs[place]).any(axis=0)]  # the leaders beat most of the others
        if left.size:
            left = left[~_dominating(costs[:, left], costs[place, left]).any(axis=0)]
        on_front[number] = left.size / draws
    for number in front:
        if on_front[number] < SURE:
            shares = _dominating(costs, costs[places[number]]).mean(axis=1)
            order = np.argsort(-shares, kind="stable")
            rivals[number] = {numbers[k]: float(shares[k]) for k in order if shares[k] > 1 - SURE}
    return Certainty(draws, on_front, rivals)


def _dominating(others: Drawn, design: Drawn) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return in which draws each of `others` dominates a design.

    others: the costs, designs x draws x objectives. design: draws x objectives. The result: designs x draws.
    """
    no_worse = np.ones(others.shape[:2], dtype=bool)
    better = np.zeros(others.shape[:2], dtype=bool)
    for goal in range(design.shape[1]):
        no_worse &= others[:, :, goal] <= design[:, goal]
        better |= others[:, :, goal] < design[:, goal]
    found: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = no_worse & better
    return found


def _costs(measured: Measured, objectives: Sequence[Objective], errors: ErrorDraws) -> Drawn:
    """Return the costs of a design in every draw: draws x objectives, small is good."""
    drawn = measured if measured.silicon is None else replace(measured, silicon=errors.apply(measured.silicon))
    costs = np.empty((errors.count, len(objectives)))
    for place, objective in enumerate(objectives):
        value = objective.value(drawn)
        assert value is not None, "a good design has a value of every objective"
        costs[:, place] = objective.sign * value
    return costs


def _possible(designs: Mapping[int, Measured], objectives: Sequence[Objective]) -> list[int]:
    """Return the designs that may be on the front: no other is better in everything at their best and its worst."""
    numbers = list(designs)
    best, worst = np.empty((len(numbers), len(objectives))), np.empty((len(numbers), len(objectives)))
    for row, number in enumerate(numbers):
        for place, objective in enumerate(objectives):
            span = interval(objective, designs[number])
            value = objective.value(designs[number])
            assert value is not None, "a good design has a value of every objective"
            ends = [objective.sign * end for end in (span or (value, value))]
            best[row, place], worst[row, place] = min(ends), max(ends)
    is_beaten = [bool(((worst <= row).all(axis=1) & (worst < row).any(axis=1)).any()) for row in best]
    return [number for number, beaten in zip(numbers, is_beaten, strict=True) if not beaten]
