"""Warps that form: the chosen warp fills its free lanes with threads of others that wait (docs/processor.md, 30).

It belongs to the select step. Most instructions find no free lane, or a machine whose warps do not form; all else is
not inlined.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.turns import ring_of
from simt.core.blocks.warps import end_warp
from simt.core.divergence.formation import change_places, has_some_to_run
from simt.core.divergence.min_pc import regroup
from simt.core.divergence.stack import set_for
from simt.core.jit import apart, block
from simt.core.jit.bits import below, bit, lowest_bit
from simt.core.ledgers.intervals import charge_wait, remember_held
from simt.core.ledgers.wanting import note_next


@block
def is_empty(core, w):
    """Return whether warp w has no instruction in flight, of a warp that is ready."""
    if core.flights is None:
        return True
    return core.flights.boards[w].live == 0


@block
def others_of(core, w, scheduler):
    """Return the ready warps of a scheduler that belong to the work-group of warp w, except w."""
    others = core.run.ready & ring_of(core, scheduler) & ~bit(w)
    if core.link is not None:
        size = np.int64(core.link.launches[0].group_warps)
        first = core.link.sides[w].place * size
        others &= below(first + size) & ~below(first)
    return others


@block
def go_on_without(core, v, pc, cycle):
    """Go on with a partner that has given lanes: it ends if it has no lane, or has another next instruction.

    pc: its program counter before.
    """
    warp = core.warps[v]
    if warp.living != 0 and warp.pc == pc:
        return
    charge_wait(core, v, pc, cycle)
    if warp.living == 0:
        core.run.ready &= ~bit(v)
        end_warp(core, v, cycle)
    else:
        warp.ready_cycle = cycle
        if core.flights is not None:
            note_next(core, v)
        remember_held(core, v)


@block
def take_lanes(core, w, free, partners, cycle):
    """Fill the free lanes of warp w from partners, in ascending order, as far as they are at its program counter."""
    divergence, warp = core.divergence, core.warps[w]
    pc = np.int64(warp.pc)
    has_taken = False
    while free != 0 and partners != 0:
        v = lowest_bit(partners)
        partners &= partners - 1
        partner = core.warps[v]
        lanes = partner.mask & free
        if partner.pc == warp.pc and lanes != 0 and is_empty(core, v):
            if has_some_to_run(divergence, warp, w, partner, v, lanes):
                if not has_taken:
                    set_for(divergence.counters, w, warp.mask, pc)
                has_taken = True
                set_for(divergence.counters, v, partner.mask, pc)
                change_places(core, w, v, lanes)
                free &= ~lanes
                go_on_without(core, v, pc, cycle)
    if has_taken:
        regroup(divergence, warp, w)


@apart
def fill(core, scheduler, w, cycle):
    """Fill up warp w on a machine whose warps form."""
    warp = core.warps[w]
    free = below(core.spec.warp_size - np.int64(warp.tail)) & ~warp.mask
    if free != 0 and is_empty(core, w):
        partners = others_of(core, w, scheduler)
        if partners != 0:
            take_lanes(core, w, free, partners, cycle)


@block
def fill_up(core, scheduler, w, cycle):
    """Fill up warp w, which has been chosen and has passed the check at select."""
    if core.formation is not None:
        if core.spec.forms != 0:
            fill(core, scheduler, w, cycle)
