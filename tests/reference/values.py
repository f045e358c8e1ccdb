"""Section 8: what one lane of every instruction computes.

One small function per instruction, from bits (Python ints of 32 bits, of a double 64: section 20) to bits. A function
takes the sources a, b, c that its instruction has, and the carry flag where the table says that it reads it; it gives
the result, or the pair (result, carry) where the instruction writes the carry flag. `OPERATIONS` is keyed by the
canonical name.

Floats are computed in double precision and rounded once to single: for one addition, subtraction or multiplication of
two singles that is the correctly rounded result (a double has more than 2 x 24 + 2 bits), subnormals included.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.reference import transcendental
from tests.reference.floats import (
    DOUBLE_NAN,
    NAN,
    from_double,
    from_float,
    is_nan,
    nearest_double,
    nearest_single,
    to_double,
    to_float,
)

__all__ = [
    "DOUBLE_NAN",
    "NAN",
    "OPERATIONS",
    "compute",
    "from_double",
    "from_float",
    "to_double",
    "to_float",
    "to_signed",
]

MASK = 0xFFFF_FFFF

OPERATIONS: dict[str, Callable[..., Any]] = {}


def operation(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enter a function into the table under an instruction's name."""

    def enter(function: Callable[..., Any]) -> Callable[..., Any]:
        assert name not in OPERATIONS, name
        OPERATIONS[name] = function
        return function

    return enter


# --- Bits, signed integers, floats -----------------------------------------------------------------------------------


def to_signed(bits: int) -> int:
    """The two's complement value of 32 bits."""
    return bits - (1 << 32) if bits & 0x8000_0000 else bits


# --- Moves -----------------------------------------------------------------------------------------------------------


@operation("mov.b32")
@operation("mov.f32")
def move(a: int) -> int:
    return a


@operation("select.b32")
@operation("select.f32")
def select(a: int, b: int, carry: int) -> int:
    return a if carry else b


@operation("select_nz.b32")
def select_not_zero(a: int, b: int, c: int) -> int:
    return a if c else b


# --- Integers --------------------------------------------------------------------------------------------------------


@operation("add.u32")
def add(a: int, b: int) -> tuple[int, int]:
    return (a + b) & MASK, int(a + b > MASK)


@operation("addc.u32")
def add_with_carry(a: int, b: int, carry: int) -> tuple[int, int]:
    return (a + b + carry) & MASK, int(a + b + carry > MASK)


@operation("sub.u32")
def subtract(a: int, b: int) -> tuple[int, int]:
    return (a - b) & MASK, int(a < b)


@operation("subb.u32")
def subtract_with_borrow(a: int, b: int, carry: int) -> tuple[int, int]:
    return (a - b - carry) & MASK, int(a < b + carry)


@operation("mul.u32")
def multiply(a: int, b: int) -> int:
    return (a * b) & MASK


@operation("ternlog.b32")
def ternary_logic(a: int, b: int, c: int, table: int) -> int:
    numbers = ((a >> place & 1) * 4 + (b >> place & 1) * 2 + (c >> place & 1) for place in range(32))
    return sum((table >> number & 1) << place for place, number in enumerate(numbers))


@operation("mulh.u32")
def multiply_high_unsigned(a: int, b: int) -> int:
    return (a * b) >> 32


@operation("mulh.s32")
def multiply_high_signed(a: int, b: int) -> int:
    return ((to_signed(a) * to_signed(b)) >> 32) & MASK


@operation("and.b32")
def bitwise_and(a: int, b: int) -> int:
    return a & b


@operation("or.b32")
def bitwise_or(a: int, b: int) -> int:
    return a | b


@operation("xor.b32")
def bitwise_xor(a: int, b: int) -> int:
    return a ^ b


@operation("not.b32")
def bitwise_not(a: int) -> int:
    return a ^ MASK


@operation("shl.b32")
def shift_left(a: int, b: int) -> int:
    return (a << (b % 32)) & MASK


@operation("shr.u32")
def shift_right_unsigned(a: int, b: int) -> int:
    return a >> (b % 32)


@operation("shr.s32")
def shift_right_signed(a: int, b: int) -> int:
    return (to_signed(a) >> (b % 32)) & MASK


@operation("brev.b32")
def reverse_bits(a: int) -> int:
    return int(f"{a:032b}"[::-1], 2)


@operation("min.u32")
def minimum_unsigned(a: int, b: int) -> int:
    return min(a, b)


@operation("max.u32")
def maximum_unsigned(a: int, b: int) -> int:
    return max(a, b)


