"""Banked register files: operands that wait for a read, results that wait for a write (docs/processor.md, section 17).

On a machine whose register file serves everything at once the group `register_file` is None and the compiler drops
every branch on it.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.ledgers.intervals import charge_front_end, remember_held
from simt.core.state import reasons


@block
def begin_read(core, w, cycle):
    """Reserve read cycles of a bank for the operands of warp w, which is now in R0; set when it may leave R0.

    With banks by register the bundle in R0 is the only one that reads, so the busiest bank decides for all.
    """
    register_file = core.register_file
    banks = register_file.banks[0]
    bank = np.int64(0) if banks.by_register else w % banks.count
    reads = register_file.reads[core.warps[w].issue_pc]
    leave = cycle + 1
    if reads > 0:
        free = max(cycle, register_file.read_free[bank]) + reads
        register_file.read_free[bank] = free
        leave = max(leave, free - banks.stages)
    banks.leave = leave


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

    The stages up to R0 are held if the warp in R0 still waits for operands. Returns the cause of that, or 0.
    """
    run, front, register_file = core.run, core.pipeline.front, core.register_file
    banks = register_file.banks[0]
    w = front[run.head, 0]
    is_waiting = w >= 0 and cycle < banks.leave
    if banks.stages > 0:
        for stage in range(banks.stages - 1, 0, -1):
            register_file.stages[stage] = register_file.stages[stage - 1]
        register_file.stages[0] = -1
        if w >= 0 and not is_waiting:
            front[run.head, 0] = -1
            register_file.stages[0] = w
            charge_front_end(core, w, cycle)
            remember_held(core, w)
            register_file.passages[w].left = cycle
    if is_waiting:
        run.hold_pc = core.warps[w].issue_pc
        return np.int64(reasons.OPERAND_BANK)
    return np.int64(0)


@block
def write_results(register_file, w, first, count, cycle):
    """Give the results of a retiring instruction or bundle their write cycles; return how long the warp waits."""
    banks = register_file.banks[0]
    last = cycle
    writer = first
    for pc in range(first, first + count):
        register = register_file.destinations[pc]
        if register >= 0:
            bank = (register + w if banks.by_register else w) % banks.count
            write = max(cycle, register_file.write_free[bank])
            register_file.write_free[bank] = write + 1
            if write > last:
                last = write
                writer = pc
    passage = register_file.passages[w]
    passage.written = last
    passage.writer = writer
    return last - cycle
