"""The far side of the interconnect: the arbiter and the dispatcher (docs/processor.md, sections 18 and 19).

`cores` are all cores, every array with a leading axis for the core.
"""

from __future__ import annotations

import numpy as np

from isa.table import opcode
from simt.core.jit import block
from simt.core.jit.bits import lowest_bit
from simt.core.memory.link import after, behind
from simt.core.memory.timing import done_in, next_grant
from simt.core.state import kinds
from simt.core.state.cores import link_of
from simt.core.state.layout import NEVER

ATOMIC_ADD = opcode("atom.add.u32")
ATOMIC_MIN = opcode("atom.min.u32")
ATOMIC_MAX = opcode("atom.max.u32")


@block
def oldest_request(links, k):
    """The cycle in which core k's oldest request is at the arbiter, or NEVER."""
    unit = links.units[k, 0]
    return links.requests[k, unit.request_head].arrives if unit.requests > 0 else np.int64(NEVER)


@block
def perform_atomic(operation, memory, place, value):
    """The word that an atomic leaves."""
    before = np.int64(memory[place])
    other = np.int64(value)
    if operation == ATOMIC_ADD:
        return np.uint32((before + other) & 0xFFFF_FFFF)
    if operation == ATOMIC_MIN:
        return np.uint32(min(before, other))
    if operation == ATOMIC_MAX:
        return np.uint32(max(before, other))
    return np.uint32(other)


@block
def carry_out(link, slot, lanes_set, loaded, memory):
    """Do what a transaction's lanes ask, in ascending order. loaded: uint32, words of an access x warps x lanes."""
    access, addresses, data = link.accesses[slot], link.addresses, link.data
    stride = loaded.shape[0] // 4
    first = access.warp * addresses.shape[1]
    rest = lanes_set
    while rest != 0:
        lane = lowest_bit(rest)
        rest &= rest - 1
        place = addresses[slot, lane] >> 2
        if access.kind == kinds.LOAD_GLOBAL:
            for k in range(access.words):
                loaded[k * stride + first + lane] = memory[place + k]
        elif access.kind == kinds.STORE_GLOBAL:
            for k in range(access.words):
                memory[place + k] = data[slot, k, lane]
        else:
            value = data[slot, 0, lane]
            after_it = perform_atomic(access.opcode, memory, place, value)
            loaded[first + lane] = memory[place]
            memory[place] = after_it


@block
def grant(k, cycle, cores, device):
    """Core k's oldest transaction goes to memory in this cycle."""
    far = device.fars[0]
    link = link_of(k, cores.link)
    unit = link.units[0]
    launch = link.launches[0]
    request = link.requests[unit.request_head]
    done = done_in(request.bytes, cycle, launch, device)
    far.done = max(far.done, done)
    far.transactions += 1
    far.bytes += request.bytes
    far.last_core = k
    carry_out(link, request.slot, request.lanes, cores.operands.loaded[k], device.words)
    link.credits[behind(unit.credit_head, unit.credits, link.credits)] = cycle + launch.interconnect
    unit.credits += 1
    if unit.still and unit.warp >= 0:
        device.wakes[k] = min(device.wakes[k], cycle + launch.interconnect)
    access = link.accesses[request.slot]
    if request.last != 0 and access.kind != kinds.STORE_GLOBAL:
        response = link.responses[behind(unit.response_head, unit.responses, link.responses)]
        response.arrives = done + launch.interconnect
        response.warp = access.warp
        unit.responses += 1
        device.wakes[k] = min(device.wakes[k], response.arrives)
    unit.request_head = after(unit.request_head, link.requests)
    unit.requests -= 1


@block
def serve(end, cores, device):
    """All grants before cycle `end`; returns the cycle of the next request that is on its way, or NEVER."""
    far = device.fars[0]
    count = cores.run.shape[0]
    while True:
        first = np.int64(NEVER)
        for k in range(count):
            first = min(first, oldest_request(cores.link, k))
        if first == NEVER:
            return first
        cycle = next_grant(first, device)
        if cycle >= end:
            return cycle
        k = far.last_core
        while True:
            k += 1
            if k == count:
                k = 0
            if oldest_request(cores.link, k) <= cycle:
                break
        grant(k, cycle, cores, device)


@block
def next_report(links, k):
    """The cycle in which core k's oldest report of an ended group is at the dispatcher, or NEVER."""
    unit = links.units[k, 0]
    return links.ends[k, unit.end_head].arrives if unit.ends > 0 else np.int64(NEVER)


@block
def take_report(link, arrives):
    """Take a report that arrives in this cycle, of several that of the lowest place; returns the place."""
    unit, ends = link.units[0], link.ends
    best = unit.end_head
    place = after(unit.end_head, ends)
    for _ in range(unit.ends - 1):
        if ends[place].arrives == arrives and ends[place].place < ends[best].place:
            best = place
        place = after(place, ends)
    number = ends[best].place
    ends[best].place = ends[unit.end_head].place
    ends[best].arrives = ends[unit.end_head].arrives
    unit.end_head = after(unit.end_head, ends)
    unit.ends -= 1
    return number


@block
def dispatch_groups(end, links, device):
    """Answer all reports of ended groups before cycle `end`; returns the cycle of the next one, or NEVER."""
    far = device.fars[0]
    launch = links.launches[0, 0]
    while True:
        first = np.int64(NEVER)
        chosen = 0
        for k in range(launch.cores):
            arrives = next_report(links, k)
            if arrives < first:
                first = arrives
                chosen = k
        if first >= end:
            return first
        link = link_of(chosen, links)
        number = take_report(link, first)
        far.ended += 1
        far.last_end = max(far.last_end, first - launch.interconnect)
        if far.next_group < launch.groups:
            unit = link.units[0]
            start = link.starts[behind(unit.start_head, unit.starts, link.starts)]
            start.arrives = first + launch.interconnect
            start.place = number
            start.group = far.next_group
            unit.starts += 1
            far.next_group += 1
            device.wakes[chosen] = min(device.wakes[chosen], start.arrives)
