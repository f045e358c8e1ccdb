"""The results of operations by kind: result registers and carry flags."""

from __future__ import annotations

from simt.core.jit import block
from simt.core.lanes.alu import alu_write, multiply_add_write
from simt.core.lanes.dpu import dpu_write
from simt.core.lanes.fpu import fpu_write
from simt.core.lanes.loaded import global_write, load_write
from simt.core.lanes.routines import routine_write
from simt.core.state import kinds


@block
def write_access(core, operation, w, row):
    """Write the words of a load or atomic of global memory to warp w's active lanes; nothing for a store.

    row: as for `compute_result`.
    """
    if operation.kind == kinds.LOAD_GLOBAL or operation.kind == kinds.ATOMIC:
        global_write(operation, core.warps[w], w, row, core.spec.warp_size, core.operands)


@block
def compute_result(core, operation, w, row):
    """Write the result of warp w's active lanes; nothing for an operation without one.

    row: the row of `operands.loaded` with the words of a load of global memory.
    """
    warp, lanes, operands = core.warps[w], core.spec.warp_size, core.operands
    if operation.kind == kinds.ALU:
        alu_write(operation, warp, w, lanes, operands)
    elif operation.kind == kinds.FPU:
        fpu_write(operation, warp, w, lanes, operands)
    elif operation.kind == kinds.LOAD_LOCAL:
        load_write(operation, warp, w, lanes, operands)
    elif operation.kind == kinds.LOAD_GLOBAL or operation.kind == kinds.ATOMIC:
        global_write(operation, warp, w, row, lanes, operands)
    elif operation.kind == kinds.MULTIPLY_ADD:
        multiply_add_write(operation, warp, w, lanes, operands)
    elif operation.kind == kinds.ROUTINE:
        routine_write(operation, warp, w, core)
    elif operation.kind == kinds.DOUBLE:
        dpu_write(operation, warp, w, lanes, operands)
