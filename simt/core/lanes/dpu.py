"""The DPU: float64 in pairs of registers (docs/processor.md, section 20). Lane semantics only.

The lower half of a double lies in the named register, and its upper half in the next register, which is the next row of
the operand file. A source without a stride from lane to lane is a constant, and holds a single. Every NaN result is
0x7ff8000000000000, because compilers and numpy disagree about NaN payloads.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from isa.table.table import opcode
from simt.core.jit import block, kernel
from simt.core.jit.bits import MASK32, bits_of, double_of
from simt.core.jit.deferred import INTERPRETED, intrinsic
from simt.core.lanes.alu import QUIET_NAN, clamp_to_integer, signed
from simt.core.state.kinds import EQUAL, GREATER, LESS, UNORDERED

ADD, SUB, MUL, MAD = opcode("add.f64"), opcode("sub.f64"), opcode("mul.f64"), opcode("mad.f64")
FMA = opcode("fma.f64")
MIN, MAX = opcode("min.f64"), opcode("max.f64")
FROM_F, FROM_S, FROM_U = opcode("cvt.f64.f32"), opcode("cvt.f64.s32"), opcode("cvt.f64.u32")
TO_F, TO_S, TO_U = opcode("cvt.f32.f64"), opcode("cvt.s32.f64"), opcode("cvt.u32.f64")

# The opcodes are in three groups: a double from doubles, a double from a word, a word from doubles.
assert max(ADD, SUB, MUL, MAD, FMA, MIN, MAX) < FROM_F < FROM_S < FROM_U < TO_F < TO_S < TO_U < opcode("eq.f64")

QUIET_DOUBLE = 0x7FF8_0000_0000_0000


if INTERPRETED:

    def fused(x, y, z):
        """Return the double nearest to x * y + z."""
        plain = np.float64(x) * y + z
        if not np.isfinite([x, y, z]).all():
            return plain
        exact = Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z))
        if not exact:
            return plain  # for the sign of zero
        try:
            return np.float64(float(exact))
        except OverflowError:
            return np.copysign(np.inf, np.float64(exact.numerator > 0) - 0.5)

else:
    fused = intrinsic("fused")


@block
def read_double(place, stride, lanes, operands):
    """Read the double of a lane whose lower half lies at `place`; with stride 0, a constant's single, widened."""
    if stride == 0:
        return np.float64(operands.floats[place])
    return double_of(np.int64(operands.words[place]) | np.int64(operands.words[place + lanes]) << 32)


@kernel
def dpu_write(operation, warp, w, lanes, operands):
    """Write back an instruction of the DPU: pairs of registers, or registers and, if it compares, carry flags.

    The code has few functions and branches, because every first run waits for its compilation, even without a DPU. If
    an instruction has fewer operands, the missing ones are read as the constant 0.
    """
    words = operands.words
    op = np.int64(operation.opcode)
    a = operation.a_base + w * operation.a_warp
    b = operation.b_base + w * operation.b_warp
    c = operation.c_base + w * operation.c_warp
    d = operation.d_base + w * operation.d_warp
    for lane in range(lanes):
        if (warp.mask >> lane) & 1:
            if op == FROM_F:
                x = np.float64(operands.floats[a])
            elif op == FROM_S or op == FROM_U:
                word = np.int64(words[a])
                x = np.float64(signed(word) if op == FROM_S else word)
            else:
                x = read_double(a, operation.a_lane, lanes, operands)
            y = read_double(b, operation.b_lane, lanes, operands)
            relation = LESS if x < y else EQUAL if x == y else GREATER if x > y else UNORDERED
            if op == ADD:
                x += y
            elif op == SUB:
                x -= y
            elif op == MUL or op == MAD:
                x *= y
                if op == MAD:
                    x += read_double(c, operation.c_lane, lanes, operands)
            elif op == FMA:
                x = fused(x, y, read_double(c, operation.c_lane, lanes, operands))
            elif op == MIN or op == MAX:
                is_other = relation == (GREATER if op == MIN else LESS)
                if relation == EQUAL:  # only the sign of zero can differ
                    is_other = (bits_of(x) < 0) == (op == MAX)
                if x != x or is_other:
                    x = y
            if op < TO_F:
                bits = bits_of(x) if x == x else np.int64(QUIET_DOUBLE)
                words[d + lane] = np.uint32(bits & MASK32)
                words[d + lanes + lane] = np.uint32((bits >> 32) & MASK32)
            elif op == TO_F:
                operands.floats[d + lane] = np.float32(x)
                if x != x:
                    words[d + lane] = np.uint32(QUIET_NAN)
            elif op <= TO_U:
                low = -0x8000_0000 if op == TO_S else 0
                words[d + lane] = np.uint32(clamp_to_integer(x, low, low + 0xFFFF_FFFF) & MASK32)
            else:
                outcome = np.int64((operation.table & relation) != 0)
                words[d + lane] = np.uint32(outcome)
                warp.carry = (warp.carry & ~(np.int64(1) << lane)) | (outcome << lane)
        a += operation.a_lane
        b += operation.b_lane
        c += operation.c_lane
