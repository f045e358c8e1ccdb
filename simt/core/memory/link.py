"""A core's access to global memory: the unit `memory`, its coalescer and request queue (docs/processor.md, section 19).

An access stands in a slot from its entry until its last transaction is granted. Accesses leave in the order in which
they came, so the slots are a ring. On a plain processor the group `link` is None and the compiler drops every branch on
it.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block, kernel
from simt.core.jit.bits import MASK32, bit, lowest_bit
from simt.core.ledgers.record import event_of
from simt.core.memory.coalescer import BYTES, LANES, coalesce
from simt.core.state import kinds, traps
from simt.core.state.accesses import COMPARE, OPERATION, PART, PRIVATE
from simt.core.state.flights import row_of_load, warp_of
from simt.core.state.homes import home_of
from simt.core.state.layout import NEVER
from simt.core.state.units import MEMORY
from simt.machine.rules import MEMORIES

DRAM = MEMORIES.index("dram")


@block
def is_global(operation):
    """Return whether an operation accesses global memory."""
    kind = operation.kind
    return kind == kinds.LOAD_GLOBAL or kind == kinds.STORE_GLOBAL or kind == kinds.ATOMIC


@block
def part_of_access(core, flight):
    """Return the place in its bundle of an access that is in the unit; 0 without bundles."""
    part = np.int64(0)
    if core.bundles is not None:
        while not is_global(core.code[core.warps[flight].issue_pc + part]):
            part += 1
    return part


@block
def after(place, ring):
    """Return the place that follows in a ring."""
    return place + 1 if place + 1 < ring.shape[0] else np.int64(0)


@block
def further(place, count, ring):
    """Return the place `count` further on in a ring."""
    place += count
    return place if place < ring.shape[0] else place - ring.shape[0]


@block
def global_addresses(core, operation, w):
    """Compute and check the byte addresses of the active lanes; write them to the next free slot.

    Return the set of lanes with a bad address, and the address of the lowest of these lanes.
    """
    link, words, mask = core.link, core.operands.words, core.warps[w].mask
    addresses, buffers = link.addresses, link.buffers
    slot = link.units[0].next_slot
    a = operation.a_base + w * operation.a_warp
    offset = np.int64(words[operation.c_base + w * operation.c_warp])
    size = np.int64(4 * operation.words)
    bad = np.int64(0)
    bad_address = np.int64(0)
    low = np.int64(0)
    high = np.int64(0)
    for lane in range(core.spec.warp_size):
        if (mask >> lane) & 1:
            address = (np.int64(words[a]) + offset) & MASK32
            addresses[slot, lane] = address
            if address < low or address + size > high:  # not in the buffer of the lane before
                for k in range(buffers.shape[0]):
                    if buffers[k, 0] <= address < buffers[k, 1]:
                        low = buffers[k, 0]
                        high = buffers[k, 1]
            if address < low or address + size > high or address & (size - 1) != 0:
                if bad == 0:
                    bad_address = address
                bad |= bit(lane)
        a += operation.a_lane
    return bad, bad_address


@kernel
def special_addresses(core, operation, w):
    """Compute and check addresses as `global_addresses` does, for parts of words and private memory.

    The place of a part in its word, in bits, is written to the slot's data.
    """
    link, words, mask = core.link, core.operands.words, core.warps[w].mask
    addresses, buffers, spec = link.addresses, link.buffers, core.spec
    slot = link.units[0].next_slot
    a = operation.a_base + w * operation.a_warp
    offset = np.int64(words[operation.c_base + w * operation.c_warp])
    code = np.int64(operation.table)
    size = np.int64(4) >> (code & PART)
    bad = np.int64(0)
    bad_address = np.int64(0)
    for lane in range(spec.warp_size):
        if (mask >> lane) & 1:
            address = (np.int64(words[a]) + offset) & MASK32
            link.data[slot, 1, lane] = 8 * (address & 3)
            is_good = False
            if code & PRIVATE:
                is_good = address < 4 * spec.private_words
                base = link.sides[home_of(core, w, lane)].private_base
                addresses[slot, lane] = 4 * (base + (address >> 2) * spec.warp_size + lane)
            else:
                addresses[slot, lane] = address
                for k in range(buffers.shape[0]):
                    is_good = is_good or buffers[k, 0] <= address < buffers[k, 1]
            if not is_good or address & (size - 1) != 0:
                if bad == 0:
                    bad_address = address
                bad |= bit(lane)
        a += operation.a_lane
    return bad, bad_address


@block
def find_global_addresses(core, operation, w):
    """Compute and check the addresses of any access; return the set of bad lanes and the address of the lowest of them.

    The addresses are written to the next free slot.
    """
    if operation.table & (PART | PRIVATE):
        return special_addresses(core, operation, w)
    return global_addresses(core, operation, w)


@block
def trap_of_access(operation):
    """Return the kind of trap that an access to memory may raise."""
    if operation.table & PRIVATE:
        return traps.PRIVATE
    return traps.GLOBAL if is_global(operation) else traps.ADDRESS


@block
def keep_access(core, operation, flight):
    """Keep an access, and the data that it is to write, in the next free slot: its warp may go on before the grant."""
    w = warp_of(core, flight)
    link, words, mask = core.link, core.operands.words, core.warps[w].mask
    slot = link.units[0].next_slot
    if operation.kind != kinds.LOAD_GLOBAL:
        for k in range(2 if operation.table >> OPERATION == COMPARE else operation.words):
            b = operation.b_base + w * operation.b_warp + k * core.spec.warp_size
            for lane in range(core.spec.warp_size):
                if (mask >> lane) & 1:
                    link.data[slot, k, lane] = words[b + lane * operation.b_lane]
    access = link.accesses[slot]
    access.flight = flight
    access.row = row_of_load(core, flight)
    access.kind = operation.kind
    access.code = operation.table
    access.words = operation.words


@block
def enter_memory(core, pc, flight, bad, cycle):
    """Enter the access at `pc` into the coalescer; return the number of its transactions, 0 if it trapped.

    bad: the mask of lanes whose address is bad. An access with such a lane is not carried out.
    """
    link, warp, operation = core.link, core.warps[warp_of(core, flight)], core.code[pc]
    unit = link.units[0]
    launch = link.launches[0]
    slot = unit.next_slot
    count = np.int64(0)
    if bad == 0:
        keep_access(core, operation, flight)
        size = np.int64(4 * operation.words)
        if not operation.table & PRIVATE:
            size >>= operation.table & PART
        kind = np.int64(operation.kind)
        count = coalesce(warp.mask, kind, size, launch.coalescing, link.addresses[slot], link.segments)
    for k in range(count):
        link.moved[pc] += link.segments[k, BYTES]
    unit.flight = flight
    unit.slot = slot
    unit.count = count
    unit.next = 0
    unit.first = cycle + operation.beats
    if count > 0:
        unit.next_slot = after(slot, link.accesses)
    away = link.away[flight]
    away.complete = NEVER
    away.blocked = 0
    away.uncoalesced = 0
    away.sending_there = 0
    away.left = count
    away.arrived = NEVER
    away.granted = NEVER
    away.issued = 0
    away.served = 0
    core.pipeline.instances[MEMORY].free_at = NEVER
    return count


@block
def next_action(link, cycle):
    """Return the first cycle from `cycle` on in which the coalescer acts, or NEVER.

    The coalescer acts if it sends a transaction, or if it lets an access without transactions go on. The result is
    NEVER if it has no access, or if the queue has no room and no place is about to become free.
    """
    unit = link.units[0]
    if unit.flight < 0:
        return np.int64(NEVER)
    first = max(cycle, unit.first)
    if unit.next < unit.count and unit.taken >= link.launches[0].queue:
        if unit.credits == 0:
            return np.int64(NEVER)
        first = max(first, link.credits[unit.credit_head])
    return first


@block
def count_blocked(link, flight, cycle, times):
    """Count `times` cycles from this one on in which the queue has no room for an access's next transaction."""
    away = link.away[flight]
    away.blocked += times
    away.sending_there += max(np.int64(0), min(times, cycle + times - away.arrived))


