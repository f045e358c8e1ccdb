"""Convergence barriers and turns: lanes that have parted meet again, and none waits for ever (docs/processor.md, 29).

The active lanes have the warp's program counter, and `current` holds their innermost barrier; only the other lanes have
counters in the table. So an instruction on which the active lanes agree, which is almost every one, costs a few
comparisons, and a look at the other lanes only where some of them can run. All else (`move` and what follows it) is
not inlined: it would make the code of the other policies longer.
"""

from __future__ import annotations

import numpy as np

from simt.core.divergence.stack import activate, goes_first, retire_lanes, set_for
from simt.core.jit import apart, block
from simt.core.jit.bits import below, bit, lowest_bit
from simt.core.state.divergence import can_run
from simt.core.state.layout import ITS_YIELD, NO_BARRIER, NO_JOIN


@block
def standing(divergence, w, lanes, counter, barrier):
    """Return the lanes of a set that have a counter and an innermost barrier; their counters are in the table."""
    there = np.int64(0)
    while lanes != 0:
        lane = lowest_bit(lanes)
        lanes &= lanes - 1
        if divergence.counters[w, lane] == counter and divergence.innermost[w, lane] == barrier:
            there |= bit(lane)
    return there


@block
def open_barriers(divergence, warp, w):
    """Open every barrier that has all its participants blocked at it; return whether there was one."""
    barriers, turn = divergence.barriers[w], divergence.turns[w]
    has_opened = False
    for number in range(barriers.shape[0]):
        barrier = barriers[number]
        lanes = barrier.participants
        if lanes != 0 and lanes == barrier.arrived:
            set_for(divergence.innermost, w, lanes, barrier.outer)
            turn.blocked &= ~lanes
            barrier.participants = 0
            barrier.arrived = 0
            warp.depth -= 1
            has_opened = True
    return has_opened


@block
def block_lanes(divergence, warp, w):
    """Block every lane that can run and has come to its innermost barrier. All counters are in the table."""
    barriers, turn = divergence.barriers[w], divergence.turns[w]
    lanes = can_run(divergence, warp, w)
    while lanes != 0:
        lane = lowest_bit(lanes)
        lanes &= lanes - 1
        number = divergence.innermost[w, lane]
        if number != NO_BARRIER and barriers[number].meet == divergence.counters[w, lane]:
            barriers[number].arrived |= bit(lane)
            turn.blocked |= bit(lane)


@block
def meet(divergence, warp, w):
    """Block lanes at barriers and open these, until nothing changes. All counters are in the table."""
    has_opened = True
    while has_opened:
        block_lanes(divergence, warp, w)
        has_opened = open_barriers(divergence, warp, w)


@block
def take_barrier(divergence, warp, w, lanes, point):
    """Take the free barrier with the lowest number for lanes that part, if there is one."""
    barriers = divergence.barriers[w]
    for number in range(barriers.shape[0]):
        barrier = barriers[number]
        if barrier.participants == 0:
            barrier.participants = lanes
            barrier.arrived = 0
            barrier.meet = point
            barrier.outer = divergence.current[w]
            set_for(divergence.innermost, w, lanes, number)
            warp.depth += 1
            return


@block
def leave_barriers(divergence, warp, w, lanes, last):
    """Have a group leave its barriers from the innermost to `last`, or all of them (NO_BARRIER)."""
    barriers = divergence.barriers[w]
    number = divergence.current[w]
    is_left = False
    while number != NO_BARRIER and not is_left:
        barrier = barriers[number]
        barrier.participants &= ~lanes
        if barrier.participants == 0:
            warp.depth -= 1
        is_left = number == last
        number = barrier.outer
    set_for(divergence.innermost, w, lanes, number)
    divergence.current[w] = number


@block
def waited_for(divergence, w):
    """Return the innermost barrier of the active lanes at which a lane is blocked, or NO_BARRIER."""
    barriers = divergence.barriers[w]
    number = divergence.current[w]
    while number != NO_BARRIER and barriers[number].arrived == 0:
        number = barriers[number].outer
    return number


@block
def run_group(divergence, warp, w, lane):
    """Go on with the group of a lane that can run; all counters are in the table."""
    counter, barrier = divergence.counters[w, lane], divergence.innermost[w, lane]
    divergence.current[w] = barrier
    activate(warp, standing(divergence, w, can_run(divergence, warp, w), counter, barrier), np.uint32(counter))


@block
def pass_turn(divergence, warp, w, group):
    """Pass the turn to the next lane that can run and is not in the group that would go on (0: none would)."""
    turn = divergence.turns[w]
    turn.jumps = 0
    others = can_run(divergence, warp, w) & ~group
    if others != 0:
        later = others & ~below(turn.lane + 1)
        turn.lane = lowest_bit(later if later != 0 else others)
        run_group(divergence, warp, w, turn.lane)
    elif group != 0:
        run_group(divergence, warp, w, lowest_bit(group))


