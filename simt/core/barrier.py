"""The barrier: warps that have retired `bar` wait for every warp of their work-group, finished ones included."""

from __future__ import annotations

import numpy as np

from simt.core.bits import bit
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
def open_or_deadlock(fixed, run, register_file, warps, wheel, ledgers, cycle):
    """After all retires of a cycle: release the work-group if all have arrived; a finished warp makes it impossible."""
    spec = fixed.specs[0]
    if run.waiting == spec.launched:
        delay = np.int64(0)
        if register_file is None:
            sleep_until_ready(run.everyone, spec.retire_stages, run, wheel)
        for w in range(spec.launched):
            warp = warps[w]
            warp.state = RELEASED
            if register_file is not None:
                delay = max(np.int64(0), register_file.passages[w].written - cycle)
                sleep_until_ready(bit(w), delay + spec.retire_stages, run, wheel)
            warp.ready_cycle = cycle + delay + spec.retire_stages
            ledgers.warp[warp.issue_pc, BARRIER] += warp.ready_cycle - warp.since
        run.waiting = 0
    elif run.waiting > 0 and run.finished > 0:
        raise_deadlock(run, warps, cycle)
