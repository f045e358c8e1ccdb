"""Intervals of a warp's time, charged when they end; cycles in which the front end was held are separate."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.ledgers.refusals import charge_refusals, remember_refusals
from simt.core.state import reasons, states


@block
def has_left_r0(w, register_file):
    """Return whether warp w has left R0 in the front end, and so moves on while the stages up to R0 are held."""
    return register_file.passages[w].left >= 0


@block
def remember_held(core, w):
    """Begin an interval of warp w: remember the number of cycles held so far, by cause.

    Without front-end stages nothing is held, and a ready warp remembers how often its unit has refused.
    """
    run, warp = core.run, core.warps[w]
    if core.spec.front_stages == 0:
        if core.bundles is None:
            if warp.state == states.READY:
                remember_refusals(core, w)
        return
    if warp.held == run.held_cycles:
        return  # nothing was held since the last interval began
    warp.held = run.held_cycles
    warp.held_port = run.held_port
    warp.held_bank = run.held_bank
    if core.register_file is not None:
        core.register_file.passages[w].held_operand = run.held_operand
    if core.link is not None:
        core.link.sides[w].held_queue = run.held_queue
        core.link.sides[w].held_uncoalesced = run.held_uncoalesced


@block
def count_held(core, cause, times):
    """Count `times` cycles in which the front end is held, and charge their issue slots to run.hold_pc."""
    run = core.run
    run.held_cycles += times
    if cause == reasons.RETIRE_PORT:
        run.held_port += times
    elif cause == reasons.BANK_CONFLICT:
        run.held_bank += times
    elif cause == reasons.OPERAND_BANK:
        run.held_operand += times
    elif cause == reasons.MEMORY_QUEUE:
        run.held_queue += times
    elif cause == reasons.UNCOALESCED:
        run.held_uncoalesced += times
    core.ledgers.issue[run.hold_pc, cause] += core.spec.width * core.spec.slots * times


@block
def charge_interval(core, w, reason, length, row):
    """Charge `length` cycles since `remember_held` to a ledger row: the held ones by cause, the others to `reason`."""
    run, warp, ledger = core.run, core.warps[w], core.ledgers.warp
    held = run.held_cycles - warp.held
    ledger[row, reason] += length - held
    if held > 0:
        offered = run.held_port - warp.held_port
        bank = run.held_bank - warp.held_bank
        ledger[row, reasons.RETIRE_PORT] += offered
        ledger[row, reasons.BANK_CONFLICT] += bank
        ledger[row, reasons.UNIT_BUSY] += held - offered - bank
        if core.link is not None:
            queue = run.held_queue - core.link.sides[w].held_queue
            uncoalesced = run.held_uncoalesced - core.link.sides[w].held_uncoalesced
            ledger[row, reasons.UNIT_BUSY] -= queue + uncoalesced
            ledger[row, reasons.MEMORY_QUEUE] += queue
            ledger[row, reasons.UNCOALESCED] += uncoalesced
        if core.register_file is not None:
            operand = run.held_operand - core.register_file.passages[w].held_operand
            ledger[row, reasons.UNIT_BUSY] -= operand
            ledger[row, reason if has_left_r0(w, core.register_file) else reasons.OPERAND_BANK] += operand


@block
def charge_wait(core, w, row, cycle):
    """Charge warp w's cycles since it became ready, up to `cycle`, to a ledger row."""
    waited = cycle - core.warps[w].ready_cycle
    if waited > 0:
        if core.spec.front_stages > 0:
            charge_interval(core, w, reasons.NOT_SELECTED, waited, row)
        elif core.bundles is None:
            charge_refusals(core, w, np.int64(row), waited, cycle)


@block
def charge_front_end(core, w, cycle):
    """Charge warp w's cycles between issue, or leaving R0, and `cycle`."""
    warp = core.warps[w]
    begin = warp.select_cycle + 1
    if core.register_file is not None:
        if has_left_r0(w, core.register_file):
            begin = core.register_file.passages[w].left
    if cycle > begin:
        charge_interval(core, w, reasons.FETCH, cycle - begin, warp.issue_pc)
