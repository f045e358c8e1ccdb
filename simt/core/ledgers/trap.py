"""Traps: the first one is kept (docs/processor.md, section 9)."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.state import kinds, traps


@block
def raise_trap(run, kind, time, w, lanes, pc, value):
    """Record a trap of warp w unless an earlier one is recorded; the caller completes the cycle.

    time: the cycle, or in the functional engine the number of executed instructions.
    """
    run.raised += 1
    if run.trap == traps.NONE:
        run.trap = kind
        run.trap_cycle = time
        run.trap_warp = w
        run.trap_lanes = lanes
        run.trap_pc = pc
        run.trap_value = value


@block
def trap_at_select(core, pc):
    """Return the kind of trap that selecting the instruction at `pc` raises, or NONE."""
    if pc >= core.spec.program_length:
        return traps.COUNTER
    if core.code[pc].kind == kinds.ILLEGAL:
        return traps.ILLEGAL
    return traps.NONE


@block
def raise_at_select(core, kind, w, time):
    """Raise the trap that `trap_at_select` found. time: the cycle, or instructions executed."""
    warp = core.warps[w]
    value = np.int64(warp.pc if kind == traps.COUNTER else core.code[warp.pc].opcode)
    raise_trap(core.run, kind, time, w, warp.mask, warp.pc, value)
