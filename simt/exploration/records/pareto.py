"""Pareto fronts: the points that no other point dominates."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Costs = Sequence[float]


def pareto_front(costs: Sequence[Costs]) -> list[list[int]]:
    """Return the points that no other dominates, that is, none is as good in every objective and better in one.

    Small is good. costs: a row for each point, all equally long, finite. Returns groups of indices into it, rising by
    the first objective, then the second and so on; the points of a group are equal in all objectives, each group in the
    order of `costs`.
    """
    groups: dict[tuple[float, ...], list[int]] = {}
    for index, row in enumerate(costs):
        groups.setdefault(tuple(map(float, row)), []).append(index)
    front: list[list[int]] = []
    width = len(costs[0]) if costs else 0
    kept = np.empty((16, width))
    for row in sorted(groups):  # a point's dominators come first, one of them on the front
        if not (kept[: len(front)] <= np.array(row)).all(axis=1).any():
            if len(front) == len(kept):
                kept = np.concatenate([kept, np.empty_like(kept)])
            kept[len(front)] = row
            front.append(groups[row])
    return front
