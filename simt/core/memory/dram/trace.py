"""Requests of a trace, one after the other, through the controller of a channel."""

from __future__ import annotations

import numpy as np

from simt.core.jit import kernel
from simt.core.memory.dram.controller import accept, is_at_rest, is_room, tick
from simt.core.state.cores import channel_of
from simt.core.state.layout import NEVER, record

# The progress of a trace: the clock that comes next, the request that comes next, reads under way (in `Trace.reads`),
# clocks that were computed, and whether all is done.
PROGRESS = record("clock request under_way computed is_done")


@kernel
def run_trace(channels, progress, under_way, clocks):
    """Run until the trace is done or `clocks` clocks were computed. A clock in which nothing happens does not count.

    channels: a Dram of one channel. progress: PROGRESS [1]. under_way: int64 [n], the reads under way; there may be at
    most n at once, or any number if n is 0.
    """
    dram, state = channel_of(0, channels), progress[0]
    requests = dram.requests
    for _ in range(clocks):
        clock = state.clock
        soonest = tick(clock, dram)
        state.computed += 1
        if state.request < requests.shape[0]:
            arrives = may_come(clock, dram, state, under_way)
            if arrives <= clock:
                take(clock, dram, state, under_way)
                arrives = clock + 1
            soonest = min(soonest, arrives)
        if state.request == requests.shape[0] and is_at_rest(dram):
            state.is_done = 1
            return
        state.clock = soonest


@kernel
def may_come(clock, dram, state, under_way):
    """Return the first clock in which the next request may come, NEVER while that depends on the controller."""
    request = dram.requests[state.request]
    if request.arrival > clock:
        return request.arrival
    if not is_room(request.is_write, dram):
        return np.int64(NEVER)
    if request.is_write == 0 and under_way.shape[0] > 0 and state.under_way == under_way.shape[0]:
        return make_room(clock, dram, state, under_way)
    return clock


@kernel
def make_room(clock, dram, state, under_way):
    """Forget the reads whose data is there; return `clock` if there was one, else when the first will be."""
    soonest, kept = np.int64(NEVER), 0
    for place in range(state.under_way):
        number = under_way[place]
        done = dram.requests[number].complete
        if done > clock:
            soonest = min(soonest, done)
            under_way[kept] = number
            kept += 1
    if kept == state.under_way:
        return soonest
    state.under_way = kept
    return clock


@kernel
def take(clock, dram, state, under_way):
    """Let the controller accept the next request; note a read as under way, if their number is bounded."""
    accept(state.request, clock, dram)
    if dram.requests[state.request].is_write == 0 and under_way.shape[0] > 0:
        under_way[state.under_way] = state.request
        state.under_way += 1
    state.request += 1
