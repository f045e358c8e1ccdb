"""Accesses to memory without time: all lanes of a vector at once.

This module serves accesses to whole words of memory that threads share. Functions of the cycle engine serve parts of
words, private memory and atomics.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.lds import ADDRESS, special_move
from simt.core.blocks.lds_vectors import address_of, addresses_of, local_bounds
from simt.core.jit import apart, block
from simt.core.jit.bits import bit, lowest_bit
from simt.core.jit.vector_memory import gather_lanes, load_lanes, scatter_lanes, store_lanes
from simt.core.jit.vectors import EVERY, STEP, choose, count_up, set_where, truths_of
from simt.core.memory.link import find_global_addresses, keep_access
from simt.core.memory.transactions import carry_out_special
from simt.core.state import kinds
from simt.core.state.flights import row_of_load


@block
def load_places(memory, places, first, active, count):
    """Return the words at the places of the active lanes. first: the place of lane 0."""
    every = np.int64(EVERY) >> (STEP - count)
    if active == every:
        if set_where(places == count_up(first)) & every == every:
            return load_lanes(memory, first, np.int64(1), count)
        if set_where(places == first) & every == every:
            return load_lanes(memory, first, np.int64(0), count)
    return gather_lanes(memory, places, active)


@block
def store_places(memory, places, first, value, active, count):
    """Store words at the places of the active lanes. If lanes have the same place, the last one wins.

    first: the place of lane 0.
    """
    every = np.int64(EVERY) >> (STEP - count)
    if active == every and set_where(places == count_up(first)) & every == every:
        store_lanes(memory, first, value, active, count)
    else:
        scatter_lanes(memory, places, value, active)


@block
def beyond_lanes(core, operation, w):
    """Return the active lanes of an access, by words, whose addresses lie outside local memory."""
    lanes, (_, limit) = core.spec.warp_size, local_bounds(core, w)
    bad = np.int64(0)
    for lane in range(0, lanes, STEP):
        addresses = addresses_of(operation, w, lane, min(lanes - lane, STEP), core.operands.words)
        bad |= set_where(addresses >= limit) << lane
    return bad & core.warps[w].mask


@block
def move_local(core, operation, w):
    """Carry out an access of whole words, or an atomic; return the bad lanes and the address of the lowest.

    If there are bad lanes, nothing is changed.
    """
    words, local, lanes, mask = core.operands.words, core.memory.words, core.spec.warp_size, core.warps[w].mask
    bad = beyond_lanes(core, operation, w)
    if bad != 0:
        return bad, address_of(operation, w, lowest_bit(bad), words)
    base, _ = local_bounds(core, w)
    if operation.table != 0:  # an atomic: one lane after the other
        while mask != 0:
            lane = lowest_bit(mask)
            mask &= mask - 1
            core.memory.scratch[lane, ADDRESS] = base + address_of(operation, w, lane, words)
        special_move(core, operation, w)
        return bad, np.int64(0)
    b_lane = np.int64(operation.b_lane)
    b = operation.b_base + w * operation.b_warp
    for lane in range(0, lanes, STEP):
        count, active = min(lanes - lane, STEP), (mask >> lane) & EVERY
        places = addresses_of(operation, w, lane, count, words) + base
        first = address_of(operation, w, lane, words) + base
        if operation.kind == kinds.LOAD_LOCAL:
            value = load_places(local, places, first, active, count)
            store_lanes(core.operands.loaded, w * lanes + lane, value, active, count)
        else:
            value = load_lanes(words, b + lane * b_lane, b_lane, count)
            store_places(local, places, first, value, active, count)
    return bad, np.int64(0)


@block
def outside_buffers(core, operation, w):
    """Check the addresses of an access to whole words; return the bad lanes and the address of the lowest.

    A lane is bad if its address is not aligned, or not inside a buffer.
    """
    words, lanes, buffers = core.operands.words, core.spec.warp_size, core.link.buffers
    size = np.int64(4 * operation.words)
    bad = np.int64(0)
    for lane in range(0, lanes, STEP):
        addresses = addresses_of(operation, w, lane, min(lanes - lane, STEP), words)
        is_good = truths_of(np.int64(0))
        for k in range(buffers.shape[0]):
            is_inside = (addresses >= buffers[k, 0]) & (addresses <= buffers[k, 1] - size)
            is_good = is_good | is_inside
        bad |= set_where(choose(is_good, addresses & (size - 1), np.int64(1)) != 0) << lane
    bad &= core.warps[w].mask
    return bad, address_of(operation, w, lowest_bit(bad), words) if bad != 0 else np.int64(0)


@block
def move_global(core, operation, w, memory):
    """Carry out a load or store of whole words of global memory, all of whose addresses are good."""
    words, loaded, lanes, mask = core.operands.words, core.operands.loaded, core.spec.warp_size, core.warps[w].mask
    b_lane = np.int64(operation.b_lane)
    stride, row = loaded.shape[0] // 4, row_of_load(core, w)
    for lane in range(0, lanes, STEP):
        count, active = min(lanes - lane, STEP), (mask >> lane) & EVERY
        places = addresses_of(operation, w, lane, count, words) >> 2
        first = address_of(operation, w, lane, words) >> 2
        for k in range(np.int64(operation.words)):
            if operation.kind == kinds.LOAD_GLOBAL:
                value = load_places(memory, places + k, first + k, active, count)
                store_lanes(loaded, k * stride + row * lanes + lane, value, active, count)
            else:
                b = operation.b_base + w * operation.b_warp + k * lanes
                value = load_lanes(words, b + lane * b_lane, b_lane, count)
                store_places(memory, places + k, first + k, value, active, count)


# Rows of `link.seen`. Two have a bit for each word of global memory. The last has a word for each buffer: whether it
# was read, and whether reads of its words are noted one by one.
READ, WRITTEN, BUFFERS = range(3)
WAS_READ, BY_WORD = 1, 2


@block
def note_buffers(core, operation, w):
    """Note the buffers from which an access loads; return whether its words are to be noted too."""
    words, lanes, mask, buffers = core.operands.words, core.spec.warp_size, core.warps[w].mask, core.link.buffers
    notes = np.int64(0)
    for lane in range(0, lanes, STEP):
        addresses = addresses_of(operation, w, lane, min(lanes - lane, STEP), words)
        for k in range(buffers.shape[0]):
            is_inside = (addresses >= buffers[k, 0]) & (addresses < buffers[k, 1])
            if set_where(is_inside) & (mask >> lane) & EVERY != 0:
                core.link.seen[BUFFERS, k] |= WAS_READ
                notes |= core.link.seen[BUFFERS, k]
    return notes & BY_WORD != 0


@apart
def note_words(operation, w, mask, words, seen):
    """Note the words of global memory that an access reads or writes. mask: its lanes, whose addresses are good."""
    row = READ if operation.kind == kinds.LOAD_GLOBAL else WRITTEN
    here, members = np.int64(0), np.int64(0)  # words of one row of 64, which are noted together
    while mask != 0:
        lane = lowest_bit(mask)
        mask &= mask - 1
        first = address_of(operation, w, lane, words) >> 2
        for place in range(first, first + np.int64(operation.words)):
            if place >> 6 != here:
                seen[row, here] |= members
                here, members = np.int64(place >> 6), np.int64(0)
            members |= bit(place & 63)
    seen[row, here] |= members


@block
def note_access(core, operation, w):
    """Note what an access to global memory reads or writes, if the run is on several threads of the host."""
    if core.link.seen.shape[1] != 0:
        if operation.kind != kinds.LOAD_GLOBAL or note_buffers(core, operation, w):
            note_words(operation, w, core.warps[w].mask, core.operands.words, core.link.seen)


@block
def access_buffers(core, operation, w, memory):
    """Carry out an access to global memory, not checked; return the bad lanes and the address of the lowest.

    If there are bad lanes, nothing is changed.
    """
    is_plain = operation.table == 0
    if is_plain:
        bad, address = outside_buffers(core, operation, w)
    else:
        bad, address = find_global_addresses(core, operation, w)
    if bad != 0:
        return bad, address
    note_access(core, operation, w)
    if is_plain:
        move_global(core, operation, w, memory)
    else:
        keep_access(core, operation, w)
        slot = core.link.units[0].next_slot
        carry_out_special(core.link, slot, core.warps[w].mask, core.operands.loaded, memory)
    return bad, address