@apart
def yield_turn(divergence, warp, w, policy):
    """Have the active lanes yield: the turn passes. Under `its_yield` they first leave what others wait for."""
    lanes = warp.mask
    set_for(divergence.counters, w, lanes, np.int64(warp.pc))
    if policy == ITS_YIELD:
        last = waited_for(divergence, w)
        if last != NO_BARRIER:
            leave_barriers(divergence, warp, w, lanes, last)
            meet(divergence, warp, w)
            lane = lowest_bit(lanes)
            counter, barrier = divergence.counters[w, lane], divergence.innermost[w, lane]
            runnable = can_run(divergence, warp, w)
            lanes = standing(divergence, w, runnable, counter, barrier) if runnable & lanes != 0 else np.int64(0)
    pass_turn(divergence, warp, w, lanes)


@apart
def move(divergence, warp, w, taken, start, point, order):
    """Move the active lanes past a jump at which they part, or to their barrier; choose who goes on.

    taken: the mask of the lanes that go to `start`. point: where lanes that part meet, or NO_JOIN.
    Returns whether lanes go on that took the jump.
    """
    lanes = warp.mask
    others = lanes & ~taken
    set_for(divergence.counters, w, taken, start)
    set_for(divergence.counters, w, others, np.int64(warp.pc) + 1)
    number = divergence.current[w]
    if taken != 0 and others != 0 and point != NO_JOIN:
        if number == NO_BARRIER or divergence.barriers[w, number].meet != point:
            take_barrier(divergence, warp, w, lanes, point)
    meet(divergence, warp, w)
    runnable = can_run(divergence, warp, w)
    taken &= runnable
    others &= runnable
    if taken == 0 and others == 0:
        pass_turn(divergence, warp, w, np.int64(0))
        return False
    is_taken = others == 0 or (taken != 0 and goes_first(taken, others, order))
    run_group(divergence, warp, w, lowest_bit(taken if is_taken else others))
    return is_taken


@block
def advance_group(core, operation, w, taken):
    """Move the active lanes past an instruction and choose which lanes run next.

    taken: the mask of the active lanes that take its jump.
    """
    spec, divergence, warp = core.spec, core.divergence, core.warps[w]
    pc, start = np.int64(warp.pc), np.int64(operation.target)
    if start == pc + 1:
        taken = np.int64(0)  # a jump to the next instruction
    goes_on = start if taken != 0 else pc + 1
    current = divergence.current[w]
    jumps = taken != 0
    if (taken == 0 or taken == warp.mask) and (
        current == NO_BARRIER or divergence.barriers[w, current].meet != goes_on
    ):
        warp.pc = np.uint32(goes_on)
        others = can_run(divergence, warp, w) & ~warp.mask
        if others != 0:
            others = standing(divergence, w, others, goes_on, current)
            if others != 0:
                activate(warp, warp.mask | others, warp.pc)
    else:
        jumps = move(divergence, warp, w, taken, start, np.int64(operation.join), spec.branch_order)
    if jumps and start <= pc:
        turn = divergence.turns[w]
        turn.jumps += 1
        if turn.jumps == spec.yield_after:
            yield_turn(divergence, warp, w, spec.branch_policy)


@apart
def hand_over(divergence, warp, w):
    """Have another group go on after lanes have ended or wait; return whether all living lanes wait.

    Then they can all run again: their warp arrives at the barrier of its work-group.
    """
    meet(divergence, warp, w)
    turn = divergence.turns[w]
    all_wait = can_run(divergence, warp, w) == 0
    if all_wait:
        turn.waiting = 0
    pass_turn(divergence, warp, w, np.int64(0))
    return all_wait


@block
def end_group(divergence, warp, w, left):
    """End the active lanes; `left`, the other living lanes, go on, if any."""
    leave_barriers(divergence, warp, w, warp.mask, np.int64(NO_BARRIER))
    retire_lanes(warp, left)
    divergence.turns[w].arrives = left != 0 and hand_over(divergence, warp, w)


@block
def wait_at_bar(divergence, warp, w):
    """Have the active lanes, which are not all living ones, wait at `bar`."""
    turn = divergence.turns[w]
    set_for(divergence.counters, w, warp.mask, np.int64(warp.pc) + 1)
    leave_barriers(divergence, warp, w, warp.mask, np.int64(NO_BARRIER))
    turn.waiting |= warp.mask
    turn.arrives = hand_over(divergence, warp, w)
