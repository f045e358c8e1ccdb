"""The wait of a warp under a scoreboard, for one of its instructions in flight (docs/processor.md, section 24).

A wait is charged when it ends, and also when the awaited instruction enters a unit or retires. So during all cycles
that are charged at once the instruction is in one place, and their reasons have a closed form.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.collectors import charge_in_collector, state_in_collector
from simt.core.blocks.unit_pipeline import state_in_unit
from simt.core.divergence.branch import has_arrived
from simt.core.jit import block
from simt.core.ledgers.intervals import charge_interval, remember_held
from simt.core.memory.charges import charge_access, state_in_memory
from simt.core.memory.link import is_global
from simt.core.state import kinds, reasons

AWAITS, IS_FULL = 1, 2  # `wait` of a BOARD: for an instruction, or for any entry


@block
def reason_after(core, w, operation):
    """Return the reason of a wait for an instruction of warp w that has retired, but is not released yet."""
    is_barrier = operation.kind == kinds.BARRIER or has_arrived(core, w, operation.kind)
    return np.int64(reasons.BARRIER if is_barrier else operation.reason)


@block
def note_stops(core, board, cycle):
    """Note for how many cycles before this one the unit or the access of the awaited instruction stood still.

    Does nothing unless the instruction has entered a unit and has not retired.
    """
    flight = core.flights.flights[board.blamed]
    if flight.enter_cycle < 0 or flight.retire_cycle >= 0:
        return
    if core.link is not None:
        if is_global(core.code[flight.issue_pc]):
            away = core.link.away[board.blamed]
            board.blocked = away.blocked
            board.uncoalesced = away.uncoalesced
            board.sending_there = away.sending_there
            return
    instance = core.pipeline.instances[flight.instance]
    board.frozen = instance.stalls - (instance.frozen_in == cycle)


@block
def begin_wait(core, w, wait, flight, cycle):
    """Begin a wait of warp w in this cycle. wait: AWAITS or IS_FULL. flight: the instruction in flight to blame."""
    board = core.flights.boards[w]
    board.wait = wait
    board.blamed = flight
    board.since = cycle
    remember_held(core, w)
    note_stops(core, board, cycle)


@block
def charge_inside(core, board, flight, end):
    """Charge the cycles of a wait, up to `end`, for an instruction in its unit, or in the unit of global memory."""
    ledger, row = core.ledgers.warp, np.int64(flight.issue_pc)
    operation, instance = core.code[row], core.pipeline.instances[flight.instance]
    if core.link is not None:
        if is_global(operation):
            passed = (board.blocked, board.uncoalesced, board.sending_there)
            charge_access(core, board.blamed, row, board.since, end, passed)
            return
    first, last = board.since - board.frozen, end - instance.stalls  # clocks of the instance
    conflict = flight.enter_clock + operation.beats * operation.interval
    conflict = min(last, flight.enter_clock + flight.occupation) - max(first, conflict)
    conflict = max(np.int64(0), conflict)
    ledger[row, reasons.RETIRE_PORT] += end - board.since - (last - first)
    ledger[row, reasons.BANK_CONFLICT] += conflict
    ledger[row, operation.reason] += last - first - conflict


@block
def charge_wait_of(core, w, end):
    """Charge the wait of warp w, if it has one, for the cycles before `end`; its rest begins at `end`."""
    board = core.flights.boards[w]
    if board.wait == 0 or board.since >= end:
        return
    flight = core.flights.flights[board.blamed]
    row = np.int64(flight.issue_pc)
    operation = core.code[row]
    if board.wait == IS_FULL:
        core.ledgers.warp[row, reasons.SCOREBOARD_FULL] += end - board.since
    elif flight.retire_cycle >= 0:
        unwritten = np.int64(0)  # cycles before its last write
        if core.register_file is not None:
            written = core.register_file.written[board.blamed].written
            unwritten = max(unwritten, min(end, written) - board.since)
            core.ledgers.warp[row, reasons.RETIRE_PORT] += unwritten
        core.ledgers.warp[row, reason_after(core, w, operation)] += end - board.since - unwritten
    elif flight.enter_cycle < 0:
        if core.collectors is None:
            charge_interval(core, w, reasons.FETCH, end - board.since, row)
        else:
            charge_in_collector(core, board.blamed, board.since, end)
    else:
        charge_inside(core, board, flight, end)
    board.since = end


@block
def changes_place(core, flight, cycle):
    """Charge the wait for an instruction, up to this cycle, in which it enters its unit or retires.

    Does nothing if the warp of the instruction does not wait for it.
    """
    w = np.int64(core.flights.flights[flight].warp)
    board = core.flights.boards[w]
    if board.wait == AWAITS and board.blamed == flight:
        charge_wait_of(core, w, cycle)


@block
def state_of_wait(core, w, cycle):
    """Return (reason, ledger row) of a warp that is neither ready nor finished nor issued in this cycle."""
    run, board = core.run, core.flights.boards[w]
    flight = core.flights.flights[board.blamed]
    row = np.int64(flight.issue_pc)
    operation = core.code[row]
    if board.wait == IS_FULL:
        return np.int64(reasons.SCOREBOARD_FULL), row
    if flight.retire_cycle >= 0:
        if core.register_file is not None:
            if cycle < core.register_file.written[board.blamed].written:
                return np.int64(reasons.RETIRE_PORT), row
        return reason_after(core, w, operation), row
    if flight.enter_cycle < 0:
        if core.collectors is not None:
            return state_in_collector(core, board.blamed, cycle), row
        return np.int64(run.held if run.held else reasons.FETCH), row
    if core.link is not None:
        if is_global(operation):
            return np.int64(state_in_memory(core.link, board.blamed, cycle)), row
    return np.int64(state_in_unit(core, flight, cycle)), row
