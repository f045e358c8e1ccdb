"""Operand collectors: instructions wait for operands, results for a bank (docs/processor.md, section 27).

Collectors stand in the place of the front end: `front_end.dispatch` enters the instructions that they have collected.
On a machine without collectors the group `collectors` is None, and the compiler drops every branch on it.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.state import reasons
from simt.core.state.flights import flight_of, warp_of


@block
def is_full(core, scheduler):
    """Return whether no collector of a scheduler is free."""
    taken = core.collectors.taken
    return taken[scheduler] * taken.shape[0] == core.collectors.waiting.shape[0]


@block
def collect(core, flight, cycle):
    """Put an instruction that is selected in this cycle into a free collector, and reserve the reads of its operands.

    The instruction may not enter its unit before the instruction that its warp issued before it.
    """
    collectors = core.collectors
    pool, w = collectors.pools[0], warp_of(core, flight)
    collectors.waiting[pool.count] = flight
    pool.count += 1
    collectors.taken[core.flights.boards[w].scheduler] += 1
    last = np.int64(cycle)
    for k in range(collectors.reads.shape[1]):
        register = collectors.reads[flight_of(core, flight).issue_pc, k]
        if register < 0:
            break
        bank = (register + w) % pool.banks
        read = max(cycle + 1, collectors.read_free[bank])
        collectors.read_free[bank] = read + 1
        last = max(last, read)
    collected = max(last + 1, collectors.collected[w])
    collectors.collected[w] = collected
    collectors.due[flight] = collected


@block
def refusal(core, scheduler, cycle):
    """Return the reason why a scheduler's ready warps get no collector, or 0 if one is free."""
    if not is_full(core, scheduler):
        return np.int64(0)
    waiting = core.collectors.waiting
    place = np.int64(0)  # of the oldest instruction in a collector of the scheduler
    while core.flights.boards[warp_of(core, waiting[place])].scheduler != scheduler:
        place += 1
    is_reading = cycle < core.collectors.due[waiting[place]]
    return np.int64(reasons.OPERAND_BANK if is_reading else reasons.UNIT_BUSY)


@block
def state_in_collector(core, flight, cycle):
    """Return the reason for which a warp waits for an instruction in a collector."""
    if cycle >= core.collectors.due[flight]:
        return np.int64(reasons.UNIT_BUSY)
    is_first = cycle == core.flights.flights[flight].select_cycle + 1
    return np.int64(reasons.FETCH if is_first else reasons.OPERAND_BANK)


@block
def charge_in_collector(core, flight, begin, end):
    """Charge the cycles from `begin` to `end` - 1 of a wait for an instruction in a collector."""
    record = core.flights.flights[flight]
    ledger, row, due = core.ledgers.warp, record.issue_pc, core.collectors.due[flight]
    reading = max(np.int64(0), min(end, due) - begin)  # cycles before it is collected
    first = np.int64(0)
    if reading > 0 and begin == record.select_cycle + 1:
        first = np.int64(1)
    ledger[row, reasons.FETCH] += first
    ledger[row, reasons.OPERAND_BANK] += reading - first
    ledger[row, reasons.UNIT_BUSY] += end - begin - reading


@block
def next_collected(collectors, cycle, soonest):
    """Return the first cycle after this one in which an instruction is collected, or `soonest` if that comes before."""
    for place in range(collectors.pools[0].count):
        due = collectors.due[collectors.waiting[place]]
        if due >= cycle:
            soonest = min(soonest, due)
    return soonest


@block
def may_write(core, flight, cycle):
    """Return whether the banks of an instruction's results are free in this cycle."""
    if core.collectors is None:
        return True
    collectors, w = core.collectors, warp_of(core, flight)
    for k in range(collectors.writes.shape[1]):
        register = collectors.writes[flight_of(core, flight).issue_pc, k]
        if register < 0:
            break
        if collectors.write_free[(register + w) % collectors.pools[0].banks] > cycle:
            return False
    return True


@block
def take_banks(core, flight, cycle):
    """Take the banks of the results of an instruction that retires in this cycle, a cycle for each register."""
    collectors, w = core.collectors, warp_of(core, flight)
    for k in range(collectors.writes.shape[1]):
        register = collectors.writes[flight_of(core, flight).issue_pc, k]
        if register < 0:
            break
        bank = (register + w) % collectors.pools[0].banks
        collectors.write_free[bank] = max(cycle, collectors.write_free[bank]) + 1
