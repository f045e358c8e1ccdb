"""The FPU: float32 add, subtract, multiply, multiply-add and conversions to float, rounded after every operation.

Lane semantics only. Every NaN result is 0x7fc00000, because compilers and numpy disagree about NaN payloads.
"""

from __future__ import annotations

import numpy as np

from isa.table.table import opcode
from simt.core.jit import block
from simt.core.lanes.alu import QUIET_NAN, signed
from simt.core.lanes.sfu import FIRST as FIRST_OF_SFU
from simt.core.lanes.sfu import LAST as LAST_OF_SFU
from simt.core.lanes.sfu import sfu_lane

ADD, SUB, MUL, MAD = opcode("add.f32"), opcode("sub.f32"), opcode("mul.f32"), opcode("mad.f32")
FROM_S, FROM_U = opcode("cvt.f32.s32"), opcode("cvt.f32.u32")


@block
def fpu_lane(op, x, y, z, a):
    """Return one lane's float32 result of the floats x, y, z. a: the bits of x as int64, for the conversions."""
    if op == ADD:
        return x + y
    if op == SUB:
        return x - y
    if op == MUL:
        return x * y
    if op == MAD:
        product = np.float32(x * y)
        return np.float32(product + z)
    if op == FROM_S:
        return np.float32(signed(a))
    if op == FROM_U:
        return np.float32(a)
    if FIRST_OF_SFU <= op <= LAST_OF_SFU:
        return sfu_lane(op, x)
    return np.float32(-12345.0)  # an opcode without semantics: every table case fails on it


@block
def fpu_write(operation, warp, w, lanes, operands):
    """Write back an instruction of the FPU or the SFU: registers of the active lanes; no flags."""
    words = operands.words
    floats = operands.floats
    op = operation.opcode
    a = operation.a_base + w * operation.a_warp
    b = operation.b_base + w * operation.b_warp
    c = operation.c_base + w * operation.c_warp
    d = operation.d_base + w * operation.d_warp
    a_lane = operation.a_lane
    b_lane = operation.b_lane
    c_lane = operation.c_lane
    mask = warp.mask
    if warp.active == lanes and op <= MUL:
        # The usual case has loops of its own: a choice per lane took a tenth of an FFT's time.
        is_any_nan = False
        for lane in range(lanes):
            x = floats[a + lane * a_lane]
            y = floats[b + lane * b_lane]
            value = x * y if op == MUL else x + y if op == ADD else x - y
            floats[d + lane] = value
            is_any_nan |= value != value
        if not is_any_nan:
            return
        for lane in range(lanes):
            if floats[d + lane] != floats[d + lane]:
                words[d + lane] = np.uint32(QUIET_NAN)
        return
    for lane in range(lanes):
        if (mask >> lane) & 1:
            value = fpu_lane(op, floats[a], floats[b], floats[c], np.int64(words[a]))
            floats[d + lane] = value
            if value != value:
                words[d + lane] = np.uint32(QUIET_NAN)
        a += a_lane
        b += b_lane
        c += c_lane
