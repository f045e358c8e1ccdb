"""The front end: the stages between select and the units, which move together or are held together.

docs/processor.md, section 4.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.awaits import AWAITS, changes_place, note_stops
from simt.core.blocks.bundles import accepting_part, enter_part, entrance, first_instance
from simt.core.blocks.lds import find_addresses, lds_passes, move, record_banks
from simt.core.blocks.lds_vectors import move_at_once
from simt.core.blocks.register_file import advance_read, oldest, vacate
from simt.core.blocks.unit_pipeline import accept, clock, in_conflict, is_frozen
from simt.core.jit import block
from simt.core.jit.bits import bit, count_bits
from simt.core.lanes.write_back import compute_result
from simt.core.ledgers.intervals import charge_front_end, count_held
from simt.core.ledgers.record import event_of
from simt.core.ledgers.refusals import add_occupation
from simt.core.ledgers.trap import raise_trap
from simt.core.memory.charges import cause_at_coalescer
from simt.core.memory.link import enter_memory, find_global_addresses, is_global, trap_of_access
from simt.core.state import kinds, reasons, states
from simt.core.state.flights import flight_of, warp_of
from simt.core.state.units import MEMORY


@block
def access_local(core, operation, w, pc, cycle):
    """Carry out and count warp w's access to local memory as it enters the unit; return (passes, whether it trapped).

    An access that traps moves nothing.
    """
    mask = core.warps[w].mask
    passes = np.int64(operation.beats)
    bad = np.int64(0)
    if not move_at_once(core, operation, w):
        bad, address, shared = find_addresses(core, operation, w)
        if bad != 0:
            raise_trap(core.run, trap_of_access(operation), cycle, w, bad, pc, address)
        else:
            if shared != 0 or core.spec.recording:
                conflict_passes = lds_passes(core, operation, mask)
                passes = conflict_passes if core.spec.ideal_banks == 0 else passes
            if core.spec.recording:
                record_banks(core, mask, cycle)
            move(core, operation, w)
    core.ledgers.stats[pc].entered += 1
    core.ledgers.stats[pc].passes += passes
    return passes, bad != 0


@block
def beats_of_active(core, operation, w):
    """Return the beats that an operation would take if its active lanes stood side by side."""
    lanes = core.spec.warp_size // np.int64(operation.beats)
    active = count_bits(core.warps[w].mask)
    return max(np.int64(1), (active + lanes - 1) // lanes)


@block
def enter(core, k, flight, part, cycle):
    """Enter an operation of an instruction in flight into instance k; return whether it trapped.

    An access to local memory takes effect now. Under a scoreboard the result of a plain instruction is written here
    too (scoreboard.py). part: the operation's place in its bundle, 0 without bundles.
    """
    w = warp_of(core, flight)
    record, instance = flight_of(core, flight), core.pipeline.instances[k]
    pc = record.issue_pc + part
    operation = core.code[pc]
    passes = np.int64(operation.beats)
    is_trapped = False
    if operation.kind == kinds.LOAD_LOCAL or operation.kind == kinds.STORE_LOCAL:
        passes, is_trapped = access_local(core, operation, w, pc, cycle)
    elif core.spec.ideal_lanes != 0:
        passes = beats_of_active(core, operation, w)
    occupation = passes * operation.interval
    if core.flights is None:
        core.warps[w].state = states.IN_UNIT
    if core.bundles is None:
        record.enter_cycle = cycle
        record.enter_clock = clock(instance, cycle)
        record.instance = k
        record.occupation = occupation
    else:
        planned = operation.beats * operation.interval
        enter_part(core, w, part, k, clock(instance, cycle), planned, occupation)
    without_conflicts = min(occupation, operation.beats * operation.interval)  # with ideal.lanes it may be shorter
    add_occupation(core, k, occupation)
    accept(core.pipeline, k, flight, part, np.int64(operation.latency), occupation, without_conflicts, cycle)
    if core.flights is not None:
        if core.flights.flights[flight].steers == 0 and not is_trapped:
            compute_result(core, operation, w, w)
    if core.spec.recording:
        event = event_of(core, flight, part)
        event.enter = cycle
        event.instance = instance.number
        event.degree = passes
    return is_trapped


@block
def enter_global(core, flight, part, cycle):
    """Enter an access to global memory into the coalescer, and count it; return whether it trapped.

    part: the access's place in its bundle, 0 without bundles.
    """
    w = warp_of(core, flight)
    record = flight_of(core, flight)
    pc = np.int64(record.issue_pc) + part
    operation = core.code[pc]
    bad, address = find_global_addresses(core, operation, w)
    if bad != 0:
        raise_trap(core.run, trap_of_access(operation), cycle, w, bad, pc, address)
    count = enter_memory(core, pc, flight, bad, cycle)
    core.ledgers.stats[pc].entered += 1
    core.ledgers.stats[pc].passes += count
    if core.flights is None:
        core.warps[w].state = states.IN_UNIT
    if core.bundles is None:
        record.enter_cycle = cycle
        record.occupation = count
    else:
        enter_part(core, w, part, np.int64(MEMORY), cycle, np.int64(0), np.int64(0))
    if core.spec.recording:
        event = event_of(core, flight, part)
        event.enter = cycle
        event.instance = 0
        event.degree = count
    return bad != 0


@block
def enter_part_of_bundle(core, w, pc, part, cycle):
    """Enter the operation at `pc` of warp w's bundle; return whether it trapped. part: its place in the bundle."""
    if core.link is not None:
        if is_global(core.code[pc]):
            return enter_global(core, w, part, cycle)
    return enter(core, accepting_part(core, pc - part, part, cycle), w, part, cycle)


