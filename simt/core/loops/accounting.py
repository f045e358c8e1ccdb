"""The ledgers: the state of a warp, the reason of an unfilled slot, and the charges that a stopped run leaves open."""

from __future__ import annotations

import numpy as np

from simt.core.blocks.awaits import charge_wait_of, state_of_wait
from simt.core.blocks.bundles import charge_bundles, refuser, slot_of, state_in_bundle
from simt.core.blocks.collectors import refusal
from simt.core.blocks.refusals import count_refusals
from simt.core.blocks.turns import turns_within
from simt.core.blocks.unit_pipeline import charge_unit, clock, state_in_unit
from simt.core.jit import block, kernel
from simt.core.jit.bits import bit, lowest_bit
from simt.core.ledgers.intervals import charge_front_end, charge_wait, has_left_r0
from simt.core.ledgers.record import row_of
from simt.core.ledgers.trap import trap_at_select
from simt.core.memory.charges import cause_at_coalescer, charge_memory, phase_in_memory, state_in_memory
from simt.core.memory.link import is_global
from simt.core.state import reasons, states, traps
from simt.core.state.ages import NOBODY, next_oldest


@block
def next_row(core, pc):
    """Return the ledger row of a next instruction; one outside the program has the row of no instruction, the last."""
    return min(pc, core.spec.program_length)


@block
def state_of_ready(core, w, pc, cycle):
    """Return the reason why warp w, which is ready, did not issue in this cycle, on a machine with f = 0.

    Either no unit can accept the warp's instruction, or no collector is free. If the unit is the coalescer, its own
    cause is the reason. An instruction that would trap is not refused.
    """
    if trap_at_select(core, pc) == traps.NONE:
        if core.collectors is not None:
            reason = refusal(core, core.flights.boards[w].scheduler, cycle)
            if reason != 0:
                return reason
        else:
            refusing = refuser(core, w, pc, cycle)
            if refusing >= 0:
                if core.link is not None:
                    if is_global(core.code[refusing]):
                        return np.int64(cause_at_coalescer(core.link.units[0], cycle))
                return np.int64(reasons.UNIT_BUSY)
    return np.int64(reasons.NOT_SELECTED)


@block
def state_of(core, w, cycle):
    """Return (reason, ledger row) of a warp after the select step of `cycle`.

    The reason is the first row that applies in the table of docs/processor.md, section 11.
    """
    spec, run, warp = core.spec, core.run, core.warps[w]
    if warp.state == states.FINISHED:
        return reasons.DRAIN, spec.program_length
    if warp.select_cycle == cycle:
        return reasons.ISSUED, warp.issue_pc
    if warp.state == states.EMPTY:
        return reasons.IDLE, spec.program_length
    if core.flights is not None:
        if warp.state != states.READY:
            return state_of_wait(core, w, cycle)
    if warp.state == states.IN_FRONT:
        if core.register_file is not None:
            if run.held == reasons.OPERAND_BANK and has_left_r0(w, core.register_file):
                return reasons.FETCH, warp.issue_pc
        return (run.held if run.held else reasons.FETCH), warp.issue_pc
    if warp.state == states.IN_UNIT:
        if core.bundles is not None:
            return state_in_bundle(core, w, cycle)
        if core.link is not None:
            if is_global(core.code[warp.issue_pc]):
                return np.int64(state_in_memory(core.link, w, cycle)), warp.issue_pc
        return state_in_unit(core, warp, cycle), warp.issue_pc
    if warp.state == states.RETIRED:
        if core.register_file is not None:
            if cycle < core.register_file.written[w].written:
                return reasons.RETIRE_PORT, core.register_file.written[w].writer
        return core.code[warp.issue_pc].reason, warp.issue_pc
    if warp.state == states.WAITING or warp.state == states.RELEASED:
        return reasons.BARRIER, warp.issue_pc
    row = next_row(core, warp.pc)
    if run.held:
        return run.held, row
    if spec.front_stages == 0:
        return state_of_ready(core, w, warp.pc, cycle), row
    return reasons.NOT_SELECTED, row


@block
def next_by_age(core, scheduler, after, cycle):
    """Return the live warp of a scheduler that follows `after` in the order of (last select, number), or -1.

    Warps selected in this cycle are left out. after: a warp, or -1 for the first in that order.
    """
    warps = core.warps
    if core.flights is not None:
        w = next_oldest(core.flights, scheduler, after)
        while w != NOBODY and (warps[w].state >= states.FINISHED or warps[w].select_cycle == cycle):
            w = next_oldest(core.flights, scheduler, w)
        return w
    after_cycle = warps[after].select_cycle if after >= 0 else -2
    chosen = -1
    chosen_cycle = cycle
    for w in range(core.spec.launched):
        selected = warps[w].select_cycle
        if warps[w].state < states.FINISHED and selected < chosen_cycle:
            if selected > after_cycle or (selected == after_cycle and w > after):
                chosen = w
                chosen_cycle = selected
    return chosen


