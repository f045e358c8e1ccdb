"""The device loop: cores and what is behind the interconnect, a window of L cycles at a time (docs/processor.md, 18).

What a core sends is on the far side L cycles later, and the other way round. So within a window that begins at a
multiple of L no core can learn what another one does in it, and each runs through the window by itself, with its state
in the processor's cache. A core in which nothing moves (still.py) lags behind until something does.

`run_core` and `run_cycles` are inlined: as functions they were handed 250 scalars, which is what the arrays of a core
consist of. That took 300 ns per core and window, more than half of a run that waits for memory (1.4 seconds of
`mm_global_rows` on `hd5870` became 0.5; they were 1.8 with every cycle simulated that still.py passes).
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block, kernel
from simt.core.loops.accounting import close
from simt.core.loops.cycle import run_cycles
from simt.core.loops.still import next_change, pass_cycles
from simt.core.memory.arbiter import dispatch_groups, serve
from simt.core.memory.port import behind, next_action
from simt.core.state.layout import DONE, NEVER, RUNNING, TRAPPED
from simt.core.state.parts import divergence_of, ledgers_of, memory_of, operands_of, pipeline_of, port_of, record_of


@kernel
def close_core(core, fixed, runs, pipelines, warps, wheels, ledgers, records, ports, end):
    """Close the ledgers of a core that did not trap, at cycle `end`."""
    run = runs[core, 0]
    if run.status == RUNNING:
        pipeline, port, ledger = pipeline_of(core, pipelines), port_of(core, ports), ledgers_of(core, ledgers)
        record = record_of(core, records)
        pass_cycles(np.int64(end), fixed, run, pipeline, warps[core], wheels[core], port, ledger, record)
        close(fixed, run, pipeline, None, None, warps[core], port, ledger, end)
        run.cycle = end


@block
def run_core(core, fixed, runs, pipelines, warps, wheels, operands, divergence, memory, ledgers, records, ports, end):
    """Run a core to the end of a window; returns the next cycle in which it has something to do."""
    spec = fixed.specs[0]
    run = runs[core, 0]
    pipeline, port, ledger = pipeline_of(core, pipelines), port_of(core, ports), ledgers_of(core, ledgers)
    run_cycles(
        fixed, runs[core], pipeline, None, None, warps[core], wheels[core], operands_of(core, operands),
        divergence_of(core, divergence), memory_of(core, memory), ledger, record_of(core, records), port, end,
    )  # fmt: skip
    if run.status != RUNNING:
        return np.int64(NEVER)
    if not port.units[0].still:
        return np.int64(end)
    return min(next_change(run, spec, pipeline, wheels[core], port), next_action(port, run.cycle))


@kernel
def run_device(
    fixed, runs, pipelines, warps, wheels, operands, divergence, memory, ledgers, records, device, ports, until, limit
):
    """Run windows until the launch ends, a core traps, or cycle `until` is reached (or a little passed).

    runs and the groups of arrays are those of cycle.run_cycles, with a leading axis for the core.
    """
    far = device.fars[0]
    launch = ports.launches[0]
    length = launch.interconnect
    cores = launch.cores
    while far.status == RUNNING and far.cycle < until:
        end = min((far.cycle // length + 1) * length, limit)
        coming = min(
            serve(end, device, ports, operands.loaded),
            dispatch_groups(end, device, ports),
        )
        trapped = False
        for core in range(cores):
            if device.wakes[core] < end:
                device.wakes[core] = run_core(
                    core, fixed, runs, pipelines, warps, wheels, operands, divergence, memory, ledgers, records, ports,
                    end,
                )  # fmt: skip
                trapped = trapped or runs[core, 0].status == TRAPPED
            coming = min(coming, device.wakes[core])
        far.cycle = end
        if trapped:
            far.status = TRAPPED
        elif last_cycle(far, launch, ports, cores) <= limit:
            far.status = DONE
            far.cycle = last_cycle(far, launch, ports, cores)
        elif end < limit:
            # Nothing can happen before the next message or the next cycle of a core that is busy.
            coming = min(coming, earliest_message(ports, cores))
            if coming > end:
                far.cycle = min(max(end, coming // length * length), limit)
    if far.status != RUNNING or far.cycle >= limit:
        for core in range(cores):
            close_core(core, fixed, runs, pipelines, warps, wheels, ledgers, records, ports, far.cycle)


@block
def last_cycle(far, launch, ports, cores):
    """The cycle in which the launch ends, or NEVER while a group has not ended or a request is on its way.

    Groups whose end the dispatcher has not learnt of have ended all the same.
    """
    ended = far.ended
    last = far.last_end
    for core in range(cores):
        unit = ports.units[core, 0]
        if unit.requests > 0:
            return np.int64(NEVER)
        ended += unit.ends
        for k in range(unit.ends):
            place = behind(unit.end_head, k, ports.ends[core])
            last = max(last, ports.ends[core, place].arrives - launch.interconnect)
    return max(last, far.done + 1) if ended == launch.groups else np.int64(NEVER)


@block
def earliest_message(ports, cores):
    """The first cycle in which a request or a report that a core has just sent is on the far side."""
    found = np.int64(NEVER)
    for core in range(cores):
        unit = ports.units[core, 0]
        if unit.requests > 0:
            found = min(found, ports.requests[core, unit.request_head].arrives)
        if unit.ends > 0:
            found = min(found, ports.ends[core, unit.end_head].arrives)
    return found
