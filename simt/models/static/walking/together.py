"""The work-groups of a launch, followed together if possible.

Work-groups are followed together while they execute the same instructions and only their addresses differ
(`values.moving`). If the outcome of a compare differs between groups, as at the edge of the work, the groups are
divided into halves. If halves do not help, or if shares of lanes are assumed, each group is followed with registers of
its own. Many groups are still evaluated at once.
"""

from __future__ import annotations

import numpy as np

from simt.models.static.launch import Assumptions, StaticLaunch
from simt.models.static.values.moving import GroupsDifferError, Span
from simt.models.static.walking.walk import Budget, Walk

_SPLITS = 64  # times that work-groups are halved before they are followed one by one
_LANES_AT_ONCE = 1 << 18  # of work-groups that are followed one by one, evaluated at once


def walk(launch: StaticLaunch, assumptions: Assumptions, budget: Budget, written: set[str]) -> Walk:
    """Follow every warp of a launch to its end.

    written: receives the names of arrays with given contents that the kernel changes, even if an error is raised.
    Raises `StaticError`.
    """
    total = Walk(launch, assumptions, budget)
    waiting, splits = launch.spans[::-1], _SPLITS
    has_shares = any(kind == "probability" for kind, _ in assumptions.values)
    is_together = not has_shares and not launch.machine.branch.has_scalars
    while waiting:
        span = waiting.pop()
        for portion in [range(1)] if is_together or span.groups == 1 else _portions(launch, span):
            numbers = np.array([launch.grid.number or 0], np.int64)
            if launch.all_groups:
                numbers = span.numbers(launch.groups_x, portion)
            part = total.part()
            try:
                part.run(span if is_together else Span(), numbers)
            except GroupsDifferError as reason:
                if reason.by_place and splits:
                    splits -= 1
                    waiting += span.halves[::-1]
                else:
                    is_together = False
                    waiting.append(span)
            else:
                total.add(part)
            finally:
                written |= part.written
    return total


def _portions(launch: StaticLaunch, span: Span) -> list[range]:
    count = max(1, _LANES_AT_ONCE // (launch.warps * launch.machine.warp_size))
    return [range(first, min(first + count, span.groups)) for first in range(0, span.groups, count)]
