"""Channels of DRAM under exclusive grants: one core has a channel at a time (docs/processor.md, section 19, `hmgpu`).

All commands of a grant are known when it begins. Without grants a channel only refreshes, and it catches up with
refreshes when the next transaction comes.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.memory.dram.exclusive import grant as serve_together
from simt.core.memory.dram.exclusive import refresh_before, same_row, served_together
from simt.core.memory.ports import (
    count_column,
    cycle_of,
    first_clock,
    in_channel,
    look_up,
    oldest_in_memory,
    pass_on,
    put,
    settle,
)
from simt.core.memory.transactions import oldest_request
from simt.core.state import kinds
from simt.core.state.cores import channel_of


@block
def oldest_kind(k, links):
    """Return the kind of core k's oldest transaction, which is there."""
    return links.accesses[k, links.requests[k, links.units[k, 0].request_head].slot].kind


@block
def goes_along(number, k, first, kind, cycle, links, dram):
    """Return whether core k's next transaction joins a grant of transactions of `kind` whose first line is `first`.

    The transaction must have arrived, and must lie in the same row of the same channel. An atomic joins no grant.
    """
    if kind == kinds.ATOMIC or oldest_request(links, k) > cycle or oldest_kind(k, links) != kind:
        return False
    look_up(k, links, dram)
    address, _ = oldest_in_memory(k, links, dram.frames)
    line = in_channel(address, dram.states[0]) // dram.states[0].line_bytes
    return dram.heads[k] == number and same_row(first, line, dram.memories.channel[number])


@block
def write_requests(number, count, dram):
    """Write the requests of the port's transaction after `count` others; return the new number."""
    port = dram.ports[number]
    while port.left > 0:
        request = dram.memories.requests[number, count]
        request.line = port.line
        request.is_write = port.is_write
        dram.owners[number, count] = port.owner
        pass_on(port)
        count += 1
    return count


@block
def gather(number, k, cycle, links, loaded, device):
    """Grant core k's transactions that are served together; write their requests and return the number of requests."""
    dram = device.dram
    state = dram.states[0]
    kind = oldest_kind(k, links)
    count, size = np.int64(0), np.int64(0)
    while True:
        _, more = oldest_in_memory(k, links, dram.frames)
        if size + more > state.grant:
            return count
        size += more
        put(number, k, cycle, links, loaded, device)
        count = write_requests(number, count, dram)
        if not goes_along(number, k, dram.memories.requests[number, 0].line, kind, cycle, links, dram):
            return count


@block
def settle_grant(number, first, end, links, device):
    """Settle and count the requests `first` to `end` - 1 of a grant, which have been served."""
    dram = device.dram
    port, channel = dram.ports[number], dram.memories.channel[number]
    for place in range(first, end):
        request = dram.memories.requests[number, place]
        now = request.accept
        if request.is_write == 0:
            now = request.complete - channel.read_to_data
            port.longest = max(port.longest, now - request.accept)
        count_column(number, dram)
        port.accepted += 1
        settle(dram.owners[number, place], now, request.complete, links, device)


@block
def grant_exclusively(number, k, cycle, links, loaded, device):
    """Grant core k a channel in this cycle, and serve its transactions."""
    dram = device.dram
    port, state = dram.ports[number], dram.states[0]
    count = gather(number, k, cycle, links, loaded, device)
    memory = channel_of(number, dram.memories)
    clock, first = max(port.clock, first_clock(cycle, state.rate)), np.int64(0)
    while first < count:
        clock = refresh_before(clock, port.clock, memory)
        together = served_together(first, count - first, memory)
        clock = serve_together(first, together, clock, memory)
        port.clock = clock
        settle_grant(number, first, first + together, links, device)
        first += together
    port.fills_from = cycle_of(clock, state.rate)
