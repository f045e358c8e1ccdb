"""The warp scheduler: which of the available warps is issued next (docs/processor.md, section 3).

A rule is one function of the set of available warps and of the history. It has a line in `choose` and a name in
SCHEDULERS (simt/machine/rules.py).
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.turns import has_selected, last_of_ring, last_pc, last_selected, ring_of, schedulers_of
from simt.core.jit import apart, block
from simt.core.jit.bits import bit, count_bits, lowest_bit
from simt.machine.rules import SCHEDULERS

PAPER, OLDEST, GREEDY_OLDEST, FIXED_PRIORITY, TWO_LEVEL, MAJORITY = map(
    SCHEDULERS.index, ("paper", "oldest", "greedy_oldest", "fixed_priority", "two_level", "majority")
)


@block
def paper(available, first, step, last):
    """Return the lowest available warp whose predecessor in the ring is not available, or `first` if all are available.

    FPGA paper, section III. first, step, last: the ring is every step-th warp from `first` to `last`.
    """
    predecessors = (available << step) | (((available >> last) & 1) << first)
    leaders = available & ~predecessors
    if leaders == 0:
        return first
    return lowest_bit(leaders)


@block
def round_robin(available, last):
    """Return the first available warp after `last`, in ring order; `last` itself comes last."""
    later = available & ~((bit(last) << 1) - 1)
    if later == 0:
        return lowest_bit(available)
    return lowest_bit(later)


@block
def oldest(available, warps):
    """Return the available warp that became ready earliest, the lowest of several."""
    best = lowest_bit(available)
    rest = available & ~bit(best)
    while rest != 0:
        w = lowest_bit(rest)
        rest &= ~bit(w)
        if warps[w].ready_cycle < warps[best].ready_cycle:
            best = w
    return best


@block
def greedy_oldest(available, last):
    """Return the last selected warp if it is available, else the lowest, which was launched earliest."""
    if (available >> last) & 1:
        return last
    return lowest_bit(available)


@block
def refill(core, scheduler):
    """Fill a scheduler's active set, under `two_level`, with the warps of its ring that have been ready longest."""
    run, ring = core.run, ring_of(core, scheduler)
    members = count_bits(run.active_set & ring)
    outside = run.ready & ring & ~run.active_set
    while members < core.spec.active_warps and outside != 0:
        w = oldest(outside, core.warps)
        run.active_set |= bit(w)
        outside &= ~bit(w)
        members += 1


@block
def standing_at(pc, available, warps):
    """Return the available warps at a program counter."""
    there = np.int64(0)
    while available != 0:
        w = lowest_bit(available)
        available &= available - 1
        if warps[w].pc == pc:
            there |= bit(w)
    return there


@apart
def majority(pc, available, warps):
    """Return the available warps at a program counter; if there is none, those at the one of most active lanes."""
    chosen = standing_at(pc, available, warps)
    if chosen != 0:
        return chosen
    most, lowest = np.int64(-1), np.int64(0)  # under explicit masks a warp may have no active lane
    while available != 0:
        counter = np.int64(warps[lowest_bit(available)].pc)
        there = standing_at(counter, available, warps)
        available &= ~there
        lanes, rest = np.int64(0), there
        while rest != 0:
            lanes += warps[lowest_bit(rest)].active
            rest &= rest - 1
        if lanes > most or (lanes == most and counter < lowest):
            chosen, most, lowest = there, lanes, counter
    return chosen


@block
def has_first(core):
    """Return whether the machine's rule takes the first available warp in an order that is found quickly."""
    policy = core.spec.policy
    return policy != PAPER and policy != OLDEST and policy != MAJORITY


@block
def choose(core, scheduler, available):
    """Return the warp that a scheduler takes next by the machine's rule, or -1.

    available: the set of the scheduler's warps that may issue. Under `two_level` the scheduler's active set is filled
    first.
    """
    spec, run = core.spec, core.run
    if spec.policy == TWO_LEVEL:
        refill(core, scheduler)
        available &= run.active_set
    if available == 0:
        return -1
    if spec.policy == PAPER:
        return paper(available, scheduler, schedulers_of(core), last_of_ring(core, scheduler))
    if spec.policy == FIXED_PRIORITY:
        return lowest_bit(available)
    if spec.policy == OLDEST:
        return oldest(available, core.warps)
    last = last_selected(core, scheduler)
    if spec.policy == MAJORITY:
        available = majority(last_pc(core, scheduler), available, core.warps)
    if spec.policy == GREEDY_OLDEST:
        # Before the first selection there is no last one.
        return greedy_oldest(available, last) if has_selected(core, scheduler) else lowest_bit(available)
    return round_robin(available, last)
