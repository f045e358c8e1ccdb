"""The device loop: cores and the far side of the interconnect, a window of L cycles at a time (docs/processor.md, 18).

A message between a core and the far side takes L cycles in either direction. So within a window that begins at a
multiple of L, no core can learn what another core does in this window, nor what memory does in it. Each core runs
through the window by itself, with its state in the processor's cache, on any thread of the host (crew.py), and memory
serves the window meanwhile (simt/core/memory/mail.py). A core in which nothing moves (still.py) lags until something
moves.

`run_core` and `run_cycles` are inlined. As functions they took 250 scalars, the arrays of a core, which cost 300 ns per
core and window. This was more than half of a run that waits for memory: inlining cut `mm_global_rows` on `hd5870` from
1.4 to 0.5 seconds. It took 1.8 seconds when the cycles that still.py passes over were simulated too.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import apart, block
from simt.core.loops.accounting import close
from simt.core.loops.crew import TRAPPED, give_core, post, take_core, wait_for_cores, wait_for_window
from simt.core.loops.cycle import run_cycles
from simt.core.loops.still import next_change, pass_cycles
from simt.core.memory.arbiter import serve
from simt.core.memory.dispatcher import dispatch_groups, next_report
from simt.core.memory.link import further, next_action
from simt.core.memory.mail import as_memory_has, hand_on, take_in
from simt.core.memory.transactions import oldest_request
from simt.core.state import states
from simt.core.state.cores import core_of
from simt.core.state.layout import NEVER


@apart
def close_core(k, cores, end):
    """Close a core's ledgers. If it did not trap, take it to cycle `end` before, until which nothing happens in it."""
    core = core_of(k, cores)
    if core.run.status == states.RUNNING:
        pass_cycles(core, np.int64(end))
    else:
        end = core.run.cycle
    close(core, np.int64(end))
    core.run.cycle = end


@block
def run_core(k, cores, end):
    """Run a core to the end of a window; return the next cycle in which it has something to do, or NEVER."""
    core = core_of(k, cores)
    run_cycles(core, end)
    if core.run.status != states.RUNNING:
        return np.int64(NEVER)
    if not core.link.units[0].still:
        return np.int64(end)
    return min(next_change(core), next_action(core.link, core.run.cycle))


@block
def run_device(cores, device, until, limit, thread):
    """Run windows until the launch ends, a core traps, or cycle `until` is reached (or a little passed).

    The ledgers are closed at the end, at a trap and at cycle `limit`. thread: the number of this thread. Only thread 0
    does all of this; the other threads of the crew run cores, in all calls of thread 0 until they are dismissed.
    """
    far = device.fars[0]
    crew = device.crew[0]
    length = cores.link.launches[0, 0].interconnect
    is_beside = crew.beside != 0 and cores.spec[0].recording == 0
    coming = np.int64(0)
    while True:
        if thread == 0:
            if far.status != states.RUNNING or far.cycle >= until:
                break
            end = min((far.cycle // length + 1) * length, limit)
            coming = dispatch_groups(end, cores.link, device)
            take_in(cores.link, device)
            if is_beside:
                post(device, end)
            loaded = cores.operands.loaded
            coming = min(coming, serve(end, as_memory_has(cores.link, device), loaded, device))
            if not is_beside:
                hand_on(cores.link, device)
                post(device, end)
        elif not wait_for_window(device):
            break
        k = take_core(device, thread)
        while k >= 0:
            device.wakes[k] = run_core(k, cores, crew.end)
            give_core(device, cores.run[k].status == states.TRAPPED)
            k = take_core(device, thread)
        if thread == 0:
            wait_for_cores(device)
            if is_beside:
                hand_on(cores.link, device)
            end_window(cores, device, coming, limit)
    if thread == 0:
        if far.status != states.RUNNING or far.cycle >= limit:
            for k in range(device.wakes.shape[0]):
                close_core(k, cores, far.cycle)


@block
def end_window(cores, device, coming, limit):
    """End a window: find out whether the launch is over, and whether cycles in which nothing happens follow.

    coming: the first cycle in which the far side sends a message.
    """
    far, end = device.fars[0], device.crew[0].end
    length = cores.link.launches[0, 0].interconnect
    for k in range(device.wakes.shape[0]):
        coming = min(coming, device.wakes[k])
    far.cycle = end
    if device.signals[TRAPPED]:
        far.status = states.TRAPPED
    elif last_cycle(cores.link, device) < limit:
        far.status = states.DONE
        far.cycle = last_cycle(cores.link, device)
    elif coming > end and end < limit:
        # Nothing can happen before the next message or a busy core's next cycle.
        for k in range(device.wakes.shape[0]):  # what a core has just sent
            coming = min(coming, oldest_request(cores.link, k), next_report(cores.link, k))
        if coming > end:
            far.cycle = min(max(end, coming // length * length), limit)


@block
def last_cycle(links, device):
    """Return the cycle in which the launch ends, or NEVER if a group has not ended or a request is on its way.

    A group counts as ended even if its report has not reached the dispatcher yet.
    """
    far = device.fars[0]
    if device.dram is not None:
        if device.dram.states[0].busy > 0:
            return np.int64(NEVER)
    launch = links.launches[0, 0]
    ended = far.ended
    last = far.last_end
    for k in range(launch.cores):
        unit = links.units[k, 0]
        if unit.resident > 0 or unit.requests > 0:
            return np.int64(NEVER)
        ended += unit.ends
        for report in range(unit.ends):
            place = further(unit.end_head, report, links.ends[k])
            last = max(last, links.ends[k, place].arrives - launch.interconnect)
    return max(last, far.done + 1) if ended == launch.groups else np.int64(NEVER)
