"""The work of single warps, from the event record of a run."""

from __future__ import annotations

from collections import Counter, defaultdict
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from isa.program.bundles import bundle_ranges
from simt.models.static.results.counts import WarpKind

if TYPE_CHECKING:
    from simt.result.result import Result

Issues = tuple[float, ...]  # of a warp, by instruction


def recorded_kinds(result: Result) -> dict[str, Any]:
    """Return the fields `kinds`, `order` and `latest` of a profile; {} without a record up to the end of the run.

    A run that was stopped has none, and neither has a record that has lost its beginning.
    """
    records = [core.events for core in result.cores if core.events is not None]
    if not result.completed or not records or min(record.end for record in records) < result.cycles:
        return {}
    events = [record.instructions for record in records]
    if (result.issues != sum(np.bincount(rows["pc"], minlength=len(result.issues)) for rows in events)).any():
        return {}
    groups: list[tuple[tuple[int, int, int], list[Issues]]] = []  # the start of each, its core and place; its warps
    ends = []
    for core, rows in enumerate(events):
        for place, lives in _lives(result, rows).items():
            start = place - result.places, core, place
            for group in zip(*(lives[warp] for warp in range(result.group_warps)), strict=True):
                groups.append((start, [issues for _, issues in group]))
                start = max(end for end, _ in group), core, place
            ends.append(start)
    groups.sort(key=itemgetter(0))
    order = [issues for _, warps in groups for issues in warps]
    last = max(ends)[1]
    warps = Counter(order)
    kinds = sorted(warps, key=lambda issues: (sum(issues), issues), reverse=True)
    kind_of = {issues: number for number, issues in enumerate(kinds)}
    return {
        "kinds": tuple(WarpKind(warps[issues], issues) for issues in kinds),
        "order": [kind_of[issues] for issues in order],
        "latest": [number for number, ((_, core, _), _) in enumerate(groups) if core == last],
    }


def _lives(result: Result, rows: Any) -> dict[int, dict[int, list[tuple[int, Issues]]]]:
    """Return by place of a core, and by warp of a group, the ends of the warps that were there, and their issues.

    rows: all events of the core, in order of issue.
    """
    words, length = result.program.instructions, len(result.program.words)
    returns = {pc for pc, word in enumerate(words) if word is not None and word.spec.name == "ret"}
    ends = [bundle[-1] for bundle in bundle_ranges(words) if not returns.isdisjoint(bundle)]
    is_last = np.isin(np.arange(length), ends)  # the last operation of an instruction that returns
    rows = rows[np.argsort(rows["warp"], kind="stable")]  # warp after warp; on a device, by place
    # The `ret` that ends a warp is its last instruction, and is never released.
    last = np.flatnonzero((rows["ready"] == -1) & is_last[rows["pc"]])
    life = np.searchsorted(last, np.arange(len(rows)))
    counts = np.bincount(life * length + rows["pc"], minlength=len(last) * length).reshape(-1, length)
    found: dict[int, dict[int, list[tuple[int, Issues]]]] = defaultdict(lambda: defaultdict(list))
    for warp, end, issues in zip(
        rows["warp"][last].tolist(), rows["retire"][last].tolist(), counts.tolist(), strict=True
    ):
        place, number = divmod(warp, result.group_warps)
        found[place][number].append((end, tuple(issues)))
    return found
