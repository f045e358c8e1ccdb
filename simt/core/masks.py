"""The execution-mask stack: what the mask instructions and `ret` do to a warp (docs/processor.md, section 13).

The rules are those of the branching article's fictional ISA, but that `ret` ends the active lanes only.
"""

from __future__ import annotations

import numpy as np

from isa.table import opcode
from simt.core.bits import count_bits
from simt.core.jit import block, kernel
from simt.core.layout import KIND_RETURN, TRAP_NONE, TRAP_OVERFLOW, TRAP_UNDERFLOW
from simt.core.trap import raise_trap

PUSH_MASK, POP_MASK = opcode("push_mask"), opcode("pop_mask")
MASK_NZ, BR_PUSH = opcode("mask_nz"), opcode("br_push")

ORDERS = ("true_first", "false_first", "smaller_first")
TRUE_FIRST, FALSE_FIRST, SMALLER_FIRST = range(3)


@block
def is_divergent(warp):
    """Whether lanes live that are not active."""
    return warp.mask != warp.living


@block
def true_lanes(step, warp, w, lanes, operands):
    """The active lanes whose source register is not zero."""
    words = operands.words
    a = step.a_base + w * step.a_warp
    found = np.int64(0)
    for lane in range(lanes):
        if words[a + lane * step.a_lane] != 0:
            found |= np.int64(1) << lane
    return found & warp.mask


@block
def activate(warp, mask, pc):
    """The warp goes on at pc with these lanes active."""
    warp.mask = mask
    warp.active = count_bits(mask)
    warp.pc = pc


@block
def push(warp, w, mask, pc, stack):
    """Push an entry; the caller has checked that there is room."""
    stack.masks[w, warp.depth] = mask
    stack.counters[w, warp.depth] = pc
    warp.depth += 1


@block
def pop(warp, w, living, stack):
    """Go on with the first entry from the top that has a living lane; no effect and TRAP_UNDERFLOW if none has."""
    depth = warp.depth
    while depth > 0:
        depth -= 1
        mask = stack.masks[w, depth] & living
        if mask != 0:
            warp.depth = depth
            activate(warp, mask, stack.counters[w, depth])
            return TRAP_NONE
    return TRAP_UNDERFLOW


@block
def branch_and_push(step, warp, w, true, spec, stack):
    """`br_push`: returns the kind of trap, or none."""
    everyone = warp.mask
    false = everyone & ~true
    is_split = true != 0 and false != 0
    if warp.depth + (2 if is_split else 1) > spec.stack_depth:
        return TRAP_OVERFLOW
    push(warp, w, everyone, np.int64(step.target), stack)
    true_counter = np.int64(warp.pc) + 1
    false_counter = np.int64(step.otherwise)
    if not is_split:
        activate(warp, everyone, true_counter if false == 0 else false_counter)
        return TRAP_NONE
    is_false_first = spec.branch_order == FALSE_FIRST or (
        spec.branch_order == SMALLER_FIRST and count_bits(false) < count_bits(true)
    )
    if is_false_first:
        push(warp, w, true, true_counter, stack)
        activate(warp, false, false_counter)
    else:
        push(warp, w, false, false_counter, stack)
        activate(warp, true, true_counter)
    return TRAP_NONE


@block
def end_lanes(warp, w, stack):
    """`ret`: the active lanes end; the warp goes on with what the stack holds. Returns the kind of trap, or none."""
    living = warp.living & ~warp.mask
    trap = TRAP_NONE
    if living != 0:
        trap = pop(warp, w, living, stack)
    if trap == TRAP_NONE:
        warp.living = living
        warp.alive = count_bits(living)
    return trap


@kernel
def control_masks(step, warp, w, spec, run, operands, stack, time):
    """Carry out a mask instruction or `ret` at retire. A trap leaves masks, stack and program counter as they were.

    time: the cycle (functional engine: executed instructions), for the trap.
    """
    trap = TRAP_NONE
    if step.kind == KIND_RETURN:
        trap = end_lanes(warp, w, stack)
    elif step.opcode == PUSH_MASK:
        if warp.depth >= spec.stack_depth:
            trap = TRAP_OVERFLOW
        else:
            push(warp, w, warp.mask, np.int64(step.target), stack)
            warp.pc += 1
    elif step.opcode == POP_MASK:
        trap = pop(warp, w, warp.living, stack)
    else:
        true = true_lanes(step, warp, w, spec.warp_size, operands)
        if step.opcode == BR_PUSH:
            trap = branch_and_push(step, warp, w, true, spec, stack)
        elif true != 0:
            activate(warp, true, np.int64(warp.pc) + 1)
        else:
            trap = pop(warp, w, warp.living, stack)
    if trap == TRAP_OVERFLOW:
        raise_trap(run, trap, time, w, warp.mask, warp.pc, spec.stack_depth)
    elif trap == TRAP_UNDERFLOW:
        left = warp.living & ~warp.mask if step.kind == KIND_RETURN else warp.living
        raise_trap(run, trap, time, w, left, warp.pc, 0)
