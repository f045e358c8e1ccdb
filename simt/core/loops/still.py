"""Stretches of cycles in which nothing moves in a core except the coalescer: their length and their charges.

A core of a device mostly waits. While its request queue is full, the core can only wait for room in the queue, and
uncoalesced accesses keep the queue full: `mm_global_rows` on `hd5870` has 30 million core cycles for 2.1 million
transactions. 0.9 million of these cycles are simulated; the others are skipped in 5.8 million stretches. In a
stretch no warp is selected, so the charge of every warp, slot and unit stays the same until the next event. The events
are a message, a result, a warp that wakes, a unit that is free again or leaves its conflict cycles, a scheduler's turn
in which it may select a warp, and the last transaction of the access in the coalescer. The other transactions are part
of the stretch: they change only the queue and the reasons that depend on its room.

So are the turns in which the coalescer refuses all ready warps. On `gtx280` there is a turn every four cycles, but room
in a core's queue once in 28 cycles (`mm_global_rows`, n = 256), or in 1,500 while all cores ask one partition of memory
(n = 1024, at first): docs/engine.md has what that costs.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.collectors import next_collected
from simt.core.blocks.register_file import next_written
from simt.core.blocks.select import next_selection
from simt.core.jit import block, kernel
from simt.core.ledgers.intervals import count_held
from simt.core.ledgers.record import clear_banks
from simt.core.loops.accounting import charge
from simt.core.memory.charges import cause_at_coalescer
from simt.core.memory.link import count_blocked, further, is_global, is_quiet, next_action, next_message, send
from simt.core.state import reasons, traps
from simt.core.state.layout import NEVER


@block
def has_only_turns(core):
    """Return whether a warp that becomes ready, or a unit that becomes free, is looked at in a scheduler's turn alone.

    This is so on a machine without front end or collectors, if its schedulers have turns. Then a stretch may follow a
    cycle in which a warp was selected.
    """
    if core.flights is None:
        return False
    if core.collectors is not None:
        return False
    return core.spec.front_stages == 0 and core.spec.operand_interval > 1


@block
def is_still(core, filled):
    """Return whether nothing moves until the next event, after a cycle in which `filled` warps were selected."""
    spec, run, front = core.spec, core.run, core.pipeline.front
    if run.trap != traps.NONE or (filled > 0 and not has_only_turns(core)):
        return False
    if core.register_file is not None:
        if run.held == reasons.OPERAND_BANK:
            return False
        for stage in range(core.register_file.banks[0].stages):
            if run.held == 0 and core.register_file.stages[stage] >= 0:
                return False
    if run.held == 0 and spec.front_stages > 0:
        for stage in range(spec.front_stages):
            for slot in range(spec.width):
                if front[stage, slot] >= 0:
                    return False
    return True


@block
def falls_still(core):
    """Return whether nothing more happens in this cycle; if so, note that the core is still.

    The cycle is then charged as the first of a stretch.
    """
    if core.run.trap != traps.NONE or not is_quiet(core):
        return False
    core.run.held = 0
    core.link.units[0].still = 1
    return True


@block
def next_change(core):
    """Return the first cycle, the core's own or a later one, in which anything but the coalescer may act, or NEVER."""
    spec, run, link, wheel = core.spec, core.run, core.link, core.wheel
    cycle = run.cycle
    if is_quiet(core):
        return next_message(link)
    if wheel[run.place] != 0 or link.units[0].complete != 0:
        return cycle
    soonest = np.int64(NEVER)
    is_looked_at = not has_only_turns(core) or spec.counted > 1  # a unit that becomes free
    for k in range(spec.instances):
        instance = core.pipeline.instances[k]
        soonest = min(soonest, instance.next_offer)
        free, conflict = instance.free_at, instance.conflict_from
        if free >= cycle and (is_looked_at or conflict < free):
            soonest = min(soonest, conflict if conflict >= cycle else free)
    if core.register_file is not None:
        soonest = next_written(core.register_file, cycle, soonest)
    if core.flights is not None:
        if run.ready != 0 and run.held == 0:
            if spec.operand_interval > 1:
                soonest = min(soonest, next_selection(core, cycle))
    if core.collectors is not None:
        soonest = next_collected(core.collectors, cycle, soonest)
    if soonest > cycle:
        soonest = min(soonest, next_message(link))
        for k in range(1, wheel.shape[0]):
            if wheel[further(run.place, k, wheel)] != 0:
                return min(soonest, cycle + k)
    return soonest


@block
def charge_stretch(core, end, is_blocked):
    """Pass and charge the cycles before `end`, which are alike.

    is_blocked: whether the coalescer has a transaction for which the request queue has no room.
    """
    spec, run, link = core.spec, core.run, core.link
    unit = link.units[0]
    if is_blocked:
        unit.blocked_in = run.cycle
        count_blocked(link, unit.flight, run.cycle, end - run.cycle)
    if run.held:
        if is_global(core.code[run.hold_operation]):
            run.held = cause_at_coalescer(unit, run.cycle)
        count_held(core, run.held, end - run.cycle)
    at_once = np.int64(1) if spec.recording else end - run.cycle
    while run.cycle < end:
        cycle = run.cycle
        if is_blocked:
            unit.blocked_in = cycle
        if spec.recording:
            clear_banks(core.record, cycle)
        charge(core, np.int64(0), cycle, at_once)
        run.cycle = cycle + at_once


@kernel
def pass_cycles(core, end):
    """Pass a still core's cycles before `end`, or before the one that sends the last transaction in its coalescer.

    end: no later than the core's `next_change`.
    """
    run, link = core.run, core.link
    unit = link.units[0]
    begin = run.cycle
    while run.cycle < end:
        cycle = run.cycle
        stop = end
        is_blocked = False
        if unit.flight >= 0:
            sends = next_action(link, cycle)
            if sends <= cycle:
                if unit.next + 1 >= unit.count:
                    break
                send(core, cycle)
                stop = cycle + 1
            elif cycle < unit.first:
                stop = min(stop, sends, unit.first)
            else:
                stop = min(stop, sends)
                is_blocked = True
        charge_stretch(core, stop, is_blocked)
    run.place = (run.place + run.cycle - begin) % core.wheel.shape[0]


@block
def pass_still(core, until):
    """Pass the cycles in which a still core stays still; return whether it needs to run no cycle before `until`.

    If neither the core nor its coalescer acts before `until`, no cycle is passed and the core lags.
    """
    unit = core.link.units[0]
    if unit.still:
        cycle = core.run.cycle
        change = next_change(core)
        if change > cycle:
            if min(change, next_action(core.link, cycle)) >= until:
                return True
            pass_cycles(core, min(change, until))
            if core.run.cycle >= until:
                return True
        unit.still = 0
    return False
