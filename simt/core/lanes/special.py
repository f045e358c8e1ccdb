"""Sine, cosine, logarithm and power to base 2: the single nearest to the true value (docs/processor.md, section 8).

The result is rounded from a value in two doubles with a relative error below 2^-57. Additions and multiplications of
doubles give the same value on every platform. `benches/special_functions.py` goes through all operands. Nothing here
may be compiled with fused or reordered arithmetic.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block, kernel
from simt.core.jit.bits import MASK32, bits_of, double_of
from simt.core.lanes import tables

ONE_BITS = 1023 << 52  # of the double 1.0
FRACTION = (1 << 52) - 1


@block
def rounded_once(high, low):
    """Return high + low, both finite, rounded once to float32; high is the float64 nearest to the sum.

    An inexact sum becomes an odd double, which no rounding to fewer bits takes for a tie.
    """
    bits = bits_of(high)
    if low != 0.0 and bits & 1 == 0:
        bits += 1 if (low > 0.0) == (high > 0.0) else -1
    return np.float32(double_of(bits))


@block
def sum_rounded_once(high, low):
    """Return the single nearest to high + low, where high has the larger exponent or is 0."""
    total = high + low
    return rounded_once(total, low - (total - high))


@kernel
def polynomial(coefficients, x):
    """Evaluate a polynomial, whose highest coefficient comes first."""
    value = 0.0
    for k in range(len(coefficients)):
        value = value * x + coefficients[k]
    return value


@kernel
def sine(x, quarter):
    """Compute the sine of x radians (`quarter` = 0) or the cosine (16); NaN of an infinity or a NaN.

    x is a multiple s of pi / 32 plus a rest r; sin(s + r) = sin s + r cos s + sin s (cos r - 1) + cos s (sin r - r).
    """
    wide = np.float64(x)
    if not abs(wide) < np.inf:
        return np.float32(np.nan)
    is_negative = quarter == 0 and bits_of(wide) < 0
    wide = abs(wide)
    steps = np.int64(0)
    if wide < 0.03125:
        radians = wide
        head = tail = first = 0.0
    else:
        # x is an integer of 24 bits and a power of two. Of 32 / pi times that power come in the binary places from 2^5
        # (64 steps are a turn) to 2^-122; the product's upper 6 bits are steps, the next 26 units of 2^-26 step.
        bits = bits_of(wide)
        factor = ((bits & FRACTION) | (1 << 52)) >> 29
        place = (bits >> 52) - 1023 + 7
        word, shift = place >> 5, place & 31
        carry = np.int64(0)
        tail = first = 0.0
        for k in range(3, 0, -1):
            digits = (tables.WORDS[word + k] << shift) & MASK32 | tables.WORDS[word + k + 1] >> (32 - shift)
            carry += factor * digits
            tail = (tail + first) * 2.0**-32
            first = np.float64(carry & MASK32)
            carry >>= 32
        digits = (tables.WORDS[word] << shift) & MASK32 | tables.WORDS[word + 1] >> (32 - shift)
        carry = (carry + factor * digits) & MASK32
        steps = (carry + (1 << 25)) >> 26
        units = np.float64(carry - (steps << 26))
        first *= 2.0**-32
        exact = units + first
        tail = (first - (exact - units)) + tail * 2.0**-32
        head = np.float64(np.float32(exact))
        tail += exact - head
        radians = exact * tables.UNIT
    here = (steps + quarter) & 63
    level, turned = tables.SINE[here], tables.SINE[(here + 16) & 63]
    slope, rest = tables.SLOPE[here], tables.SLOPE_REST[here]
    square = radians * radians
    low = slope * tail + rest * (head + tail) + tables.SINE_REST[here]
    low += level * (square * polynomial(tables.COSINE_SERIES, square))
    low += turned * (radians * square * polynomial(tables.SINE_SERIES, square))
    added = slope * head if wide >= 0.03125 else turned * wide
    high = level + added
    low += added - (high - level)
    if is_negative:
        return -sum_rounded_once(high, low)
    return sum_rounded_once(high, low)


@kernel
def logarithm(x):
    """Compute log2(x) as a sum: its exponent, the logarithm of a table entry, and a polynomial of what is left."""
    if not x > 0.0:
        return np.float32(-np.inf) if x == 0.0 else np.float32(np.nan)
    if x == np.inf:
        return x
    bits = bits_of(np.float64(x))
    exponent = (bits >> 52) - 1023
    fraction = double_of((bits & FRACTION) | ONE_BITS)
    k = (bits >> 46) & 63
    if k >= tables.HALVED:
        exponent += 1
        fraction *= 0.5
    rest = fraction * tables.INVERSE[k] - 1.0  # exact, of at most 26 bits
    first = np.float64(exponent) + tables.LOGARITHM[k]  # exact
    second = rest * tables.LOG2_E  # exact
    high = first + second
    low = (second - (high - first)) + (
        rest * tables.LOG2_E_REST + tables.LOGARITHM_REST[k] + rest * rest * polynomial(tables.LOGARITHM_SERIES, rest)
    )
    return sum_rounded_once(high, low)


@kernel
def power(x):
    """Compute 2 to the x as a product: an exponent, a table entry of 32nds, and a polynomial of what is left."""
    if x >= 128.0:
        return np.float32(np.inf)
    if x <= -150.0:
        return np.float32(0.0)
    if x != x:
        return x
    wide = np.float64(x)
    steps = np.int64(wide * 32.0 + 8192.5) - 8192  # rounded down, as the sum is positive
    rest = wide - np.float64(steps) * 0.03125
    high = tables.POWER[steps & 31]
    low = high * (rest * polynomial(tables.POWER_SERIES, rest)) + tables.POWER_REST[steps & 31]
    scale = double_of(((steps >> 5) + 1023) << 52)
    return sum_rounded_once(high * scale, low * scale)
