"""`dram` memory: channels, each with a controller and a port for one transaction (docs/processor.md, section 19).

A cycle is looked at if something happens in it: a transaction is granted, a controller issues a command or accepts a
request. A channel that is at rest is not; the refreshes that it has had meanwhile are caught up with when a transaction
comes to it.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.jit.bits import lowest_bit
from simt.core.memory.dram.controller import accept, is_at_rest, is_room, tick
from simt.core.memory.dram.holding import is_held
from simt.core.memory.transactions import grant, oldest_request, respond
from simt.core.state import kinds
from simt.core.state.cores import channel_of
from simt.core.state.dram import READS
from simt.core.state.layout import NEVER


@block
def cycle_of(clock, rate):
    """The cycle that a clock of the controllers falls into."""
    return 1024 * clock // rate


@block
def first_clock(cycle, rate):
    """The first clock that falls into a cycle or a later one."""
    return (cycle * rate + 1023) // 1024


@block
def oldest_in_memory(k, links):
    """Where the oldest transaction of core k begins, as a byte address, and its bytes."""
    request = links.requests[k, links.units[k, 0].request_head]
    address = links.addresses[k, request.slot, lowest_bit(request.lanes)]
    return address // request.bytes * request.bytes, request.bytes


@block
def look_up(k, links, dram):
    """Find the channel of core k's oldest transaction."""
    state = dram.states[0]
    address, _ = oldest_in_memory(k, links)
    dram.heads[k] = address // state.interleave % state.count


@block
def next_cycle(links, dram):
    """The next cycle in which a channel has something to do or a transaction is granted, or NEVER."""
    state, ports = dram.states[0], dram.ports
    found = np.int64(NEVER)
    for number in range(ports.shape[0]):
        found = min(found, ports[number].cycle)
    for k in range(dram.heads.shape[0]):
        arrives = oldest_request(links, k)
        if arrives < found:
            if dram.heads[k] < 0:
                look_up(k, links, dram)
            if ports[dram.heads[k]].left == 0:
                found = min(found, max(arrives, state.cycle))
    return found


@block
def choose(cycle, links, dram):
    """Choose for every empty port the core that is granted: a core's oldest transaction is of one channel only."""
    count = dram.heads.shape[0]
    for k in range(count):
        if oldest_request(links, k) <= cycle:
            if dram.heads[k] < 0:
                look_up(k, links, dram)
            port = dram.ports[dram.heads[k]]
            if port.left == 0:
                distance = k - port.last_core - 1
                if distance < 0:
                    distance += count
                if port.chosen < 0 or distance < port.distance:
                    port.chosen = k
                    port.distance = distance


@block
def fill(number, cycle, cores, device):
    """The transaction that was chosen for a port stands in it; it is granted in this cycle."""
    dram, links = device.dram, cores.link
    port, state = dram.ports[number], dram.states[0]
    k = port.chosen
    request = links.requests[k, links.units[k, 0].request_head]
    access = links.accesses[k, request.slot]
    address, size = oldest_in_memory(k, links)
    # Of one channel, and in it one piece of memory: no transaction is larger than what is interleaved.
    address = address // (state.interleave * state.count) * state.interleave + address % state.interleave
    port.line = address // state.line_bytes
    lines = (address + size - 1) // state.line_bytes - port.line + 1
    port.is_write = access.kind == kinds.STORE_GLOBAL
    port.is_atomic = access.kind == kinds.ATOMIC
    port.left = 2 * lines if port.is_atomic else lines
    if port.is_write:
        port.owner = -1
    else:
        port.owner = k * links.sides.shape[1] + access.warp
        links.sides[k, access.warp].left += port.left - 1
        if request.last != 0:
            links.sides[k, access.warp].granted = cycle
    port.last_core = k
    port.chosen = -1
    state.busy += 1
    dram.heads[k] = -1
    grant(k, cycle, cores, device)
    clock = first_clock(cycle, state.rate)
    if port.clock < clock:
        memory = channel_of(number, dram.memories)
        while port.clock < clock:
            port.clock = tick(port.clock, memory)
    port.clock = clock
    port.cycle = cycle_of(clock, state.rate)


