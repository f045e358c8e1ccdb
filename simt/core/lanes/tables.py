"""Constants of the special functions: numbers of 320 binary places, computed in integers and split into doubles.

They depend on no mathematical library, so they are the same on every platform.
"""

from __future__ import annotations

import math

import numpy as np

PLACES = 320
ONE = 1 << PLACES


def _odd_series(numerator: int, denominator: int, sign: int) -> int:
    """t + s t^3 / 3 + t^5 / 5 ... of t = numerator / denominator: its arctangent (sign s = -1), or atanh."""
    total, power, k = 0, ONE * numerator // denominator, 1
    while power:
        total += power // k if k % 4 == 1 else sign * (power // k)
        power = power * numerator**2 // denominator**2
        k += 2
    return total


def _logarithm(numerator: int, denominator: int) -> int:
    """Return the natural logarithm of a fraction of at least 1."""
    return 2 * _odd_series(numerator - denominator, numerator + denominator, 1)


def _sine(angle: int) -> int:
    total, term, k = 0, angle, 1
    while term:
        total += term if k % 4 == 1 else -term
        term = (term * angle >> PLACES) * angle // ((k + 1) * (k + 2)) >> PLACES
        k += 2
    return total


def _as_float(number: int) -> float:
    return math.ldexp(float(number), -PLACES)


def _split(number: int, bits: int = 53) -> tuple[float, float]:
    """Split a number into a double of at most `bits` bits, and the rest as another."""
    drop = max(0, abs(number).bit_length() - bits)
    high = (number + (1 << drop >> 1)) >> drop << drop
    return _as_float(high), _as_float(number - high)


def _columns(numbers: list[int], bits: int = 53) -> tuple[np.ndarray, np.ndarray]:
    high, low = zip(*(_split(number, bits) for number in numbers), strict=True)
    return np.array(high), np.array(low)


_PI = 16 * _odd_series(1, 5, -1) - 4 * _odd_series(1, 239, -1)
_LN2 = _logarithm(2, 1)

# Sine and cosine. 64 steps of pi / 32 are a turn. SINE[k] is the sine of step k in two doubles, SLOPE[k] the change by
# a unit of 2^-26 step there: its cosine x pi / 32 x 2^-26, in a double of 24 bits and one of 53.
_QUARTER = [_sine(_PI * k // 32) for k in range(16)] + [ONE]
_TURN = [(1 - k // 32 * 2) * _QUARTER[16 - abs(16 - k % 32)] for k in range(64)]
SINE, SINE_REST = _columns(_TURN)
SLOPE, SLOPE_REST = _columns([(_TURN[(k + 16) % 64] * _PI >> PLACES + 5 + 26) for k in range(64)], 24)
UNIT = _as_float(_PI >> 5 + 26)  # of angles: 2^-26 of a step, in radians
SINE_SERIES = np.array([1 / math.factorial(k) * (-1) ** (k // 2) for k in (9, 7, 5, 3)])
COSINE_SERIES = np.array([1 / math.factorial(k) * (-1) ** (k // 2) for k in (10, 8, 6, 4, 2)])

# 2 / pi in words of 32 bits, from the highest on: a word of zeros, then its binary places.
_WORDS = 10
_TWO_OVER_PI = (2 * ONE << 32 * _WORDS) // _PI
WORDS = np.array([_TWO_OVER_PI >> 32 * (_WORDS - k) & 0xFFFF_FFFF for k in range(_WORDS)], np.int64)

# The logarithm. Of a fraction with the upper six bits k, INVERSE[k] is nearly the inverse, or twice that from HALVED
# on; it has eight binary places, and is 1 next to 1. LOGARITHM[k] is minus its logarithm to base 2, in a double of at
# most 44 binary places, which can be added to an integer, and one that is the rest.
HALVED = 27
_INVERSES = [256 if k in (0, 63) else round(256 * (2 if k >= HALVED else 1) / (1 + (k + 0.5) / 64)) for k in range(64)]
_LOGARITHMS = [(-_logarithm(n, 256) if n >= 256 else _logarithm(256, n)) * ONE // _LN2 for n in _INVERSES]
_ROUNDED = [(number + (1 << PLACES - 45)) >> PLACES - 44 << PLACES - 44 for number in _LOGARITHMS]
INVERSE = np.array([n / 256 for n in _INVERSES])
LOGARITHM = np.array([_as_float(number) for number in _ROUNDED])
LOGARITHM_REST = np.array([_as_float(all_ - part) for all_, part in zip(_LOGARITHMS, _ROUNDED, strict=True)])
LOG2_E, LOG2_E_REST = _split(ONE * ONE // _LN2, 27)
LOGARITHM_SERIES = np.array([_as_float((-1) ** (k + 1) * (ONE * ONE // (k * _LN2))) for k in range(11, 1, -1)])

# The power. POWER[k] is 2 to the k / 32, in two doubles.
_ROOT = 2 * ONE
for _ in range(5):
    _ROOT = math.isqrt(_ROOT << PLACES)
_POWERS = [ONE]
for _ in range(31):
    _POWERS.append(_POWERS[-1] * _ROOT >> PLACES)
POWER, POWER_REST = _columns(_POWERS)
_TERMS = [ONE]
for _k in range(1, 9):
    _TERMS.append(_TERMS[-1] * _LN2 // _k >> PLACES)
POWER_SERIES = np.array([_as_float(term) for term in _TERMS[:0:-1]])
