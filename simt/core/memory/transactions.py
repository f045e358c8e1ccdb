"""Transactions at the arbiter of any memory: requests, the effect of a grant, responses.

`links` has the ends at all cores: every array has a leading axis for the core.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block, kernel
from simt.core.jit.bits import lowest_bit
from simt.core.memory.link import after, further
from simt.core.memory.words import left_in_word, loaded_part
from simt.core.state import kinds
from simt.core.state.cores import link_of
from simt.core.state.layout import NEVER


@block
def oldest_request(links, k):
    """Return the cycle in which core k's oldest request is at the arbiter, or NEVER."""
    unit = links.units[k, 0]
    return links.requests[k, unit.request_head].arrives if unit.requests > 0 else np.int64(NEVER)


@kernel
def carry_out_special(link, slot, lanes_set, loaded, memory):
    """Carry out a transaction of an atomic, or of an access to private memory or to parts of words."""
    access, data = link.accesses[slot], link.data
    first, code = access.row * link.addresses.shape[1], np.int64(access.code)
    while lanes_set != 0:
        lane = lowest_bit(lanes_set)
        lanes_set &= lanes_set - 1
        place = link.addresses[slot, lane] >> 2
        before = memory[place]
        shift = np.int64(data[slot, 1, lane]) if access.kind != kinds.ATOMIC else np.int64(0)
        if access.kind != kinds.STORE_GLOBAL:
            loaded[first + lane] = loaded_part(code, before, shift)
        if access.kind != kinds.LOAD_GLOBAL:
            memory[place] = left_in_word(code, before, shift, data[slot, 0, lane], data[slot, 1, lane])


@block
def carry_out(link, slot, lanes_set, loaded, memory):
    """Carry out a transaction, in ascending order of its lanes: load words into `loaded`, or change memory.

    loaded: uint32, words of an access x rows x lanes.
    """
    access, addresses, data = link.accesses[slot], link.addresses, link.data
    if access.code != 0:
        carry_out_special(link, slot, lanes_set, loaded, memory)
        return
    stride = loaded.shape[0] // 4
    first = access.row * addresses.shape[1]
    rest = lanes_set
    while rest != 0:
        lane = lowest_bit(rest)
        rest &= rest - 1
        place = addresses[slot, lane] >> 2
        if access.kind == kinds.LOAD_GLOBAL:
            for k in range(access.words):
                loaded[k * stride + first + lane] = memory[place + k]
        else:
            for k in range(access.words):
                memory[place + k] = data[slot, k, lane]


@block
def grant(k, cycle, links, loaded, device):
    """Carry out core k's oldest transaction, which is granted in this cycle, and remove it from the core's queue.

    The core sees the free place in its queue only after the latency of the interconnect. links: the ones that memory
    has (mail.py).
    """
    far = device.fars[0]
    link = link_of(k, links)
    unit = link.units[0]
    request = link.requests[unit.request_head]
    free = cycle + link.launches[0].interconnect
    far.transactions += 1
    far.bytes += request.bytes
    carry_out(link, request.slot, request.lanes, loaded[k], device.words)
    link.credits[further(unit.credit_head, unit.credits, link.credits)] = free
    unit.credits += 1
    unit.request_head = after(unit.request_head, link.requests)
    unit.requests -= 1


@block
def respond(k, flight, done, links):
    """Send core k a response: an access is done in cycle `done`."""
    enter_response(k, flight, done + links.launches[0, 0].interconnect, links)


@block
def enter_response(k, flight, arrives, links):
    """Enter a response into core k's ring, in which responses are in order of arrival."""
    unit, ring = links.units[k, 0], links.responses[k]
    place = unit.responses
    while place > 0:
        earlier = ring[further(unit.response_head, place - 1, ring)]
        if earlier.arrives <= arrives:
            break
        later = ring[further(unit.response_head, place, ring)]
        later.arrives = earlier.arrives
        later.flight = earlier.flight
        place -= 1
    response = ring[further(unit.response_head, place, ring)]
    response.arrives = arrives
    response.flight = flight
    unit.responses += 1