@block
def settle(owner, now, clock, links, device):
    """It is known now that a request is complete in this clock; the access of its owner is done when all of them are.

    now: a clock too, that of its column access, or of its acceptance where it has none.
    """
    state, far = device.dram.states[0], device.fars[0]
    if owner < 0:
        far.done = max(far.done, cycle_of(clock, state.rate) + state.pipeline)
        return
    k = owner // links.sides.shape[1]
    w = owner - k * links.sides.shape[1]
    side = links.sides[k, w]
    side.issued = max(side.issued, cycle_of(now, state.rate))
    side.served = max(side.served, cycle_of(clock, state.rate))
    side.left -= 1
    if side.left == 0:
        done = side.served + state.pipeline
        far.done = max(far.done, done)
        respond(k, w, done, links, device)


@block
def settle_read(number, now, memory, links, device):
    """The command of a read goes in clock `now`: its clock is known, and that of the reads that are served with it."""
    read, port = memory.controls[0].answered, device.dram.ports[number]
    while read >= 0:
        request = memory.requests[read]
        port.longest = max(port.longest, now - request.accept)
        settle(device.dram.owners[number, read], now, request.complete, links, device)
        read = request.merged
    memory.controls[0].answered = -1


@block
def free_reads(number, clock, memory, dram):
    """Note the reads whose data is there, of which none is noted; returns the first clock in which one is."""
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
    """The first clock from this one on in which the port's first request is taken; NEVER if a command has to go before.

    One has to if the request's queue has no room, or if a read waits too long.
    """
    port = dram.ports[number]
    if not is_room(port.is_write, memory) or is_held(clock, dram.states[0].age, memory):
        return np.int64(NEVER)
    if port.is_write == 0 and port.free == 0:
        return max(clock, free_reads(number, clock, memory, dram))
    return clock


@block
def count_column(number, dram):
    """Count a column access, and at the end of a window of them how many the busiest channel had in it."""
    port, state = dram.ports[number], dram.states[0]
    port.columns += 1
    port.recent += 1
    state.seen += 1
    if state.seen == state.window:
        most = np.int64(0)
        for other in range(dram.ports.shape[0]):
            most = max(most, dram.ports[other].recent)
            dram.ports[other].recent = 0
        state.crowded += most
        state.seen = 0


@block
def take(number, clock, memory, links, device):
    """The controller takes the port's first request."""
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
    port.left -= 1
    if port.left == 0:
        dram.states[0].busy -= 1
    if port.is_atomic:
        port.line += port.is_write
        port.is_write = 1 - port.is_write
    else:
        port.line += 1


@block
def run_channel(number, end, links, device):
    """Run a channel up to clock `end`."""
    dram = device.dram
    port = dram.ports[number]
    memory = channel_of(number, dram.memories)
    while port.clock < end:
        clock = port.clock
        soonest = tick(clock, memory)
        if memory.controls[0].columns != port.columns:
            count_column(number, dram)
        if memory.controls[0].answered >= 0:
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
def serve_channels(end, cores, device):
    """Do all that arbiter and channels do before cycle `end`; returns the next cycle with something to do, or NEVER."""
    dram = device.dram
    state = dram.states[0]
    while True:
        cycle = next_cycle(cores.link, dram)
        if cycle >= end:
            return cycle
        choose(cycle, cores.link, dram)
        clocks = first_clock(cycle + 1, state.rate)
        for number in range(dram.ports.shape[0]):
            if dram.ports[number].chosen >= 0:
                fill(number, cycle, cores, device)
            if dram.ports[number].cycle == cycle:
                run_channel(number, clocks, cores.link, device)
        state.cycle = cycle + 1
