"""Intervals of a warp's time, charged when they end, with the cycles in which the front end was held told apart."""

from __future__ import annotations

from simt.core.jit import block
from simt.core.layout import BANK_CONFLICT, FETCH, OPERAND_BANK, RETIRE_PORT, UNIT_BUSY


@block
def is_behind(w, register_file):
    """Whether warp w, in the front end, has left R0: it moves on in cycles that are held up to R0."""
    return register_file.passages[w].left >= 0


@block
def remember_held(w, warp, run, register_file):
    """An interval of the warp begins: remember how many cycles have been held so far, by cause."""
    warp.held = run.held_cycles
    warp.held_port = run.held_port
    warp.held_bank = run.held_bank
    if register_file is not None:
        register_file.passages[w].held_operand = run.held_operand


@block
def charge_interval(reason, length, w, warp, row, run, register_file, ledgers):
    """Charge `length` cycles since `remember_held` to a ledger row: the held ones by cause, the others to `reason`."""
    held = run.held_cycles - warp.held
    ledgers.warp[row, reason] += length - held
    if held > 0:
        port = run.held_port - warp.held_port
        bank = run.held_bank - warp.held_bank
        ledgers.warp[row, RETIRE_PORT] += port
        ledgers.warp[row, BANK_CONFLICT] += bank
        ledgers.warp[row, UNIT_BUSY] += held - port - bank
        if register_file is not None:
            operand = run.held_operand - register_file.passages[w].held_operand
            ledgers.warp[row, UNIT_BUSY] -= operand
            ledgers.warp[row, reason if is_behind(w, register_file) else OPERAND_BANK] += operand


@block
def charge_front_end(w, warp, run, register_file, ledgers, cycle):
    """Charge the cycles between issue, or leaving R0, and `cycle`."""
    begin = warp.select_cycle + 1
    if register_file is not None:
        if is_behind(w, register_file):
            begin = register_file.passages[w].left
    if cycle > begin:
        charge_interval(FETCH, cycle - begin, w, warp, warp.issue_pc, run, register_file, ledgers)
