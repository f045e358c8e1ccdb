"""The other controller of a channel: grants one at a time, in each of which a row is opened, accessed and closed."""

from __future__ import annotations

from simt.core.jit import apart, block
from simt.core.memory.dram.queues import bank_of
from simt.core.memory.dram.refreshing import refresh_exclusively
from simt.core.memory.dram.timing import activate, activate_at, precharge, precharge_at, read, read_at, write, write_at


@apart
def grant(first, count, clock, dram):
    """Serve requests of one direction, bank and row, whose bank is closed; return when the next grant may begin.

    The channel does nothing else until the grant ends. So this call issues all commands of the grant. Each command is
    issued in the first clock that the timing parameters allow.
    """
    channel, requests = dram.channel, dram.requests
    is_write = requests[first].is_write != 0
    number, row = bank_of(requests[first].line, channel), row_of(requests[first].line, channel)
    bank = dram.banks[number]
    activate(number, row, max(clock, activate_at(bank, dram)), dram)
    over = clock
    for request in range(first, first + count):
        requests[request].accept = clock
        if is_write:
            write(number, row, write_at(bank, dram), dram)
        else:
            over = read_at(bank, dram) + channel.read_to_data
            read(number, row, read_at(bank, dram), dram)
            requests[request].complete = over
    precharge(number, precharge_at(bank, dram), dram)
    over = max(over, bank.next_activate)
    if is_write:
        for request in range(first, first + count):
            requests[request].complete = over
    dram.control.granted += over - clock
    return over


@block
def served_together(first, most, dram):
    """Return how many requests from this one on, at most `most`, are of one direction, bank and row."""
    requests = dram.requests
    for count in range(1, most):
        request = requests[first + count]
        is_alike = request.is_write == requests[first].is_write
        if not is_alike or not same_row(requests[first].line, request.line, dram.channel):
            return count
    return most


@block
def refresh_before(clock, free_at, dram):
    """Do the refreshes that are due before a grant that would begin in this clock; return when it then begins.

    free_at: the clock from which on the channel has been free.
    """
    control = dram.control
    while control.refresh_at <= clock:
        free_at = refresh_exclusively(max(control.refresh_at, free_at), dram)
        control.refresh_at += dram.channel.refresh_interval
        clock = max(clock, free_at)
    return clock


@block
def same_row(one, other, channel):
    """Return whether two lines are in one row of one bank."""
    return bank_of(one, channel) == bank_of(other, channel) and row_of(one, channel) == row_of(other, channel)


@block
def row_of(line, channel):
    """Return the row that holds a line, in its bank."""
    return (line >> channel.row_shift) & channel.row_mask
