"""Changes of the winner: kernels, machines or variants over a swept key, in the simulation and in each prediction.

A crossing lies between two values of the key. If the key is a number, it is the place where straight lines through the
logarithms of the cycles cross, as lines on a logarithmic axis do. A prediction may be far off and still pick the right
winner everywhere: decision accuracy is the share of the values at which it does.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from isa.reporting.diagnostics import did_you_mean, quote
from simt.exploration.plans.axes import are_numbers
from simt.validate.comparison import Compared, ComparedPoint, Request
from simt.validate.errors import CompareError

_GEOMETRIC = 4.0  # largest over smallest step from which on values count as multiples: their axis is logarithmic
_SAME = 1e-9  # predictions that differ by less are equal


@dataclass(frozen=True, slots=True)
class Crossing:
    """A change of the winner between two values of the key. `at` is None if the key is not a number."""

    before: str
    after: str
    low: Any
    high: Any
    at: float | None

    @property
    def text(self) -> str:
        """The place as people write it."""
        if self.at is None:
            return f"{self.low} | {self.high}"
        return f"{self.at:.4g} ({self.low} to {self.high})"


@dataclass(frozen=True)
class Decision:
    """The winner at each value by one source of cycles. `cycles`: by contender, then by value, None if unknown.

    `winners`: the names that share the least cycles at each value, none if a contender has no number. Against the
    simulation: `judged` values at which both have winners, `right` ones, at which all its picks are winners of the
    simulation; `losses`: how much longer the simulated run of its pick is than the winner's, as shares.
    """

    cycles: Mapping[str, tuple[float | None, ...]]
    winners: tuple[tuple[str, ...], ...]
    crossings: tuple[Crossing, ...]
    judged: int = 0
    right: int = 0
    losses: tuple[float, ...] = ()

    @property
    def accuracy(self) -> float | None:
        """Share of the judged values at which it picks the winner; None if there is none to judge."""
        return self.right / self.judged if self.judged else None


@dataclass(frozen=True)
class Crossover:
    """Contenders over the values of a key. `is_geometric`: values are multiples, drawn on a logarithmic axis.

    `places`: the numbers of the values, or their positions if they are not numbers (`is_number`).
    """

    key: str
    values: tuple[Any, ...]
    places: tuple[float, ...]
    is_number: bool
    is_geometric: bool
    contenders: tuple[str, ...]
    simulated: Decision
    predicted: Mapping[tuple[str, str], Decision]

    @property
    def name(self) -> str:
        """The key's name for people."""
        return _plain(self.key)

    def matched(self, source: tuple[str, str]) -> list[tuple[Crossing | None, Crossing | None]]:
        """Return simulated and predicted crossings side by side: the nearest ones of the same two contenders."""
        left = list(self.predicted[source].crossings)
        pairs: list[tuple[Crossing | None, Crossing | None]] = []
        for true in self.simulated.crossings:
            alike = [each for each in left if (each.before, each.after) == (true.before, true.after)]
            nearest = min(alike, key=lambda each: abs(self._place(each) - self._place(true)), default=None)
            if nearest is not None:
                left.remove(nearest)
            pairs.append((true, nearest))
        return pairs + [(None, each) for each in left]

    def _place(self, crossing: Crossing) -> float:
        if crossing.at is None:
            return float(self.values.index(crossing.low))
        return math.log(crossing.at) if self.is_geometric else crossing.at


def swept_keys(points: Sequence[ComparedPoint]) -> list[str]:
    """Return the axes that have several values, in the order in which they were given."""
    seen: dict[str, set[Any]] = {}
    for point in points:
        for key, value in point.axes.items():
            seen.setdefault(key, set()).add(value)
    return [key for key, values in seen.items() if len(values) > 1]


def check_contenders(points: Sequence[ComparedPoint], over: str | None = None) -> str:
    """Return the key of the crossover that these points make. Raises `CompareError` as `crossover` does."""
    key = _key(points, over)
    without = next((point for point in points if key not in point.axes), None)
    if without is not None:
        message = (
            f"{without.kernel} on {without.machine_name} has no value of {_plain(key)}, so it cannot be held against "
            "the others"
        )
        advice = "a crossover is of points that all have the key: kernels and machines by name, not --suite"
        raise CompareError(message, code="E0823", help=advice)
    if len({_identity(point, key) for point in points}) < 2:
        message = f"there is nobody to win against: one kernel on one machine over {key}"
        advice = "name two kernels, two machines, or several values of a second key"
        raise CompareError(message, code="E0823", help=advice)
    return key


