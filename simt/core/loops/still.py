"""Stretches of cycles in which nothing moves in a core but the coalescer: how long they last, what they are charged.

A core of a device mostly waits. While its request queue is full it can only wait for places, and uncoalesced accesses
keep it full: `mm_global_rows` on `hd5870` has 30 million core cycles for 2.1 million transactions. 0.9 million of them
are simulated, the others passed in 5.8 million stretches. After a cycle in which no warp was selected, what every warp,
slot and unit is charged stays as it is until the next event: a message, a result, a warp that wakes, a unit that is
free again or leaves its conflict cycles, the last transaction of the access in the coalescer. The other transactions
change nothing but the queue and the reasons that depend on its room; they are part of the stretch.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block, kernel
from simt.core.ledgers.intervals import count_held
from simt.core.ledgers.record import clear_banks
from simt.core.loops.accounting import charge_ready, charge_slots, record_cycle
from simt.core.memory.port import behind, is_global, is_quiet, next_action, next_message, send
from simt.core.state.layout import MEMORY_QUEUE, NEVER, TRAP_NONE, UNIT_BUSY


@block
def is_still(filled, run, spec, pipeline):
    """Whether nothing moves after a cycle in which so many warps were selected, until the next event."""
    if filled > 0 or run.trap != TRAP_NONE:
        return False
    if run.held == 0 and spec.front_stages > 0:
        for stage in range(spec.front_stages):
            for slot in range(spec.width):
                if pipeline.front[stage, slot] >= 0:
                    return False
    return True


@block
def next_change(run, spec, pipeline, wheel, port):
    """The first cycle from the core's on in which anything but the coalescer may act, or NEVER; the core is still."""
    cycle = run.cycle
    if is_quiet(run, spec, port):
        return next_message(port)
    if wheel[run.place] != 0 or port.units[0].complete != 0:
        return cycle
    found = np.int64(NEVER)
    for k in range(spec.instances):
        instance = pipeline.instances[k]
        found = min(found, instance.next_offer + instance.stalls)
        free = instance.free_at + instance.stalls
        if free >= cycle:
            conflict = instance.conflict_from + instance.stalls
            found = min(found, conflict if conflict >= cycle else free)
    if found > cycle:
        found = min(found, next_message(port))
        for k in range(1, wheel.shape[0]):
            if wheel[behind(run.place, k, wheel)] != 0:
                return min(found, cycle + k)
    return found


@block
def charge_stretch(end, is_blocked, fixed, run, pipeline, warps, port, ledgers, record):
    """Pass the cycles up to `end`, all alike; is_blocked: the coalescer has a transaction and the queue no room."""
    spec = fixed.specs[0]
    unit = port.units[0]
    if run.held:
        if is_global(fixed.code[run.hold_operation]):
            run.held = MEMORY_QUEUE if is_blocked else UNIT_BUSY
        count_held(run.held, end - run.cycle, run, spec, ledgers)
    if is_blocked:
        port.sides[unit.warp].blocked += end - run.cycle
    step = np.int64(1) if spec.recording else end - run.cycle
    while run.cycle < end:
        cycle = run.cycle
        if is_blocked:
            unit.blocked_in = cycle
        if run.held == 0:
            charge_slots(np.int64(0), fixed, run, pipeline, None, None, warps, ledgers, record, port, cycle, step)
        if spec.front_stages == 0:
            charge_ready(fixed, run, pipeline, None, warps, ledgers, cycle, step)
        if spec.recording:
            clear_banks(record, cycle)
            record_cycle(np.int64(0), fixed, run, pipeline, None, None, warps, record, port, cycle)
        run.cycle = cycle + step


@kernel
def pass_cycles(end, fixed, run, pipeline, warps, wheel, port, ledgers, record):
    """Pass a still core's cycles up to `end`, or up to that in which its coalescer becomes free.

    end: no later than the core's `next_change`.
    """
    unit = port.units[0]
    begin = run.cycle
    while run.cycle < end:
        cycle = run.cycle
        stop = end
        is_blocked = False
        if unit.warp >= 0:
            sends = next_action(port, cycle)
            if sends <= cycle:
                if unit.next + 1 >= unit.count:
                    break
                send(pipeline, port, cycle)
                stop = cycle + 1
            elif cycle < unit.first:
                stop = min(stop, sends, unit.first)
            else:
                stop = min(stop, sends)
                is_blocked = True
        charge_stretch(stop, is_blocked, fixed, run, pipeline, warps, port, ledgers, record)
    run.place = (run.place + run.cycle - begin) % wheel.shape[0]
