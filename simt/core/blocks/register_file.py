"""Banked register files: operands that wait for a read, results that wait for a write (docs/processor.md, section 17).

Without the group `register_file` the compiler drops every branch on it. The group may also stand for a register file
that serves everything at once. Then there is one bank, and no access is asked of it.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.ledgers.intervals import charge_front_end, remember_held
from simt.core.state import reasons
from simt.core.state.flights import flight_of, warp_of


@block
def begin_read(core, cycle):
    """Reserve read cycles of the banks for the operands of the group that is now in R0; set when it may leave R0."""
    register_file, front = core.register_file, core.pipeline.front
    banks = register_file.banks[0]
    banks.leave = cycle + 1
    for slot in range(core.spec.width):
        flight = front[core.run.head, slot]
        if flight < 0:
            continue
        w, pc = warp_of(core, flight), flight_of(core, flight).issue_pc
        for bank in range(banks.count):
            reads = register_file.reads[pc, bank]
            if reads > 0:
                place = (bank + w) % banks.count
                free = max(cycle, register_file.read_free[place]) + reads
                register_file.read_free[place] = free
                if free - banks.stages > banks.leave:
                    banks.leave = free - banks.stages
                    banks.last = flight


@block
def oldest(core, slot, cycle):
    """Return the warp of the front end's oldest group that may enter its units from this slot, or -1."""
    front = core.pipeline.front
    if core.register_file is None:
        return front[core.run.head, slot]
    banks = core.register_file.banks[0]
    if banks.stages > 0:
        return core.register_file.stages[banks.stages - 1]
    return front[core.run.head, slot] if cycle >= banks.leave else np.int64(-1)


@block
def vacate(core, w, slot):
    """Remove the entry of warp w that `oldest` returned: it has entered its units."""
    if core.register_file is not None:
        banks = core.register_file.banks[0]
        if banks.stages > 0:
            core.register_file.stages[banks.stages - 1] = -1
            core.register_file.passages[w].left = -1
            return
    core.pipeline.front[core.run.head, slot] = -1


@block
def advance_read(core, cycle):
    """Move the operand-read stages on by one, in a cycle in which no unit holds the front end.

    The stages up to R0 are held if the group in R0 still waits for operands. Returns the cause of the hold, or 0.
    """
    run, front, register_file = core.run, core.pipeline.front, core.register_file
    banks = register_file.banks[0]
    is_waiting = cycle < banks.leave
    if banks.stages > 0:
        for stage in range(banks.stages - 1, 0, -1):
            register_file.stages[stage] = register_file.stages[stage - 1]
        register_file.stages[0] = -1
        w = front[run.head, 0]
        if w >= 0 and not is_waiting:
            front[run.head, 0] = -1
            register_file.stages[0] = w
            if core.flights is None:
                charge_front_end(core, w, cycle)
                remember_held(core, w)
            register_file.passages[w].left = cycle
    if is_waiting:
        run.hold_pc = flight_of(core, banks.last).issue_pc
        return np.int64(reasons.OPERAND_BANK)
    return np.int64(0)


@block
def write_results(register_file, flight, w, first, count, cycle):
    """Give the results of a retiring instruction or bundle their write cycles; return how long the warp waits.

    The instruction or bundle is the `count` operations from `first` on.
    """
    banks, written = register_file.banks[0], register_file.written[flight]
    written.written = cycle
    written.writer = first
    for pc in range(first, first + count):
        for k in range(register_file.writes.shape[1]):
            number = register_file.writes[pc, k]
            if number < 0:
                break
            bank = (number + w) % banks.count
            write = max(cycle, register_file.write_free[bank])
            register_file.write_free[bank] = write + 1
            if write > written.written:
                written.written = write
                written.writer = pc
    return written.written - cycle


@block
def next_written(register_file, cycle, soonest):
    """Return the first cycle after this one in which a flight's last write is made, or `soonest` if that is before."""
    for flight in range(register_file.written.shape[0]):
        written = register_file.written[flight].written
        if written > cycle:
            soonest = min(soonest, written)
    return soonest
