"""The queues of reads and of writes, and a queue for every bank. Entries stay in the order in which they came."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block


@block
def copy_entry(to, entry):
    """Copy an entry."""
    to.line = entry.line
    to.bank = entry.bank
    to.row = entry.row
    to.is_write = entry.is_write
    to.request = entry.request


@block
def take_out(place, queue, length):
    """Remove the entry at a place: move each later entry forward by one."""
    for k in range(place, length - 1):
        copy_entry(queue[k], queue[k + 1])


@block
def place_of(line, is_write, queue, length):
    """Return the place of a read (or write) of the line in a queue, or -1."""
    for place in range(length):
        if queue[place].line == line and queue[place].is_write == is_write:
            return place
    return -1


@block
def enqueue(number, line, bank, is_write, queue, length, dram):
    """Write a request after the last place of a queue."""
    channel = dram.channel
    entry = queue[length]
    entry.line = line
    entry.bank = bank
    entry.row = (line >> channel.row_shift) & channel.row_mask
    entry.is_write = is_write
    entry.request = np.uint32(number)


@block
def bank_of(line, channel):
    """Return the bank that holds a line: the banks of a group stand side by side."""
    group = (line >> channel.group_shift) & channel.group_mask
    return np.uint32((group << channel.bank_bits) + ((line >> channel.bank_shift) & channel.bank_mask))


@block
def is_pending(line, bank, is_write, queue, length, dram):
    """Return whether a read (or write) of the line waits for its command, in this queue or in its bank's."""
    waits = place_of(line, is_write, queue, length) >= 0
    return waits or place_of(line, is_write, dram.queues[bank], dram.banks[bank].queued) >= 0


@block
def is_write_pending(line, bank, dram):
    """Return whether a write of the line waits for its command."""
    return is_pending(line, bank, np.int64(1), dram.writes, dram.control.writes, dram)


@block
def join_read(number, line, bank, dram):
    """Let a read be served with one of the same line that waits for its command; return whether there is one."""
    requests = dram.requests
    place = place_of(line, np.int64(0), dram.reads, dram.control.reads)
    if place >= 0:
        first = dram.reads[place].request
    else:
        place = place_of(line, np.int64(0), dram.queues[bank], dram.banks[bank].queued)
        if place < 0:
            return False
        first = dram.queues[bank, place].request
    requests[number].merged = requests[first].merged
    requests[first].merged = number
    return True
