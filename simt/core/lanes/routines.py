"""Instructions that few programs have, computed by a routine that is compiled apart (simt/core/jit/routine.py).

They are the arithmetic that is an option of a machine, the SFU's newer functions, and the instructions that read other
lanes of the warp (across.py). All take words and return a word. The routine is called once for a warp.
"""

from __future__ import annotations

import numpy as np

from isa.table.table import opcode
from simt.core.jit import block, kernel
from simt.core.jit.bits import MASK32, bits_of_single, count_bits, lowest_bit, single_of
from simt.core.jit.deferred import INTERPRETED
from simt.core.jit.routine import call_at
from simt.core.lanes.across import FIRST, LAST, write_across
from simt.core.lanes.alu import QUIET_NAN, SIGN, reverse_bits, signed
from simt.core.lanes.special import logarithm, power, rounded_once, sine

MUL_U24, MUL_S24, MAD_S24 = opcode("mul.u24"), opcode("mul.s24"), opcode("mad.s24")
DIV_U, DIV_S, REM_U, REM_S = opcode("div.u32"), opcode("div.s32"), opcode("rem.u32"), opcode("rem.s32")
POPC, CLZ, CTZ = opcode("popc.b32"), opcode("clz.b32"), opcode("ctz.b32")
PERM, SELECT_NZ, TERNLOG = opcode("perm.b32"), opcode("select_nz.b32"), opcode("ternlog.b32")
FMA = opcode("fma.f32")
FLOOR, CEIL, RINT, TRUNC = opcode("floor.f32"), opcode("ceil.f32"), opcode("rint.f32"), opcode("trunc.f32")
SINE, COSINE, LOGARITHM, POWER = opcode("sin.f32"), opcode("cos.f32"), opcode("log2.f32"), opcode("exp2.f32")


@block
def signed_24(a):
    """Return the low 24 bits of a word as a signed value."""
    return ((a & 0xFF_FFFF) ^ 0x80_0000) - 0x80_0000


@block
def divided(op, a, b):
    """Return the quotient, rounded towards 0, or the remainder. Divided by 0 they are all ones and `a`."""
    if b == 0:
        return np.int64(MASK32) if op == DIV_U or op == DIV_S else a
    if op == DIV_U:
        return a // b
    if op == REM_U:
        return a % b
    x, y = signed(a), signed(b)
    whole = abs(x) // abs(y)
    if (x < 0) != (y < 0):
        whole = -whole
    return whole if op == DIV_S else x - whole * y


@block
def permuted(a, b, selectors):
    """Choose four of the eight bytes of a and b. Four bits of `selectors` choose each byte of the result.

    The lower three of these bits are the number of the chosen byte. If the fourth bit is set, all bits of the result's
    byte are copies of the chosen byte's sign.
    """
    both = a | b << 32
    result = np.int64(0)
    for place in range(4):
        selector = selectors >> (4 * place)
        byte = (both >> (8 * (selector & 7))) & 0xFF
        if selector & 8:
            byte = np.int64(0xFF if byte & 0x80 else 0)
        result |= byte << (8 * place)
    return result


@block
def choose_bits(selector, ones, zeros):
    """Choose each bit from `ones` where the selector has a 1, else from `zeros`."""
    return zeros ^ (selector & (ones ^ zeros))


@block
def ternary_logic(a, b, c, table):
    """Look up each bit of the result in a truth table of 8 bits, at 4 x bit of a + 2 x bit of b + bit of c."""
    result = np.int64(0)
    for number in range(4):  # bits of b and c
        pair = choose_bits(a, -((table >> (number + 4)) & 1), -((table >> number) & 1))
        result |= pair & (b if number & 2 else ~b) & (c if number & 1 else ~c)
    return result


