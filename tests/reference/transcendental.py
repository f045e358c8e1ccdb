"""Section 8, special functions: the single nearest to a sine, a cosine, a logarithm or a power to base 2.

Each function is computed in fixed point, whole numbers of 2^-bits, with an error of less than `ERROR` of them. If all
numbers that near round to one single, that is the result; else it is computed again with twice the bits. That ends:
where the result is a fraction the contract names it or it is found exactly, elsewhere it is no fraction (the sine and
the cosine of one that is not 0; the logarithm of one that is no power of two, a power whose exponent is not whole), so
that it is in the middle of no two singles.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from tests.reference.floats import NAN, from_float, nearest_single, to_float

__all__ = ["binary_logarithm", "cosine", "power_of_two", "sine"]

FIRST_BITS = 80
GUARD = 160  # bits of pi beyond those of the result: those of the largest single, and 32 more
MOST_BITS = 1000  # no single needs them
# In units of the last bit: a sum loses less than 2 for each of at most 320 terms, a quotient 6 times that.
ERROR = 1 << 16


def nearest(approximation: Callable[[int], int]) -> int:
    """The single nearest to a number of which `approximation(bits)` gives 2^bits times as much."""
    bits = FIRST_BITS
    while bits < MOST_BITS:
        found = approximation(bits)
        low, high = (nearest_single(Fraction(found + error, 1 << bits)) for error in (-ERROR, ERROR))
        if low == high:
            return low
        bits *= 2
    raise AssertionError("no single is the nearest")


# --- Sums in fixed point: every division drops less than one unit ----------------------------------------------------


def arcus(numerator: int, denominator: int, sign: int, bits: int) -> int:
    """z + sign z^3 / 3 + z^5 / 5 + sign z^7 / 7 ... of a fraction: arctan with sign -1, artanh with sign 1."""
    power = (numerator << bits) // denominator
    total, exponent = 0, 1
    while power:
        total += power // exponent * (sign if exponent % 4 == 3 else 1)
        power = power * numerator**2 // denominator**2
        exponent += 2
    return total


@cache
def half_pi(bits: int) -> int:
    """Machin's formula: pi / 4 = 4 arctan(1/5) - arctan(1/239)."""
    return 2 * (4 * arcus(1, 5, -1, bits) - arcus(1, 239, -1, bits))


def exponential(x: int, bits: int) -> int:
    """e^x, for an x from 0 to 1."""
    term, total, number = 1 << bits, 0, 0
    while term:
        total += term
        number += 1
        term = term * x // (number << bits)
    return total


def sine_series(x: int, first: int, bits: int) -> int:
    """x - x^3 / 3! + ... if `first` is 1, 1 - x^2 / 2! + ... if it is 0; x from 0 to pi / 2."""
    term, total, number = (x if first else 1 << bits), 0, first
    while term:
        total += term if number % 4 == first else -term
        term = term * x * x // ((number + 1) * (number + 2) << 2 * bits)
        number += 2
    return total


# --- The functions ---------------------------------------------------------------------------------------------------


def turned(angle: Fraction, quarters: int, bits: int) -> int:
    """sin(angle + quarters x pi / 2)."""
    quarter = half_pi(bits + GUARD)
    turns, rest = divmod((angle.numerator << bits + GUARD) // angle.denominator, quarter)
    x = rest >> GUARD
    quarters = (quarters + turns) % 4
    value = sine_series(x, 1 - quarters % 2, bits)
    return value if quarters < 2 else -value


def sine(a: int) -> int:
    value = to_float(a)
    if value == 0:
        return a
    return nearest(lambda bits: turned(Fraction(value), 0, bits)) if math.isfinite(value) else NAN


def cosine(a: int) -> int:
    value = to_float(a)
    return nearest(lambda bits: turned(Fraction(value), 1, bits)) if math.isfinite(value) else NAN


def binary_logarithm(a: int) -> int:
    value = to_float(a)
    if value == 0:
        return from_float(-math.inf)
    if not 0 < value < math.inf:
        return from_float(value) if value == math.inf else NAN
    fraction, exponent = math.frexp(value)  # value = fraction x 2^exponent, 1/2 <= fraction < 1
    if fraction == 0.5:
        return from_float(float(exponent - 1))
    m = Fraction(fraction)
    z = (1 - m) / (1 + m)  # ln m = -2 artanh z, and ln 2 = 2 artanh(1/3)

    def approximation(bits: int) -> int:
        logarithm = arcus(z.numerator, z.denominator, 1, bits)
        return (exponent << bits) - (logarithm << bits) // arcus(1, 3, 1, bits)

    return nearest(approximation)


def power_of_two(a: int) -> int:
    value = to_float(a)
    if math.isnan(value):
        return NAN
    if value <= -150:
        return from_float(0.0)
    if value >= 128:
        return from_float(math.inf)
    whole = math.floor(value)
    if value == whole:
        return nearest_single(Fraction(2) ** whole)
    rest = Fraction(value) - whole

    def approximation(bits: int) -> int:
        bits_used = bits + max(whole, 0)
        x = math.floor(rest * 2 * arcus(1, 3, 1, bits_used))  # 2^rest = e^(rest ln 2), and ln 2 = 2 artanh(1/3)
        return exponential(x, bits_used) >> max(-whole, 0)

    return nearest(approximation)
