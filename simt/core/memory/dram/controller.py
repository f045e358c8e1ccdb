"""The controller of a channel: its actions in a clock, and how it takes a request (docs/dram.md, "A clock")."""

from __future__ import annotations

import numpy as np

from simt.core.jit import apart, block
from simt.core.memory.dram.queues import bank_of, enqueue, is_write_pending, join_read
from simt.core.memory.dram.refreshing import fall_due, refresh_command
from simt.core.memory.dram.scheduling import DRAIN, command, may_move, move, plan
from simt.core.state.layout import NEVER


@apart
def tick(clock, dram):
    """Act in a clock; return the next clock in which there is something to do, if no request is taken until then.

    Nothing changes in the clocks between: no command is possible in them, and a request moves on only after a command
    was issued or a request was taken.
    """
    control = dram.control
    fall_due(clock, dram)
    if control.due > 0:
        soonest = refresh_command(clock, dram)
        if control.due == 0:
            plan(clock + 1, dram)
    else:
        soonest = command(clock, dram)
    moved = move(clock, dram)
    if control.due == 0:
        soonest = control.planned_at
    if soonest <= clock or (moved and (control.due > 0 or may_move(dram))):
        return clock + 1
    return min(soonest, control.refresh_at)


@block
def is_room(is_write, dram):
    """Return whether the controller takes a request now."""
    control = dram.control
    if is_write != 0:
        return control.writes < dram.writes.shape[0]
    return control.reads < dram.reads.shape[0]


@block
def accept(number, clock, dram):
    """Take a request, for which there is room, after `tick` of the same clock."""
    control, request = dram.control, dram.requests[number]
    request.accept = clock
    request.merged = -1
    line = request.line
    bank = bank_of(line, dram.channel)
    if request.is_write != 0:
        request.complete = clock + 2
        if dram.channel.merge == 0 or not is_write_pending(line, bank, dram):
            enqueue(number, line, bank, np.int64(1), dram.writes, control.writes, dram)
            control.writes += 1
    elif is_write_pending(line, bank, dram):
        request.complete = clock + 2
    else:
        request.complete = np.int64(NEVER)
        if dram.channel.merge == 0 or not join_read(number, line, bank, dram):
            enqueue(number, line, bank, np.int64(0), dram.reads, control.reads, dram)
            control.reads += 1


@block
def is_at_rest(dram):
    """Return whether no request moves again unless more come; a few writes may still wait."""
    control = dram.control
    waits = control.reads > 0 or control.queued > 0 or control.drain > 0
    return not waits and control.writes <= DRAIN and control.writes < dram.writes.shape[0]


@block
def is_held(clock, age, dram):
    """Return whether a read that was accepted `age` or more clocks ago still waits for its column access.

    The result is false if `age` is 0. The function is called after `tick` of the same clock.
    """
    return age != 0 and dram.control.hold_at <= clock and holds(clock, age, dram)


@apart
def holds(clock, age, dram):
    """Answer `is_held` by a search of the queues, and note the first clock in which a read can be that old."""
    control = dram.control
    control.hold_at = min(oldest_read(dram), clock) + age
    return control.hold_at <= clock


@block
def oldest_read(dram):
    """Return the clock in which the read that waits longest for its column access was accepted, or NEVER.

    In every queue the reads are in the order of their acceptance. A read that was merged with an earlier read is
    younger than this one.
    """
    requests, oldest = dram.requests, np.int64(NEVER)
    if dram.control.reads > 0:
        oldest = requests[dram.reads[0].request].accept
    for number in range(dram.banks.shape[0]):
        queue = dram.queues[number]
        for place in range(dram.banks[number].queued):
            if queue[place].is_write == 0:
                oldest = min(oldest, requests[queue[place].request].accept)
                break
    return oldest
