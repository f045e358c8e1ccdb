"""The two other ends of a retire, beside going on: a warp arrives at the barrier, or it ends."""

from __future__ import annotations

from simt.core.jit import block
from simt.core.jit.bits import bit
from simt.core.memory.places import finish_warp
from simt.core.state import states


@block
def arrive(core, w, cycle):
    """Have warp w wait at the barrier from this cycle on."""
    warp = core.warps[w]
    warp.state = states.WAITING
    warp.since = cycle
    core.run.waiting += 1
    if core.link is not None:
        core.link.places[core.link.sides[w].place].waiting += 1


@block
def end_warp(core, w, cycle):
    """End warp w in this cycle."""
    run, warp = core.run, core.warps[w]
    warp.state = states.FINISHED
    warp.since = cycle
    run.finished += 1
    run.active_set &= ~bit(w)
    if core.link is not None:
        finish_warp(core, w, cycle)