@block
def count_uncoalesced(link, cycle):
    """Count this cycle, in which the coalescer has sent a transaction, as uncoalesced if it has another to send."""
    unit = link.units[0]
    if unit.next < unit.count:
        away = link.away[unit.flight]
        unit.more_in = cycle
        away.uncoalesced += 1
        away.sending_there += cycle >= away.arrived


@block
def note_complete(core, flight, cycle):
    """Note that an access is complete in this cycle, or will be."""
    link = core.link
    w = warp_of(core, flight)
    link.away[flight].complete = cycle
    link.units[0].complete |= bit(w)
    if core.flights is not None:
        core.flights.boards[w].complete |= bit(core.flights.flights[flight].place)


@block
def send(core, cycle):
    """Carry out the units step of the memory unit: free places of the queue, and send the next transaction.

    After its last transaction an access leaves the coalescer; a store is then complete in the next cycle.
    """
    link = core.link
    unit = link.units[0]
    launch = link.launches[0]
    while unit.credits > 0 and link.credits[unit.credit_head] <= cycle:
        unit.credit_head = after(unit.credit_head, link.credits)
        unit.credits -= 1
        unit.taken -= 1
    if unit.flight < 0 or cycle < unit.first:
        return
    flight = unit.flight
    if unit.next < unit.count:
        if unit.taken >= launch.queue:
            unit.blocked_in = cycle
            count_blocked(link, flight, cycle, np.int64(1))
            return
        request = link.requests[further(unit.request_head, unit.requests, link.requests)]
        request.arrives = cycle + launch.interconnect
        request.slot = unit.slot
        request.lanes = link.segments[unit.next, LANES]
        request.bytes = link.segments[unit.next, BYTES]
        if unit.next == 0 and launch.rule == DRAM:
            link.away[flight].arrived = request.arrives
        unit.next += 1
        request.last = unit.next == unit.count
        unit.requests += 1
        unit.taken += 1
        count_uncoalesced(link, cycle)
    if unit.next == unit.count:
        unit.flight = -1
        core.pipeline.instances[MEMORY].free_at = 0
        if unit.count == 0 or link.accesses[unit.slot].kind == kinds.STORE_GLOBAL:
            note_complete(core, flight, cycle + 1)
        else:
            unit.away += 1


