"""Coalescing: the division of an access to global memory into transactions (docs/processor.md, section 19).

A transaction is a segment of memory and the set of lanes that it serves. A rule has a block, a line in `coalesce`, and
a name in COALESCERS (simt/machine/rules.py). A block takes the lanes to serve, their byte addresses, the table
`segments`, and the number of transactions in the table; it returns the new number.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block, kernel
from simt.core.jit.bits import below, bit, lowest_bit
from simt.core.state import kinds
from simt.machine.rules import COALESCERS

SEGMENTS, SECTORS = map(COALESCERS.index, ("segments", "sectors"))
RELAXED, JOINED = map(COALESCERS.index, ("half_warp_relaxed", "half_warp_joined"))
GROUP = 16  # lanes of half a warp, on the machines with half-warp rules
ATOMIC_BYTES = 32
LANES, BYTES = range(2)


@block
def add_segment(lanes, size, count, segments):
    """Append a transaction; return the new number of transactions."""
    segments[count, LANES] = lanes
    segments[count, BYTES] = size
    return count + 1


@block
def split_by_segment(lanes, size, addresses, count, segments):
    """Append a transaction for each distinct aligned segment of `size` bytes, in the order of their lowest lanes.

    size: a power of two. A segment that lies above all others is a new one: without this, the 64 rows that a warp of
    `mm_global_rows` on `hd5870` reads took 2,016 comparisons, and these a third of the run.
    """
    first = count
    highest = np.int64(-1)
    rest = lanes
    while rest != 0:
        lane = lowest_bit(rest)
        rest &= rest - 1
        segment = addresses[lane] & -size
        place = first - 1
        if segment <= highest:
            place = count - 1
            while place >= first and addresses[lowest_bit(segments[place, LANES])] & -size != segment:
                place -= 1
        highest = max(highest, segment)
        if place >= first:
            segments[place, LANES] |= bit(lane)
        else:
            count = add_segment(bit(lane), size, count, segments)
    return count


@block
def serve_relaxed(lanes, wide, addresses, count, segments):
    """Append the transactions of up to 16 lanes by the relaxed rule; return the new number of transactions.

    Each transaction takes the aligned segment of the lowest lane that is left, and serves all lanes in this segment.
    The segment has 128 bytes at first (32 x `wide` for parts of words). It is halved as long as the lanes use only one
    half, down to 32 bytes.
    """
    rest = lanes
    while rest != 0:
        size = min(np.int64(128), 32 * wide)
        base = addresses[lowest_bit(rest)] & -size  # sizes are powers of two, but no constants
        served = np.int64(0)
        lowest = base + size
        highest = base
        left = rest
        while left != 0:
            lane = lowest_bit(left)
            left &= left - 1
            address = addresses[lane]
            if base <= address < base + size:
                served |= bit(lane)
                lowest = min(lowest, address)
                highest = max(highest, address + wide)
        while size > 32 and (lowest >= base + (size >> 1) or highest <= base + (size >> 1)):
            size >>= 1
            if lowest >= base + size:
                base += size
        count = add_segment(served, size, count, segments)
        rest &= ~served
    return count


@block
def join_earlier(addresses, first, count, segments):
    """Join transactions from `first` on with earlier ones of the same segment; return how many are left in all."""
    kept = first
    for new in range(first, count):
        lanes, size = segments[new, LANES], segments[new, BYTES]
        base = addresses[lowest_bit(lanes)] & -size
        old = np.int64(0)
        while old < first and (
            segments[old, BYTES] != size or addresses[lowest_bit(segments[old, LANES])] & -size != base
        ):
            old += 1
        if old < first:
            segments[old, LANES] |= lanes
        else:
            kept = add_segment(lanes, size, kept, segments)
    return kept


@block
def serve_strict(lanes, wide, addresses, count, segments):
    """Append the transactions of up to 16 lanes by the strict rule; return the new number of transactions.

    If each lane accesses the word at its own place of an aligned group, one transaction serves all lanes; with 16 bytes
    a lane, there is one for each half of the lanes. Otherwise, and for parts of words, every active lane has a
    transaction of its own.
    """
    if lanes == 0:
        return count
    base = np.int64(-1)
    is_orderly = True
    rest = lanes
    while rest != 0:
        lane = lowest_bit(rest)
        rest &= rest - 1
        origin = addresses[lane] - lane % GROUP * wide
        if base < 0:
            base = origin
            is_orderly = wide >= 4 and origin >= 0 and origin % (GROUP * wide) == 0
        is_orderly = is_orderly and origin == base
    if not is_orderly:
        rest = lanes
        while rest != 0:
            count = add_segment(rest & -rest, 32, count, segments)
            rest &= rest - 1
    elif wide < 16:
        count = add_segment(lanes, GROUP * wide, count, segments)
    else:
        lower = lanes & below(lowest_bit(lanes) // GROUP * GROUP + GROUP // 2)
        if lower != 0:
            count = add_segment(lower, 128, count, segments)
        if lanes & ~lower != 0:
            count = add_segment(lanes & ~lower, 128, count, segments)
    return count


@kernel
def coalesce(mask, kind, wide, rule, addresses, segments):
    """Write the transactions of an access to `segments`; return their number.

    mask: the active lanes. wide: bytes of a lane. addresses: int64 [lanes], in bytes.
    """
    count = np.int64(0)
    lanes = np.int64(addresses.shape[0])
    if kind == kinds.ATOMIC:
        while mask != 0:
            count = add_segment(mask & -mask, ATOMIC_BYTES, count, segments)
            mask &= mask - 1
        return count
    at_once = (
        max(np.int64(1), lanes // max(np.int64(1), wide // 4))
        if rule == SEGMENTS or rule == SECTORS
        else np.int64(GROUP)
    )
    for low in range(0, lanes, at_once):
        some = mask & below(min(low + at_once, lanes)) & ~below(low)
        if rule == SEGMENTS or rule == SECTORS:
            count = split_by_segment(some, 128 if rule == SEGMENTS else 32, addresses, count, segments)
        elif rule == RELAXED or rule == JOINED:
            first = count
            count = serve_relaxed(some, wide, addresses, count, segments)
            if rule == JOINED and kind == kinds.LOAD_GLOBAL:
                count = join_earlier(addresses, first, count, segments)
        else:
            count = serve_strict(some, wide, addresses, count, segments)
    return count
