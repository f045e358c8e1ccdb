"""The waits for accesses to global memory: their states and charges, by phase if the memory has phases.

docs/processor.md, sections 11 and 19.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.state import reasons
from simt.core.state.layout import NEVER


@block
def cause_at_coalescer(unit, cycle):
    """Return the reason why a busy coalescer accepts no access in a cycle, after its units step."""
    if unit.blocked_in == cycle:
        return reasons.MEMORY_QUEUE
    return reasons.UNCOALESCED if unit.more_in == cycle else reasons.UNIT_BUSY


@block
def state_in_memory(link, flight, cycle):
    """Return the state of a warp that waits for an access in the memory unit."""
    unit = link.units[0]
    if link.away[flight].complete <= cycle:
        return reasons.RETIRE_PORT
    if unit.flight == flight:
        cause = cause_at_coalescer(unit, cycle)
        if cause != reasons.UNIT_BUSY:
            return cause
    return reasons.DEP_GLOBAL


@block
def phases(away):
    """Return the cycles in which an access comes to the arbiter, to its banks, to the bus, and is on its way back.

    A cycle that is not known yet is NEVER, which is later than any cycle that is charged. In memory without channels
    the first of these cycles is NEVER, and the others are undefined.
    """
    if away.left > 0:
        return away.arrived, away.granted, np.int64(NEVER), np.int64(NEVER)
    return away.arrived, away.granted, away.issued, away.served + 1


@block
def phase_in_memory(link, flight, cycle):
    """Return the state of a warp that waits for an access in the memory unit, by phase if the memory has phases."""
    arrived, granted, issued, served = phases(link.away[flight])
    if cycle < arrived:
        return reasons.DEP_GLOBAL
    if cycle < granted:
        return reasons.MEMORY_GRANT
    if cycle < issued:
        return reasons.MEMORY_BANK
    return reasons.MEMORY_BUS if cycle < served else reasons.DEP_GLOBAL


@block
def charge_phases(core, away, row, begin, end, sending):
    """Charge a ledger row for the cycles of an access at the arbiter, in its banks and on the bus; return their number.

    begin, end: the cycles to charge are `begin` to `end` - 1. sending: the cycles at the arbiter that are left out,
    because the coalescer had to send the rest of the access.
    """
    ledger = core.ledgers.warp
    arrived, granted, issued, served = phases(away)
    if arrived >= end:
        return np.int64(0)
    waiting = max(np.int64(0), min(granted, end) - max(arrived, begin)) - sending
    bank = max(np.int64(0), min(issued, end) - max(granted, begin))
    bus = max(np.int64(0), min(served, end) - max(issued, begin))
    ledger[row, reasons.MEMORY_GRANT] += waiting
    ledger[row, reasons.MEMORY_BANK] += bank
    ledger[row, reasons.MEMORY_BUS] += bus
    return waiting + bank + bus


@block
def charge_access(core, flight, row, begin, end, passed):
    """Charge the cycles of an access in the unit to a ledger row: in the coalescer, after it, and at the retire port.

    - begin, end: the cycles to charge are `begin` to `end` - 1.
    - passed: the cycles that the access spent before `begin` in three states: (blocked, uncoalesced, sending_there).
    """
    away, ledger = core.link.away[flight], core.ledgers.warp
    offered = max(np.int64(0), end - max(away.complete, begin))
    blocked, uncoalesced = away.blocked - passed[0], away.uncoalesced - passed[1]
    ledger[row, reasons.MEMORY_QUEUE] += blocked
    ledger[row, reasons.UNCOALESCED] += uncoalesced
    ledger[row, reasons.RETIRE_PORT] += offered
    elsewhere = charge_phases(core, away, row, begin, min(end, away.complete), away.sending_there - passed[2])
    ledger[row, reasons.DEP_GLOBAL] += end - begin - blocked - uncoalesced - offered - elsewhere


@block
def charge_memory(core, w, end):
    """Charge the cycles of warp w's access from its entry to `end`."""
    warp = core.warps[w]
    begin = warp.enter_cycle
    if core.spec.front_stages == 0:
        begin += 1  # the entry cycle is the cycle of issue
    charge_access(core, w, np.int64(warp.issue_pc), begin, end, (np.int64(0), np.int64(0), np.int64(0)))
