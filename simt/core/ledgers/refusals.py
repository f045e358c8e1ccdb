"""The waits of ready warps on a machine without front-end stages, where an instruction may be refused in any cycle.

A cycle in which an instruction is refused is counted where the instruction would go: at the first instance that serves
it, or at its scheduler if the machine has collectors. A warp notes that count as it becomes ready, and is charged the
difference when it issues. Charging every ready warp in every cycle took a third of `mm_local` on `gtx280`.

With bundles it is still done so (accounting.py): several units may refuse a bundle, and the first of them is charged.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.ledgers.trap import trap_at_select
from simt.core.state import reasons, traps
from simt.core.state.flights import first_serving


@block
def refusals_of(core, w, row):
    """Return the cycles so far in which warp w's instruction at `row` was refused, and how many banks had caused.

    An instruction that would trap is never refused. Only collectors wait for banks.
    """
    if trap_at_select(core, row) != traps.NONE:
        return np.int64(0), np.int64(0)
    if core.collectors is not None:
        scheduler = core.flights.schedulers[core.flights.boards[w].scheduler]
        return scheduler.refused, scheduler.refused_by_bank
    return core.pipeline.instances[first_serving(core, core.code[row], w)].refused, np.int64(0)


@block
def remember_refusals(core, w):
    """Note how often the next instruction of warp w, which becomes ready, has been refused so far."""
    warp = core.warps[w]
    warp.held, warp.held_bank = refusals_of(core, w, np.int64(warp.pc))


@block
def charge_refusals(core, w, row, waited):
    """Charge the `waited` cycles since warp w became ready to a ledger row: those refused by cause."""
    run, warp, ledger = core.run, core.warps[w], core.ledgers.warp
    refused, by_bank = refusals_of(core, w, row)
    refused -= warp.held
    ledger[row, reasons.NOT_SELECTED] += waited - refused
    if refused == 0:
        return
    if core.collectors is not None:
        by_bank -= warp.held_bank
        ledger[row, reasons.OPERAND_BANK] += by_bank
        refused -= by_bank
    elif core.link is not None:
        if core.code[row].first_instance == 0:  # the unit of global memory, which says why it refuses
            queue = run.held_queue - core.link.sides[w].held_queue
            uncoalesced = run.held_uncoalesced - core.link.sides[w].held_uncoalesced
            ledger[row, reasons.MEMORY_QUEUE] += queue
            ledger[row, reasons.UNCOALESCED] += uncoalesced
            refused -= queue + uncoalesced
    ledger[row, reasons.UNIT_BUSY] += refused
