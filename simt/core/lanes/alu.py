"""The ALU: integer, logic, shifts, bit reversal, minimum, maximum, compares, select, moves, conversions to integer.

This module has the semantics of lanes only; core/blocks/unit_pipeline.py has the pipeline. isa/instructions.toml
defines every result.
"""

from __future__ import annotations

import numpy as np

from isa.table.table import opcode
from simt.core.jit import block
from simt.core.jit.bits import MASK32
from simt.core.jit.vectors import choose, singles_of, spread, to_double, to_integer

MOV, MOV_F = opcode("mov.b32"), opcode("mov.f32")
ADD, ADDC, SUB, SUBB = opcode("add.u32"), opcode("addc.u32"), opcode("sub.u32"), opcode("subb.u32")
MUL, MULH_U, MULH_S = opcode("mul.u32"), opcode("mulh.u32"), opcode("mulh.s32")
AND, OR, XOR, NOT = opcode("and.b32"), opcode("or.b32"), opcode("xor.b32"), opcode("not.b32")
SHL, SHR_U, SHR_S, BREV = opcode("shl.b32"), opcode("shr.u32"), opcode("shr.s32"), opcode("brev.b32")
MIN_U, MAX_U, MIN_S, MAX_S = opcode("min.u32"), opcode("max.u32"), opcode("min.s32"), opcode("max.s32")
MIN_F, MAX_F = opcode("min.f32"), opcode("max.f32")
EQ, NE = opcode("eq.u32"), opcode("ne.u32")
LT_U, LE_U, GT_U, GE_U = opcode("lt.u32"), opcode("le.u32"), opcode("gt.u32"), opcode("ge.u32")
LT_S, LE_S, GT_S, GE_S = opcode("lt.s32"), opcode("le.s32"), opcode("gt.s32"), opcode("ge.s32")
EQ_F, NE_F = opcode("eq.f32"), opcode("ne.f32")
LT_F, LE_F, GT_F, GE_F = opcode("lt.f32"), opcode("le.f32"), opcode("gt.f32"), opcode("ge.f32")
SELECT, SELECT_F = opcode("select.b32"), opcode("select.f32")
TO_S, TO_U = opcode("cvt.s32.f32"), opcode("cvt.u32.f32")

SIGN = 0x8000_0000
QUIET_NAN = 0x7FC0_0000


@block
def signed(a):
    """Return a 32-bit pattern as a signed value."""
    return (a ^ SIGN) - SIGN


@block
def reverse_bits(a):
    """Return the 32 bits of `a` in reverse order."""
    a = ((a >> 1) & 0x5555_5555) | ((a & 0x5555_5555) << 1)
    a = ((a >> 2) & 0x3333_3333) | ((a & 0x3333_3333) << 2)
    a = ((a >> 4) & 0x0F0F_0F0F) | ((a & 0x0F0F_0F0F) << 4)
    a = ((a >> 8) & 0x00FF_00FF) | ((a & 0x00FF_00FF) << 8)
    return (a >> 16) | ((a & 0xFFFF) << 16)


@block
def flagged(outcome):
    """Return a compare's result: 1 or 0 in the register and, in bit 32, in the carry flag."""
    return choose(outcome, np.int64(0x1_0000_0001), np.int64(0))


@block
def smaller_float(a, b, x, y):
    """Return the bits of the smaller of two floats x, y with bits a, b; a NaN loses, -0 < +0."""
    of_numbers = choose(x < y, a, choose(y < x, b, a | b))  # equal: only the sign of zero can differ
    return choose(x != x, choose(y != y, np.int64(QUIET_NAN), b), choose(y != y, a, of_numbers))


@block
def larger_float(a, b, x, y):
    """Return the bits of the larger of two floats; as `smaller_float`."""
    of_numbers = choose(x > y, a, choose(y > x, b, a & b))
    return choose(x != x, choose(y != y, np.int64(QUIET_NAN), b), choose(y != y, a, of_numbers))


@block
def clamp_to_integer(x, low, high):
    """Truncate floats to integers in [low, high]; NaN gives 0."""
    wide = to_double(x)
    inside = choose(wide == wide, to_integer(wide), np.int64(0))
    return choose(wide <= low, np.int64(low), choose(wide >= high, np.int64(high), inside))


@block
def alu_lanes(op, a, b, carry):
    """Return an int64 vector: the result in the low 32 bits, and the carry in bit 32 if the operation writes it.

    Higher bits are undefined. a, b: vectors of the operands' bits in [0, 2^32). carry: the truths of the carry flags.
    """
    x, y = singles_of(a), singles_of(b)
    if op == MOV or op == MOV_F:
        return a
    if op == ADD:
        return a + b
    if op == AND:
        return a & b
    if op == SHL:
        return a << (b & 31)
    if op == SUB:
        return a - b
    if op == ADDC:
        return a + b + to_integer(carry)
    if op == SUBB:
        return a - b - to_integer(carry)
    if op == MUL:
        return a * b
    if op == MULH_U:
        low = a * (b & 0xFFFF)
        return (a * (b >> 16) + (low >> 16)) >> 16
    if op == MULH_S:
        return (signed(a) * signed(b)) >> 32
    if op == OR:
        return a | b
    if op == XOR:
        return a ^ b
    if op == NOT:
        return a ^ MASK32
    if op == SHR_U:
        return a >> (b & 31)
    if op == SHR_S:
        return signed(a) >> (b & 31)
    if op == BREV:
        return reverse_bits(a)
    if op == MIN_U:
        return choose(a < b, a, b)
    if op == MAX_U:
        return choose(a > b, a, b)
    if op == MIN_S:
        return choose(signed(a) < signed(b), a, b)
    if op == MAX_S:
        return choose(signed(a) > signed(b), a, b)
    if op == MIN_F:
        return smaller_float(a, b, x, y)
    if op == MAX_F:
        return larger_float(a, b, x, y)
    if op == EQ:
        return flagged(a == b)
    if op == NE:
        return flagged(a != b)
    if op == LT_U:
        return flagged(a < b)
    if op == LE_U:
        return flagged(a <= b)
    if op == GT_U:
        return flagged(a > b)
    if op == GE_U:
        return flagged(a >= b)
    if op == LT_S:
        return flagged(signed(a) < signed(b))
    if op == LE_S:
        return flagged(signed(a) <= signed(b))
    if op == GT_S:
        return flagged(signed(a) > signed(b))
    if op == GE_S:
        return flagged(signed(a) >= signed(b))
    if op == EQ_F:
        return flagged(x == y)
    if op == NE_F:
        return flagged(x != y)
    if op == LT_F:
        return flagged(x < y)
    if op == LE_F:
        return flagged(x <= y)
    if op == GT_F:
        return flagged(x > y)
    if op == GE_F:
        return flagged(x >= y)
    if op == SELECT or op == SELECT_F:
        return choose(carry, a, b)
    if op == TO_S:
        return clamp_to_integer(x, -0x8000_0000, 0x7FFF_FFFF)
    if op == TO_U:
        return clamp_to_integer(x, 0, 0xFFFF_FFFF)
    return spread(np.int64(0xDEAD_0A1B))  # an opcode without semantics: every table case fails on it


@block
def multiply_add_lanes(a, b, c):
    """Return the results of a multiply-add of 24 bits in the low 32 bits of an int64 vector."""
    return (a & 0xFF_FFFF) * (b & 0xFF_FFFF) + c
