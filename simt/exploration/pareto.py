"""Pareto fronts: which of many points no other beats, and the volume that a front covers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

MOST_OBJECTIVES_OF_VOLUME = 3  # the volume's time grows with the points to the power of the objectives less one

Costs = Sequence[float]


def pareto_front(costs: Sequence[Costs]) -> list[list[int]]:
    """The points that none beats: none is as good in every objective and better in one. Small is good.

    costs: a row for each point, all equally long, finite. Returns groups of indices into it, rising by the first
    objective, then the second and so on; the points of a group are equal in all objectives, each group in the order
    of `costs`.
    """
    groups: dict[tuple[float, ...], list[int]] = {}
    for index, row in enumerate(costs):
        groups.setdefault(tuple(map(float, row)), []).append(index)
    front: list[list[int]] = []
    width = len(costs[0]) if costs else 0
    kept = np.empty((16, width))
    for row in sorted(groups):  # whoever beats a point stands before it, and is on the front or beaten by one that is
        if not (kept[: len(front)] <= np.array(row)).all(axis=1).any():
            if len(front) == len(kept):
                kept = np.concatenate([kept, np.empty_like(kept)])
            kept[len(front)] = row
            front.append(groups[row])
    return front


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
