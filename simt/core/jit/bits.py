"""Bit sets in one int64: warps of a ring, lanes of a warp. Bit 63 is the sign, so sets are never compared by size.

The bits of floats are here too.
"""

from __future__ import annotations

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from simt.core.jit import block

MASK32 = 0xFFFF_FFFF  # the 32 bits of a lane


@intrinsic
def _count_trailing_zeros(_context, value):
    def generate(_context, builder, _signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@intrinsic
def _population_count(_context, value):
    def generate(_context, builder, _signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def double_of(_context, value):
    """The double with these 64 bits."""

    def generate(_context, builder, _signature, arguments):
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), generate


@intrinsic
def bits_of(_context, value):
    """The 64 bits of a double."""

    def generate(_context, builder, _signature, arguments):
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), generate


@intrinsic
def single_of(_context, value):
    """The single with these 32 bits."""

    def generate(_context, builder, _signature, arguments):
        return builder.bitcast(builder.trunc(arguments[0], ir.IntType(32)), ir.FloatType())

    return types.float32(types.int64), generate


@intrinsic
def bits_of_single(_context, value):
    """The 32 bits of a single."""

    def generate(_context, builder, _signature, arguments):
        return builder.zext(builder.bitcast(arguments[0], ir.IntType(32)), ir.IntType(64))

    return types.int64(types.float32), generate


if numba.config.DISABLE_JIT:

    def double_of(bits):
        """The double with these 64 bits."""
        return np.int64(bits).view(np.float64)

    def bits_of(value):
        """The 64 bits of a double."""
        return np.float64(value).view(np.int64)

    def single_of(bits):
        """The single with these 32 bits."""
        return np.uint32(bits).view(np.float32)

    def bits_of_single(value):
        """The 32 bits of a single."""
        return np.int64(np.float32(value).view(np.uint32))

    def count_bits(bits):
        """Return the number of members of a set."""
        return (int(bits) & 0xFFFF_FFFF_FFFF_FFFF).bit_count()

    def lowest_bit(bits):
        """Return the lowest member of a non-empty set."""
        value = int(bits) & 0xFFFF_FFFF_FFFF_FFFF
        return (value & -value).bit_length() - 1

else:

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
