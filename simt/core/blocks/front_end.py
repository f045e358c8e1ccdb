"""The front end: the stages between select and the units, which move together or are held together.

docs/processor.md, section 4.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.bundles import enter_part, refuser
from simt.core.blocks.lds import find_addresses, lds_passes, move, record_banks, trap_of_access
from simt.core.blocks.register_file import advance_read, oldest, vacate
from simt.core.blocks.unit_pipeline import accept, accepting, clock, in_conflict, is_frozen
from simt.core.jit import block
from simt.core.jit.bits import count_bits
from simt.core.ledgers.intervals import charge_front_end, count_held
from simt.core.ledgers.record import event_of
from simt.core.ledgers.trap import raise_trap
from simt.core.memory.link import enter_memory, find_global_addresses, is_global, trap_of_global
from simt.core.state import kinds, reasons, states


@block
def access_local(core, operation, w, pc, cycle):
    """Carry out warp w's access to local memory as it enters the unit; return the number of passes."""
    mask = core.warps[w].mask
    passes = np.int64(operation.beats)
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
    return passes


@block
def beats_of_active(core, operation, w):
    """Return the beats that an operation would take if its active lanes stood side by side."""
    lanes = core.spec.warp_size // np.int64(operation.beats)
    active = count_bits(core.warps[w].mask)
    return max(np.int64(1), (active + lanes - 1) // lanes)


@block
def enter(core, k, w, part, cycle):
    """Enter an operation of warp w's instruction (`part` 0 without bundles) into instance k, with its local access."""
    warp, instance = core.warps[w], core.pipeline.instances[k]
    pc = warp.issue_pc + part
    operation = core.code[pc]
    passes = np.int64(operation.beats)
    if operation.kind == kinds.LOAD_LOCAL or operation.kind == kinds.STORE_LOCAL:
        passes = access_local(core, operation, w, pc, cycle)
    elif core.spec.ideal_lanes != 0:
        passes = beats_of_active(core, operation, w)
    occupation = passes * operation.interval
    warp.state = states.IN_UNIT
    if core.bundles is None:
        warp.enter_cycle = cycle
        warp.enter_clock = clock(instance, cycle)
        warp.instance = k
        warp.occupation = occupation
    else:
        enter_part(core.bundles, w, part, k, occupation, clock(instance, cycle))
    without_conflicts = min(occupation, operation.beats * operation.interval)  # with ideal.lanes it may be shorter
    accept(core.pipeline, k, w, part, occupation, without_conflicts, cycle)
    if core.spec.recording:
        event = event_of(core, w, part)
        event.enter = cycle
        event.instance = instance.number
        event.degree = passes


@block
def enter_global(core, w, cycle):
    """Enter warp w's access to global memory into the coalescer."""
    warp = core.warps[w]
    pc = warp.issue_pc
    operation = core.code[pc]
    bad, address = find_global_addresses(core, operation, w)
    if bad != 0:
        raise_trap(core.run, trap_of_global(operation), cycle, w, bad, pc, address)
    count = enter_memory(core, operation, w, bad, cycle)
    core.ledgers.stats[pc].entered += 1
    core.ledgers.stats[pc].passes += count
    warp.state = states.IN_UNIT
    warp.enter_cycle = cycle
    warp.occupation = count
    if core.spec.recording:
        event = event_of(core, w, 0)
        event.enter = cycle
        event.instance = 0
        event.degree = count


@block
def enter_all(core, w, cycle):
    """Enter warp w's instruction, which no unit refuses; a bundle with all its parts."""
    pc = core.warps[w].issue_pc
    if core.link is not None:
        if is_global(core.code[pc]):
            enter_global(core, w, cycle)
            return
    if core.bundles is None:
        enter(core, accepting(core.pipeline, core.code[pc], cycle), w, 0, cycle)
    else:
        for part in range(np.int64(core.code[pc].operations)):
            enter(core, accepting(core.pipeline, core.code[pc + part], cycle), w, part, cycle)


@block
def hold_cause(core, operation, cycle):
    """Return the reason why the lowest-numbered instance of the operation's unit refuses."""
    if core.link is not None:
        if is_global(operation):
            return reasons.MEMORY_QUEUE if core.link.units[0].blocked_in == cycle else reasons.UNIT_BUSY
    instance = core.pipeline.instances[operation.first_instance]
    if is_frozen(instance, cycle):
        return reasons.RETIRE_PORT
    if in_conflict(instance, cycle):
        return reasons.BANK_CONFLICT
    return reasons.UNIT_BUSY


@block
def dispatch(core, cycle):
    """Enter operations of the oldest group into their units; if any remain, the front end is held."""
    run = core.run
    run.held = 0
    if core.spec.front_stages == 0:
        return
    cause = np.int64(0)
    for slot in range(core.spec.width):
        w = oldest(core, slot, cycle)
        if w < 0:
            continue
        pc = core.warps[w].issue_pc
        refusing = refuser(core, pc, cycle)
        if refusing < 0:
            charge_front_end(core, w, cycle)
            enter_all(core, w, cycle)
            vacate(core, w, slot)
        elif cause == 0:
            cause = np.int64(-1)
            run.hold_pc = pc
            run.hold_operation = refusing
    if cause != 0:
        cause = hold_cause(core, core.code[run.hold_operation], cycle)
    elif core.register_file is not None:
        cause = advance_read(core, cycle)
    if cause != 0:
        run.held = cause
        count_held(core, cause, np.int64(1))
