"""A program counter per lane: the warp runs the lanes with the lowest program counter (docs/processor.md, 14).

The active lanes have the warp's program counter. Only waiting lanes have counters in the table, and `current` holds the
lowest of these. So a warp whose lanes stay together costs one comparison.
"""

from __future__ import annotations

import numpy as np

from simt.core.divergence.stack import activate
from simt.core.jit import block
from simt.core.state.layout import NEVER


@block
def regroup(divergence, warp, w):
    """Go on with the living lanes that have the lowest counter; every living lane's counter is in the table."""
    lowest, waiting = np.int64(NEVER), np.int64(NEVER)
    mask = np.int64(0)
    for lane in range(divergence.counters.shape[1]):
        if not (warp.living >> lane) & 1:
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
