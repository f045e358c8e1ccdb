"""The barrier: warps that have retired `bar` wait for every warp of their work-group.

A warp that has finished never comes; but where warps form it counts as one that has.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.wheel import sleep_until_ready
from simt.core.jit import block
from simt.core.jit.bits import bit
from simt.core.ledgers.trap import raise_trap
from simt.core.state import reasons, states, traps
from simt.core.state.layout import WARP_FORMATION


@block
def raise_deadlock(core, first, waiting, time):
    """Stop the run with a deadlock: the barrier of the group whose first warp is `first` can never open.

    The trap names the lowest-numbered warp that waits. waiting: number of warps that wait.
    time: the cycle, or instructions executed.
    """
    w = first
    while core.warps[w].state != states.WAITING:
        w += 1
    warp = core.warps[w]
    raise_trap(core.run, traps.DEADLOCK, time, w, warp.mask, warp.issue_pc, waiting)


@block
def counts_finished(core):
    """Return whether a warp that has finished counts as one that has arrived."""
    if core.divergence is not None:
        return core.spec.branch_policy == WARP_FORMATION
    return False


@block
def all_are_there(core, waiting, finished, count):
    """Return whether the barrier of `count` warps, some of which wait and some of which have finished, opens."""
    if counts_finished(core):
        waiting += finished
    return waiting == count


@block
def release(core, first, end, cycle):
    """Release the warps of a group, `first` to `end` - 1, that wait at the barrier."""
    stages = core.spec.retire_stages
    for w in range(first, end):
        warp = core.warps[w]
        if warp.state != states.WAITING:
            continue
        core.run.waiting -= 1
        delay = np.int64(0)
        if core.flights is None:
            if core.register_file is not None:
                delay = max(delay, core.register_file.written[w].written - cycle)
            warp.state = states.RELEASED
            warp.ready_cycle = cycle + delay + stages
            core.ledgers.warp[warp.issue_pc, reasons.BARRIER] += warp.ready_cycle - warp.since
        else:
            warp.state = states.BLOCKED
            core.flights.flights[core.flights.boards[w].steering].release = cycle + stages
        sleep_until_ready(core, bit(w), delay + stages)


@block
def open_or_deadlock(core, cycle):
    """Release each group whose warps are all at the barrier. Comes after all retires of a cycle.

    If some warp of a group waits and another one has finished, the run stops with a deadlock.
    """
    run, link = core.run, core.link
    if run.waiting == 0:
        return
    if link is None:
        if all_are_there(core, run.waiting, run.finished, core.spec.launched):
            release(core, np.int64(0), core.spec.launched, cycle)
        elif run.finished > 0 and not counts_finished(core):
            raise_deadlock(core, np.int64(0), run.waiting, cycle)
    else:
        size = link.launches[0].group_warps
        for place in range(link.places.shape[0]):
            here = link.places[place]
            first = place * size
            if here.waiting == 0:
                continue
            if all_are_there(core, here.waiting, here.finished, size):
                release(core, first, first + size, cycle)
                here.waiting = 0
            elif here.finished > 0 and not counts_finished(core):
                raise_deadlock(core, first, here.waiting, cycle)
