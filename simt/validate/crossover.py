"""Crossovers: how the fastest of several kernels, machines or variants changes over the values of a key.

The simulation has a winner at each value, and so has each prediction. A crossing is a change of the winner between two
values. If the values are numbers, the crossing is placed where straight lines through the logarithms of the cycles
cross. Decision accuracy is the share of the values at which a prediction picks the simulation's winner; it may be 1
even if the predicted cycles are far off.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from isa.reporting.diagnostics import did_you_mean, quote
from simt.exploration.plans.axes import are_numbers
from simt.machine.keys import candidates
from simt.validate.comparison import Compared, ComparedPoint, Request
from simt.validate.errors import CompareError

_GEOMETRIC = 4.0  # if the largest step is this many times the smallest, the axis of the values is logarithmic
_SAME = 1e-9  # cycles that differ by a smaller share are equal
_EXAMPLE = "--set memory.latency=100,200,400"


@dataclass(frozen=True, slots=True)
class Crossing:
    """A change of the winner from `before`, at the value `low` of the key, to `after`, at the value `high`.

    at: the value at which the cycles of the two contenders cross; None if the values are not numbers.
    """

    before: str
    after: str
    low: Any
    high: Any
    at: float | None

    @property
    def text(self) -> str:
        """The place of the crossing as text."""
        if self.at is None:
            return f"{self.low} | {self.high}"
        return f"{self.at:.4g} ({self.low} to {self.high})"


@dataclass(frozen=True)
class Decision:
    """The winners in the simulation or in a prediction.

    - cycles: a number per value of the key, by contender; None if unknown.
    - winners: the contenders with the fewest cycles at each value; empty for a value at which the cycles of a contender
      are unknown.
    - crossings: the changes of the winner.

    The other fields judge a prediction.

    - judged: the number of values at which both the prediction and the simulation have winners.
    - right: the number of judged values at which all winners of the prediction won in the simulation.
    - losses: the loss at each judged value: the share by which the predicted winner's simulated cycles exceed the
      fewest. If several winners are predicted, the slowest counts.
    """

    cycles: Mapping[str, tuple[float | None, ...]]
    winners: tuple[tuple[str, ...], ...]
    crossings: tuple[Crossing, ...]
    judged: int = 0
    right: int = 0
    losses: tuple[float, ...] = ()

    @property
    def accuracy(self) -> float | None:
        """The share of the judged values at which the prediction is right; None without judged values."""
        return self.right / self.judged if self.judged else None


@dataclass(frozen=True)
class Crossover:
    """Contenders over the values of a key.

    - key: the full name of the key.
    - values: its values.
    - places: the values as numbers; without `is_number`, their positions in `values`.
    - is_geometric: whether the values' axis is logarithmic.
    - contenders: the names of the contenders.
    - predicted: the predictions, by (model, counts).
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
        """The name of the key for texts, without `define.`."""
        return _plain(self.key)

    def matched(self, source: tuple[str, str]) -> list[tuple[Crossing | None, Crossing | None]]:
        """Return pairs of a simulated crossing and the nearest predicted crossing between the same two winners.

        The order of the winners has to be the same. A predicted crossing is in at most one pair. A crossing without a
        counterpart is paired with None.
        """
        left = list(self.predicted[source].crossings)
        pairs: list[tuple[Crossing | None, Crossing | None]] = []
        for true in self.simulated.crossings:
            alike = [crossing for crossing in left if (crossing.before, crossing.after) == (true.before, true.after)]
            nearest = min(alike, key=lambda crossing: abs(self._place(crossing) - self._place(true)), default=None)
            if nearest is not None:
                left.remove(nearest)
            pairs.append((true, nearest))
        return pairs + [(None, crossing) for crossing in left]

    def _place(self, crossing: Crossing) -> float:
        if crossing.at is None:
            return float(self.values.index(crossing.low))
        return math.log(crossing.at) if self.is_geometric else crossing.at


def swept_keys(points: Sequence[ComparedPoint]) -> list[str]:
    """Return the axes with several values, in the order in which the points name them."""
    values_of: dict[str, set[Any]] = {}
    for point in points:
        for key, value in point.axes.items():
            values_of.setdefault(key, set()).add(value)
    return [key for key, values in values_of.items() if len(values) > 1]


