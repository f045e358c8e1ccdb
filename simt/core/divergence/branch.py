"""Jumps: which lanes take them, and where the warp goes on (docs/processor.md, sections 6, 13 to 15, 29, 30).

`first_thread` is the FPGA paper's rule (section III, block Jump), `mask_stack` the branching article's. On a machine
whose lanes cannot part the group `divergence` is None, the compiler drops every branch on it, and its engine compiles
as fast as if the other policies did not exist. A policy has a name in BRANCH_RULES (simt/machine/rules.py), a file in
this folder, and a line in `next_counter` and `end_lanes`.
"""

from __future__ import annotations

import numpy as np

from isa.table.table import COND
from simt.core.divergence.convergence import advance_group, end_group, wait_at_bar
from simt.core.divergence.ipdom_stack import join, take_sides
from simt.core.divergence.min_pc import advance_lanes, let_others_run, regroup, wait_for_others
from simt.core.divergence.stack import is_divergent, pop, retire_lanes
from simt.core.jit import block
from simt.core.jit.bits import count_bits, lowest_bit
from simt.core.jit.vector_memory import load_lanes
from simt.core.jit.vectors import STEP, set_where, truths_of
from simt.core.ledgers.trap import raise_trap
from simt.core.state import kinds, traps
from simt.core.state.layout import EXPLICIT_MASKS, IPDOM_STACK, ITS, MIN_PC, WARP_FORMATION

ALWAYS, ZERO, NOT_ZERO = COND["always"], COND["z"], COND["nz"]
NEGATIVE, NOT_NEGATIVE, CARRY = COND["n"], COND["nn"], COND["c"]


@block
def holding(condition, words, carry):
    """Return the truths of a jump condition for result words (32 bits) and carry flags after the instruction."""
    if condition == ZERO:
        return words == 0
    if condition == NOT_ZERO:
        return words != 0
    if condition == NEGATIVE:
        return words >> 31 != 0
    if condition == NOT_NEGATIVE:
        return words >> 31 == 0
    return truths_of(carry if condition == CARRY else ~carry)


@block
def taken_lanes(core, operation, w, carry):
    """Return the mask of the active lanes for which the condition of the operation's jump holds.

    carry: the flags after the instruction.
    """
    lanes = core.spec.warp_size
    d = operation.d_base + w * operation.d_warp
    taken = np.int64(0)
    for lane in range(0, lanes, STEP):
        words = load_lanes(core.operands.words, d + lane, np.int64(1), min(lanes - lane, STEP))
        taken |= set_where(holding(operation.condition, words, carry >> lane)) << lane
    return taken & core.warps[w].mask


@block
def remember_result(core, operation, w):
    """Keep what a result replaces, if the instruction's jump may find no room on the stack."""
    spec, warp = core.spec, core.warps[w]
    if operation.condition != ALWAYS and spec.branch_policy == IPDOM_STACK and warp.depth + 2 > spec.stack_depth:
        words, replaced = core.operands.words, core.divergence.replaced
        d = operation.d_base + w * operation.d_warp
        for lane in range(spec.warp_size):
            replaced[lane] = words[d + lane]
        replaced[spec.warp_size] = warp.carry


@block
def restore_result(core, operation, w):
    """Restore the result that `remember_result` kept: the jump trapped, so its instruction has changed nothing."""
    words, replaced = core.operands.words, core.divergence.replaced
    d = operation.d_base + w * operation.d_warp
    for lane in range(core.spec.warp_size):
        words[d + lane] = np.uint32(replaced[lane])
    core.warps[w].carry = replaced[core.spec.warp_size]


