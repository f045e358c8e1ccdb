"""The barrier: warps that have retired `bar` wait for every warp of their work-group, finished ones included."""

from __future__ import annotations

import numpy as np

from simt.core.blocks.select import sleep_until_ready
from simt.core.jit import block
from simt.core.jit.bits import bit
from simt.core.ledgers.trap import raise_trap
from simt.core.state.layout import BARRIER, RELEASED, TRAP_DEADLOCK, WAITING


@block
def raise_deadlock(first, waiting, run, warps, time):
    """The barrier can never open: name the lowest warp that waits, of a group whose warps begin at `first`.

    waiting: how many of them wait. time: the cycle, or instructions executed.
    """
    w = first
    while warps[w].state != WAITING:
        w += 1
    raise_trap(run, TRAP_DEADLOCK, time, w, warps[w].mask, warps[w].issue_pc, waiting)


@block
def release(first, end, spec, run, register_file, warps, wheel, ledgers, cycle):
    """The warps `first` to `end` - 1 are all those of their group, and all wait: they go on."""
    for w in range(first, end):
        warp = warps[w]
        delay = np.int64(0)
        if register_file is not None:
            delay = max(delay, register_file.passages[w].written - cycle)
        warp.state = RELEASED
        warp.ready_cycle = cycle + delay + spec.retire_stages
        ledgers.warp[warp.issue_pc, BARRIER] += warp.ready_cycle - warp.since
        sleep_until_ready(bit(w), delay + spec.retire_stages, run, wheel)
    run.waiting -= end - first


@block
def open_or_deadlock(fixed, run, register_file, warps, wheel, ledgers, port, cycle):
    """After all retires of a cycle: release the groups that have arrived; a finished warp makes it impossible."""
    spec = fixed.specs[0]
    if port is None:
        if run.waiting == spec.launched:
            release(np.int64(0), spec.launched, spec, run, register_file, warps, wheel, ledgers, cycle)
        elif run.waiting > 0 and run.finished > 0:
            raise_deadlock(np.int64(0), run.waiting, run, warps, cycle)
    else:
        size = port.launches[0].group_warps
        for place in range(port.places.shape[0]):
            here = port.places[place]
            first = place * size
            if here.waiting == size:
                release(first, first + size, spec, run, register_file, warps, wheel, ledgers, cycle)
                here.waiting = 0
            elif here.waiting > 0 and here.finished > 0:
                raise_deadlock(first, here.waiting, run, warps, cycle)