@block
def nothing_left(core):
    """Return the reason why slots are empty when no live warp is left to issue."""
    if core.link is None:
        return reasons.DRAIN
    return reasons.DRAIN if core.link.units[0].resident > 0 else reasons.IDLE


@block
def is_exhausted(core):
    """Return whether every live warp has issued a `ret`: nothing is left to issue."""
    return core.run.exiting == core.spec.launched - core.run.finished


@block
def charge_turn(core, scheduler, first, filled, cycle, times):
    """Charge a scheduler's unfilled slots in `times` equal turns, and record their reasons.

    The live warps of the scheduler that did not issue are ordered by their last select, the oldest first. The j-th
    unfilled slot takes the state of the j-th of these warps.

    - first: the first of the scheduler's slots.
    - filled: the set of its filled slots, counted from 0.
    - cycle: the cycle for which the record gets the reasons.
    """
    spec, slot_reasons = core.spec, core.record.slot_reasons
    row_of_record = row_of(cycle, core.record)
    exhausted = is_exhausted(core)
    w = np.int64(-1)
    for slot in range(first, first + spec.scheduler_width):
        if (filled >> (slot - first)) & 1:
            continue
        if not exhausted:
            w = next_by_age(core, scheduler, w, cycle)
            exhausted = w < 0
        if exhausted:
            reason, row = nothing_left(core), spec.program_length
        else:
            reason, row = state_of(core, w, cycle)
            if core.flights is not None:
                if reason == reasons.NOT_SELECTED and spec.has_kinds != 0:
                    reason = reasons.SLOT_KIND
        core.ledgers.issue[row, reason] += spec.slots * times
        if core.bundles is None:
            slot_reasons[row_of_record, slot] = reason
        else:  # one of several issue slots, or all slots of the bundle
            for column in range(slot, slot + spec.slots):
                slot_reasons[row_of_record, column] = reason


@block
def charge_between_turns(core, first, end, cycle, times):
    """Charge a scheduler's slots `first` to `end` - 1 in `times` cycles that are not its turns; record the reason."""
    reason = nothing_left(core) if is_exhausted(core) else reasons.INTERVAL
    core.ledgers.issue[core.spec.program_length, reason] += (end - first) * times
    for slot in range(first, end):
        core.record.slot_reasons[row_of(cycle, core.record), slot] = reason


@kernel
def charge_slots(core, filled, cycle, times):
    """Charge the unfilled issue slots of `times` equal cycles, in which the front end is not held.

    In the first of these cycles, `filled` slots are filled.
    """
    if core.flights is None:
        charge_turn(core, np.int64(0), np.int64(0), bit(filled) - 1, cycle, times)
    else:
        schedulers, width = core.flights.schedulers, core.spec.scheduler_width
        for number in range(schedulers.shape[0]):
            first = number * width
            turns = turns_within(core, number, cycle, times)
            if turns > 0:
                charge_turn(core, number, first, schedulers[number].filled if filled > 0 else 0, cycle, turns)
            if turns < times:
                charge_between_turns(core, first, first + width, cycle, times - turns)


@block
def charge_ready(core, cycle, times):
    """Charge each ready warp that did not issue for `times` cycles from this one on, on a machine with f = 0.

    Without bundles it is only counted what is refused: the wait of a warp is charged when it ends.
    """
    rest = core.run.ready
    if rest == 0:
        return
    if core.bundles is None:
        count_refusals(core, cycle, times)
    else:
        while rest != 0:
            w = lowest_bit(rest)
            rest &= rest - 1
            pc = core.warps[w].pc
            core.ledgers.warp[next_row(core, pc), state_of_ready(core, w, pc, cycle)] += times


