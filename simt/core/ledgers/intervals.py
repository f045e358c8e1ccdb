"""Intervals of a warp's time, charged when they end, with the cycles in which the front end was held told apart."""

from __future__ import annotations

from simt.core.jit import block
from simt.core.state.layout import BANK_CONFLICT, FETCH, MEMORY_QUEUE, OPERAND_BANK, RETIRE_PORT, UNIT_BUSY


@block
def is_behind(w, register_file):
    """Whether warp w, in the front end, has left R0: it moves on in cycles that are held up to R0."""
    return register_file.passages[w].left >= 0


@block
def remember_held(w, warp, run, register_file, port):
    """An interval of the warp begins: remember how many cycles have been held so far, by cause."""
    warp.held = run.held_cycles
    warp.held_port = run.held_port
    warp.held_bank = run.held_bank
    if register_file is not None:
        register_file.passages[w].held_operand = run.held_operand
    if port is not None:
        port.sides[w].held_queue = run.held_queue


@block
def count_held(cause, times, run, spec, ledgers):
    """The front end is held in so many cycles: run.hold_pc is what it waits for."""
    run.held_cycles += times
    if cause == RETIRE_PORT:
        run.held_port += times
    elif cause == BANK_CONFLICT:
        run.held_bank += times
    elif cause == OPERAND_BANK:
        run.held_operand += times
    elif cause == MEMORY_QUEUE:
        run.held_queue += times
    ledgers.issue[run.hold_pc, cause] += spec.width * spec.slots * times


@block
def charge_interval(reason, length, w, warp, row, run, register_file, port, ledgers):
    """Charge `length` cycles since `remember_held` to a ledger row: the held ones by cause, the others to `reason`."""
    held = run.held_cycles - warp.held
    ledgers.warp[row, reason] += length - held
    if held > 0:
        offered = run.held_port - warp.held_port
        bank = run.held_bank - warp.held_bank
        ledgers.warp[row, RETIRE_PORT] += offered
        ledgers.warp[row, BANK_CONFLICT] += bank
        ledgers.warp[row, UNIT_BUSY] += held - offered - bank
        if port is not None:
            queue = run.held_queue - port.sides[w].held_queue
            ledgers.warp[row, UNIT_BUSY] -= queue
            ledgers.warp[row, MEMORY_QUEUE] += queue
        if register_file is not None:
            operand = run.held_operand - register_file.passages[w].held_operand
            ledgers.warp[row, UNIT_BUSY] -= operand
            ledgers.warp[row, reason if is_behind(w, register_file) else OPERAND_BANK] += operand


@block
def charge_front_end(w, warp, run, register_file, port, ledgers, cycle):
    """Charge the cycles between issue, or leaving R0, and `cycle`."""
    begin = warp.select_cycle + 1
    if register_file is not None:
        if is_behind(w, register_file):
            begin = register_file.passages[w].left
    if cycle > begin:
        charge_interval(FETCH, cycle - begin, w, warp, warp.issue_pc, run, register_file, port, ledgers)
