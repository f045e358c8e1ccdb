"""Kinds of warps, which issue unequal work: the slowest kind decides when a launch ends.

Sums over all warps treat the work as evenly spread. A kind that may end last is followed on its own path through the
program: it makes the visits of its own warps to each block, together with all warps that visit the block equally often.
"""

from __future__ import annotations

from collections import Counter

from simt.models.refined.profile import Profile
from simt.models.static import WarpKind


def slowest_kinds(profile: Profile) -> list[WarpKind]:
    """Return the kinds that may end last: no other kind issues every instruction at least as often.

    The result is empty if all warps do the same work, or if the work of single warps is not known.
    """
    if len(profile.kinds) < 2:
        return []
    slowest: list[WarpKind] = []
    for kind in sorted(profile.kinds, key=lambda kind: -sum(kind.issues)):
        if not any(all(a >= b for a, b in zip(slow.issues, kind.issues, strict=True)) for slow in slowest):
            slowest.append(kind)
    return slowest


def visits_together(profile: Profile, kind: WarpKind, address: int) -> list[tuple[float, float]]:
    """Divide a kind's visits to an instruction by how many warps make them together.

    Returns (share of all warps, visits), the largest share first.
    """
    own_visits = kind.issues[address]
    warps: Counter[int] = Counter()  # by their visits, at most this kind's
    for other in profile.kinds:
        warps[min(other.issues[address], own_visits)] += other.warps
    present = warps.total() - warps.pop(0, 0)
    shares, before = [], 0
    for visits, ending in sorted(warps.items()):
        shares.append((present / profile.warps, float(visits - before)))
        before = visits
        present -= ending
    return shares
