"""The scheduling of a controller's clock: a command of the bank queues, and a request on its way into one of them."""

from __future__ import annotations

import numpy as np

from simt.core.jit import apart, block
from simt.core.memory.dram.queues import copy_entry, is_pending, take_out
from simt.core.memory.dram.timing import activate, activate_at, precharge, precharge_at, read, read_at, write, write_at
from simt.core.state.layout import NEVER

HITS = 4  # column accesses after which an open row is closed though more wait for it
DRAIN = 8  # writes that may wait while no command does


@block
def command(clock, dram):
    """Issue the command planned for this clock, if any; return the first clock in which the next one can go."""
    control = dram.control
    if control.planned_at <= clock:
        control.last_bank = control.planned_bank
        issue(control.planned_bank, clock, dram)
        plan(clock + 1, dram)
    return control.planned_at


@apart
def plan(clock, dram):
    """Plan the next command from this clock on: the first that is possible, with banks in turn.

    The planned clock is NEVER if all queues are empty. A plan holds until a command is issued or an entry joins a
    bank's queue, so banks are looked at once for each command and not in every clock.
    """
    control = dram.control
    control.planned_at = NEVER
    if control.queued == 0:
        return
    banks = dram.banks.shape[0]
    number = control.last_bank
    for _ in range(banks):
        number += 1
        if number == banks:
            number = 0
        if dram.banks[number].queued > 0:
            soonest = command_at(number, dram)
            if soonest < control.planned_at:
                control.planned_at = max(soonest, clock)
                control.planned_bank = number
                if soonest <= clock:
                    return


@block
def plan_again(number, clock, dram):
    """Plan again from this clock on, after an entry has joined a bank's queue."""
    control = dram.control
    if number == control.planned_bank:
        plan(clock, dram)
        return
    soonest = max(command_at(number, dram), clock)
    if soonest < control.planned_at or (soonest == control.planned_at and is_sooner_in_turn(number, dram)):
        control.planned_at = soonest
        control.planned_bank = number


@block
def is_sooner_in_turn(number, dram):
    """Return whether a bank has its turn before the bank of the planned command."""
    control, mask = dram.control, dram.banks.shape[0] - 1
    turn = control.last_bank + 1
    return ((number - turn) & mask) < ((control.planned_bank - turn) & mask)


@block
def command_at(number, dram):
    """Return the first clock in which one of a bank's commands can go, if its queue is not empty."""
    bank = dram.banks[number]
    if bank.row < 0:
        return activate_at(bank, dram)
    soonest = np.int64(NEVER)
    if must_close(number, dram):
        soonest = precharge_at(bank, dram)
    if bank.first_read >= 0:
        soonest = min(soonest, read_at(bank, dram))
    if bank.first_write >= 0:
        soonest = min(soonest, write_at(bank, dram))
    return soonest


@block
def must_close(number, dram):
    """Return whether a bank's open row is to be closed.

    Two conditions must hold. The first entry of the queue is for another row. And either no entry is for the open row,
    or the open row has had HITS column accesses.
    """
    bank = dram.banks[number]
    is_over = (bank.first_read < 0 and bank.first_write < 0) or bank.hits >= HITS
    return is_over and dram.queues[number, 0].row != bank.row


@block
def issue(number, clock, dram):
    """Issue the possible command of a bank: activate or precharge if necessary, else a read or a write.

    No write has to wait for an earlier read of its line: `move` keeps such a write out of the bank's queue.
    """
    bank, queue = dram.banks[number], dram.queues[number]
    if bank.row < 0:
        activate(number, queue[0].row, clock, dram)
        find_first(number, dram)
        return
    if must_close(number, dram) and precharge_at(bank, dram) <= clock:
        precharge(number, clock, dram)
        return
    place, other = bank.first_read, bank.first_write
    reads = place >= 0 and read_at(bank, dram) <= clock
    if reads and (other < 0 or place < other or write_at(bank, dram) > clock):
        read(number, bank.row, clock, dram)
        complete(queue[place].request, clock + dram.channel.read_to_data, dram)
        leave(place, number, dram)
    else:
        write(number, bank.row, clock, dram)
        leave(other, number, dram)


@apart
def find_first(number, dram):
    """Set `first_read` and `first_write` of a bank: the places of the first entries of its open row, or -1.

    It is called when a row was opened or an entry was removed. A search in every clock would make simulations of random
    reads 27 % slower, and simulations of random reads and writes 15 %.
    """
    bank, queue = dram.banks[number], dram.queues[number]
    bank.first_read = bank.first_write = -1
    for place in range(bank.queued):
        if queue[place].row == bank.row:
            if queue[place].is_write == 0:
                if bank.first_read < 0:
                    bank.first_read = place
            elif bank.first_write < 0:
                bank.first_write = place


@block
def leave(place, number, dram):
    """Remove an entry, whose command went, from its bank's queue."""
    bank = dram.banks[number]
    take_out(place, dram.queues[number], bank.queued)
    bank.queued -= 1
    dram.control.queued -= 1
    find_first(number, dram)


@block
def complete(first, clock, dram):
    """Set the clock in which the data of a read is there, also for the reads served with it; note it as answered."""
    dram.control.answered = first
    number = np.int64(first)
    while number >= 0:
        dram.requests[number].complete = clock
        number = dram.requests[number].merged


@block
def move(clock, dram):
    """Move a request to its bank's queue: a write while writes are drained, otherwise a read.

    A drain begins if the queue of writes is full, or if no command waits and more than DRAIN writes wait. A drain ends
    early if the line of the next write has a pending read. Returns whether anything changed.
    """
    control = dram.control
    writes = control.writes
    if control.drain == 0 and (writes >= dram.writes.shape[0] or (writes > DRAIN and control.queued == 0)):
        control.drain = writes
    if control.drain == 0:
        return move_read(clock, dram)
    place = first_that_fits(dram.writes, writes, dram)
    if place < 0:
        return False
    entry = dram.writes[place]
    if is_pending(entry.line, entry.bank, np.int64(0), dram.reads, control.reads, dram):
        control.drain = 0
        move_read(clock, dram)
        return True
    append(place, dram.writes, writes, clock, dram)
    control.writes -= 1
    control.drain -= 1
    return True


@block
def may_move(dram):
    """Return whether a request may move in the clock after one in which another did."""
    control = dram.control
    return control.reads > 0 or control.drain > 0 or control.writes > DRAIN


@block
def move_read(clock, dram):
    """Move a read to its bank's queue; return whether there was one whose bank has room."""
    control = dram.control
    place = first_that_fits(dram.reads, control.reads, dram)
    if place < 0:
        return False
    append(place, dram.reads, control.reads, clock, dram)
    control.reads -= 1
    return True


@block
def first_that_fits(queue, length, dram):
    """Return the place of the first entry whose bank's queue has room, or -1."""
    for place in range(length):
        if dram.banks[queue[place].bank].queued < dram.queues.shape[1]:
            return np.int64(place)
    return np.int64(-1)


@block
def append(place, queue, length, clock, dram):
    """Move the request at `place` of a queue to the end of its bank's queue.

    Its first command goes in the next clock or later.
    """
    entry = queue[place]
    number = np.int64(entry.bank)
    bank = dram.banks[number]
    copy_entry(dram.queues[number, bank.queued], entry)
    if entry.row == bank.row:
        if entry.is_write == 0:
            if bank.first_read < 0:
                bank.first_read = bank.queued
        elif bank.first_write < 0:
            bank.first_write = bank.queued
    bank.queued += 1
    dram.control.queued += 1
    take_out(place, queue, length)
    plan_again(number, clock + 1, dram)