def crossover(compared: Sequence[Compared], request: Request, over: str | None = None) -> Crossover:
    """Find the winners over a key.

    over: the key, by its full name or last word; by default the only one with several values.

    Raises `CompareError`, E0823, without a key that all have and that has several values, or without two contenders.
    """
    key = check_contenders([one.point for one in compared], over)
    values = list(dict.fromkeys(one.point.axes[key] for one in compared))
    is_number = are_numbers(values)
    if is_number:
        values.sort()
    rows: dict[tuple[str, ...], dict[Any, Compared]] = {}
    for one in compared:
        rows.setdefault(_identity(one.point, key), {})[one.point.axes[key]] = one
    names = _names(list(rows))
    members = {
        name: [by_value.get(value) for value in values] for name, by_value in zip(names, rows.values(), strict=True)
    }
    places = tuple(float(value) if is_number else float(k) for k, value in enumerate(values))
    is_geometric = is_number and _is_geometric(places)
    scale = tuple(math.log(place) for place in places) if is_geometric else places

    def decided(cycles: Mapping[str, tuple[float | None, ...]], truth: Decision | None = None) -> Decision:
        winners = tuple(_winners({name: row[k] for name, row in cycles.items()}) for k in range(len(values)))
        crossings = []
        for before, after, low, high in _changes(winners):
            place = None
            if is_number:
                share = _share(cycles[before], cycles[after], low, high)
                place = scale[low] + share * (scale[high] - scale[low])
                place = math.exp(place) if is_geometric else place
            crossings.append(Crossing(before, after, values[low], values[high], place))
        if truth is None:
            return Decision(cycles, winners, tuple(crossings))
        both = [k for k in range(len(values)) if winners[k] and truth.winners[k]]
        losses = tuple(_loss(truth, winners[k], k) for k in both)
        right = sum(set(winners[k]) <= set(truth.winners[k]) for k in both)
        return Decision(cycles, winners, tuple(crossings), len(both), right, losses)

    simulated = decided({
        name: tuple(float(one.cycles) if one is not None and one.is_done else None for one in row)
        for name, row in members.items()
    })  # fmt: skip
    predicted = {
        (model, counts): decided(
            {
                name: tuple(None if one is None else one.predictions.get((model, counts)) for one in row)
                for name, row in members.items()
            },
            simulated,
        )
        for model in request.models
        for counts in request.counts
    }
    return Crossover(key, tuple(values), places, is_number, is_geometric, tuple(names), simulated, predicted)


def _plain(key: str) -> str:
    return key.removeprefix("define.")


def _key(points: Sequence[ComparedPoint], over: str | None) -> str:
    swept = swept_keys(points)
    if over is not None:
        keys = [key for key in swept if over in (key, key.rpartition(".")[2])]
        if not keys:
            from simt.machine.keys import candidates

            keys = [key for key in candidates(over) if key in swept]
        if len(keys) > 1:
            message = f"{quote(over)} may mean several keys"
            raise CompareError(message, code="E0823", help=f"write {' or '.join(map(_plain, keys))}")
        if not keys:
            if not swept:
                way = "--set memory.latency=100,200,400"
                raise CompareError(f"no key has several values, and {quote(over)} neither", code="E0823", help=way)
            words = [*swept, *(key.rpartition(".")[2] for key in swept)]
            advice = did_you_mean(over, words, f"those with several values are {', '.join(map(_plain, swept))}")
            raise CompareError(f"no key {quote(over)} has several values", code="E0823", help=advice)
        return keys[0]
    if len(swept) != 1:
        advice = f"{', '.join(map(_plain, swept))} have several values" if swept else "no key has several values"
        way = f"say over which: --over {swept[-1].rpartition('.')[2]}" if swept else "--set memory.latency=100,200,400"
        raise CompareError(f"a crossover is looked for over one key: {advice}", code="E0823", help=way)
    return swept[0]


def _identity(point: ComparedPoint, key: str) -> tuple[str, ...]:
    others = (f"{name.removeprefix('define.')}={value}" for name, value in point.axes.items() if name != key)
    return point.kernel, point.machine_name, *others


def _names(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return names of contenders: the settings in which they differ."""
    different = [k for k in range(min(map(len, rows))) if len({row[k] for row in rows}) > 1]
    return [" ".join(row[k] for k in different) for row in rows]


def _is_geometric(places: Sequence[float]) -> bool:
    """Return whether values lie on a logarithmic axis more evenly than on a plain one."""
    if len(places) < 3 or places[0] <= 0:
        return False
    steps = [high - low for low, high in pairwise(places)]
    return max(steps) >= _GEOMETRIC * min(steps)


def _winners(cycles: Mapping[str, float | None]) -> tuple[str, ...]:
    numbers = {name: number for name, number in cycles.items() if number is not None}
    if len(numbers) < len(cycles):
        return ()
    least = min(numbers.values())
    return tuple(name for name, number in numbers.items() if number <= least * (1 + _SAME))


def _changes(winners: Sequence[tuple[str, ...]]) -> list[tuple[str, str, int, int]]:
    """Return changes of the winner: who before, who after, the last value before, the first after.

    A tie changes nothing.
    """
    changes = []
    now: tuple[str, ...] = ()
    last = 0
    for k, names in enumerate(winners):
        if not names:
            continue
        still = tuple(name for name in now if name in names)
        if now and not still:
            changes.append((now[0], names[0], last, k))
        now, last = still or names, k
    return changes


def _share(before: Sequence[float | None], after: Sequence[float | None], low: int, high: int) -> float:
    """Return how far between two values the logarithms of two rows of cycles meet."""
    first, second = (math.log((after[k] or 1.0) / (before[k] or 1.0)) for k in (low, high))
    return first / (first - second) if first > second else 0.5


def _loss(truth: Decision, picked: Sequence[str], k: int) -> float:
    """Return how much longer the pick takes than the winner; of several picks, the worst."""
    best = truth.cycles[truth.winners[k][0]][k]
    worst = max(truth.cycles[name][k] or 0.0 for name in picked)
    return worst / best - 1 if best else 0.0
