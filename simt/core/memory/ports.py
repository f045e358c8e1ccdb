"""Ports of DRAM channels: the granted core, its transaction's requests, and their completion."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.jit.bits import lowest_bit
from simt.core.memory.transactions import grant, respond
from simt.core.state import kinds
from simt.core.state.layout import NEVER
from simt.core.state.pages import PAGE_BYTES


@block
def cycle_of(clock, rate):
    """Return the cycle that a clock of the controllers falls into."""
    return 1024 * clock // rate


@block
def first_clock(cycle, rate):
    """Return the first clock that falls into a cycle or a later one."""
    return (cycle * rate + 1023) // 1024


@block
def oldest_in_memory(k, links, frames):
    """Return the byte address in memory of core k's oldest transaction, and its bytes.

    A transaction lies in one page: it is aligned, and its bytes are a power of two, at most a page.
    """
    request = links.requests[k, links.units[k, 0].request_head]
    address = links.addresses[k, request.slot, lowest_bit(request.lanes)]
    address = address // request.bytes * request.bytes
    if frames.shape[0] > 0:
        address = frames[address // PAGE_BYTES] + address % PAGE_BYTES
    return address, request.bytes


@block
def in_channel(address, state):
    """Return where an address lies inside its channel, as a byte address."""
    return address // (state.interleave * state.count) * state.interleave + address % state.interleave


@block
def look_up(k, links, dram):
    """Find the channel of core k's oldest transaction."""
    state = dram.states[0]
    address, _ = oldest_in_memory(k, links, dram.frames)
    dram.heads[k] = address // state.interleave % state.count


@block
def choose(number, cycle, oldest, dram):
    """Choose the core that is granted at an empty port, in turn, and note when the next core wants the port.

    At least one core must want the port by this cycle. oldest: int64 [cores], the cycle in which each core's oldest
    transaction arrives. The channels of these transactions must have been looked up before.
    """
    port, count = dram.ports[number], oldest.shape[0]
    chosen = np.int64(-1)
    port.wanted = NEVER
    k = port.last_core
    for _ in range(count):
        k += 1
        if k == count:
            k = 0
        if dram.heads[k] == number:
            if chosen < 0 and oldest[k] <= cycle:
                chosen = k
            else:
                port.wanted = min(port.wanted, oldest[k])
    port.last_core = chosen
    return chosen


@block
def put(number, k, cycle, links, loaded, device):
    """Grant core k's oldest transaction in this cycle, and put it into a port."""
    dram = device.dram
    port, state = dram.ports[number], dram.states[0]
    request = links.requests[k, links.units[k, 0].request_head]
    access = links.accesses[k, request.slot]
    address, size = oldest_in_memory(k, links, dram.frames)
    # It lies in one piece of one channel: no transaction is larger than the pieces that are interleaved.
    address = in_channel(address, state)
    port.line = address // state.line_bytes
    lines = (address + size - 1) // state.line_bytes - port.line + 1
    port.is_write = access.kind == kinds.STORE_GLOBAL
    port.is_atomic = access.kind == kinds.ATOMIC
    port.left = 2 * lines if port.is_atomic else lines
    if port.is_write:
        port.owner = -1
    else:
        port.owner = k * links.away.shape[1] + access.flight
        links.away[k, access.flight].left += port.left - 1
        if request.last != 0:
            links.away[k, access.flight].granted = cycle
    dram.heads[k] = -1
    grant(k, cycle, links, loaded, device)


@block
def pass_on(port):
    """Remove the port's first request."""
    port.left -= 1
    if port.is_atomic:
        port.line += port.is_write
        port.is_write = 1 - port.is_write
    else:
        port.line += 1


@block
def count_column(number, dram):
    """Count a column access; at the end of a window, also the busiest channel's accesses in it."""
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
def settle(owner, now, clock, links, device):
    """Settle a request; its owner's access gets its response when the last of its requests is settled.

    - owner: the owner of the access, as in PORT; -1 if nobody waits for the access.
    - now: the clock of the request's column access, or of its acceptance if it has no column access.
    - clock: the clock in which the request is complete.
    """
    state, far = device.dram.states[0], device.fars[0]
    if owner < 0:
        far.done = max(far.done, cycle_of(clock, state.rate) + state.pipeline)
        return
    k = owner // links.away.shape[1]
    flight = owner - k * links.away.shape[1]
    away = links.away[k, flight]
    away.issued = max(away.issued, cycle_of(now, state.rate))
    away.served = max(away.served, cycle_of(clock, state.rate))
    away.left -= 1
    if away.left == 0:
        done = away.served + state.pipeline
        far.done = max(far.done, done)
        respond(k, flight, done, links)