@block
def enter_units(core, k, flight, cycle):
    """Enter an instruction that no unit refuses, a bundle with all its operations; return whether one trapped.

    k: the instance that `entrance` found.
    """
    w, pc = warp_of(core, flight), flight_of(core, flight).issue_pc
    if core.bundles is None:
        if core.link is not None:
            if is_global(core.code[pc]):
                return enter_global(core, flight, np.int64(0), cycle)
        return enter(core, k, flight, np.int64(0), cycle)
    is_trapped = False
    for part in range(np.int64(core.code[pc].operations)):
        if enter_part_of_bundle(core, w, pc + part, part, cycle):
            is_trapped = True
    return is_trapped


@block
def enter_all(core, k, flight, cycle):
    """Enter an instruction that no unit refuses, with the lanes active at its issue; return whether it trapped.

    k: as for `enter_units`.
    """
    if core.flights is None:
        return enter_units(core, k, flight, cycle)
    changes_place(core, flight, cycle)
    record = flight_of(core, flight)
    w = warp_of(core, flight)
    warp, board = core.warps[w], core.flights.boards[w]
    mask, active = warp.mask, warp.active
    warp.mask, warp.active = record.mask, record.active
    is_trapped = enter_units(core, k, flight, cycle)
    warp.mask, warp.active = mask, active
    if board.wait == AWAITS and board.blamed == flight:
        note_stops(core, board, cycle)
    return is_trapped


@block
def dispatch_collected(core, cycle):
    """Enter the instructions in collectors that have their operands and whose units accept them, in select order.

    An instruction stays in its collector as long as an older instruction of its warp stays, or if the older one has
    just trapped.
    """
    pool, waiting = core.collectors.pools[0], core.collectors.waiting
    count, kept = pool.count, np.int64(0)
    staying = np.int64(0)  # warps with an instruction that stays
    for place in range(count):
        flight = waiting[place]
        w = warp_of(core, flight)
        is_due = core.collectors.due[flight] <= cycle and staying & bit(w) == 0
        k = np.int64(-1)
        if is_due:
            k = entrance(core, w, flight_of(core, flight).issue_pc, cycle)[0]
        if k >= 0:
            if enter_all(core, k, flight, cycle):
                staying |= bit(w)
            core.collectors.taken[core.flights.boards[w].scheduler] -= 1
        else:
            staying |= bit(w)
            waiting[kept] = flight
            kept += 1
    pool.count = kept


@block
def hold_cause(core, first, pc, cycle):
    """Return the reason why the unit refuses the operation at `pc`. The unit's lowest-numbered instance decides.

    first: the program counter of its bundle; without bundles `pc` too.
    """
    if core.link is not None:
        if is_global(core.code[pc]):
            return cause_at_coalescer(core.link.units[0], cycle)
    instance = core.pipeline.instances[first_instance(core, first, pc)]
    if is_frozen(instance, cycle):
        return reasons.RETIRE_PORT
    if in_conflict(instance, cycle):
        return reasons.BANK_CONFLICT
    return reasons.UNIT_BUSY


@block
def dispatch(core, cycle):
    """Enter the instructions of the oldest group into their units. Does nothing without front-end stages.

    The front end is held in this cycle if one of these instructions remains, or if operands wait for their bank.
    """
    run = core.run
    run.held = 0
    if core.collectors is not None:
        dispatch_collected(core, cycle)
        return
    if core.spec.front_stages == 0:
        return
    cause = np.int64(0)
    for slot in range(core.spec.width):
        flight = oldest(core, slot, cycle)
        if flight < 0:
            continue
        pc = flight_of(core, flight).issue_pc
        k, refusing = entrance(core, warp_of(core, flight), pc, cycle)
        if refusing < 0:
            if core.flights is None:
                charge_front_end(core, flight, cycle)
            enter_all(core, k, flight, cycle)
            vacate(core, flight, slot)
        elif cause == 0:
            cause = np.int64(-1)
            run.hold_pc = pc
            run.hold_operation = refusing
    if cause != 0:
        cause = hold_cause(core, run.hold_pc, run.hold_operation, cycle)
    elif core.register_file is not None:
        cause = advance_read(core, cycle)
    if cause != 0:
        run.held = cause
        count_held(core, cause, np.int64(1))
