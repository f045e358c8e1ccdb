"""The execution-mask stack: the effect of mask instructions on a warp (docs/processor.md, section 13).

The rules come from the branching article's fictional ISA.
"""

from __future__ import annotations

import numpy as np

from isa.table.table import opcode
from simt.core.divergence.stack import activate, goes_first, pop, push
from simt.core.jit import block, kernel
from simt.core.ledgers.trap import raise_trap
from simt.core.state import traps
from simt.core.state.layout import NO_JOIN

PUSH_MASK, POP_MASK = opcode("push_mask"), opcode("pop_mask")
MASK_NZ, BR_PUSH = opcode("mask_nz"), opcode("br_push")


@block
def true_lanes(operation, warp, w, lanes, operands):
    """Return the active lanes whose source register is not zero."""
    words = operands.words
    a = operation.a_base + w * operation.a_warp
    true = np.int64(0)
    for lane in range(lanes):
        if words[a + lane * operation.a_lane] != 0:
            true |= np.int64(1) << lane
    return true & warp.mask


@block
def branch_and_push(operation, warp, w, true, spec, divergence):
    """Carry out `br_push`; return the kind of trap, or none."""
    everyone = warp.mask
    false = everyone & ~true
    is_split = true != 0 and false != 0
    if warp.depth + (2 if is_split else 1) > spec.stack_depth:
        return traps.OVERFLOW
    push(divergence, warp, w, everyone, np.int64(operation.target), NO_JOIN)
    true_counter = np.uint32(warp.pc + 1)
    false_counter = np.uint32(operation.otherwise)
    if not is_split:
        activate(warp, everyone, true_counter if false == 0 else false_counter)
    elif goes_first(true, false, spec.branch_order):
        push(divergence, warp, w, false, np.int64(false_counter), NO_JOIN)
        activate(warp, true, true_counter)
    else:
        push(divergence, warp, w, true, np.int64(true_counter), NO_JOIN)
        activate(warp, false, false_counter)
    return traps.NONE


@kernel
def change_masks(operation, warp, w, spec, operands, divergence):
    """Carry out a mask instruction at retire; return the kind of trap, or none.

    A trap leaves masks, stack and program counter as they were.
    """
    if operation.opcode == PUSH_MASK:
        if warp.depth >= spec.stack_depth:
            return traps.OVERFLOW
        push(divergence, warp, w, warp.mask, np.int64(operation.target), NO_JOIN)
        warp.pc += 1
        return traps.NONE
    if operation.opcode == POP_MASK:
        return pop(divergence, warp, w, warp.living)
    true = true_lanes(operation, warp, w, spec.warp_size, operands)
    if operation.opcode == BR_PUSH:
        return branch_and_push(operation, warp, w, true, spec, divergence)
    if true == 0:
        return pop(divergence, warp, w, warp.living)
    activate(warp, true, np.uint32(warp.pc + 1))
    return traps.NONE


@block
def control_masks(core, operation, w, time):
    """Carry out a mask instruction at retire, and raise its trap if there is one.

    time: the cycle of the trap, or in the functional engine the number of executed instructions.
    """
    warp, spec = core.warps[w], core.spec
    trap = change_masks(operation, warp, w, spec, core.operands, core.divergence)
    if trap == traps.OVERFLOW:
        raise_trap(core.run, trap, time, w, warp.mask, warp.pc, spec.stack_depth)
    elif trap == traps.UNDERFLOW:
        raise_trap(core.run, trap, time, w, warp.living, warp.pc, 0)
