"""Jumps: who decides, and where the warp goes on (docs/processor.md, sections 6 and 13).

`first_thread` is the FPGA paper's rule (section III, block Jump), `mask_stack` the branching article's. To add a
policy: its name in POLICIES, its decider here, and its file beside masks.py if it has a state of its own.
"""

from __future__ import annotations

import numpy as np

from isa.table import COND
from simt.core.bits import lowest_bit
from simt.core.jit import block
from simt.core.layout import KIND_JUMP

POLICIES = ("first_thread", "mask_stack")
FIRST_THREAD, MASK_STACK = range(2)

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
def next_counter(step, warp, w, spec, operands, stats):
    """Set the warp's program counter after a retired instruction; one lane decides a conditional jump for all."""
    if step.condition != ALWAYS:
        words = operands.words
        d = step.d_base + w * step.d_warp
        decider = 0 if spec.branch_policy == FIRST_THREAD else lowest_bit(warp.mask)
        taken = holds(step.condition, np.int64(words[d + decider]), (warp.carry >> decider) & 1)
        for lane in range(spec.warp_size):
            if (warp.mask >> lane) & 1 and holds(
                step.condition, np.int64(words[d + lane]), (warp.carry >> lane) & 1
            ) != taken:
                stats.disagreements += 1
                break
        warp.pc = step.target if taken else warp.pc + 1
    elif step.kind == KIND_JUMP:
        warp.pc = step.target
    else:
        warp.pc += 1
