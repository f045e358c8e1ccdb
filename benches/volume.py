"""The volume that a Pareto front covers: how good a search is whose front is not the true one."""

from __future__ import annotations

from collections.abc import Sequence

from simt.exploration.records.results import Costs, pareto_front


def hypervolume(costs: Sequence[Costs], reference: Costs) -> float:
    """The volume between the points and `reference`, a point that is worse than they are; the larger, the better.

    Parts of points beyond the reference count nothing. Cut into slabs along the last objective, each of which is the
    volume of the points below it in one objective less: exact, meant for few objectives.
    """
    inside = [row for row in costs if all(a < b for a, b in zip(row, reference, strict=True))]
    if not inside:
        return 0.0
    rows = [inside[group[0]] for group in pareto_front(inside)]
    if len(reference) == 1:
        return float(reference[0] - rows[0][0])
    rows.sort(key=lambda row: row[-1])
    levels = [*(row[-1] for row in rows[1:]), reference[-1]]
    volume = 0.0
    for count, (row, level) in enumerate(zip(rows, levels, strict=True), 1):
        if level > row[-1]:
            volume += (level - row[-1]) * hypervolume([each[:-1] for each in rows[:count]], reference[:-1])
    return volume
