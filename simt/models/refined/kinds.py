"""Warps that issue unequal work: the end is that of the slowest kind, and others may be done long before.

The counts of all warps together deal the work out evenly. A kind of warps that issues more than the others has its own
way through the program: each block as often as these warps come to it, beside as many warps as come to it that often.
Where all others are done its latencies are all there is.
"""

from __future__ import annotations

from collections import Counter

from simt.models.refined.profile import Profile
from simt.models.static import WarpKind


def slowest_kinds(profile: Profile) -> list[WarpKind]:
    """The kinds that may end last: those of which no other kind issues at least as much of every instruction.

    None where all warps do the same, or where nothing is known of single warps.
    """
    if len(profile.kinds) < 2:
        return []
    found: list[WarpKind] = []
    for kind in sorted(profile.kinds, key=lambda each: -sum(each.issues)):
        if not any(all(a >= b for a, b in zip(other.issues, kind.issues, strict=True)) for other in found):
            found.append(kind)
    return found


def visits_together(profile: Profile, kind: WarpKind, address: int) -> list[tuple[float, float]]:
    """Visits of a kind to an instruction, by how many warps come as often: (share of all warps, visits), most first."""
    mine = kind.issues[address]
    warps: Counter[int] = Counter()  # by their visits, of which only as many as this kind's count
    for each in profile.kinds:
        warps[min(each.issues[address], mine)] += each.warps
    there = warps.total() - warps.pop(0, 0)
    found, before = [], 0
    for visits, some in sorted(warps.items()):
        found.append((there / profile.warps, float(visits - before)))
        before = visits
        there -= some
    return found
