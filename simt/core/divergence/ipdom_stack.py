"""The IPDOM stack: lanes part at ordinary jumps and meet again at the immediate post-dominator.

docs/processor.md, section 14. Where they meet is computed when the program is lowered (isa/cfg.py).
"""

from __future__ import annotations

import numpy as np

from simt.core.divergence.stack import activate, goes_first, pop, push
from simt.core.jit import block
from simt.core.state.layout import NO_JOIN, TRAP_NONE, TRAP_OVERFLOW


@block
def join(warp, w, divergence):
    """While the warp is where its lanes meet, pop."""
    while np.int64(warp.pc) == divergence.current[w]:
        if pop(warp, w, warp.living, divergence) != TRAP_NONE:
            divergence.current[w] = NO_JOIN


@block
def pop_and_join(warp, w, divergence):
    """After `ret`: go on with the lanes that wait. There are some, as no living lane is in no entry."""
    pop(warp, w, warp.living, divergence)
    join(warp, w, divergence)


@block
def part(warp, w, taken, start, others, other_start, meet, spec, divergence):
    """The lanes part: `taken` go on at `start`, `others` at `other_start`, to meet at `meet`. TRAP_OVERFLOW or none."""
    current = divergence.current[w]
    is_new = meet != NO_JOIN and meet != current
    both_go_on = start != meet and other_start != meet
    if warp.depth + is_new + both_go_on > spec.stack_depth:
        return TRAP_OVERFLOW
    if is_new:
        push(warp, w, taken | others, meet, current, divergence)
    divergence.current[w] = meet
    if start == meet:
        activate(warp, others, np.uint32(other_start))
    elif other_start == meet:
        activate(warp, taken, np.uint32(start))
    elif goes_first(taken, others, spec.branch_order):
        push(warp, w, others, other_start, meet, divergence)
        activate(warp, taken, np.uint32(start))
    else:
        push(warp, w, taken, start, meet, divergence)
        activate(warp, others, np.uint32(other_start))
    return TRAP_NONE


@block
def take_sides(step, warp, w, taken, spec, divergence):
    """After an instruction that `taken` of the active lanes leave by its jump. Returns TRAP_OVERFLOW or none."""
    others = warp.mask & ~taken
    start, other_start = np.int64(step.target), np.int64(warp.pc) + 1
    if taken == 0:
        warp.pc = np.uint32(other_start)
    elif others == 0 or start == other_start:
        warp.pc = np.uint32(start)
    elif part(warp, w, taken, start, others, other_start, np.int64(step.join), spec, divergence) != TRAP_NONE:
        return TRAP_OVERFLOW
    join(warp, w, divergence)
    return TRAP_NONE