@operation("min.s32")
def minimum_signed(a: int, b: int) -> int:
    return min(a, b, key=to_signed)


@operation("max.s32")
def maximum_signed(a: int, b: int) -> int:
    return max(a, b, key=to_signed)


@operation("popc.b32")
def count_ones(a: int) -> int:
    return a.bit_count()


@operation("clz.b32")
def count_leading_zeros(a: int) -> int:
    return 32 - a.bit_length()


@operation("ctz.b32")
def count_trailing_zeros(a: int) -> int:
    return f"1{a:032b}"[::-1].index("1")


@operation("perm.b32")
def permute_bytes(a: int, b: int, c: int) -> int:
    given = [*a.to_bytes(4, "little"), *b.to_bytes(4, "little")]
    result = []
    for k in range(4):
        chosen = given[c >> 4 * k & 7]
        only_highest = c >> (4 * k + 3) & 1
        result.append((0xFF if chosen & 0x80 else 0) if only_highest else chosen)
    return int.from_bytes(result, "little")


# --- Integers of 24 bits ---------------------------------------------------------------------------------------------


def low_24(bits: int) -> int:
    return bits % (1 << 24)


def signed_24(bits: int) -> int:
    """The two's complement value of the low 24 bits."""
    return low_24(bits) - (1 << 24) if bits >> 23 & 1 else low_24(bits)


@operation("mul.u24")
def multiply_24(a: int, b: int) -> int:
    return low_24(a) * low_24(b) & MASK


@operation("mul.s24")
def multiply_signed_24(a: int, b: int) -> int:
    return signed_24(a) * signed_24(b) & MASK


@operation("mad.u24")
def multiply_add_24(a: int, b: int, c: int) -> int:
    return (low_24(a) * low_24(b) + c) & MASK


@operation("mad.s24")
def multiply_add_signed_24(a: int, b: int, c: int) -> int:
    return (signed_24(a) * signed_24(b) + c) & MASK


# --- Integer division ------------------------------------------------------------------------------------------------


@operation("div.u32")
def divide_unsigned(a: int, b: int) -> int:
    return a // b if b else MASK


@operation("rem.u32")
def remainder_unsigned(a: int, b: int) -> int:
    return a % b if b else a


def quotient(a: int, b: int) -> int:
    """a div b, rounded towards 0."""
    magnitude = abs(a) // abs(b)
    return -magnitude if (a < 0) != (b < 0) else magnitude


@operation("div.s32")
def divide_signed(a: int, b: int) -> int:
    return quotient(to_signed(a), to_signed(b)) & MASK if b else MASK


@operation("rem.s32")
def remainder_signed(a: int, b: int) -> int:
    return (to_signed(a) - to_signed(b) * quotient(to_signed(a), to_signed(b))) & MASK if b else a


# --- Compares: the outcome is both the result and the carry flag -----------------------------------------------------


def outcome(truth: bool) -> tuple[int, int]:
    return int(truth), int(truth)


@operation("eq.u32")
def equal(a: int, b: int) -> tuple[int, int]:
    return outcome(a == b)


@operation("ne.u32")
def not_equal(a: int, b: int) -> tuple[int, int]:
    return outcome(a != b)


@operation("lt.u32")
def less_unsigned(a: int, b: int) -> tuple[int, int]:
    return outcome(a < b)


@operation("le.u32")
def less_or_equal_unsigned(a: int, b: int) -> tuple[int, int]:
    return outcome(a <= b)


@operation("gt.u32")
def greater_unsigned(a: int, b: int) -> tuple[int, int]:
    return outcome(a > b)


@operation("ge.u32")
def greater_or_equal_unsigned(a: int, b: int) -> tuple[int, int]:
    return outcome(a >= b)


@operation("lt.s32")
def less_signed(a: int, b: int) -> tuple[int, int]:
    return outcome(to_signed(a) < to_signed(b))


@operation("le.s32")
def less_or_equal_signed(a: int, b: int) -> tuple[int, int]:
    return outcome(to_signed(a) <= to_signed(b))


@operation("gt.s32")
def greater_signed(a: int, b: int) -> tuple[int, int]:
    return outcome(to_signed(a) > to_signed(b))


@operation("ge.s32")
def greater_or_equal_signed(a: int, b: int) -> tuple[int, int]:
    return outcome(to_signed(a) >= to_signed(b))


# Python's float compares are IEEE's: false with a NaN, but for !=, and -0.0 == 0.0.
@operation("eq.f32")
def equal_float(a: int, b: int) -> tuple[int, int]:
    return outcome(to_float(a) == to_float(b))


