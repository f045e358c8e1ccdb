"""Traps: the first one found is the one that is kept (docs/processor.md, section 9)."""

from __future__ import annotations

from simt.core.jit import block
from simt.core.state.layout import TRAP_NONE


@block
def raise_trap(run, kind, cycle, warp, lanes, pc, value):
    """Record a trap unless there is one already; the cycle is completed by the caller."""
    if run.trap == TRAP_NONE:
        run.trap = kind
        run.trap_cycle = cycle
        run.trap_warp = warp
        run.trap_lanes = lanes
        run.trap_pc = pc
        run.trap_value = value
