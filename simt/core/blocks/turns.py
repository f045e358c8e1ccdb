"""Several schedulers: the scheduler of each warp, and their turns (docs/processor.md, sections 25 and 26).

Only machines with a scoreboard have several. On other machines the group `flights` is None, and every cycle is the turn
of the one scheduler.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.state.ages import make_youngest


@block
def ring_of(core, scheduler):
    """Return the set of a scheduler's warps."""
    if core.flights is None:
        return core.run.everyone
    return core.flights.schedulers[scheduler].ring


@block
def schedulers_of(core):
    """Return the number of schedulers."""
    if core.flights is None:
        return np.int64(1)
    return np.int64(core.flights.schedulers.shape[0])


@block
def last_of_ring(core, scheduler):
    """Return the last warp of a scheduler."""
    if core.flights is None:
        return core.spec.launched - 1
    return core.flights.schedulers[scheduler].end


@block
def last_selected(core, scheduler):
    """Return the warp that a scheduler selected last; before its first one, the last warp of its ring."""
    if core.flights is None:
        return core.run.last_selected
    return core.flights.schedulers[scheduler].last


@block
def has_selected(core, scheduler):
    """Return whether a scheduler has selected a warp."""
    if core.flights is None:
        return core.run.sequence > 0
    return core.flights.schedulers[scheduler].has_selected != 0


@block
def last_pc(core, scheduler):
    """Return the program counter of the instruction that a scheduler selected last; 0 before its first one."""
    if core.flights is None:
        return core.run.last_pc
    return core.flights.schedulers[scheduler].last_pc


@block
def remember_selected(core, w, cycle):
    """Note that the scheduler of warp w selects warp w in this cycle, with the next instruction of the warp."""
    core.run.last_selected = w
    if core.flights is None:
        core.run.last_pc = np.int64(core.warps[w].pc)
    else:
        scheduler = core.flights.schedulers[core.flights.boards[w].scheduler]
        scheduler.last = w
        scheduler.last_pc = np.int64(core.warps[w].pc)
        scheduler.has_selected = 1
        make_youngest(core, w, cycle)


@block
def cycles_to_turn(core, scheduler, cycle):
    """Return the cycles from `cycle` on until a scheduler has its turn."""
    record = core.flights.schedulers[scheduler]
    turn = record.turn
    if turn < cycle:
        turn += record.step
        if turn < cycle:  # the front end was held, or the core stood still
            turn = cycle + (turn - cycle) % core.spec.interval
    return turn - cycle


@block
def turns_within(core, scheduler, cycle, times):
    """Return the number of a scheduler's turns in the `times` cycles from `cycle` on."""
    first = cycles_to_turn(core, scheduler, cycle)
    if first >= times:
        return np.int64(0)
    return (times - first - 1) // core.spec.interval + 1
