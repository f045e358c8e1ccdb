"""Section 8 and 20: singles and doubles as bits, as values, and rounded from exact numbers."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

__all__ = [
    "DOUBLE_NAN",
    "NAN",
    "from_double",
    "from_float",
    "is_nan",
    "nearest_double",
    "nearest_single",
    "to_double",
    "to_float",
]

NAN = 0x7FC0_0000
DOUBLE_NAN = 0x7FF8_0000_0000_0000


def to_float(bits: int) -> float:
    """The value of the single with these bits."""
    value: float = struct.unpack("<f", struct.pack("<I", bits))[0]
    return value


def from_float(value: float) -> int:
    """The bits of `value` rounded to the nearest single, ties to even; every NaN is 0x7fc00000."""
    if math.isnan(value):
        return NAN
    try:
        packed = struct.pack("<f", value)
    except OverflowError:  # struct refuses what rounds to infinity
        packed = struct.pack("<f", math.copysign(math.inf, value))
    bits: int = struct.unpack("<I", packed)[0]
    return bits


def is_nan(bits: int) -> bool:
    """Exponent all ones and a fraction that is not zero."""
    return (bits & 0x7FFF_FFFF) > 0x7F80_0000


def to_double(bits: int) -> float:
    """The value of the double with these 64 bits."""
    value: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
    return value


def from_double(value: float) -> int:
    """The 64 bits of a double; every NaN is 0x7ff8000000000000."""
    if math.isnan(value):
        return DOUBLE_NAN
    bits: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    return bits


def nearest_single(number: Fraction) -> int:
    """The bits of the single nearest to a number, ties to even; a number that is not 0 keeps its sign."""
    return from_float(nearest(number, 24, -149, 128))


def nearest_double(number: Fraction) -> int:
    """The bits of the double nearest to a number, ties to even; a number that is not 0 keeps its sign."""
    return from_double(nearest(number, 53, -1074, 1024))


def nearest(number: Fraction, precision: int, lowest: int, highest: int) -> float:
    """The nearest whole multiple, by less than 2^precision, of a power of two from 2^lowest on; inf from 2^highest."""
    size = abs(number)
    above = size.numerator.bit_length() - size.denominator.bit_length() + 1  # size < 2^above
    if size < Fraction(2) ** (above - 1):
        above -= 1
    unit = Fraction(2) ** max(above - precision, lowest)
    multiple = round(size / unit) * unit  # of a fraction: ties to even
    value = math.inf if multiple >= Fraction(2) ** highest else float(multiple)
    return -value if number < 0 else value
