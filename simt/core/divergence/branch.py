"""Jumps: which lanes take them, and where the warp goes on (docs/processor.md, sections 6, 13 to 15).

`first_thread` is the FPGA paper's rule (section III, block Jump), `mask_stack` the branching article's. A machine
whose lanes cannot part has no divergence state: the group `divergence` is None there, the compiler drops every branch
on it, and its engine compiles as fast as if the other policies did not exist. To add a policy: its name in
BRANCH_RULES (simt/machine/rules.py), its file beside mask_stack.py, ipdom_stack.py, min_pc.py and scalar.py, its line
in `next_counter` and in `end_lanes`.
"""

from __future__ import annotations

import numpy as np

from isa.table import COND
from simt.core.divergence.ipdom_stack import pop_and_join, take_sides
from simt.core.divergence.min_pc import advance_lanes, regroup
from simt.core.divergence.stack import pop, retire_lanes
from simt.core.jit import block
from simt.core.jit.bits import lowest_bit
from simt.core.ledgers.trap import raise_trap
from simt.core.state.layout import (
    EXPLICIT_MASKS,
    IPDOM_STACK,
    KIND_JUMP,
    MIN_PC,
    TRAP_NONE,
    TRAP_OVERFLOW,
    TRAP_UNDERFLOW,
)

ALWAYS, ZERO, NOT_ZERO = COND["always"], COND["z"], COND["nz"]
NEGATIVE, NOT_NEGATIVE, CARRY = COND["n"], COND["nn"], COND["c"]


@block
def holds(condition, word, carry):
    """Whether a jump condition holds for a result word (its 32 bits) and the carry flag after the instruction."""
    if condition == ZERO:
        return word == 0
    if condition == NOT_ZERO:
        return word != 0
    if condition == NEGATIVE:
        return (word >> 31) != 0
    if condition == NOT_NEGATIVE:
        return (word >> 31) == 0
    if condition == CARRY:
        return carry != 0
    return carry == 0


@block
def taken_lanes(step, warp, w, carry, spec, operands):
    """The active lanes for which the condition of the instruction's jump holds, as a mask.

    carry: the flags after the instruction.
    """
    words = operands.words
    d = step.d_base + w * step.d_warp
    found = np.int64(0)
    for lane in range(spec.warp_size):
        if holds(step.condition, np.int64(words[d + lane]), (carry >> lane) & 1):
            found |= np.int64(1) << lane
    return found & warp.mask


@block
def remember_result(step, warp, w, spec, operands, divergence):
    """Before a result is written whose jump may find no room on the stack: keep what it replaces."""
    if spec.branch_policy == IPDOM_STACK and step.condition != ALWAYS and warp.depth + 2 > spec.stack_depth:
        words = operands.words
        d = step.d_base + w * step.d_warp
        for lane in range(spec.warp_size):
            divergence.replaced[lane] = words[d + lane]
        divergence.replaced[spec.warp_size] = warp.carry


@block
def restore_result(step, warp, w, spec, operands, divergence):
    """The jump trapped: its instruction has changed nothing."""
    words = operands.words
    d = step.d_base + w * step.d_warp
    for lane in range(spec.warp_size):
        words[d + lane] = np.uint32(divergence.replaced[lane])
    warp.carry = divergence.replaced[spec.warp_size]


@block
def next_counter(step, warp, w, spec, run, operands, divergence, stats, time):
    """Set program counter and active lanes after a retired instruction that is neither `ret` nor a mask instruction.

    time: the cycle (functional engine: executed instructions), for a trap.
    """
    taken = np.int64(0)
    if step.condition != ALWAYS:
        taken = taken_lanes(step, warp, w, warp.carry, spec, operands)
        if taken != 0 and taken != warp.mask:
            stats.disagreements += 1
    elif step.kind == KIND_JUMP:
        taken = warp.mask
    if divergence is None:
        warp.pc = step.target if taken & 1 else warp.pc + 1
    else:
        policy = spec.branch_policy
        if policy == IPDOM_STACK:
            if take_sides(step, warp, w, taken, spec, divergence) != TRAP_NONE:
                restore_result(step, warp, w, spec, operands, divergence)
                raise_trap(run, TRAP_OVERFLOW, time, w, warp.mask, warp.pc, spec.stack_depth)
        elif policy == MIN_PC:
            advance_lanes(step, warp, w, taken, spec, divergence)
        else:
            # With explicit masks no lane may be active; then no lane takes a jump, but `jmp` is no lane's affair.
            is_taken = taken != 0 and (taken >> lowest_bit(warp.mask)) & 1 != 0
            warp.pc = step.target if is_taken or step.kind == KIND_JUMP else warp.pc + 1


@block
def end_lanes(warp, w, spec, run, divergence, time):
    """`ret` on a machine whose lanes can part: the active lanes end; the warp goes on with those that are left."""
    left = warp.living & ~warp.mask
    if spec.branch_policy == EXPLICIT_MASKS:
        left = np.int64(0)
    if left == 0:
        retire_lanes(warp, left)
    elif spec.branch_policy == IPDOM_STACK:
        retire_lanes(warp, left)
        pop_and_join(warp, w, divergence)
    elif spec.branch_policy == MIN_PC:
        retire_lanes(warp, left)
        regroup(warp, w, spec.warp_size, divergence)
    elif pop(warp, w, left, divergence) == TRAP_NONE:
        retire_lanes(warp, left)
    else:
        raise_trap(run, TRAP_UNDERFLOW, time, w, left, warp.pc, 0)
