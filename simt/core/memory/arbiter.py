"""The far side of the interconnect: the arbiter, the memory behind it, the dispatcher (docs/processor.md, 18 and 19).

`ports` holds the arrays of all cores, each with a leading axis for the core.
"""

from __future__ import annotations

import numpy as np

from isa.table import opcode
from simt.core.jit import block, kernel
from simt.core.jit.bits import lowest_bit
from simt.core.memory.port import after, behind
from simt.core.state.layout import KIND_FETCH, KIND_POST, NEVER

TICKS = 1024  # of the data bus in a cycle
ATOMIC_ADD = opcode("atom.add.u32")
ATOMIC_MIN = opcode("atom.min.u32")
ATOMIC_MAX = opcode("atom.max.u32")


@block
def oldest_request(core, ports):
    """The cycle in which the core's oldest request is at the arbiter, or NEVER."""
    unit = ports.units[core, 0]
    return ports.requests[core, unit.request_head].arrives if unit.requests > 0 else np.int64(NEVER)


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
def carry_out(access, slot, lanes_set, addresses, data, loaded, width, memory):
    """Do what a transaction's lanes ask, in ascending order. loaded: uint32, words of an access x warps x lanes."""
    stride = loaded.shape[0] // 4
    first = access.warp * width
    rest = lanes_set
    while rest != 0:
        lane = lowest_bit(rest)
        rest &= rest - 1
        place = addresses[slot, lane] >> 2
        if access.kind == KIND_FETCH:
            for k in range(access.words):
                loaded[k * stride + first + lane] = memory[place + k]
        elif access.kind == KIND_POST:
            for k in range(access.words):
                memory[place + k] = data[slot, k, lane]
        else:
            value = data[slot, 0, lane]
            after_it = perform_atomic(access.operation, memory, place, value)
            loaded[first + lane] = memory[place]
            memory[place] = after_it


@block
def grant(core, cycle, device, ports, loaded):
    """The core's oldest transaction goes to memory in this cycle."""
    far = device.fars[0]
    unit = ports.units[core, 0]
    launch = ports.launches[0]
    request = ports.requests[core, unit.request_head]
    access = ports.accesses[core, request.slot]
    far.bus = max(far.bus, cycle * TICKS) + device.ticks[request.bytes]
    done = (far.bus + TICKS - 1) // TICKS - 1 + launch.latency
    far.done = max(far.done, done)
    far.transactions += 1
    far.bytes += request.bytes
    far.last_core = core
    carry_out(
        access, request.slot, request.lanes, ports.addresses[core], ports.data[core], loaded[core], launch.lanes,
        device.words,
    )  # fmt: skip
    places = ports.credits[core]
    places[behind(unit.credit_head, unit.credits, places)] = cycle + launch.interconnect
    unit.credits += 1
    if unit.still and unit.warp >= 0:
        device.wakes[core] = min(device.wakes[core], cycle + launch.interconnect)
    if request.last != 0 and access.kind != KIND_POST:
        responses = ports.responses[core]
        response = responses[behind(unit.response_head, unit.responses, responses)]
        response.arrives = done + launch.interconnect
        response.warp = access.warp
        unit.responses += 1
        device.wakes[core] = min(device.wakes[core], response.arrives)
    unit.request_head = after(unit.request_head, ports.requests[core])
    unit.requests -= 1


@kernel
def serve(end, device, ports, loaded):
    """All grants before cycle `end`; returns the cycle of the next request that is on its way, or NEVER."""
    far = device.fars[0]
    cores = ports.launches[0].cores
    while True:
        first = np.int64(NEVER)
        for core in range(cores):
            first = min(first, oldest_request(core, ports))
        if first == NEVER:
            return first
        cycle = max(first, far.bus // TICKS)
        if cycle >= end:
            return cycle
        core = far.last_core
        while True:
            core += 1
            if core == cores:
                core = 0
            if oldest_request(core, ports) <= cycle:
                break
        grant(core, cycle, device, ports, loaded)


@block
def next_report(core, ports):
    """The cycle in which the core's oldest report of an ended group is at the dispatcher, or NEVER."""
    unit = ports.units[core, 0]
    return ports.ends[core, unit.end_head].arrives if unit.ends > 0 else np.int64(NEVER)


@kernel
def dispatch_groups(end, device, ports):
    """Answer all reports of ended groups before cycle `end`; returns the cycle of the next one, or NEVER."""
    far = device.fars[0]
    launch = ports.launches[0]
    while True:
        first = np.int64(NEVER)
        chosen = 0
        for core in range(launch.cores):
            arrives = next_report(core, ports)
            if arrives < first:
                first = arrives
                chosen = core
        if first >= end:
            return first
        unit = ports.units[chosen, 0]
        # Of one cycle's reports of a core the lowest place comes first.
        ends = ports.ends[chosen]
        best = unit.end_head
        place = after(unit.end_head, ends)
        for _ in range(unit.ends - 1):
            if ends[place].arrives == first and ends[place].place < ends[best].place:
                best = place
            place = after(place, ends)
        number = ends[best].place
        ends[best].place = ends[unit.end_head].place
        ends[best].arrives = ends[unit.end_head].arrives
        unit.end_head = after(unit.end_head, ends)
        unit.ends -= 1
        far.ended += 1
        far.last_end = max(far.last_end, first - launch.interconnect)
        if far.next_group < launch.groups:
            starts = ports.starts[chosen]
            start = starts[behind(unit.start_head, unit.starts, starts)]
            start.arrives = first + launch.interconnect
            start.place = number
            start.group = far.next_group
            unit.starts += 1
            far.next_group += 1
            device.wakes[chosen] = min(device.wakes[chosen], start.arrives)
