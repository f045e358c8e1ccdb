"""Threads that change places: a warp takes lanes from another one (docs/processor.md, section 30).

A thread stays in its lane. Its registers and special sources are swapped here, lane by lane; in hardware the register
file of a lane has a row address of its own, and nothing is copied.
"""

from __future__ import annotations

from simt.core.divergence.min_pc import regroup
from simt.core.divergence.stack import retire_lanes
from simt.core.jit import block
from simt.core.jit.bits import lowest_bit
from simt.core.state.divergence import can_run


@block
def has_some_to_run(divergence, warp, w, partner, v, lanes):
    """Return whether warp v could run, or would have ended, if it gave the lanes to warp w."""
    living = (partner.living & ~lanes) | (warp.living & lanes)
    runnable = (can_run(divergence, partner, v) & ~lanes) | (can_run(divergence, warp, w) & lanes)
    return runnable != 0 or living == 0


@block
def swap_lane(core, w, v, lane):
    """Swap what belongs to the threads in a lane of warps w and v, except for what warps keep as bits."""
    formation, words, lanes = core.formation, core.operands.words, core.spec.warp_size
    counters, homes = core.divergence.counters, formation.homes
    counters[w, lane], counters[v, lane] = counters[v, lane], counters[w, lane]
    homes[w, lane], homes[v, lane] = homes[v, lane], homes[w, lane]
    one, other = w * core.spec.warp_words + lane, v * core.spec.warp_words + lane
    for k in range(formation.moving.shape[0]):
        row = formation.moving[k] * lanes
        words[one + row], words[other + row] = words[other + row], words[one + row]


@block
def swapped(lanes, mine, theirs):
    """Return the bits `mine` with those in `lanes` taken from `theirs`."""
    return (mine & ~lanes) | (theirs & lanes)


@block
def change_places(core, w, v, lanes):
    """Have threads of warps w and v change places in lanes that are active in v, and go on in w.

    Counters of both warps are in the table. The caller sets which lanes of w run: it may go on with other partners.
    """
    divergence, warp, partner = core.divergence, core.warps[w], core.warps[v]
    turn, other = divergence.turns[w], divergence.turns[v]
    rest = lanes
    while rest != 0:
        lane = lowest_bit(rest)
        rest &= rest - 1
        swap_lane(core, w, v, lane)
    living, carry, waiting = warp.living, warp.carry, turn.waiting
    warp.carry = swapped(lanes, carry, partner.carry)
    partner.carry = swapped(lanes, partner.carry, carry)
    turn.waiting = swapped(lanes, waiting, other.waiting)
    other.waiting = swapped(lanes, other.waiting, waiting)
    retire_lanes(warp, swapped(lanes, living, partner.living))
    retire_lanes(partner, swapped(lanes, partner.living, living))
    if partner.living != 0:
        regroup(divergence, partner, v)
