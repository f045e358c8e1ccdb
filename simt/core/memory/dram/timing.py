"""When the channel takes a command, and what a command makes later ones wait for (docs/dram.md, "Timing")."""

from __future__ import annotations

from simt.core.jit import block
from simt.core.state.dram import ACTIVATE, PRECHARGE, READ, REFRESH, WRITE


@block
def activate_at(bank, dram):
    """The first clock in which a closed bank takes an activate."""
    control = dram.controls[0]
    window = dram.activates[control.oldest] + dram.channels[0].four_activates
    return max(max(bank.next_activate, control.next_activate), window)


@block
def read_at(bank, dram):
    """The first clock in which an open bank takes a read."""
    return max(bank.next_column, dram.controls[0].next_read)


@block
def write_at(bank, dram):
    """The first clock in which an open bank takes a write."""
    return max(bank.next_column, dram.controls[0].next_write)


@block
def activate(number, row, clock, dram):
    """Open a row."""
    channel, control, bank = dram.channels[0], dram.controls[0], dram.banks[number]
    bank.row = row
    bank.hits = 0
    bank.next_column = clock + channel.activate_to_column
    bank.next_precharge = max(bank.next_precharge, clock + channel.activate_to_precharge)
    bank.next_activate = clock + channel.activate_to_activate
    control.next_activate = clock + channel.activate_to_other
    dram.activates[control.oldest] = clock
    control.opened += 1
    bank.opened += 1
    control.oldest = (control.oldest + 1) & 3
    log(ACTIVATE, number, row, clock, dram)


@block
def read(number, row, clock, dram):
    """Read a burst of the row, which is open."""
    channel, control, bank = dram.channels[0], dram.controls[0], dram.banks[number]
    bank.hits += 1
    bank.columns += 1
    bank.next_precharge = max(bank.next_precharge, clock + channel.read_to_precharge)
    control.next_read = max(control.next_read, clock + channel.read_to_read)
    control.next_write = max(control.next_write, clock + channel.read_to_write)
    count_column(0, control)
    log(READ, number, row, clock, dram)


@block
def write(number, row, clock, dram):
    """Write a burst into the row, which is open."""
    channel, control, bank = dram.channels[0], dram.controls[0], dram.banks[number]
    bank.hits += 1
    bank.columns += 1
    bank.written += 1
    bank.next_precharge = max(bank.next_precharge, clock + channel.write_to_precharge)
    control.next_read = max(control.next_read, clock + channel.write_to_read)
    control.next_write = max(control.next_write, clock + channel.write_to_write)
    count_column(1, control)
    log(WRITE, number, row, clock, dram)


@block
def count_column(is_write, control):
    """Count a column access, and whether the bus turns for it."""
    if control.columns > 0 and control.is_writing != is_write:
        control.turns += 1
    control.columns += 1
    control.is_writing = is_write


@block
def precharge(number, clock, dram):
    """Close a bank's row."""
    bank, after = dram.banks[number], clock + dram.channels[0].precharge_to_activate
    log(PRECHARGE, number, bank.row, clock, dram)
    bank.row = -1
    bank.next_activate = max(bank.next_activate, after)
    bank.next_refresh = max(bank.next_refresh, after)


@block
def refresh(clock, dram):
    """Refresh all banks, which are closed."""
    after = clock + dram.channels[0].refresh_to_activate
    for number in range(dram.banks.shape[0]):
        bank = dram.banks[number]
        bank.next_activate = max(bank.next_activate, after)
        bank.next_refresh = max(bank.next_refresh, after)
    dram.controls[0].refreshed += 1
    log(REFRESH, -1, -1, clock, dram)


@block
def log(command, bank, row, clock, dram):
    """Write a command into the log, if somebody reads it."""
    if dram.log.shape[0] > 0:
        entry = dram.log[dram.logged[0] % dram.log.shape[0]]
        entry.clock = clock
        entry.command = command
        entry.bank = bank
        entry.row = row
        dram.logged[0] += 1
