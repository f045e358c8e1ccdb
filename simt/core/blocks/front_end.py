"""The front end: groups of selected warps on their way to the units; rigid, held as a whole.

docs/processor.md, section 4.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.bundles import enter_part, refuser
from simt.core.blocks.lds import lds_addresses, lds_move, lds_passes, record_banks
from simt.core.blocks.register_file import advance_read, oldest, vacate
from simt.core.blocks.unit_pipeline import accept, accepting, clock, in_conflict, is_frozen
from simt.core.jit import block
from simt.core.ledgers.intervals import charge_front_end, count_held
from simt.core.ledgers.record import event_of
from simt.core.ledgers.trap import raise_trap
from simt.core.memory.port import enter_memory, global_addresses, is_global
from simt.core.state.layout import (
    BANK_CONFLICT,
    IN_UNIT,
    KIND_LOAD,
    KIND_STORE,
    MEMORY_QUEUE,
    RETIRE_PORT,
    TRAP_ADDRESS,
    TRAP_GLOBAL,
    UNIT_BUSY,
)


@block
def enter(k, w, part, fixed, run, pipeline, bundles, warps, operands, memory, ledgers, record, port, cycle):
    """An operation of warp w's instruction (`part` 0 without bundles) enters instance k; a local access is made."""
    spec = fixed.specs[0]
    warp = warps[w]
    pc = warp.issue_pc + part
    step = fixed.code[pc]
    instance = pipeline.instances[k]
    passes = np.int64(step.beats)
    if step.kind == KIND_LOAD or step.kind == KIND_STORE:
        bad, address, shared = lds_addresses(step, warp, w, spec, operands, memory, port)
        if bad != 0:
            raise_trap(run, TRAP_ADDRESS, cycle, w, bad, pc, address)
        else:
            if shared != 0:
                passes = lds_passes(warp.mask, step.beats, spec, memory, run)
            if spec.recording:
                record_banks(warp.mask, shared, step.beats, spec, memory, record, cycle)
            lds_move(step, warp, w, spec.warp_size, operands, memory)
        ledgers.stats[pc].entered += 1
        ledgers.stats[pc].passes += passes
    occupation = passes * step.interval
    warp.state = IN_UNIT
    if bundles is None:
        warp.enter_cycle = cycle
        warp.enter_clock = clock(instance, cycle)
        warp.instance = k
        warp.occupation = occupation
    else:
        enter_part(w, part, k, occupation, clock(instance, cycle), bundles)
    accept(k, instance, pipeline, w, part, occupation, step.beats * step.interval, cycle)
    if spec.recording:
        event = event_of(warp, part, record)
        event.enter = cycle
        event.instance = instance.number
        event.degree = passes


@block
def enter_global(w, fixed, run, pipeline, warps, operands, ledgers, record, port, cycle):
    """Warp w's access to global memory enters the coalescer."""
    spec = fixed.specs[0]
    warp = warps[w]
    step = fixed.code[warp.issue_pc]
    slot = port.units[0].next_slot
    bad, address = global_addresses(step, warp.mask, w, slot, spec.warp_size, operands, port)
    if bad != 0:
        raise_trap(run, TRAP_GLOBAL, cycle, w, bad, warp.issue_pc, address)
    count = enter_memory(step, warp, w, bad, slot, spec.warp_size, pipeline, operands, port, cycle)
    ledgers.stats[warp.issue_pc].entered += 1
    ledgers.stats[warp.issue_pc].passes += count
    warp.state = IN_UNIT
    warp.enter_cycle = cycle
    warp.occupation = count
    if spec.recording:
        event = event_of(warp, 0, record)
        event.enter = cycle
        event.instance = 0
        event.degree = count


@block
def enter_all(w, fixed, run, pipeline, bundles, warps, operands, memory, ledgers, record, port, cycle):
    """Warp w's instruction, which no unit refuses, enters; a bundle in all its parts."""
    pc = warps[w].issue_pc
    if port is not None:
        if is_global(fixed.code[pc]):
            enter_global(w, fixed, run, pipeline, warps, operands, ledgers, record, port, cycle)
            return
    if bundles is None:
        k = accepting(fixed.code[pc], pipeline, cycle)
        enter(k, w, 0, fixed, run, pipeline, bundles, warps, operands, memory, ledgers, record, port, cycle)
    else:
        for part in range(np.int64(fixed.code[pc].operations)):
            k = accepting(fixed.code[pc + part], pipeline, cycle)
            enter(k, w, part, fixed, run, pipeline, bundles, warps, operands, memory, ledgers, record, port, cycle)


@block
def hold_cause(step, pipeline, port, cycle):
    """Why the lowest-numbered instance of the instruction's unit refuses."""
    if port is not None:
        if is_global(step):
            return MEMORY_QUEUE if port.units[0].blocked_in == cycle else UNIT_BUSY
    instance = pipeline.instances[step.first_instance]
    if is_frozen(instance, cycle):
        return RETIRE_PORT
    if in_conflict(instance, cycle):
        return BANK_CONFLICT
    return UNIT_BUSY


@block
def dispatch(fixed, run, pipeline, bundles, register_file, warps, operands, memory, ledgers, record, port, cycle):
    """The dispatch step: entries of the oldest group enter their units; if any remain, the front end is held.

    Row run.head of pipeline.front is the oldest group (with a banked register file: the one in R0); once empty it
    becomes the youngest.
    """
    spec = fixed.specs[0]
    run.held = 0
    if spec.front_stages == 0:
        return
    cause = np.int64(0)
    for slot in range(spec.width):
        w = oldest(slot, run, pipeline, register_file, cycle)
        if w < 0:
            continue
        warp = warps[w]
        refusing = refuser(warp.issue_pc, fixed, pipeline, bundles, cycle)
        if refusing < 0:
            charge_front_end(w, warp, run, register_file, port, ledgers, cycle)
            enter_all(w, fixed, run, pipeline, bundles, warps, operands, memory, ledgers, record, port, cycle)
            vacate(w, slot, run, pipeline, register_file)
        elif cause == 0:
            cause = np.int64(-1)
            run.hold_pc = warp.issue_pc
            run.hold_operation = refusing
    if cause != 0:
        cause = hold_cause(fixed.code[run.hold_operation], pipeline, port, cycle)
    elif register_file is not None:
        cause = advance_read(run, pipeline, warps, register_file, port, ledgers, cycle)
    if cause != 0:
        run.held = cause
        count_held(cause, np.int64(1), run, spec, ledgers)