@operation("ne.f32")
def not_equal_float(a: int, b: int) -> tuple[int, int]:
    return outcome(to_float(a) != to_float(b))


@operation("lt.f32")
def less_float(a: int, b: int) -> tuple[int, int]:
    return outcome(to_float(a) < to_float(b))


@operation("le.f32")
def less_or_equal_float(a: int, b: int) -> tuple[int, int]:
    return outcome(to_float(a) <= to_float(b))


@operation("gt.f32")
def greater_float(a: int, b: int) -> tuple[int, int]:
    return outcome(to_float(a) > to_float(b))


@operation("ge.f32")
def greater_or_equal_float(a: int, b: int) -> tuple[int, int]:
    return outcome(to_float(a) >= to_float(b))


# --- Floats ----------------------------------------------------------------------------------------------------------


def float_order(bits: int) -> int:
    """A key that sorts floats that are not NaN by value, with -0 before +0."""
    return -(bits & 0x7FFF_FFFF) - 1 if bits & 0x8000_0000 else bits


@operation("min.f32")
def minimum_float(a: int, b: int) -> int:
    numbers = [bits for bits in (a, b) if not is_nan(bits)]
    return min(numbers, key=float_order) if numbers else NAN


@operation("max.f32")
def maximum_float(a: int, b: int) -> int:
    numbers = [bits for bits in (a, b) if not is_nan(bits)]
    return max(numbers, key=float_order) if numbers else NAN


@operation("add.f32")
def add_float(a: int, b: int) -> int:
    return from_float(to_float(a) + to_float(b))


@operation("sub.f32")
def subtract_float(a: int, b: int) -> int:
    return from_float(to_float(a) - to_float(b))


@operation("mul.f32")
def multiply_float(a: int, b: int) -> int:
    return from_float(to_float(a) * to_float(b))


@operation("mad.f32")
def multiply_add_float(a: int, b: int, c: int) -> int:
    return add_float(multiply_float(a, b), c)


def fused(a: float, b: float, c: float) -> Fraction | float:
    """a x b + c: exactly, or a float where that is no number or a zero, whose sign an exact number does not have."""
    if not (math.isfinite(a) and math.isfinite(b)):
        return a * b + c
    if not math.isfinite(c):
        return c
    product = Fraction(a) * Fraction(b)
    if product == 0:  # a sum of two zeros is -0 only if both are
        return math.copysign(0.0, a) * math.copysign(1.0, b) + c
    return (product + Fraction(c)) or 0.0


@operation("fma.f32")
def fused_multiply_add_float(a: int, b: int, c: int) -> int:
    found = fused(to_float(a), to_float(b), to_float(c))
    return from_float(found) if isinstance(found, float) else nearest_single(found)


def rounded(bits: int, rounding: Callable[[float], int]) -> int:
    """The integer, as a float with the operand's sign. Infinities stay."""
    value = to_float(bits)
    if not math.isfinite(value):
        return from_float(value)
    return from_float(math.copysign(float(rounding(value)), value))


@operation("floor.f32")
def round_down(a: int) -> int:
    return rounded(a, math.floor)


@operation("ceil.f32")
def round_up(a: int) -> int:
    return rounded(a, math.ceil)


@operation("rint.f32")
def round_to_nearest(a: int) -> int:
    return rounded(a, round)  # Python's takes the even one of two that are equally near


@operation("trunc.f32")
def round_to_zero(a: int) -> int:
    return rounded(a, math.trunc)


@operation("rcp.f32")
def reciprocal(a: int) -> int:
    value = to_float(a)
    if value == 0:
        return from_float(math.copysign(math.inf, value))
    return from_float(1 / value)  # a double's 53 bits are enough: the single is the quotient's own


@operation("sqrt.f32")
def square_root(a: int) -> int:
    value = to_float(a)
    return NAN if value < 0 else from_float(math.sqrt(value))


@operation("rsqrt.f32")
def reciprocal_square_root(a: int) -> int:
    value = to_float(a)
    if value < 0:
        return NAN
    if value == 0:
        return from_float(math.copysign(math.inf, value))
    return from_float(1 / math.sqrt(value))


OPERATIONS |= {
    "sin.f32": transcendental.sine,
    "cos.f32": transcendental.cosine,
    "log2.f32": transcendental.binary_logarithm,
    "exp2.f32": transcendental.power_of_two,
}


