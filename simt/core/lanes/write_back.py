"""The results of operations by kind: result registers and carry flags. Loaded words wait in `operands.loaded`."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.jit.vector_memory import load_lanes, store_lanes
from simt.core.jit.vectors import EVERY, STEP, set_where, truths_of
from simt.core.lanes.alu import alu_lanes, multiply_add_lanes
from simt.core.lanes.dpu import dpu_write
from simt.core.lanes.fpu import fpu_lanes
from simt.core.lanes.routines import routine_write
from simt.core.state import kinds


@block
def copy_lanes(target, place, source, first, lanes, mask):
    """Copy the words of the lanes of a set from `source`, from word `first` on, to `target` from `place` on."""
    for lane in range(0, lanes, STEP):
        count = min(lanes - lane, STEP)
        value = load_lanes(source, first + lane, np.int64(1), count)
        store_lanes(target, place + lane, value, (mask >> lane) & EVERY, count)


@block
def global_write(operation, warp, w, row, lanes, operands):
    """Write back a load or atomic of global memory, to registers that follow one another.

    row: the row of `operands.loaded` with the loaded words.
    """
    stride = operands.loaded.shape[0] // 4
    for k in range(operation.words):
        d = operation.d_base + w * operation.d_warp + k * lanes
        copy_lanes(operands.words, d, operands.loaded, k * stride + row * lanes, lanes, warp.mask)


@block
def write_access(core, operation, w, row):
    """Write the words of a load or atomic of global memory to warp w's active lanes. A store writes nothing.

    row: as for `compute_result`.
    """
    if operation.kind == kinds.LOAD_GLOBAL or operation.kind == kinds.ATOMIC:
        global_write(operation, core.warps[w], w, row, core.spec.warp_size, core.operands)


@block
def write_lanes(operation, warp, w, lanes, words):
    """Write back an instruction that computes one word per lane.

    Writes registers of the active lanes and, if the instruction does, their carry flags.

    This serves the ALU, the FPU, the SFU, and multiply-adds of 24 bits.
    """
    op, kind = operation.opcode, operation.kind
    a_lane, b_lane, c_lane = np.int64(operation.a_lane), np.int64(operation.b_lane), np.int64(operation.c_lane)
    a = operation.a_base + w * operation.a_warp
    b = operation.b_base + w * operation.b_warp
    c = operation.c_base + w * operation.c_warp
    d = operation.d_base + w * operation.d_warp
    mask, carry = warp.mask, warp.carry
    for lane in range(0, lanes, STEP):
        count = min(lanes - lane, STEP)
        active = (mask >> lane) & EVERY
        x = load_lanes(words, a + lane * a_lane, a_lane, count)
        y = load_lanes(words, b + lane * b_lane, b_lane, count)
        if kind == kinds.ALU:
            value = alu_lanes(op, x, y, truths_of(carry >> lane))
            if operation.writes_carry:
                flags = set_where((value >> 32) & 1 != 0) & active
                warp.carry = (warp.carry & ~(active << lane)) | (flags << lane)
        else:
            z = load_lanes(words, c + lane * c_lane, c_lane, count)
            value = fpu_lanes(op, x, y, z) if kind == kinds.FPU else multiply_add_lanes(x, y, z)
        store_lanes(words, d + lane, value, active, count)


@block
def compute_result(core, operation, w, row):
    """Write the result of warp w's active lanes. An operation without a result writes nothing.

    row: the row of `operands.loaded` with the words of a load of global memory.
    """
    warp, lanes, operands = core.warps[w], core.spec.warp_size, core.operands
    if operation.kind == kinds.ALU or operation.kind == kinds.FPU or operation.kind == kinds.MULTIPLY_ADD:
        write_lanes(operation, warp, w, lanes, operands.words)
    elif operation.kind == kinds.LOAD_LOCAL:
        d = operation.d_base + w * operation.d_warp
        copy_lanes(operands.words, d, operands.loaded, w * lanes, lanes, warp.mask)
    elif operation.kind == kinds.LOAD_GLOBAL or operation.kind == kinds.ATOMIC:
        global_write(operation, warp, w, row, lanes, operands)
    elif operation.kind == kinds.ROUTINE:
        routine_write(operation, warp, w, core)
    elif operation.kind == kinds.DOUBLE:
        dpu_write(operation, warp, w, lanes, operands)