def check_contenders(points: Sequence[ComparedPoint], over: str | None = None) -> str:
    """Return the key of the crossover of these points. Raises `CompareError` as `crossover` does."""
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
    """Find the winners over the values of a key.

    over: the key, by its full name or last word; by default the only key with several values. Raises `CompareError`,
    E0823, if a point lacks the key, if the key has only one value, or if there are fewer than two contenders.
    """
    key = check_contenders([entry.point for entry in compared], over)
    values = list(dict.fromkeys(entry.point.axes[key] for entry in compared))
    is_number = are_numbers(values)
    if is_number:
        values.sort()
    rows: dict[tuple[str, ...], dict[Any, Compared]] = {}
    for entry in compared:
        rows.setdefault(_identity(entry.point, key), {})[entry.point.axes[key]] = entry
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
        name: tuple(float(entry.cycles) if entry is not None and entry.is_done else None for entry in row)
        for name, row in members.items()
    })  # fmt: skip
    predicted = {
        (model, counts): decided(
            {
                name: tuple(None if entry is None else entry.predictions.get((model, counts)) for entry in row)
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
            keys = [key for key in candidates(over) if key in swept]
        if len(keys) > 1:
            message = f"{quote(over)} may mean several keys"
            raise CompareError(message, code="E0823", help=f"write {' or '.join(map(_plain, keys))}")
        if not keys:
            if not swept:
                message = f"no key has several values, and {quote(over)} neither"
                raise CompareError(message, code="E0823", help=_EXAMPLE)
            words = [*swept, *(key.rpartition(".")[2] for key in swept)]
            advice = did_you_mean(over, words, f"those with several values are {', '.join(map(_plain, swept))}")
            raise CompareError(f"no key {quote(over)} has several values", code="E0823", help=advice)
        return keys[0]
    if len(swept) != 1:
        problem = f"{', '.join(map(_plain, swept))} have several values" if swept else "no key has several values"
        advice = f"say over which: --over {swept[-1].rpartition('.')[2]}" if swept else _EXAMPLE
        raise CompareError(f"a crossover is looked for over one key: {problem}", code="E0823", help=advice)
    return swept[0]


def _identity(point: ComparedPoint, key: str) -> tuple[str, ...]:
    others = (f"{name.removeprefix('define.')}={value}" for name, value in point.axes.items() if name != key)
    return point.kernel, point.machine_name, *others


def _names(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the names of contenders: the parts in which their identities differ."""
    different = [k for k in range(min(map(len, rows))) if len({row[k] for row in rows}) > 1]
    return [" ".join(row[k] for k in different) for row in rows]


def _is_geometric(places: Sequence[float]) -> bool:
    """Return whether the axis of these ascending values is to be logarithmic, as their steps differ much."""
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
    """Return the changes of the winner as (winner before, winner after, last value before, first value after).

    The values are indices into `winners`. A contender that still wins, alone or with others, does not count as a
    change.
    """
    changes = []
    current: tuple[str, ...] = ()
    last = 0
    for k, names in enumerate(winners):
        if not names:
            continue
        remaining = tuple(name for name in current if name in names)
        if current and not remaining:
            changes.append((current[0], names[0], last, k))
        current, last = remaining or names, k
    return changes


def _share(before: Sequence[float | None], after: Sequence[float | None], low: int, high: int) -> float:
    """Return the place at which the lines through the logarithms of two contenders' cycles meet.

    It is 0 at the value `low` and 1 at the value `high`, and 0.5 if the lines do not meet.
    """
    first, second = (math.log((after[k] or 1.0) / (before[k] or 1.0)) for k in (low, high))
    return first / (first - second) if first > second else 0.5


def _loss(truth: Decision, picked: Sequence[str], k: int) -> float:
    """Return the excess of the slowest picked contender's cycles over the winner's at value `k`, as a share."""
    best = truth.cycles[truth.winners[k][0]][k]
    worst = max(truth.cycles[name][k] or 0.0 for name in picked)
    return worst / best - 1 if best else 0.0
