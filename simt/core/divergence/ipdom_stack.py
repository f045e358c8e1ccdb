"""The IPDOM stack: lanes part at ordinary jumps and meet again at the immediate post-dominator.

docs/processor.md, section 14. Where they meet is computed when the program is lowered (isa/flow/cfg.py).
"""

from __future__ import annotations

import numpy as np

from simt.core.divergence.stack import activate, goes_first, pop, push
from simt.core.jit import block
from simt.core.state import traps
from simt.core.state.layout import NO_JOIN


@block
def join(divergence, warp, w):
    """Pop while the warp is where its lanes meet."""
    while np.int64(warp.pc) == divergence.current[w]:
        if pop(divergence, warp, w, warp.living) != traps.NONE:
            divergence.current[w] = NO_JOIN


@block
def split(core, operation, w, taken):
    """Part warp w's lanes: `taken` go on at the jump's target, the others after it. Returns the trap OVERFLOW or NONE.

    An overflow changes nothing.
    """
    spec, divergence, warp = core.spec, core.divergence, core.warps[w]
    others = warp.mask & ~taken
    start, other_start = np.int64(operation.target), np.int64(warp.pc) + 1
    meet = np.int64(operation.join)
    current = divergence.current[w]
    is_new = meet != NO_JOIN and meet != current
    both_go_on = start != meet and other_start != meet
    if warp.depth + is_new + both_go_on > spec.stack_depth:
        return traps.OVERFLOW
    if is_new:
        push(divergence, warp, w, taken | others, meet, current)
    divergence.current[w] = meet
    if start == meet:
        activate(warp, others, np.uint32(other_start))
    elif other_start == meet:
        activate(warp, taken, np.uint32(start))
    elif goes_first(taken, others, spec.branch_order):
        push(divergence, warp, w, others, other_start, meet)
        activate(warp, taken, np.uint32(start))
    else:
        push(divergence, warp, w, taken, start, meet)
        activate(warp, others, np.uint32(other_start))
    return traps.NONE


@block
def take_sides(core, operation, w, taken):
    """Move the active lanes past an instruction and choose which lanes run next. Returns the trap OVERFLOW or NONE.

    taken: the mask of the active lanes that take its jump.
    """
    warp = core.warps[w]
    start, other_start = np.int64(operation.target), np.int64(warp.pc) + 1
    if taken == 0:
        warp.pc = np.uint32(other_start)
    elif warp.mask & ~taken == 0 or start == other_start:
        warp.pc = np.uint32(start)
    elif split(core, operation, w, taken) != traps.NONE:
        return traps.OVERFLOW
    join(core.divergence, warp, w)
    return traps.NONE