@block
def is_filled(core, slot, filled):
    """Return whether a slot is filled in a cycle with `filled` of them filled."""
    if core.flights is None:
        return slot < filled
    width = core.spec.scheduler_width
    return filled > 0 and (core.flights.schedulers[slot // width].filled >> (slot % width)) & 1 != 0


@block
def record_bundle(core, row, filled):
    """Write the slots of a cycle that is held, or in which a bundle is issued."""
    run, slot_reasons = core.run, core.record.slot_reasons
    for slot in range(core.spec.slots):
        if run.held:
            slot_reasons[row, slot] = run.held
        elif filled:
            slot_reasons[row, slot] = reasons.SLOT_EMPTY
    if filled:
        w = run.last_selected
        for part in range(core.bundles.count[w]):
            slot_reasons[row, slot_of(core, w, part)] = reasons.ISSUED


@block
def record_slots(core, row, filled):
    """Write the slots of a cycle that are held or issued; `charge_slots` has written the reasons of the others."""
    spec, run, slot_reasons = core.spec, core.run, core.record.slot_reasons
    if core.bundles is not None:
        if spec.slots > 1:
            record_bundle(core, row, filled)
            return
    for slot in range(spec.width):
        if run.held:
            slot_reasons[row, slot] = run.held
        elif is_filled(core, slot, filled):
            slot_reasons[row, slot] = reasons.ISSUED


@block
def access_awaited(core, w):
    """Return the flight of the access in the memory unit that a warp waits for, or -1 after the access has retired."""
    if core.flights is None:
        return w if core.warps[w].state == states.IN_UNIT else np.int64(-1)
    flight = core.flights.boards[w].blamed
    return flight if core.flights.flights[flight].retire_cycle < 0 else np.int64(-1)


@block
def record_cycle(core, filled, cycle):
    """Write the per-cycle part of the event record."""
    spec, run, record = core.spec, core.run, core.record
    row = row_of(cycle, record)
    record.ready_bits[row] = run.ready
    record_slots(core, row, filled)
    rest = run.everyone
    if run.held == 0 and spec.front_stages > 0:
        # A ready warp's state is known; touching its record would be most of what recording costs.
        rest &= ~run.ready
        for w in range(spec.launched):
            record.warp_states[row, w] = reasons.NOT_SELECTED
    while rest != 0:
        w = lowest_bit(rest)
        rest &= rest - 1
        reason = np.int64(state_of(core, w, cycle)[0])
        if core.link is not None:
            if reason == reasons.DEP_GLOBAL:
                access = access_awaited(core, w)
                if access >= 0:
                    reason = phase_in_memory(core.link, access, cycle)
        record.warp_states[row, w] = reason


@block
def charge(core, filled, cycle, times):
    """Charge `times` equal cycles in the ledgers, and record the first one. filled: the slots filled in the first."""
    spec, run = core.spec, core.run
    if run.held == 0 and filled < spec.width:
        charge_slots(core, filled, cycle, times)
    if core.bundles is not None:
        charge_bundles(core, cycle, times)
    if spec.front_stages == 0:
        charge_ready(core, cycle, times)
    if spec.recording:
        record_cycle(core, filled, cycle)


@block
def close_access(core, w, end):
    """Charge the instruction of a warp that is in a unit, the memory unit included, when the run stops."""
    if core.link is not None:
        if is_global(core.code[core.warps[w].issue_pc]):
            charge_memory(core, w, end)
            return
    charge_unit(core, w, end, clock(core.pipeline.instances[core.warps[w].instance], end))


@block
def close_retired(core, w, end):
    """Correct the charge of a retired warp, which was made in advance up to the cycle in which it is ready."""
    warp, ledger = core.warps[w], core.ledgers.warp
    early = max(0, warp.ready_cycle - end)
    if core.register_file is not None:
        written = core.register_file.written[w]
        unwritten = max(0, written.written - end)
        ledger[written.writer, reasons.RETIRE_PORT] -= unwritten
        early -= unwritten
    ledger[warp.issue_pc, core.code[warp.issue_pc].reason] -= early


@kernel
def close(core, end):
    """Charge what is open when a run stops before cycle `end`, and enter the issued instructions into the ledgers."""
    ledgers = core.ledgers
    nothing = core.spec.program_length
    for w in range(core.spec.launched):
        warp = core.warps[w]
        row = warp.issue_pc
        if warp.state == states.FINISHED:
            ledgers.warp[nothing, reasons.DRAIN] += end - warp.since
        elif warp.state == states.EMPTY:
            ledgers.warp[nothing, reasons.IDLE] += end - warp.since
        elif core.flights is not None and warp.state != states.READY:
            charge_wait_of(core, w, end)
        elif warp.state == states.IN_FRONT:
            charge_front_end(core, w, end)
        elif warp.state == states.IN_UNIT and core.bundles is None:
            close_access(core, w, end)
        elif warp.state == states.RETIRED:
            close_retired(core, w, end)
        elif warp.state == states.RELEASED:
            ledgers.warp[row, reasons.BARRIER] -= max(0, warp.ready_cycle - end)
        elif warp.state == states.WAITING:
            ledgers.warp[row, reasons.BARRIER] += end - warp.since
        elif warp.state == states.READY:
            charge_wait(core, w, next_row(core, warp.pc), end)
    for pc in range(nothing):
        stats = ledgers.stats[pc]
        ledgers.warp[pc, reasons.ISSUED] = stats.issues if core.bundles is None else stats.starts
        ledgers.issue[pc, reasons.ISSUED] = stats.issues
