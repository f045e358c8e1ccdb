"""Warps that issue unequal work: the slowest kind decides the end, and others may be done long before.

The counts of all warps together spread the work evenly. A kind of warps that issues more than the others has its own
path through the program: each block as often as these warps visit it, together with the warps that visit it that often.
After all others are done, only its latencies remain.
"""

from __future__ import annotations

from collections import Counter

from simt.models.refined.profile import Profile
from simt.models.static import WarpKind


def slowest_kinds(profile: Profile) -> list[WarpKind]:
    """The kinds that may end last: kinds that no other kind equals or exceeds in the issues of every instruction.

    Empty if all warps do the same, or if nothing is known about single warps.
    """
    if len(profile.kinds) < 2:
        return []
    slowest: list[WarpKind] = []
    for kind in sorted(profile.kinds, key=lambda each: -sum(each.issues)):
        if not any(all(a >= b for a, b in zip(other.issues, kind.issues, strict=True)) for other in slowest):
            slowest.append(kind)
    return slowest


def visits_together(profile: Profile, kind: WarpKind, address: int) -> list[tuple[float, float]]:
    """The visits of a kind to an instruction, by the warps that make them: (share of all warps, visits), most first."""
    mine = kind.issues[address]
    warps: Counter[int] = Counter()  # by their visits, counted up to this kind's
    for other in profile.kinds:
        warps[min(other.issues[address], mine)] += other.warps
    there = warps.total() - warps.pop(0, 0)
    shares, before = [], 0
    for visits, some in sorted(warps.items()):
        shares.append((there / profile.warps, float(visits - before)))
        before = visits
        there -= some
    return shares
