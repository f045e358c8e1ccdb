"""Warps that issue unequal work: the slowest kind decides the end, and the others may end long before.

The sums over all warps treat the work as evenly spread. A kind of warps that issues more than the others is followed on
its own path through the program: through each block as often as these warps visit it, together with the warps that
visit it as often. After the other warps have ended, only its own latencies count.
"""

from __future__ import annotations

from collections import Counter

from simt.models.refined.profile import Profile
from simt.models.static import WarpKind


def slowest_kinds(profile: Profile) -> list[WarpKind]:
    """Return the kinds that may end last. A kind does not if another one issues every instruction at least as often.

    Empty if all warps do the same, or if the work of single warps is not known.
    """
    if len(profile.kinds) < 2:
        return []
    slowest: list[WarpKind] = []
    for kind in sorted(profile.kinds, key=lambda kind: -sum(kind.issues)):
        if not any(all(a >= b for a, b in zip(slow.issues, kind.issues, strict=True)) for slow in slowest):
            slowest.append(kind)
    return slowest


def visits_together(profile: Profile, kind: WarpKind, address: int) -> list[tuple[float, float]]:
    """Divide the visits of a kind to an instruction by the warps that make them together.

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
