"""The DPU: float64 in pairs of registers (docs/processor.md, section 20). Lane semantics only.

The lower half of a double lies in the register that is named, the upper one in the next, a row of the operand file
further on. A source with no step from lane to lane is a constant, which is a single. Every NaN result is
0x7ff8000000000000, because compilers and numpy disagree about NaN payloads.
"""

from __future__ import annotations

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from isa.table import opcode
from simt.core.alu import QUIET_NAN, clamp_to_integer, signed
from simt.core.bits import MASK32
from simt.core.jit import block

__all__ = ["QUIET_DOUBLE", "dpu_write"]

ADD, SUB, MUL, MAD = opcode("add.f64"), opcode("sub.f64"), opcode("mul.f64"), opcode("mad.f64")
MIN, MAX = opcode("min.f64"), opcode("max.f64")
FROM_F, FROM_S, FROM_U = opcode("cvt.f64.f32"), opcode("cvt.f64.s32"), opcode("cvt.f64.u32")
TO_F, TO_S, TO_U = opcode("cvt.f32.f64"), opcode("cvt.s32.f64"), opcode("cvt.u32.f64")
EQ, NE, LT = opcode("eq.f64"), opcode("ne.f64"), opcode("lt.f64")
LE, GT, GE = opcode("le.f64"), opcode("gt.f64"), opcode("ge.f64")

# The opcodes are in three groups: a double from doubles, a double from a word, a word from doubles.
assert max(ADD, SUB, MUL, MAD, MIN, MAX) < min(FROM_F, FROM_S, FROM_U)
assert max(FROM_F, FROM_S, FROM_U) < min(TO_F, TO_S, TO_U) < max(TO_F, TO_S, TO_U) < min(EQ, NE, LT, LE, GT, GE)

QUIET_DOUBLE = 0x7FF8_0000_0000_0000


@intrinsic
def double_of(_context, value):
    """The double with these 64 bits."""

    def generate(_context, builder, _signature, arguments):
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), generate


@intrinsic
def bits_of(_context, value):
    """The 64 bits of a double."""

    def generate(_context, builder, _signature, arguments):
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), generate


if numba.config.DISABLE_JIT:

    def double_of(bits):
        """The double with these 64 bits."""
        return np.int64(bits).view(np.float64)

    def bits_of(value):
        """The 64 bits of a double."""
        return np.float64(value).view(np.int64)


@block
def read_double(place, stride, lanes, operands):
    """The double of a lane whose lower half lies at `place`; a constant's single, widened, where lanes are no apart."""
    if stride == 0:
        return np.float64(operands.floats[place])
    return double_of(np.int64(operands.words[place]) | np.int64(operands.words[place + lanes]) << 32)


@block
def smaller_double(x, y):
    """The smaller of two doubles; a NaN loses, -0 < +0."""
    if x != x or y < x:
        return y
    if y != y or x < y:
        return x
    return x if bits_of(x) < 0 else y  # equal: only the sign of zero can differ


@block
def dpu_write(step, warp, w, lanes, operands):
    """Write back an instruction of the DPU: pairs of registers, or registers and, of a compare, carry flags."""
    words = operands.words
    op = np.int64(step.opcode)
    a = step.a_base + w * step.a_warp
    b = step.b_base + w * step.b_warp
    c = step.c_base + w * step.c_warp
    d = step.d_base + w * step.d_warp
    for lane in range(lanes):
        if (warp.mask >> lane) & 1:
            if op == FROM_F:
                x = np.float64(operands.floats[a])
            elif op == FROM_S:
                x = np.float64(signed(np.int64(words[a])))
            elif op == FROM_U:
                x = np.float64(words[a])
            else:
                x = read_double(a, step.a_lane, lanes, operands)
            if op < TO_F:
                if op < FROM_F:
                    y = read_double(b, step.b_lane, lanes, operands)
                    if op == ADD:
                        x += y
                    elif op == SUB:
                        x -= y
                    elif op == MUL or op == MAD:
                        x *= y
                        if op == MAD:
                            x += read_double(c, step.c_lane, lanes, operands)
                    elif op == MIN:
                        x = smaller_double(x, y)
                    else:
                        x = -smaller_double(-x, -y)
                bits = bits_of(x) if x == x else np.int64(QUIET_DOUBLE)
                words[d + lane] = np.uint32(bits & MASK32)
                words[d + lanes + lane] = np.uint32((bits >> 32) & MASK32)
            elif op == TO_F:
                operands.floats[d + lane] = np.float32(x)
                if x != x:
                    words[d + lane] = np.uint32(QUIET_NAN)
            elif op == TO_S:
                words[d + lane] = np.uint32(clamp_to_integer(x, -0x8000_0000, 0x7FFF_FFFF) & MASK32)
            elif op == TO_U:
                words[d + lane] = np.uint32(clamp_to_integer(x, 0, 0xFFFF_FFFF))
            else:
                y = read_double(b, step.b_lane, lanes, operands)
                if op == EQ or op == NE:
                    outcome = (x == y) == (op == EQ)
                elif op == LT or op == LE:
                    outcome = x < y if op == LT else x <= y
                else:
                    outcome = x > y if op == GT else x >= y
                words[d + lane] = np.uint32(outcome)
                warp.carry = (warp.carry & ~(np.int64(1) << lane)) | (np.int64(outcome) << lane)
        a += step.a_lane
        b += step.b_lane
        c += step.c_lane