@operation("cvt.f32.s32")
def float_from_signed(a: int) -> int:
    return from_float(float(to_signed(a)))


@operation("cvt.f32.u32")
def float_from_unsigned(a: int) -> int:
    return from_float(float(a))


def truncate(bits: int, lowest: int, highest: int) -> int:
    if is_nan(bits):
        return 0
    return int(max(float(lowest), min(float(highest), to_float(bits)))) & MASK


@operation("cvt.s32.f32")
def signed_from_float(a: int) -> int:
    return truncate(a, -(1 << 31), (1 << 31) - 1)


@operation("cvt.u32.f32")
def unsigned_from_float(a: int) -> int:
    return truncate(a, 0, (1 << 32) - 1)


# --- Doubles (section 20): Python's floats are IEEE doubles, each operation rounded to nearest even -------------------


@operation("add.f64")
def add_double(a: int, b: int) -> int:
    return from_double(to_double(a) + to_double(b))


@operation("sub.f64")
def subtract_double(a: int, b: int) -> int:
    return from_double(to_double(a) - to_double(b))


@operation("mul.f64")
def multiply_double(a: int, b: int) -> int:
    return from_double(to_double(a) * to_double(b))


@operation("mad.f64")
def multiply_add_double(a: int, b: int, c: int) -> int:
    return add_double(multiply_double(a, b), c)


@operation("fma.f64")
def fused_multiply_add_double(a: int, b: int, c: int) -> int:
    found = fused(to_double(a), to_double(b), to_double(c))
    return from_double(found) if isinstance(found, float) else nearest_double(found)


def numbers_in_order(*doubles: int) -> list[int]:
    """Those of them that are numbers, by value, with -0 before +0."""
    numbers = [bits for bits in doubles if not math.isnan(to_double(bits))]
    return sorted(numbers, key=lambda bits: (to_double(bits), -(bits >> 63)))


@operation("min.f64")
def minimum_double(a: int, b: int) -> int:
    return (numbers_in_order(a, b) or [DOUBLE_NAN])[0]


@operation("max.f64")
def maximum_double(a: int, b: int) -> int:
    return (numbers_in_order(a, b) or [DOUBLE_NAN])[-1]


@operation("cvt.f64.f32")
def double_from_float(a: int) -> int:
    return from_double(to_float(a))


@operation("cvt.f64.s32")
def double_from_signed(a: int) -> int:
    return from_double(float(to_signed(a)))


@operation("cvt.f64.u32")
def double_from_unsigned(a: int) -> int:
    return from_double(float(a))


@operation("cvt.f32.f64")
def float_from_double(a: int) -> int:
    return from_float(to_double(a))


def truncate_double(bits: int, lowest: int, highest: int) -> int:
    value = to_double(bits)
    if math.isnan(value):
        return 0
    return int(max(lowest, min(highest, value))) & MASK


@operation("cvt.s32.f64")
def signed_from_double(a: int) -> int:
    return truncate_double(a, -(1 << 31), (1 << 31) - 1)


@operation("cvt.u32.f64")
def unsigned_from_double(a: int) -> int:
    return truncate_double(a, 0, (1 << 32) - 1)


@operation("eq.f64")
def equal_double(a: int, b: int) -> tuple[int, int]:
    return outcome(to_double(a) == to_double(b))


@operation("ne.f64")
def not_equal_double(a: int, b: int) -> tuple[int, int]:
    return outcome(to_double(a) != to_double(b))


@operation("lt.f64")
def less_double(a: int, b: int) -> tuple[int, int]:
    return outcome(to_double(a) < to_double(b))


@operation("le.f64")
def less_or_equal_double(a: int, b: int) -> tuple[int, int]:
    return outcome(to_double(a) <= to_double(b))


@operation("gt.f64")
def greater_double(a: int, b: int) -> tuple[int, int]:
    return outcome(to_double(a) > to_double(b))


@operation("ge.f64")
def greater_or_equal_double(a: int, b: int) -> tuple[int, int]:
    return outcome(to_double(a) >= to_double(b))


# --- One lane --------------------------------------------------------------------------------------------------------


def compute(name: str, sources: tuple[int, ...], carry: int, reads_carry: bool, writes_carry: bool) -> tuple[int, int]:
    """(result, carry flag after the instruction) of one lane, from its sources' bits and its carry flag."""
    arguments = (*sources, carry) if reads_carry else sources
    if writes_carry:
        result, carry = OPERATIONS[name](*arguments)
        return result, carry
    return OPERATIONS[name](*arguments), carry
