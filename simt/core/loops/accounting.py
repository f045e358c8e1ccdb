"""The ledgers: the state of a warp, the reason of an unfilled slot, and what a stopped run leaves open.

Warp states are charged as intervals when a warp passes from one to the next (retire.py, front_end.py, issue.py); the
executable specification recounts them cycle by cycle (docs/processor.md, section 11). Row `program_length` of a ledger
is "blames nothing".
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.bundles import refuser, state_in_bundle
from simt.core.blocks.select import charge_wait, trap_at_select
from simt.core.blocks.unit_pipeline import clock, is_frozen
from simt.core.jit import block, kernel
from simt.core.jit.bits import lowest_bit
from simt.core.ledgers.intervals import charge_front_end, is_behind
from simt.core.ledgers.record import row_of
from simt.core.memory.port import charge_memory, is_global, state_in_memory
from simt.core.state.layout import (
    BANK_CONFLICT,
    BARRIER,
    DRAIN,
    EMPTY,
    FETCH,
    FINISHED,
    IDLE,
    IN_FRONT,
    IN_UNIT,
    ISSUED,
    NOT_SELECTED,
    OPERAND_BANK,
    READY,
    RELEASED,
    RETIRE_PORT,
    RETIRED,
    SLOT_EMPTY,
    TRAP_NONE,
    UNIT_BUSY,
    WAITING,
)


@block
def next_row(pc, fixed):
    """The ledger row of a next instruction, which may lie outside the program."""
    return min(pc, fixed.specs[0].program_length)


@block
def refused(pc, fixed, pipeline, bundles, cycle):
    """f = 0: whether no instance of a unit of the next instruction can accept any more in this cycle."""
    return trap_at_select(pc, fixed) == TRAP_NONE and refuser(pc, fixed, pipeline, bundles, cycle) >= 0


@block
def state_in_unit(warp, fixed, pipeline, cycle):
    """The state of a warp whose instruction is in a unit."""
    instance = pipeline.instances[warp.instance]
    if is_frozen(instance, cycle):
        return RETIRE_PORT
    step = fixed.code[warp.issue_pc]
    if step.beats * step.interval <= clock(instance, cycle) - warp.enter_clock < warp.occupation:
        return BANK_CONFLICT
    return step.reason


@block
def state_of(w, warp, fixed, run, pipeline, bundles, register_file, port, cycle):
    """(reason, ledger row) of a warp after the select step of `cycle`: the first row of section 11 that holds."""
    if warp.state == FINISHED:
        return DRAIN, fixed.specs[0].program_length
    if warp.select_cycle == cycle:
        return ISSUED, warp.issue_pc
    if warp.state == IN_FRONT:
        if register_file is not None:
            if run.held == OPERAND_BANK and is_behind(w, register_file):
                return FETCH, warp.issue_pc
        return (run.held if run.held else FETCH), warp.issue_pc
    if warp.state == EMPTY:
        return IDLE, fixed.specs[0].program_length
    if warp.state == IN_UNIT:
        if port is not None:
            if is_global(fixed.code[warp.issue_pc]):
                return np.int64(state_in_memory(w, port, cycle)), warp.issue_pc
        if bundles is None:
            return state_in_unit(warp, fixed, pipeline, cycle), warp.issue_pc
        return state_in_bundle(w, warp, fixed, pipeline, bundles, cycle)
    if warp.state == RETIRED:
        if register_file is not None:
            if cycle < register_file.passages[w].written:
                return RETIRE_PORT, register_file.passages[w].writer
        return fixed.code[warp.issue_pc].reason, warp.issue_pc
    if warp.state == WAITING or warp.state == RELEASED:
        return BARRIER, warp.issue_pc
    row = next_row(warp.pc, fixed)
    if run.held:
        return run.held, row
    if fixed.specs[0].front_stages == 0 and refused(warp.pc, fixed, pipeline, bundles, cycle):
        return UNIT_BUSY, row
    return NOT_SELECTED, row


@block
def next_by_age(after, warps, count, cycle):
    """The live, not issued warp that follows warp `after` (-1: the first) by (last select, number), or -1."""
    after_cycle = warps[after].select_cycle if after >= 0 else -2
    chosen = -1
    chosen_cycle = cycle
    for w in range(count):
        selected = warps[w].select_cycle
        if warps[w].state < FINISHED and selected < chosen_cycle:
            if selected > after_cycle or (selected == after_cycle and w > after):
                chosen = w
                chosen_cycle = selected
    return chosen


@block
def nothing_left(port):
    """Why slots are empty where no live warp is left to issue."""
    if port is None:
        return DRAIN
    return DRAIN if port.units[0].resident > 0 else IDLE


@kernel
def charge_slots(filled, fixed, run, pipeline, bundles, register_file, warps, ledgers, record, port, cycle, times):
    """Charge this cycle's unfilled issue slots, from slot `filled` on; the front end is not held.

    Number j of them takes the state of the j-th live warp that did not issue, by oldest last select.
    """
    spec = fixed.specs[0]
    row_of_record = row_of(cycle, record)
    exhausted = run.exiting == spec.launched - run.finished
    w = np.int64(-1)
    for slot in range(filled, spec.width):
        if not exhausted:
            w = next_by_age(w, warps, spec.launched, cycle)
            exhausted = w < 0
        if exhausted:
            reason, row = nothing_left(port), spec.program_length
        else:
            reason, row = state_of(w, warps[w], fixed, run, pipeline, bundles, register_file, port, cycle)
        ledgers.issue[row, reason] += spec.slots * times
        if bundles is None:
            record.slot_reasons[row_of_record, slot] = reason
        else:
            for column in range(spec.slots):
                record.slot_reasons[row_of_record, column] = reason


@block
def charge_ready(fixed, run, pipeline, bundles, warps, ledgers, cycle, times):
    """f = 0: charge every ready, not issued warp for this cycle and those that follow it, `times` in all."""
    for w in range(fixed.specs[0].launched):
        if warps[w].state == READY:
            pc = warps[w].pc
            busy = refused(pc, fixed, pipeline, bundles, cycle)
            ledgers.warp[next_row(pc, fixed), UNIT_BUSY if busy else NOT_SELECTED] += times


@block
def record_cycle(filled, fixed, run, pipeline, bundles, register_file, warps, record, port, cycle):
    """Write the per-cycle part of the event record; `charge_slots` has written the reasons of unfilled slots."""
    row = row_of(cycle, record)
    record.ready_bits[row] = run.ready
    if bundles is None:
        for slot in range(fixed.specs[0].width):
            if run.held:
                record.slot_reasons[row, slot] = run.held
            elif slot < filled:
                record.slot_reasons[row, slot] = ISSUED
    else:
        for slot in range(fixed.specs[0].slots):
            if run.held:
                record.slot_reasons[row, slot] = run.held
            elif filled:
                record.slot_reasons[row, slot] = SLOT_EMPTY
        if filled:
            first = np.int64(warps[run.last_selected].issue_pc)
            for operation in range(first, first + fixed.code[first].operations):
                record.slot_reasons[row, fixed.code[operation].slot] = ISSUED
    launched = fixed.specs[0].launched
    rest = run.everyone
    if run.held == 0 and fixed.specs[0].front_stages > 0:
        # A ready warp's state is known; touching its record would be most of what recording costs.
        rest &= ~run.ready
        for w in range(launched):
            record.warp_states[row, w] = NOT_SELECTED
    while rest != 0:
        w = lowest_bit(rest)
        rest &= rest - 1
        record.warp_states[row, w] = state_of(w, warps[w], fixed, run, pipeline, bundles, register_file, port, cycle)[0]


@block
def close_unit(warp, fixed, pipeline, ledgers, end):
    """Charge an instruction that is in a unit when the run stops."""
    row = warp.issue_pc
    moved = clock(pipeline.instances[warp.instance], end - 1) - warp.enter_clock + 1
    step = fixed.code[row]
    conflict = max(0, min(moved, warp.occupation) - step.beats * step.interval)
    own = moved - conflict
    if fixed.specs[0].front_stages == 0:
        own -= 1
    ledgers.warp[row, RETIRE_PORT] += end - warp.enter_cycle - moved
    ledgers.warp[row, BANK_CONFLICT] += conflict
    ledgers.warp[row, step.reason] += own


@block
def close_access(w, warp, fixed, pipeline, port, ledgers, end):
    """Charge an instruction that is in a unit, the memory unit too, when the run stops."""
    if port is not None:
        if is_global(fixed.code[warp.issue_pc]):
            charge_memory(w, warp, fixed.specs[0], port, ledgers, end)
            return
    close_unit(warp, fixed, pipeline, ledgers, end)


@kernel
def close(fixed, run, pipeline, bundles, register_file, warps, port, ledgers, end):
    """Charge what is open when a run stops before cycle `end`, and enter what the counters hold: issued."""
    nothing = fixed.specs[0].program_length
    for w in range(fixed.specs[0].launched):
        warp = warps[w]
        row = warp.issue_pc
        if warp.state == FINISHED:
            ledgers.warp[nothing, DRAIN] += end - warp.since
        elif warp.state == EMPTY:
            ledgers.warp[nothing, IDLE] += end - warp.since
        elif warp.state == IN_FRONT:
            charge_front_end(w, warp, run, register_file, port, ledgers, end)
        elif warp.state == IN_UNIT and bundles is None:
            close_access(w, warp, fixed, pipeline, port, ledgers, end)
        elif warp.state == RETIRED:
            # Charged in advance to the cycle in which it would have been ready, as is a released warp.
            early = max(0, warp.ready_cycle - end)
            if register_file is not None:
                unwritten = max(0, register_file.passages[w].written - end)
                ledgers.warp[register_file.passages[w].writer, RETIRE_PORT] -= unwritten
                early -= unwritten
            ledgers.warp[row, fixed.code[row].reason] -= early
        elif warp.state == RELEASED:
            ledgers.warp[row, BARRIER] -= max(0, warp.ready_cycle - end)
        elif warp.state == WAITING:
            ledgers.warp[row, BARRIER] += end - warp.since
        elif warp.state == READY:
            charge_wait(w, warp, next_row(warp.pc, fixed), fixed, run, register_file, port, ledgers, end)
    for pc in range(nothing):
        ledgers.warp[pc, ISSUED] = ledgers.stats[pc].issues if bundles is None else ledgers.stats[pc].starts
        ledgers.issue[pc, ISSUED] = ledgers.stats[pc].issues