@block
def fused(x, y, z):
    """Return the float32 nearest to x * y + z: the product is exact in double precision, and the sum rounded once."""
    product = np.float64(x) * np.float64(y)
    added = np.float64(z)
    total = product + added
    if not abs(total) < np.inf:
        return np.float32(total)
    part = total - product
    return rounded_once(total, (product - (total - part)) + (added - part))


@block
def to_integer(op, x, a):
    """Round x to an integer as `op` says; return it as a float with the sign of x. a: the bits of x."""
    if not abs(x) < np.float32(2.0**23):
        return x
    whole = np.int64(x)
    rest = abs(x - np.float32(whole))
    if op == RINT:
        is_farther = rest > np.float32(0.5) or (rest == np.float32(0.5) and whole & 1 != 0)
    else:
        is_farther = rest > np.float32(0.0) and op != TRUNC and (op == CEIL) == (a < SIGN)
    whole = abs(whole) + np.int64(is_farther)
    return np.float32(whole) if a < SIGN else -np.float32(whole)


@block
def computed_float(op, a, b, c):
    """Return the bits of the float32 result of an instruction on floats."""
    x = single_of(a)
    if op == FMA:
        value = fused(x, single_of(b), single_of(c))
    elif op == SINE or op == COSINE:
        value = sine(x, np.int64(16 if op == COSINE else 0))
    elif op == LOGARITHM:
        value = logarithm(x)
    elif op == POWER:
        value = power(x)
    else:
        value = to_integer(op, x, a)
    return bits_of_single(value) if value == value else np.int64(QUIET_NAN)


@block
def computed(op, table, a, b, c):
    """Return the result of one lane; only its low 32 bits count.

    table: the truth table of a ternlog. a, b, c: the operands' bits in [0, 2^32).
    """
    if op == MUL_U24:
        return (a & 0xFF_FFFF) * (b & 0xFF_FFFF)
    if op == MUL_S24:
        return signed_24(a) * signed_24(b)
    if op == MAD_S24:
        return signed_24(a) * signed_24(b) + c
    if op == DIV_U or op == DIV_S or op == REM_U or op == REM_S:
        return divided(op, a, b)
    if op == POPC:
        return np.int64(count_bits(a))
    if op == CLZ or op == CTZ:
        return np.int64(lowest_bit((reverse_bits(a) if op == CLZ else a) | (1 << 32)))
    if op == PERM:
        return permuted(a, b, c)
    if op == SELECT_NZ:
        return a if c != 0 else b
    if op == TERNLOG:
        return ternary_logic(a, b, c, table)
    return computed_float(op, a, b, c)


@kernel
def write_routine(operation, words, w, mask, lanes):
    """Write back an instruction of the routine to a register of the active lanes of a warp. Flags are not written.

    operation: the CODE record. words: the array of `operands`. w: the warp. mask: its active lanes.
    """
    op, table = np.int64(operation.opcode), np.int64(operation.table)
    if FIRST <= op <= LAST:
        write_across(operation, words, w, mask, lanes)
        return
    a = operation.a_base + w * operation.a_warp
    b = operation.b_base + w * operation.b_warp
    c = operation.c_base + w * operation.c_warp
    d = operation.d_base + w * operation.d_warp
    for lane in range(lanes):
        if (mask >> lane) & 1:
            x = np.int64(words[a + lane * operation.a_lane])
            y = np.int64(words[b + lane * operation.b_lane])
            z = np.int64(words[c + lane * operation.c_lane])
            words[d + lane] = np.uint32(computed(op, table, x, y, z) & MASK32)


if INTERPRETED:

    def call_at(_address, operation, words, w, mask, lanes):
        """Call the function itself: there is no address."""
        write_routine(operation, words, w, mask, lanes)


@block
def routine_write(operation, warp, w, core):
    """Write back an instruction that the routine computes. A function that calls an address is not inlined."""
    lanes = np.int64(core.spec.warp_size)
    call_at(core.spec.routine, operation, core.operands.words, w, np.int64(warp.mask), lanes)
