"""Coalescing: the transactions that an access to global memory is made of (docs/processor.md, section 19).

A transaction is a segment of memory and the set of lanes that it serves. To add a rule: its block and its line in
`coalesce`, and its name in COALESCERS (simt/machine/rules.py).
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block, kernel
from simt.core.jit.bits import bit, lowest_bit
from simt.core.state.layout import KIND_ATOMIC
from simt.machine.rules import COALESCERS

SEGMENTS, SECTORS, RELAXED = map(COALESCERS.index, ("segments", "sectors", "half_warp_relaxed"))
GROUP = 16  # lanes of half a warp, on the machines that the half-warp rules are of
ATOMIC_BYTES = 32
LANES, BYTES = range(2)


@block
def add_segment(lanes, size, count, segments):
    """Append a transaction; returns their new number."""
    segments[count, LANES] = lanes
    segments[count, BYTES] = size
    return count + 1


@block
def split_by_segment(mask, slot, low, high, size, count, addresses, segments):
    """Lanes `low` to `high` - 1: a transaction for each distinct aligned segment, by its lowest lane."""
    first = count
    for lane in range(low, high):
        if (mask >> lane) & 1:
            segment = addresses[slot, lane] // size
            place = count - 1
            while place >= first and addresses[slot, lowest_bit(segments[place, LANES])] // size != segment:
                place -= 1
            if place >= first:
                segments[place, LANES] |= bit(lane)
            else:
                count = add_segment(bit(lane), size, count, segments)
    return count


@block
def serve_relaxed(mask, slot, low, high, wide, count, addresses, segments):
    """16 lanes: the lowest lane's 128 bytes and all lanes in it, halved while one half is enough."""
    rest = np.int64(0)
    for lane in range(low, high):
        rest |= mask & bit(lane)
    while rest != 0:
        size = 128
        base = addresses[slot, lowest_bit(rest)] // size * size
        served = np.int64(0)
        lowest = base + size
        highest = base
        for lane in range(low, high):
            address = addresses[slot, lane]
            if (rest >> lane) & 1 and base <= address < base + size:
                served |= bit(lane)
                lowest = min(lowest, address)
                highest = max(highest, address + wide)
        while size > 32 and (lowest >= base + size // 2 or highest <= base + size // 2):
            size //= 2
            if lowest >= base + size:
                base += size
        count = add_segment(served, size, count, segments)
        rest &= ~served
    return count


@block
def serve_strict(mask, slot, low, high, wide, count, addresses, segments):
    """16 lanes: one or two segments if each active lane asks its own word of an aligned group, else one per lane."""
    base = np.int64(-1)
    is_orderly = True
    active = np.int64(0)
    for lane in range(low, high):
        if (mask >> lane) & 1:
            active |= bit(lane)
            origin = addresses[slot, lane] - (lane - low) * wide
            if base < 0:
                base = origin
                is_orderly = origin >= 0 and origin % (GROUP * wide) == 0
            is_orderly = is_orderly and origin == base
    if active == 0:
        return count
    if not is_orderly:
        for lane in range(low, high):
            if (active >> lane) & 1:
                count = add_segment(bit(lane), 32, count, segments)
    elif wide < 16:
        count = add_segment(active, GROUP * wide, count, segments)
    else:
        half = low + GROUP // 2
        lower = active & (bit(half) - 1) if half < 64 else active
        if lower != 0:
            count = add_segment(lower, 128, count, segments)
        if active & ~lower != 0:
            count = add_segment(active & ~lower, 128, count, segments)
    return count


@kernel
def coalesce(mask, slot, kind, words, rule, lanes, addresses, segments):
    """Write the transactions of an access to `segments`; returns their number.

    mask: the active lanes. addresses: int64 [slots, lanes], row `slot` is the access's. words: per lane.
    """
    count = np.int64(0)
    if kind == KIND_ATOMIC:
        for lane in range(lanes):
            if (mask >> lane) & 1:
                count = add_segment(bit(lane), ATOMIC_BYTES, count, segments)
        return count
    wide = 4 * words
    if rule == SEGMENTS or rule == SECTORS:
        size = 128 if rule == SEGMENTS else 32
        step = max(1, lanes // words)
        for low in range(0, lanes, step):
            count = split_by_segment(mask, slot, low, min(low + step, lanes), size, count, addresses, segments)
        return count
    for low in range(0, lanes, GROUP):
        high = min(low + GROUP, lanes)
        if rule == RELAXED:
            count = serve_relaxed(mask, slot, low, high, wide, count, addresses, segments)
        else:
            count = serve_strict(mask, slot, low, high, wide, count, addresses, segments)
    return count