@block
def next_counter(core, operation, w, stats, time):
    """Set program counter and active lanes after an instruction other than `ret`, mask and scalar instructions.

    Counts a jump in which the lanes disagree. A full stack raises a trap and undoes the instruction's result. time: the
    cycle of the trap, or in the functional engine the number of executed instructions.
    """
    spec, warp = core.spec, core.warps[w]
    taken = np.int64(0)
    if operation.condition != ALWAYS:
        taken = taken_lanes(core, operation, w, warp.carry)
        if taken != 0 and taken != warp.mask:
            stats.disagreements += 1
    elif operation.kind == kinds.JUMP:
        taken = warp.mask
    if core.divergence is None:
        warp.pc = operation.target if taken & 1 else warp.pc + 1
    else:
        policy = spec.branch_policy
        if policy == IPDOM_STACK:
            if take_sides(core, operation, w, taken) != traps.NONE:
                restore_result(core, operation, w)
                raise_trap(core.run, traps.OVERFLOW, time, w, warp.mask, warp.pc, spec.stack_depth)
        elif policy == MIN_PC or policy == WARP_FORMATION:
            advance_lanes(core, operation, w, taken)
        elif policy >= ITS:
            advance_group(core, operation, w, taken)
        else:
            # With explicit masks no lane may be active; then no lane takes a jump, but `jmp` needs none.
            is_taken = taken != 0 and (taken >> lowest_bit(warp.mask)) & 1 != 0
            warp.pc = operation.target if is_taken or operation.kind == kinds.JUMP else warp.pc + 1


@block
def arrive_lanes(core, operation, w, stats, time):
    """Carry out a `bar`: where some living lanes are elsewhere the active ones wait for them, or it is a trap."""
    spec, warp, divergence = core.spec, core.warps[w], core.divergence
    if divergence is not None:
        if spec.branch_policy >= ITS:
            if is_divergent(core, w) and has_barrier(core):
                if spec.branch_policy == WARP_FORMATION:
                    wait_for_others(divergence, warp, w)
                else:
                    wait_at_bar(divergence, warp, w)
            else:
                next_counter(core, operation, w, stats, time)
                divergence.turns[w].arrives = has_barrier(core)
            return
    if is_divergent(core, w):
        missing = warp.living & ~warp.mask
        raise_trap(core.run, traps.BARRIER, time, w, missing, warp.pc, count_bits(missing))
    else:
        next_counter(core, operation, w, stats, time)


@block
def has_barrier(core):
    """Return whether warps wait at `bar`. Without time they do, on a machine with ideal barriers too."""
    if core.pipeline is None:
        return True
    return core.spec.ideal_barriers == 0


@block
def has_arrived(core, w, kind):
    """Return whether the instruction of this kind that warp w has just carried out has it wait at the barrier.

    Where lanes wait for each other at `bar` it may be a `ret`.
    """
    if kind != kinds.BARRIER and kind != kinds.RETURN:
        return False
    if core.divergence is not None:
        if core.spec.branch_policy >= ITS:
            return core.warps[w].living != 0 and core.divergence.turns[w].arrives != 0
    return kind == kinds.BARRIER and has_barrier(core) and not is_divergent(core, w)


@block
def end_lanes(core, w, time):
    """End the active lanes at `ret`, on a machine whose lanes can part; the warp goes on with the others, if any.

    With explicit masks all lanes end. With `mask_stack` the warp goes on with an entry of the stack that has some of
    the others, and traps if there is no such entry.
    """
    warp, divergence, policy = core.warps[w], core.divergence, core.spec.branch_policy
    left = warp.living & ~warp.mask
    if policy == EXPLICIT_MASKS:
        left = np.int64(0)
    if left == 0:
        retire_lanes(warp, left)
    elif policy == IPDOM_STACK:
        retire_lanes(warp, left)
        pop(divergence, warp, w, warp.living)  # every living lane is in an entry of the stack
        join(divergence, warp, w)
    elif policy == MIN_PC:
        retire_lanes(warp, left)
        regroup(divergence, warp, w)
    elif policy == WARP_FORMATION:
        retire_lanes(warp, left)
        divergence.turns[w].arrives = let_others_run(divergence, warp, w)
    elif policy >= ITS:
        end_group(divergence, warp, w, left)
    elif pop(divergence, warp, w, left) == traps.NONE:
        retire_lanes(warp, left)
    else:
        raise_trap(core.run, traps.UNDERFLOW, time, w, left, warp.pc, 0)
