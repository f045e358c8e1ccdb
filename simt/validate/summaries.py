"""Summaries of a comparison: errors by model and source of counts, coverage, and CPI stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simt.core.state.reasons import CORE_WAITS, MEMORY_WAITS
from simt.validate.comparison import Compared
from simt.validate.measures import Measures, measures

# The CPI stack: groups of the issue ledger's reasons. A prediction does not separate the front end from the unit that
# follows it, so both are in "results".
GROUPS: dict[str, tuple[str, ...]] = {
    "issued": ("issued",),
    "units busy": ("unit_busy", "operand_bank", "scoreboard_full"),
    "bank conflicts": ("bank_conflict",),
    "retire port": ("retire_port",),
    "global memory": (*MEMORY_WAITS, "memory_fence"),
    "results": ("fetch", *CORE_WAITS),
    "barriers": ("barrier",),
    "end": ("drain", "idle"),
    "other": ("not_selected", "slot_empty", "reconverge", "interval", "slot_kind"),
}


@dataclass(frozen=True, slots=True)
class Coverage:
    """The numbers of all points and of simulated points. reasons: the numbers of the other points, by reason."""

    points: int
    simulated: int
    reasons: dict[str, int]


@dataclass(frozen=True, slots=True)
class Summary:
    """The errors of one model with counts from one source, over the simulated points.

    - points: the number of simulated points.
    - measures: None if the model predicted no point.
    - lacks: the numbers of points without a prediction, by reason.
    """

    model: str
    counts: str
    points: int
    measures: Measures | None
    lacks: dict[str, int]


def coverage(compared: Iterable[Compared]) -> Coverage:
    """Return the numbers of all points and of simulated points, and the reasons why others are not simulated."""
    all_of = list(compared)
    reasons = Counter(f"{point.status}: {point.reason}" if point.reason else point.status
                      for point in all_of if not point.is_done)  # fmt: skip
    return Coverage(len(all_of), sum(point.is_done for point in all_of), dict(reasons.most_common()))


def summaries(compared: Sequence[Compared], models: Sequence[str], counts: Sequence[str]) -> list[Summary]:
    """Return a summary of each model with counts from each source."""
    rows = []
    done = [point for point in compared if point.is_done]
    for model in models:
        for source in counts:
            pairs = [(point.predictions[model, source], point.cycles) for point in done
                     if (model, source) in point.predictions]  # fmt: skip
            lacks = Counter(point.lacks[model, source] for point in done if (model, source) in point.lacks)
            result = measures([guess for guess, _ in pairs], [truth for _, truth in pairs]) if pairs else None
            rows.append(Summary(model, source, len(done), result, dict(lacks.most_common())))
    return rows


def errors_apart(compared: Iterable[Compared], model: str) -> tuple[int, float, float] | None:
    """Return (points, mean absolute input error, mean absolute equation error) of a model.

    The input error is what static counts in place of measured ones change in the prediction. The equation error is how
    far the prediction from measured counts is off. Both are shares of the simulated cycles. Only points with
    predictions from both sources of counts are used. The result is None if there are no such points.
    """
    pairs = [pair for point in compared if (pair := point.errors_apart(model)) is not None]
    if not pairs:
        return None
    count = len(pairs)
    return count, *(sum(map(abs, errors)) / count for errors in zip(*pairs, strict=True))


def grouped(
    compared: Sequence[Compared], key: Callable[[Compared], Any], model: str, counts: str
) -> list[tuple[Any, Measures]]:
    """Group the points by `key` and return (key, measures) of each group, the largest mean error first."""
    groups: dict[Any, list[Compared]] = {}
    for point in compared:
        if point.is_done and (model, counts) in point.predictions:
            groups.setdefault(key(point), []).append(point)
    rows = [
        (name, measures([point.predictions[model, counts] for point in members], [point.cycles for point in members]))
        for name, members in groups.items()
    ]
    return sorted(rows, key=lambda row: -row[1].mape)


def worst(compared: Sequence[Compared], model: str, counts: str, count: int) -> list[tuple[float, Compared]]:
    """Return the `count` points with the largest absolute errors, as (error, point)."""
    errors = [(error, point) for point in compared if (error := point.error(model, counts)) is not None]
    return sorted(errors, key=lambda pair: -abs(pair[0]))[:count]


def mean_stack(stack: Mapping[str, float], instructions: float, interval: int = 1) -> dict[str, float]:
    """Return the cycles per warp instruction by `GROUPS`. Reasons without a group are in "other".

    - stack: the cycles by reason.
    - instructions: the number of warp instructions.
    - interval: the machine's `issue.interval`, for a stack of the issue ledger. Cycles outside the schedulers' turns
      are then charged to what happened in the turns, as the refined model charges them.
    """
    groups = dict.fromkeys(GROUPS, 0.0)
    group_of = {reason: group for group, reasons in GROUPS.items() for reason in reasons}
    for reason, cycles in _whole_intervals(stack, interval).items():
        groups[group_of.get(reason, "other")] += cycles / max(instructions, 1)
    return groups


def _whole_intervals(stack: Mapping[str, float], interval: int) -> Mapping[str, float]:
    """Return the stack without the reason `interval`: a turn and the cycles to the next one have one reason.

    What is left belongs to slots that had no warp in their turn, which the ledger counts as `drain`.
    """
    left = stack.get("interval", 0.0)
    turns = {reason: cycles for reason, cycles in stack.items() if reason not in ("interval", *GROUPS["end"])}
    if not left or not (total := sum(turns.values())):
        return stack
    factor = min(interval, 1 + left / total)
    longer = {reason: cycles * factor for reason, cycles in turns.items()}
    return {**stack, **longer, "interval": 0.0, "drain": stack.get("drain", 0.0) + left - total * (factor - 1)}
