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

    A run that was stopped has none. A record that has lost its beginning lacks the first groups, and the first
    instructions of the groups after them.
    """
    records = [core.events for core in result.cores if core.events is not None]
    if not result.completed or not records or min(record.end for record in records) < result.cycles:
        return {}
    events = [record.instructions for record in records]
    groups: list[tuple[tuple[int, int, int], dict[int, Issues]]] = []  # by the start of each
    latest, last = -1, -1  # the end of the core that is the last to end, and the core
    cut: list[tuple[dict[int, Issues], int]] = []  # the warps of which the record may lack the beginning
    for core, rows in enumerate(events):
        places = _lives(result, rows)
        if places is None:
            return {}
        for place, lives in places.items():
            start = place - result.places, core, place
            for left in range(max(map(len, lives.values())), 0, -1):  # all warps of the place have its last group
                group = {warp: some[-left] for warp, some in lives.items() if len(some) >= left}
                members = {warp: issues for warp, (_, issues) in group.items()}
                groups.append((start, members))
                cut += [(members, warp) for warp in members if len(lives[warp]) == left]
                start = max(end for end, _ in group.values()), core, place
            latest, last = max((latest, last), start[:2])
    groups.sort(key=itemgetter(0))
    lost = result.groups - len(groups)
    ordered = [*({} for _ in range(lost)), *(members for _, members in groups)]
    numbers = range(result.group_warps)
    lacking = result.issues - sum(np.bincount(rows["pc"], minlength=len(result.issues)) for rows in events)
    if lacking.any():
        if not (result.issues % (result.groups * result.group_warps)).any():
            return {}  # equal warps, as far as the sums show
        cut += [(members, warp) for members in ordered for warp in numbers if warp not in members]
        known = np.array([members.get(warp, np.zeros(len(lacking))) for members, warp in cut])
        for (members, warp), issues in zip(cut, _levelled(known, lacking).tolist(), strict=True):
            members[warp] = tuple(issues)
    order = [members[warp] for members in ordered for warp in numbers if warp in members]
    if not groups or len(order) != result.groups * result.group_warps:
        return {}
    warps = Counter(order)
    kinds = sorted(warps, key=lambda issues: (sum(issues), issues), reverse=True)
    kind_of = {issues: number for number, issues in enumerate(kinds)}
    return {
        "kinds": tuple(WarpKind(warps[issues], issues) for issues in kinds),
        "order": [kind_of[issues] for issues in order],
        # Groups that are lost are taken to have gone round the cores.
        "latest": [
            *range(last, lost, len(events)),
            *(k for k, (start, _) in enumerate(groups, lost) if start[1] == last),
        ],
    }


def _levelled(known: np.ndarray, lacking: np.ndarray) -> np.ndarray:
    """Share out what is lacking, so that the warps are as equal as they can be.

    known: the recorded issues, [warps, instructions]. lacking: by instruction.
    """
    shares = np.arange(1, len(known) + 1)[:, None]
    level = ((lacking + np.cumsum(np.sort(known, axis=0), axis=0)) / shares).min(axis=0)
    return np.asarray(np.maximum(known, level))


def _lives(result: Result, rows: Any) -> dict[int, dict[int, list[tuple[int, Issues]]]] | None:
    """Return by place of a core, and by warp of a group, the ends of the warps that were there, and their issues.

    rows: the events of the core, in order of issue. None if the record lacks the end of a warp.
    """
    words, length = result.program.instructions, len(result.program.words)
    returns = {pc for pc, word in enumerate(words) if word is not None and word.spec.name == "ret"}
    ends = [bundle[-1] for bundle in bundle_ranges(words) if not returns.isdisjoint(bundle)]
    is_last = np.isin(np.arange(length), ends)  # the last operation of an instruction that returns
    rows = rows[np.argsort(rows["warp"], kind="stable")]  # warp after warp; on a device, by place
    # The `ret` that ends a warp is its last instruction, and is never released.
    last = np.flatnonzero((rows["ready"] == -1) & is_last[rows["pc"]])
    life = np.searchsorted(last, np.arange(len(rows)))
    if (life == len(last)).any() or (rows["warp"][last[life]] != rows["warp"]).any():
        return None
    counts = np.bincount(life * length + rows["pc"], minlength=len(last) * length).reshape(-1, length)
    found: dict[int, dict[int, list[tuple[int, Issues]]]] = defaultdict(lambda: defaultdict(list))
    for warp, end, issues in zip(
        rows["warp"][last].tolist(), rows["retire"][last].tolist(), counts.tolist(), strict=True
    ):
        place, number = divmod(warp, result.group_warps)
        found[place][number].append((end, tuple(issues)))
    return found
