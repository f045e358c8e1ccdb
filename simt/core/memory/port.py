"""A core's access to global memory: the unit `memory`, its coalescer and request queue (docs/processor.md, section 19).

An access stands in a slot from its entry until its last transaction is granted. Slots, queue and grants are in one
order, so slots are a ring. On a plain processor the group `port` is None and the compiler drops every branch on it.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.jit.bits import MASK32, bit, lowest_bit
from simt.core.ledgers.record import event_of
from simt.core.memory.coalescer import BYTES, LANES, coalesce
from simt.core.state.layout import (
    DEP_GLOBAL,
    KIND_ATOMIC,
    KIND_FETCH,
    KIND_POST,
    MEMORY_QUEUE,
    NEVER,
    RETIRE_PORT,
)


@block
def is_global(step):
    """Whether an instruction accesses global memory."""
    return step.kind == KIND_FETCH or step.kind == KIND_POST or step.kind == KIND_ATOMIC


@block
def after(place, ring):
    """The place that follows in a ring."""
    return place + 1 if place + 1 < ring.shape[0] else np.int64(0)


@block
def behind(place, count, ring):
    """The place `count` further on in a ring."""
    place += count
    return place if place < ring.shape[0] else place - ring.shape[0]


@block
def global_addresses(step, mask, w, slot, lanes, operands, port):
    """Compute the active lanes' byte addresses and check them; returns (bad lanes, the lowest one's address)."""
    words = operands.words
    a = step.a_base + w * step.a_warp
    offset = np.int64(words[step.c_base + w * step.c_warp])
    size = np.int64(4 * step.words)
    bad = np.int64(0)
    bad_address = np.int64(0)
    low = np.int64(0)
    high = np.int64(0)
    for lane in range(lanes):
        if (mask >> lane) & 1:
            address = (np.int64(words[a]) + offset) & MASK32
            port.addresses[slot, lane] = address
            if address < low or address + size > high:  # not in the buffer of the lane before
                for k in range(port.buffers.shape[0]):
                    if port.buffers[k, 0] <= address < port.buffers[k, 1]:
                        low = port.buffers[k, 0]
                        high = port.buffers[k, 1]
            if address < low or address + size > high or address & (size - 1) != 0:
                if bad == 0:
                    bad_address = address
                bad |= bit(lane)
        a += step.a_lane
    return bad, bad_address


@block
def keep_data(step, mask, w, slot, lanes, operands, port):
    """Keep what a store or atomic writes: its warp may go on before it is granted."""
    words = operands.words
    for k in range(step.words):
        b = step.b_base + w * step.b_warp + k * lanes
        for lane in range(lanes):
            if (mask >> lane) & 1:
                port.data[slot, k, lane] = words[b + lane * step.b_lane]


@block
def enter_memory(step, warp, w, bad, slot, lanes, pipeline, operands, port, cycle):
    """An access enters the coalescer; returns its transactions, none if it trapped."""
    unit = port.units[0]
    launch = port.launches[0]
    count = np.int64(0)
    if bad == 0:
        if step.kind != KIND_FETCH:
            keep_data(step, warp.mask, w, slot, lanes, operands, port)
        words = np.int64(step.words)
        kind = np.int64(step.kind)
        count = coalesce(warp.mask, slot, kind, words, launch.coalescing, lanes, port.addresses, port.segments)
    for k in range(count):
        port.moved[warp.issue_pc] += port.segments[k, BYTES]
    access = port.accesses[slot]
    access.warp = w
    access.kind = step.kind
    access.operation = step.opcode
    access.words = step.words
    unit.warp = w
    unit.slot = slot
    unit.count = count
    unit.next = 0
    unit.first = cycle + step.beats
    if count > 0:
        unit.next_slot = after(slot, port.accesses)
    port.sides[w].complete = NEVER
    port.sides[w].blocked = 0
    pipeline.instances[launch.unit].free_at = NEVER
    return count


@block
def next_action(port, cycle):
    """The first cycle from `cycle` on in which the coalescer acts, or NEVER: no access, or no place that will be free.

    It acts by its next transaction, or by letting an access without any go on.
    """
    unit = port.units[0]
    if unit.warp < 0:
        return np.int64(NEVER)
    found = max(cycle, unit.first)
    if unit.next < unit.count and unit.taken >= port.launches[0].queue:
        if unit.credits == 0:
            return np.int64(NEVER)
        found = max(found, port.credits[unit.credit_head])
    return found


@block
def send(pipeline, port, cycle):
    """The units step of the memory unit: places of the queue come free, the next transaction goes into it."""
    unit = port.units[0]
    launch = port.launches[0]
    while unit.credits > 0 and port.credits[unit.credit_head] <= cycle:
        unit.credit_head = after(unit.credit_head, port.credits)
        unit.credits -= 1
        unit.taken -= 1
    if unit.warp < 0 or cycle < unit.first:
        return
    w = unit.warp
    if unit.next < unit.count:
        if unit.taken >= launch.queue:
            unit.blocked_in = cycle
            port.sides[w].blocked += 1
            return
        request = port.requests[behind(unit.request_head, unit.requests, port.requests)]
        request.arrives = cycle + launch.interconnect
        request.slot = unit.slot
        request.lanes = port.segments[unit.next, LANES]
        request.bytes = port.segments[unit.next, BYTES]
        unit.next += 1
        request.last = unit.next == unit.count
        unit.requests += 1
        unit.taken += 1
    if unit.next == unit.count:
        unit.warp = -1
        pipeline.instances[launch.unit].free_at = 0
        if unit.count == 0 or port.accesses[unit.slot].kind == KIND_POST:
            port.sides[w].complete = cycle + 1
            unit.complete |= bit(w)
        else:
            unit.away += 1


@block
def complete_access(spec, warps, port, record, cycle):
    """Responses that are there in this cycle; returns the warp whose complete access the unit offers, or -1."""
    unit = port.units[0]
    while unit.responses > 0 and port.responses[unit.response_head].arrives <= cycle:
        w = port.responses[unit.response_head].warp
        unit.response_head = after(unit.response_head, port.responses)
        unit.responses -= 1
        unit.away -= 1
        port.sides[w].complete = cycle
        unit.complete |= bit(w)
    best = np.int64(-1)
    rest = unit.complete
    while rest != 0:
        w = lowest_bit(rest)
        rest &= rest - 1
        complete = port.sides[w].complete
        if complete <= cycle and (best < 0 or complete < port.sides[best].complete):
            best = w
        if spec.recording and complete == cycle:
            event_of(warps[w], 0, record).offer = cycle
    return best


@block
def state_in_memory(w, port, cycle):
    """The state of a warp whose access is in the memory unit."""
    unit = port.units[0]
    if port.sides[w].complete <= cycle:
        return RETIRE_PORT
    if unit.warp == w and unit.blocked_in == cycle:
        return MEMORY_QUEUE
    return DEP_GLOBAL


@block
def charge_memory(w, warp, spec, port, ledgers, end):
    """Charge the cycles from an access's entry to `end`: its own, those without room in the queue, those offered."""
    side = port.sides[w]
    total = end - warp.enter_cycle
    if spec.front_stages == 0:
        total -= 1  # the entry cycle is the cycle of issue
    offered = max(np.int64(0), end - side.complete)
    ledgers.warp[warp.issue_pc, MEMORY_QUEUE] += side.blocked
    ledgers.warp[warp.issue_pc, RETIRE_PORT] += offered
    ledgers.warp[warp.issue_pc, DEP_GLOBAL] += total - side.blocked - offered


@block
def is_quiet(run, spec, port):
    """Whether nothing can happen in the core until a message comes."""
    unit = port.units[0]
    return run.finished + run.waiting + unit.away == spec.launched and unit.warp < 0


@block
def next_message(port):
    """The cycle of the next message that wakes a quiet core, or NEVER."""
    unit = port.units[0]
    found = np.int64(NEVER)
    if unit.responses > 0:
        found = port.responses[unit.response_head].arrives
    if unit.starts > 0:
        found = min(found, port.starts[unit.start_head].arrives)
    return found
