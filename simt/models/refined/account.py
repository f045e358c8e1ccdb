"""The cycles of a launch, by the steps that issue or wait."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from simt.models.refined.steps import Wait

ISSUED, DRAIN = Wait("issued"), Wait("drain")
NOWHERE = -1  # the address of time that belongs to the whole launch

_EPSILON = 1e-9  # error of sums of fractions of a cycle

# A selection of a walk: the step's address, what it waited for, the cycle in which it started, and its weight.
Selected = tuple[int, Wait, float, float]
Spent = dict[tuple[int, Wait], float]  # cycles, by the address of a step and what it waits for


def spent_of(selections: Sequence[Selected], most_issued: float, end: float) -> Spent:
    """Return what all cycles of a walk are spent on, up to `end`. selections: in their order.

    The slots that issue are charged to the steps that take them. The other time until a selection is charged to the
    step that is selected. Time after the last selection is a drain.
    """
    if not selections:
        return {(NOWHERE, DRAIN): end}
    addresses, waits, starts, weights = zip(*selections, strict=True)
    now = np.maximum.accumulate(starts)
    passed = np.diff(now, prepend=0.0)
    firsts = np.flatnonzero(passed)  # of the selections in each cycle
    cycles, weight = passed[firsts], np.array(weights)[firsts]
    issuers = np.diff(firsts, prepend=0)  # the selections in the cycle before
    issued = np.minimum(cycles, issuers / most_issued)
    shares = issued * weight / np.maximum(issuers, 1)
    charged = addresses[: issuers.sum()]
    sums = np.bincount(charged, np.repeat(shares, issuers)).tolist()
    spent: Spent = defaultdict(float, {(address, ISSUED): sums[address] for address in dict.fromkeys(charged)})
    cycles -= issued
    has_waited = cycles > _EPSILON
    waited: dict[tuple[int, int], float] = defaultdict(float)  # by address, and by a selection with the same wait
    alike: dict[int, int] = {}  # a selection by the identity of its wait, which is faster to look up than its words
    for first, waits_for in zip(firsts[has_waited].tolist(), (cycles * weight)[has_waited].tolist(), strict=True):
        waited[addresses[first], alike.setdefault(id(waits[first]), first)] += waits_for
    for (address, first), waits_for in waited.items():
        spent[address, waits[first]] += waits_for
    spent[NOWHERE, DRAIN] += max(0.0, end - float(now[-1]))
    return dict(spent)


def spread_of(selections: Sequence[Selected], warps: int) -> float:
    """Return how much the cycles of a walk depend on which one of the warps that walk side by side is selected.

    It is the quotient of the cycles by the largest and by the smallest weight among the latest selections, one for each
    warp of the core; 1 if these weights are equal at all times. warps: the number of these warps.
    """
    if not selections:
        return 1.0
    starts, weights = np.array([selection[2:] for selection in selections]).T
    passed = np.diff(np.maximum.accumulate(starts), prepend=0.0)
    if weights.min() == weights.max() or not passed.any():
        return 1.0
    latest = np.lib.stride_tricks.sliding_window_view(np.pad(weights, (warps - 1, 0), mode="edge"), warps)
    return float((passed * latest.max(axis=1)).sum() / (passed * latest.min(axis=1)).sum())
