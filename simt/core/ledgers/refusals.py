"""The waits of ready warps on a machine without front-end stages, where an instruction may be refused in any cycle.

A cycle in which an instruction is refused is counted where the instruction would go: at the first instance that serves
it, or at its scheduler if the machine has collectors. A warp notes that count as it becomes ready, and is charged the
difference when it issues. Charging every ready warp in every cycle took a third of `mm_local` on `gtx280`.

An instance that serves alone refuses while it is frozen and for the clocks of its instructions' occupation. So under a
scoreboard `refused` has these clocks, added as an instruction enters, and the count up to a cycle follows from the
instance's clock.

With bundles it is still done so (accounting.py): several units may refuse a bundle, and the first of them is charged.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.ledgers.trap import trap_at_select
from simt.core.state import reasons, traps
from simt.core.state.flights import first_serving
from simt.core.state.units import MEMORY


@block
def is_alone(core, k):
    """Return whether the refusals of instance k follow from its clock, under a scoreboard.

    No other instance serves what it serves, and it is not the unit of global memory.
    """
    if core.flights is None:
        return False
    if core.link is not None:
        if k == MEMORY:
            return False
    instance = core.pipeline.instances[k]
    return k + instance.step >= instance.end


@block
def add_occupation(core, k, occupation):
    """Note that an instruction enters instance k on a machine without front-end stages, for these clocks."""
    if core.flights is not None:
        if core.collectors is None:
            if core.spec.front_stages == 0 and is_alone(core, k):
                core.pipeline.instances[k].refused += occupation


@block
def refusals_before(core, k, cycle):
    """Return the number of cycles before this one in which instance k, the first that serves, refused."""
    instance = core.pipeline.instances[k]
    if not is_alone(core, k):
        return instance.refused
    is_frozen = np.int64(instance.frozen_in == cycle)
    return instance.refused + instance.stalls - is_frozen - max(np.int64(0), instance.free_at - cycle - is_frozen)


@block
def refusals_of(core, w, row, cycle):
    """Return the cycles before this one in which warp w's instruction at `row` was refused, and how many by banks.

    An instruction that would trap is never refused. Only collectors wait for banks.
    """
    if trap_at_select(core, row) != traps.NONE:
        return np.int64(0), np.int64(0)
    if core.collectors is not None:
        scheduler = core.flights.schedulers[core.flights.boards[w].scheduler]
        return scheduler.refused, scheduler.refused_by_bank
    return refusals_before(core, first_serving(core, core.code[row], w), cycle), np.int64(0)


@block
def is_at_coalescer(core, pc):
    """Return whether an instruction of a device goes to the unit of global memory, which says why it refuses."""
    return core.code[pc].first_instance == MEMORY


@block
def remember_refusals(core, w):
    """Note how often the next instruction of warp w, which becomes ready, has been refused so far."""
    run, warp = core.run, core.warps[w]
    pc = np.int64(warp.pc)
    warp.held, warp.held_bank = refusals_of(core, w, pc, run.cycle)
    if core.link is not None:
        if trap_at_select(core, pc) == traps.NONE and is_at_coalescer(core, pc):
            core.link.sides[w].held_queue = run.held_queue
            core.link.sides[w].held_uncoalesced = run.held_uncoalesced


@block
def charge_refusals(core, w, row, waited, cycle):
    """Charge the `waited` cycles before this one since warp w became ready to a ledger row: those refused by cause."""
    run, warp, ledger = core.run, core.warps[w], core.ledgers.warp
    refused, by_bank = refusals_of(core, w, row, cycle)
    refused -= warp.held
    ledger[row, reasons.NOT_SELECTED] += waited - refused
    if refused == 0:
        return
    if core.collectors is not None:
        by_bank -= warp.held_bank
        ledger[row, reasons.OPERAND_BANK] += by_bank
        refused -= by_bank
    elif core.link is not None:
        if is_at_coalescer(core, row):
            queue = run.held_queue - core.link.sides[w].held_queue
            uncoalesced = run.held_uncoalesced - core.link.sides[w].held_uncoalesced
            ledger[row, reasons.MEMORY_QUEUE] += queue
            ledger[row, reasons.UNCOALESCED] += uncoalesced
            refused -= queue + uncoalesced
    ledger[row, reasons.UNIT_BUSY] += refused
