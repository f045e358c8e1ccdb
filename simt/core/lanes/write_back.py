"""What an operation leaves in its result register and carry flag, by kind."""

from __future__ import annotations

from simt.core.blocks.lds import global_write, load_write
from simt.core.jit import block
from simt.core.lanes.alu import alu_write, ternary_write
from simt.core.lanes.dpu import dpu_write
from simt.core.lanes.fpu import fpu_write
from simt.core.state.layout import KIND_ALU, KIND_ATOMIC, KIND_DOUBLE, KIND_FETCH, KIND_FPU, KIND_LOAD, KIND_TERNARY


@block
def compute_result(step, warp, w, lanes, operands):
    """Write the result of the active lanes; nothing for an operation without one.

    step: CODE record, warp: WARP record of warp number w.
    """
    if step.kind == KIND_ALU:
        alu_write(step, warp, w, lanes, operands)
    elif step.kind == KIND_FPU:
        fpu_write(step, warp, w, lanes, operands)
    elif step.kind == KIND_LOAD:
        load_write(step, warp, w, lanes, operands)
    elif step.kind == KIND_FETCH or step.kind == KIND_ATOMIC:
        global_write(step, warp, w, lanes, operands)
    elif step.kind == KIND_TERNARY:
        ternary_write(step, warp, w, lanes, operands)
    elif step.kind == KIND_DOUBLE:
        dpu_write(step, warp, w, lanes, operands)
