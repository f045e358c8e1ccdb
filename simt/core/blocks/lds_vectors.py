"""Local memory by vectors: the usual accesses, in which lanes side by side ask for words side by side, or for one."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.jit.bits import MASK32
from simt.core.jit.vector_memory import load_lanes, store_lanes
from simt.core.jit.vectors import EVERY, STEP, count_up, set_where
from simt.core.state import kinds


@block
def addresses_of(operation, w, lane, count, words):
    """Return the vector of the addresses of an access, of the lanes from `lane` on."""
    a = operation.a_base + w * operation.a_warp
    a_lane = np.int64(operation.a_lane)
    offset = np.int64(words[operation.c_base + w * operation.c_warp])
    return (load_lanes(words, a + lane * a_lane, a_lane, count) + offset) & MASK32


@block
def address_of(operation, w, lane, words):
    """Return the address of one lane of an access."""
    a = operation.a_base + w * operation.a_warp + lane * operation.a_lane
    return (np.int64(words[a]) + np.int64(words[operation.c_base + w * operation.c_warp])) & MASK32


@block
def local_bounds(core, w):
    """Return (first word, words) of the local memory that warp w can reach."""
    if core.link is not None:
        return core.link.sides[w].local_base, np.int64(core.link.launches[0].reach)
    return np.int64(0), core.spec.local_words


@block
def has_easy_beats(core, operation):
    """Return whether an access has no conflicts, if each vector of lanes asks for words side by side, or for one word.

    A vector is then one beat or several. What is recorded of banks is found lane by lane.
    """
    spec = core.spec
    is_wide = spec.warp_size % STEP == 0 and spec.lds_lanes <= STEP and spec.lds_lanes <= spec.banks
    return is_wide and operation.table == 0 and not spec.recording


@block
def stride_at(core, operation, w, lane):
    """Return the stride of the addresses of a vector of lanes, from `lane` on: 1 or 0.

    The result is -1 for other addresses, if one of them lies outside the memory, or if a lane is not active.
    """
    words = core.operands.words
    addresses, first = addresses_of(operation, w, lane, np.int64(STEP), words), address_of(operation, w, lane, words)
    _, limit = local_bounds(core, w)
    if (core.warps[w].mask >> lane) & EVERY == EVERY:
        if set_where(addresses == first) == EVERY and first < limit:
            return np.int64(0)
        if set_where(addresses == count_up(first)) == EVERY and first + STEP <= limit:
            return np.int64(1)
    return np.int64(-1)


@block
def move_vector(core, operation, w, lane, stride):
    """Carry out an access for a vector of lanes, from `lane` on, whose addresses have this stride.

    Of several lanes that store to one word the last wins.
    """
    words, local, loaded, lanes = core.operands.words, core.memory.words, core.operands.loaded, core.spec.warp_size
    place = local_bounds(core, w)[0] + address_of(operation, w, lane, words)
    if operation.kind == kinds.LOAD_LOCAL:
        value = load_lanes(local, place, stride, np.int64(STEP))
        store_lanes(loaded, w * lanes + lane, value, np.int64(EVERY), np.int64(STEP))
        return
    b_lane = np.int64(operation.b_lane)
    b = operation.b_base + w * operation.b_warp + lane * b_lane
    if stride == 0:
        local[place] = words[b + (STEP - 1) * b_lane]
    else:
        store_lanes(local, place, load_lanes(words, b, b_lane, np.int64(STEP)), np.int64(EVERY), np.int64(STEP))


@block
def move_at_once(core, operation, w):
    """Carry out an access if it can be seen at once that it has no conflicts and is inside; return whether it was."""
    if not has_easy_beats(core, operation):
        return False
    strides = np.int64(0)
    for lane in range(0, core.spec.warp_size, STEP):
        stride = stride_at(core, operation, w, lane)
        if stride < 0:
            return False
        strides |= stride << lane
    for lane in range(0, core.spec.warp_size, STEP):
        move_vector(core, operation, w, lane, (strides >> lane) & 1)
    return True
