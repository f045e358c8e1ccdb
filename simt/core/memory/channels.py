"""`dram` memory: channels, each with a controller and a port for one transaction (docs/processor.md, section 19).

Only cycles in which something happens are looked at: a transaction is granted, or a controller issues a command or
accepts a request. A channel at rest is skipped, and catches up with its refreshes when a transaction comes to it.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.memory.dram.controller import accept, is_at_rest, is_held, is_room, tick
from simt.core.memory.exclusive_channels import grant_exclusively
from simt.core.memory.ports import choose, count_column, cycle_of, first_clock, look_up, pass_on, put, settle
from simt.core.memory.transactions import oldest_request
from simt.core.state.cores import channel_of
from simt.core.state.dram import READS
from simt.core.state.layout import NEVER


@block
def look(k, cycle, oldest, links, dram):
    """Note in `oldest` and at its port when core k's oldest transaction is there: in this cycle at the earliest."""
    oldest[k] = oldest_request(links, k)
    if oldest[k] < NEVER:
        oldest[k] = max(oldest[k], cycle)
        if dram.heads[k] < 0:
            look_up(k, links, dram)
        port = dram.ports[dram.heads[k]]
        port.wanted = min(port.wanted, oldest[k])


@block
def next_grant(dram):
    """Return the first cycle in which a core's transaction has arrived and its channel's port is empty, or NEVER."""
    soonest = np.int64(NEVER)
    for number in range(dram.ports.shape[0]):
        port = dram.ports[number]
        if port.left == 0:
            soonest = min(soonest, max(port.wanted, port.fills_from))
    return soonest


@block
def fill(number, k, cycle, links, loaded, device):
    """Put core k's transaction into a port; the controller goes on from this cycle."""
    port, state = device.dram.ports[number], device.dram.states[0]
    put(number, k, cycle, links, loaded, device)
    state.busy += 1
    clock = first_clock(cycle, state.rate)
    if port.clock < clock:
        memory = channel_of(number, device.dram.memories)
        while port.clock < clock:
            port.clock = tick(port.clock, memory)
    port.clock = clock
    port.cycle = cycle_of(clock, state.rate)


@block
def settle_read(number, now, memory, links, device):
    """Settle a read whose command goes in clock `now`, and the reads that are served with it: their clock is known."""
    read, port = memory.control.answered, device.dram.ports[number]
    while read >= 0:
        request = memory.requests[read]
        port.longest = max(port.longest, now - request.accept)
        settle(device.dram.owners[number, read], now, request.complete, links, device)
        read = request.merged
    memory.control.answered = -1


@block
def free_reads(number, clock, memory, dram):
    """List the reads whose data is there as free, when none is listed; return the first clock in which one is free."""
    port = dram.ports[number]
    soonest = np.int64(NEVER)
    for read in range(READS):
        done = memory.requests[read].complete
        soonest = min(soonest, done)
        if done <= clock:
            dram.free[number, port.free] = read
            port.free += 1
    return soonest


@block
def may_take(number, clock, memory, dram):
    """Return the first clock from this one on in which the controller may take the port's first request.

    The result is NEVER if the controller has to issue a command first. This is so if the request's queue has no room,
    or if a read waits too long.
    """
    port = dram.ports[number]
    if not is_room(port.is_write, memory) or is_held(clock, dram.states[0].age, memory):
        return np.int64(NEVER)
    if port.is_write == 0 and port.free == 0:
        return max(clock, free_reads(number, clock, memory, dram))
    return clock


@block
def take(number, clock, memory, links, device):
    """Let the controller take the port's first request."""
    dram = device.dram
    port = dram.ports[number]
    if port.is_write:
        place = np.int64(READS)
    else:
        port.free -= 1
        place = dram.free[number, port.free]
        dram.owners[number, place] = port.owner
    request = memory.requests[place]
    request.line = port.line
    request.is_write = port.is_write
    accept(place, clock, memory)
    port.accepted += 1
    if request.complete < NEVER:
        settle(port.owner, clock, request.complete, links, device)
    pass_on(port)
    if port.left == 0:
        dram.states[0].busy -= 1


@block
def run_channel(number, end, links, device):
    """Run a channel through the clocks before `end`, and note the cycle in which it acts next."""
    dram = device.dram
    port = dram.ports[number]
    memory = channel_of(number, dram.memories)
    while port.clock < end:
        clock = port.clock
        soonest = tick(clock, memory)
        if memory.control.columns != port.columns:
            count_column(number, dram)
        if memory.control.answered >= 0:
            settle_read(number, clock, memory, links, device)
        if port.left > 0:
            taken = may_take(number, clock, memory, dram)
            if taken <= clock:
                take(number, clock, memory, links, device)
                taken = clock + 1
            soonest = min(soonest, taken)
        port.clock = soonest
    port.cycle = np.int64(NEVER)
    if port.left > 0 or not is_at_rest(memory):
        port.cycle = cycle_of(port.clock, dram.states[0].rate)


@block
def serve_channels(end, links, loaded, device):
    """Run arbiter and channels up to cycle `end` - 1; return the next cycle in which they act, or NEVER.

    Cores send nothing meanwhile. Their oldest transactions are looked up once, and again after a grant. A port notes
    the cycle in which it is wanted, so cores are searched only when a core is granted.
    """
    dram, oldest = device.dram, device.oldest
    state, ports = dram.states[0], dram.ports
    following = np.int64(NEVER)
    for number in range(ports.shape[0]):
        ports[number].wanted = NEVER
        following = min(following, ports[number].cycle)
    for k in range(oldest.shape[0]):
        look(k, state.cycle, oldest, links, dram)
    granted_at = next_grant(dram)
    while True:
        cycle = min(following, max(granted_at, state.cycle))
        if cycle >= end:
            return cycle
        clocks = first_clock(cycle + 1, state.rate)
        following, is_changed = np.int64(NEVER), False
        for number in range(ports.shape[0]):
            port = ports[number]
            if port.left == 0 and max(port.wanted, port.fills_from) <= cycle:
                k = choose(number, cycle, oldest, dram)
                if state.grant > 0:
                    grant_exclusively(number, k, cycle, links, loaded, device)
                else:
                    fill(number, k, cycle, links, loaded, device)
                look(k, cycle + 1, oldest, links, dram)
                is_changed = True
            if port.cycle == cycle:
                left = port.left
                run_channel(number, clocks, links, device)
                is_changed = is_changed or port.left != left
            following = min(following, port.cycle)
        state.cycle = cycle + 1
        if is_changed:
            granted_at = next_grant(dram)
