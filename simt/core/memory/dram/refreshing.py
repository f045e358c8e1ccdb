"""Refresh: when it is due all banks are precharged and refreshed, before anything else."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.memory.dram.timing import precharge, refresh
from simt.core.state.layout import NEVER


@block
def fall_due(clock, dram):
    """Note that a refresh falls due in this clock."""
    control = dram.controls[0]
    if clock >= control.refresh_at:
        control.due += 1
        control.refresh_at += dram.channels[0].refresh_interval


@block
def refresh_command(clock, dram):
    """Close the first bank that can be closed, or refresh if all are closed; the first clock in which a command can go.

    The answer is at most `clock` if a command went.
    """
    soonest, closed = np.int64(NEVER), np.int64(0)
    are_closed = True
    for number in range(dram.banks.shape[0]):
        bank = dram.banks[number]
        if bank.row < 0:
            closed = max(closed, bank.next_refresh)
            continue
        are_closed = False
        soonest = min(soonest, bank.next_precharge)
        if soonest <= clock:
            precharge(number, clock, dram)
            return soonest
    if not are_closed:
        return soonest
    if closed <= clock:
        refresh(clock, dram)
        dram.controls[0].due -= 1
    return closed
