"""A program counter per lane: the warp runs the lanes with the lowest program counter (docs/processor.md, 14, 30).

The active lanes have the warp's program counter. Only waiting lanes have counters in the table, and `current` holds the
lowest of these. So a warp whose lanes stay together costs one comparison.
"""

from __future__ import annotations

import numpy as np

from simt.core.divergence.stack import activate, set_for
from simt.core.jit import block
from simt.core.state.divergence import can_run
from simt.core.state.layout import NEVER


@block
def regroup(divergence, warp, w):
    """Go on with the lanes that can run and have the lowest counter; the counters of these are in the table."""
    lowest, waiting = np.int64(NEVER), np.int64(NEVER)
    mask = np.int64(0)
    runnable = can_run(divergence, warp, w)
    for lane in range(divergence.counters.shape[1]):
        if not (runnable >> lane) & 1:
            continue
        counter = divergence.counters[w, lane]
        if counter < lowest:
            waiting = lowest
            lowest = counter
            mask = np.int64(0)
        elif counter > lowest and counter < waiting:
            waiting = counter
        if counter == lowest:
            mask |= np.int64(1) << lane
    divergence.current[w] = waiting
    activate(warp, mask, np.uint32(lowest))


@block
def let_others_run(divergence, warp, w):
    """Choose the lanes that run next, after others have ended or wait at `bar`; return whether the warp arrives.

    It arrives if all its living lanes wait. They can then run again.
    """
    turn = divergence.turns[w]
    all_wait = can_run(divergence, warp, w) == 0
    if all_wait:
        turn.waiting = 0
    regroup(divergence, warp, w)
    return all_wait


@block
def wait_for_others(divergence, warp, w):
    """Have the active lanes, which are not all living ones, wait at `bar`."""
    turn = divergence.turns[w]
    set_for(divergence.counters, w, warp.mask, np.int64(warp.pc) + 1)
    turn.waiting |= warp.mask
    turn.arrives = let_others_run(divergence, warp, w)


@block
def advance_lanes(core, operation, w, taken):
    """Move the active lanes past an instruction and choose which lanes run next.

    taken: the mask of the active lanes that take its jump.
    """
    divergence, warp = core.divergence, core.warps[w]
    start, other_start = np.int64(operation.target), np.int64(warp.pc) + 1
    if taken == warp.mask or taken == 0:
        goes_on = start if taken != 0 else other_start
        if goes_on < divergence.current[w]:
            warp.pc = np.uint32(goes_on)
            return
    for lane in range(core.spec.warp_size):
        if (warp.mask >> lane) & 1:
            divergence.counters[w, lane] = start if (taken >> lane) & 1 else other_start
    regroup(divergence, warp, w)
