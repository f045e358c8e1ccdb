"""The FPU: float32 add, subtract, multiply, multiply-add and conversions to float, rounded after every operation.

Lane semantics only. Every NaN result is 0x7fc00000, because compilers and numpy disagree about NaN payloads.
"""

from __future__ import annotations

import numpy as np

from isa.table.table import opcode
from simt.core.jit import block
from simt.core.jit.vectors import bits_of_singles, choose, singles_of, spread, to_single
from simt.core.lanes.alu import QUIET_NAN, signed
from simt.core.lanes.sfu import FIRST as FIRST_OF_SFU
from simt.core.lanes.sfu import LAST as LAST_OF_SFU
from simt.core.lanes.sfu import sfu_value

ADD, SUB, MUL, MAD = opcode("add.f32"), opcode("sub.f32"), opcode("mul.f32"), opcode("mad.f32")
FROM_S, FROM_U = opcode("cvt.f32.s32"), opcode("cvt.f32.u32")


@block
def fpu_value(op, x, y, z, a):
    """Return a float32 vector of results. x, y, z: vectors of the operands. a: the bits of x, for the conversions."""
    if op == ADD:
        return x + y
    if op == SUB:
        return x - y
    if op == MUL:
        return x * y
    if op == MAD:
        return x * y + z
    if op == FROM_S:
        return to_single(signed(a))
    if op == FROM_U:
        return to_single(a)
    if FIRST_OF_SFU <= op <= LAST_OF_SFU:
        return sfu_value(op, x)
    return to_single(spread(np.int64(-12345)))  # an opcode without semantics: every table case fails on it


@block
def fpu_lanes(op, a, b, c):
    """Return the bits of the results of an instruction of the FPU or the SFU. a, b, c: the bits of the operands."""
    value = fpu_value(op, singles_of(a), singles_of(b), singles_of(c), a)
    return choose(value == value, bits_of_singles(value), np.int64(QUIET_NAN))
