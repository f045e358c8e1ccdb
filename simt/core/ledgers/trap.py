"""Traps: the first one is kept (docs/processor.md, section 9)."""

from __future__ import annotations

from simt.core.jit import block
from simt.core.state import traps


@block
def raise_trap(run, kind, time, w, lanes, pc, value):
    """Record a trap of warp w unless an earlier one is recorded; the caller completes the cycle.

    time: the cycle (functional engine: executed instructions).
    """
    if run.trap == traps.NONE:
        run.trap = kind
        run.trap_cycle = time
        run.trap_warp = w
        run.trap_lanes = lanes
        run.trap_pc = pc
        run.trap_value = value
