"""Advice on the addresses of accesses: the costs of the distance between lanes, and the changes that avoid them."""

from __future__ import annotations

import math

from simt.diagnosis.accesses import GLOBAL, Access

_FIELDS = 64  # bytes: lanes that are at most this far apart are taken for fields of structures, else for rows
_COSTLY = 1.05  # times the transactions of neighbouring words, from which on advice is due


def about_addresses(access: Access, warp_size: int) -> str:
    """Return advice about the distance between lanes in global memory, with its cost; "" if nothing is certain.

    The result is "" for private memory and for atomics. An atomic takes a transaction for every lane at any address.
    """
    if access.memory != GLOBAL or access.is_private or access.kind == "atomic":
        return ""
    size, stride, ideal = access.size, access.stride, access.ideal
    is_costly = access.transactions > _COSTLY * ideal * access.count
    cost = f"which takes {access.per_access:.3g} transactions and not {ideal}"
    if stride == 0:
        if access.used is None or access.moved < 2 * access.used:
            return ""
        what = f"neighbouring lanes ask for the same {size} B{f', {cost}' if is_costly else ''}"
        return f"{what}: load a whole segment into local memory once, if its other words are needed too"
    if not is_costly:
        return ""
    if stride is None:
        if access.transactions < 2 * ideal * access.count:
            return ""
        return (
            f"lanes ask for words in different segments, {cost}: let neighbouring work-items ask for neighbouring words"
        )
    if stride == size:
        if access.used != access.count * size * warp_size:
            return ""  # of lanes that are not active
        begin = f"begin rows at multiples of {access.alignment} B"
        return f"the first of neighbouring words is not aligned, {cost}: {begin}"
    apart = f"lanes are {abs(stride)} B apart, {cost}"
    if stride == -size:
        return f"{apart}, in descending order: let lanes ask for words in ascending order"
    if abs(stride) <= _FIELDS:
        cure = "neighbouring elements for neighbouring work-items, or a structure of arrays"
        return f"{apart}: make it {size} B, by {cure}"
    return f"{apart}: load rows and transpose them through local memory, or let work-items take neighbouring words"


def about_banks(strides: tuple[int, ...], banks: int) -> str:
    """Advise on strides in words, all of which share a factor with the number of banks."""
    if len(strides) > 1:
        distances = ", ".join(map(str, strides))
        return f"lanes are {distances} words apart in turn, with {banks} banks: skew addresses, a + a div {banks}"
    [stride] = strides
    shared = math.gcd(stride, banks)
    effect = f"so {shared} of them meet in one of {banks} banks"
    if shared == banks:
        effect = f"a multiple of the {banks} banks"
    padded = next(pitch for pitch in range(stride + 1, stride + banks + 2) if math.gcd(pitch, banks) == 1)
    return f"lanes are {stride} words apart, {effect}: pad the pitch to {padded}"