@block
def earliest_complete(core, w, cycle):
    """Return warp w's access that is complete earliest. If several are, return the one that was issued first.

    In a recorded run, the accesses that are complete in this cycle are noted as offered.
    """
    if core.flights is None:
        return w
    flights, board = core.flights.flights, core.flights.boards[w]
    best = np.int64(-1)
    rest = board.complete
    while rest != 0:
        flight = w * core.spec.entries + lowest_bit(rest)
        rest &= rest - 1
        complete = core.link.away[flight].complete
        if core.spec.recording and complete == cycle:
            event_of(core, flight, 0).offer = cycle
        if best >= 0:
            soonest = core.link.away[best].complete
            if complete > soonest or (complete == soonest and flights[flight].sequence > flights[best].sequence):
                continue
        best = flight
    return best


@block
def complete_access(core, cycle):
    """Take this cycle's responses; return the flight whose complete access the unit offers, or -1."""
    link = core.link
    unit = link.units[0]
    while unit.responses > 0 and link.responses[unit.response_head].arrives <= cycle:
        flight = link.responses[unit.response_head].flight
        unit.response_head = after(unit.response_head, link.responses)
        unit.responses -= 1
        unit.away -= 1
        note_complete(core, flight, cycle)
    best = np.int64(-1)
    rest = unit.complete
    while rest != 0:
        w = lowest_bit(rest)
        rest &= rest - 1
        flight = earliest_complete(core, w, cycle)
        complete = link.away[flight].complete
        if complete <= cycle and (best < 0 or complete < link.away[best].complete):
            best = flight
        if core.flights is None and core.spec.recording and complete == cycle:
            event_of(core, w, part_of_access(core, w)).offer = cycle
    return best


@block
def take_access(core, flight):
    """Take a complete access out of the unit."""
    w = warp_of(core, flight)
    if core.flights is not None:
        board = core.flights.boards[w]
        board.complete &= ~bit(core.flights.flights[flight].place)
        if board.complete != 0:
            return
    core.link.units[0].complete &= ~bit(w)


@block
def is_quiet(core):
    """Return whether nothing can happen in the core until a message comes."""
    unit, run = core.link.units[0], core.run
    if unit.flight >= 0:
        return False
    if core.flights is None:
        if run.finished + run.waiting + unit.away != core.spec.launched:
            return False
        if core.bundles is not None:  # beside an access that is away, its bundle may have operations in other units
            for k in range(core.spec.instances):
                if core.pipeline.instances[k].in_flight > 0:
                    return False
        return True
    if run.ready != 0 or run.unretired != unit.away:
        return False
    for place in range(core.wheel.shape[0]):
        if core.wheel[place] != 0:
            return False
    return True


@block
def next_message(link):
    """Return the cycle of the next message that wakes a quiet core, or NEVER."""
    unit = link.units[0]
    earliest = np.int64(NEVER)
    if unit.responses > 0:
        earliest = link.responses[unit.response_head].arrives
    if unit.starts > 0:
        earliest = min(earliest, link.starts[unit.start_head].arrives)
    return earliest
