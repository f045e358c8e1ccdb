"""The stack of a warp whose lanes have parted: entries of (mask, program counter, join), and the living lanes.

The policies `mask_stack` and `ipdom_stack` share it (docs/processor.md, sections 13 and 14); only the latter uses join.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.jit.bits import count_bits, lowest_bit
from simt.core.state import traps
from simt.core.state.layout import EXPLICIT_MASKS
from simt.machine.rules import BRANCH_ORDERS

TRUE_FIRST, SMALLER_FIRST = map(BRANCH_ORDERS.index, ("true_first", "smaller_first"))


@block
def is_divergent(core, w):
    """Return whether some living lanes of warp w wait, on a machine whose lanes can part."""
    if core.divergence is None:
        return False
    return core.warps[w].mask != core.warps[w].living and core.spec.branch_policy != EXPLICIT_MASKS


@block
def activate(warp, mask, pc):
    """Let the warp go on at pc with these lanes active."""
    warp.mask = mask
    warp.active = count_bits(mask)
    warp.pc = pc


@block
def retire_lanes(warp, living):
    """Reduce the living lanes to these."""
    warp.living = living
    warp.alive = count_bits(living)


@block
def set_for(table, w, lanes, value):
    """Set the entry of some lanes of warp w in a table: the counters, or the innermost barriers."""
    while lanes != 0:
        lane = lowest_bit(lanes)
        lanes &= lanes - 1
        table[w, lane] = value


@block
def goes_first(true, false, order):
    """Return whether the true side goes on first."""
    if order == SMALLER_FIRST:
        return count_bits(true) <= count_bits(false)
    return order == TRUE_FIRST


@block
def push(divergence, warp, w, mask, pc, join):
    """Push an entry; the caller has checked that there is room."""
    depth = warp.depth
    divergence.masks[w, depth] = mask
    divergence.counters[w, depth] = pc
    divergence.joins[w, depth] = join
    warp.depth = depth + 1


@block
def pop(divergence, warp, w, living):
    """Go on with the topmost entry that has a living lane; without one, change nothing and return an underflow."""
    depth = warp.depth
    while depth > 0:
        depth -= 1
        mask = divergence.masks[w, depth] & living
        if mask != 0:
            warp.depth = depth
            divergence.current[w] = divergence.joins[w, depth]
            activate(warp, mask, np.uint32(divergence.counters[w, depth]))
            return traps.NONE
    return traps.UNDERFLOW
