"""Bit sets in one int64: warps of a ring, lanes of a warp. Bit 63 is the sign, so sets are never compared by size.

The bits of floats are here too.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit.deferred import INTERPRETED, block, intrinsic

MASK32 = 0xFFFF_FFFF  # the 32 bits of a lane


if INTERPRETED:

    def double_of(bits):
        """Return the double with these 64 bits."""
        return np.int64(bits).view(np.float64)

    def bits_of(value):
        """Return the 64 bits of a double."""
        return np.float64(value).view(np.int64)

    def single_of(bits):
        """Return the single with these 32 bits."""
        return np.uint32(bits).view(np.float32)

    def bits_of_single(value):
        """Return the 32 bits of a single."""
        return np.int64(np.float32(value).view(np.uint32))

    def count_bits(bits):
        """Return the number of members of a set."""
        return (int(bits) & 0xFFFF_FFFF_FFFF_FFFF).bit_count()

    def lowest_bit(bits):
        """Return the lowest member of a non-empty set."""
        value = int(bits) & 0xFFFF_FFFF_FFFF_FFFF
        return (value & -value).bit_length() - 1

else:
    double_of, bits_of = intrinsic("double_of"), intrinsic("bits_of")
    single_of, bits_of_single = intrinsic("single_of"), intrinsic("bits_of_single")
    _population_count, _count_trailing_zeros = intrinsic("population_count"), intrinsic("count_trailing_zeros")

    @block
    def count_bits(bits):
        """Return the number of members of a set."""
        return _population_count(bits)

    @block
    def lowest_bit(bits):
        """Return the lowest member of a non-empty set."""
        return _count_trailing_zeros(bits)


@block
def bit(number):
    """Return the set that holds `number` (0 to 63) alone."""
    return np.int64(1) << np.int64(number)


@block
def below(number):
    """Return the set of all numbers below `number` (0 to 64)."""
    return bit(number) - 1 if number < 64 else np.int64(-1)
