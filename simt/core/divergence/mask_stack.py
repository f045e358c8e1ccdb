"""The execution-mask stack: what the mask instructions do to a warp (docs/processor.md, section 13).

The rules are those of the branching article's fictional ISA.
"""

from __future__ import annotations

import numpy as np

from isa.table import opcode
from simt.core.divergence.stack import activate, goes_first, pop, push
from simt.core.jit import block, kernel
from simt.core.ledgers.trap import raise_trap
from simt.core.state.layout import NO_JOIN, TRAP_NONE, TRAP_OVERFLOW, TRAP_UNDERFLOW

PUSH_MASK, POP_MASK = opcode("push_mask"), opcode("pop_mask")
MASK_NZ, BR_PUSH = opcode("mask_nz"), opcode("br_push")


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
def branch_and_push(step, warp, w, true, spec, divergence):
    """`br_push`: returns the kind of trap, or none."""
    everyone = warp.mask
    false = everyone & ~true
    is_split = true != 0 and false != 0
    if warp.depth + (2 if is_split else 1) > spec.stack_depth:
        return TRAP_OVERFLOW
    push(warp, w, everyone, np.int64(step.target), NO_JOIN, divergence)
    true_counter = np.uint32(warp.pc + 1)
    false_counter = np.uint32(step.otherwise)
    if not is_split:
        activate(warp, everyone, true_counter if false == 0 else false_counter)
    elif goes_first(true, false, spec.branch_order):
        push(warp, w, false, np.int64(false_counter), NO_JOIN, divergence)
        activate(warp, true, true_counter)
    else:
        push(warp, w, true, np.int64(true_counter), NO_JOIN, divergence)
        activate(warp, false, false_counter)
    return TRAP_NONE


@kernel
def control_masks(step, warp, w, spec, run, operands, divergence, time):
    """Carry out a mask instruction at retire. A trap leaves masks, stack and program counter as they were.

    time: the cycle (functional engine: executed instructions), for the trap.
    """
    trap = TRAP_NONE
    if step.opcode == PUSH_MASK:
        if warp.depth >= spec.stack_depth:
            trap = TRAP_OVERFLOW
        else:
            push(warp, w, warp.mask, np.int64(step.target), NO_JOIN, divergence)
            warp.pc += 1
    elif step.opcode == POP_MASK:
        trap = pop(warp, w, warp.living, divergence)
    else:
        true = true_lanes(step, warp, w, spec.warp_size, operands)
        if step.opcode == BR_PUSH:
            trap = branch_and_push(step, warp, w, true, spec, divergence)
        elif true != 0:
            activate(warp, true, np.uint32(warp.pc + 1))
        else:
            trap = pop(warp, w, warp.living, divergence)
    if trap == TRAP_OVERFLOW:
        raise_trap(run, trap, time, w, warp.mask, warp.pc, spec.stack_depth)
    elif trap == TRAP_UNDERFLOW:
        raise_trap(run, trap, time, w, warp.living, warp.pc, 0)
