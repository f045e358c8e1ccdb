"""Numbers and their 32 bits: the range of a type, and a word as a number."""

from __future__ import annotations

import math
import struct

CANONICAL_NAN = 0x7FC0_0000
RANGES = {"u32": (0, 2**32 - 1), "s32": (-(2**31), 2**31 - 1), "b32": (-(2**31), 2**32 - 1)}


def fits(value: int, kind: str) -> bool:
    """Return whether the integer type `kind` has the value `value`."""
    low, high = RANGES[kind]
    return low <= value <= high


def integer_to_bits(value: int) -> int:
    """Return the 32 bits of an integer that fits b32 (two's complement)."""
    return value & 0xFFFF_FFFF


def float_to_bits(value: float) -> int:
    """Return the bits of `value` rounded to float32, to nearest even. Every NaN gives 0x7fc00000.

    Raises `OverflowError` if a finite value rounds to infinity.
    """
    if math.isnan(value):
        return CANONICAL_NAN
    return int.from_bytes(struct.pack("<f", value), "little")


def bits_to_float(bits: int) -> float:
    """Return the float32 with these bits, widened to a Python float."""
    return float(struct.unpack("<f", bits.to_bytes(4, "little"))[0])


def is_exact(value: float) -> bool:
    """Return whether float32 represents `value` exactly; NaN counts as represented."""
    try:
        return math.isnan(value) or bits_to_float(float_to_bits(value)) == value
    except OverflowError:
        return False
