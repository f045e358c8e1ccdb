"""Refresh, of all banks at once or of one bank in turn. Once it is due, these banks take only precharges before it."""

from __future__ import annotations

import numpy as np

from simt.core.jit import apart, block
from simt.core.memory.dram.scheduling import command, plan
from simt.core.memory.dram.timing import precharge, precharge_at, refresh, refresh_at, refresh_bank, refresh_bank_at
from simt.core.state.layout import NEVER


@block
def fall_due(clock, dram):
    """Note the refresh that falls due in this clock, if there is one."""
    control = dram.control
    if clock >= control.refresh_at:
        control.due += 1
        control.refresh_at += dram.channel.refresh_interval


@block
def refresh_command(clock, dram):
    """Close the first bank that can be closed, or refresh if all are closed; return when a command can go.

    If banks are refreshed one by one, call `refresh_one` instead. The result is at most `clock` if a command was
    issued.
    """
    if dram.channel.tRFCpb > 0:
        return refresh_one(clock, dram)
    soonest, closed = np.int64(NEVER), np.int64(0)
    are_closed = True
    for number in range(dram.banks.shape[0]):
        bank = dram.banks[number]
        if bank.row < 0:
            closed = max(closed, refresh_at(bank, dram))
            continue
        are_closed = False
        soonest = min(soonest, precharge_at(bank, dram))
        if soonest <= clock:
            precharge(number, clock, dram)
            return soonest
    if not are_closed:
        return soonest
    if closed <= clock:
        refresh(clock, dram)
        dram.control.due -= 1
    return closed


@apart
def refresh_one(clock, dram):
    """Close the bank whose turn it is, or refresh it if it is closed; return when a command can go.

    Until this command is possible, plan commands of other banks. The result is at most `clock` if a command was issued.
    """
    number = bank_in_turn(dram)
    bank = dram.banks[number]
    soonest = refresh_bank_at(bank, dram) if bank.row < 0 else precharge_at(bank, dram)
    if soonest > clock:
        queued, bank.queued = bank.queued, 0  # it takes no command of its own
        plan(clock, dram)
        soonest = min(soonest, command(clock, dram))
        bank.queued = queued
    elif bank.row < 0:
        refresh_bank(number, clock, dram)
        dram.control.due -= 1
    else:
        precharge(number, clock, dram)
    return soonest


@block
def bank_in_turn(dram):
    """Return the bank that is refreshed next, if banks are refreshed one by one."""
    return dram.control.refreshed & (dram.banks.shape[0] - 1)


@apart
def refresh_exclusively(clock, dram):
    """Refresh as soon as possible from this clock on, between grants; return the first clock that is free again."""
    if dram.channel.tRFCpb > 0:
        number = bank_in_turn(dram)
        clock = max(clock, refresh_bank_at(dram.banks[number], dram))
        refresh_bank(number, clock, dram)
    else:
        refresh(clock, dram)
    return clock + dram.channel.refresh_clocks
