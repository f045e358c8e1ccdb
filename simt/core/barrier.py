"""The barrier: warps that have retired `bar` wait for every warp of their work-group, finished ones included."""

from __future__ import annotations

from simt.core.issue import sleep_until_ready
from simt.core.jit import block
from simt.core.layout import BARRIER, RELEASED, TRAP_DEADLOCK, WAITING
from simt.core.trap import raise_trap


@block
def raise_deadlock(run, warps, time):
    """The barrier can never open: name the lowest warp that waits. time: the cycle, or instructions executed."""
    w = 0
    while warps[w].state != WAITING:
        w += 1
    raise_trap(run, TRAP_DEADLOCK, time, w, warps[w].mask, warps[w].issue_pc, run.waiting)


@block
def open_or_deadlock(fixed, run, warps, wheel, ledgers, cycle):
    """After all retires of a cycle: release the work-group if all have arrived; a finished warp makes it impossible."""
    spec = fixed.specs[0]
    if run.waiting == spec.launched:
        sleep_until_ready(run.everyone, fixed, run, wheel)
        for w in range(spec.launched):
            warp = warps[w]
            warp.state = RELEASED
            warp.ready_cycle = cycle + spec.retire_stages
            ledgers.warp[warp.issue_pc, BARRIER] += warp.ready_cycle - warp.since
        run.waiting = 0
    elif run.waiting > 0 and run.finished > 0:
        raise_deadlock(run, warps, cycle)
