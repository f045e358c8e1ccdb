"""The effect of an access on a word of memory: parts of words, atomics (docs/processor.md, section 23)."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.jit.bits import MASK32
from simt.core.state import accesses
from simt.core.state.accesses import OPERATION, PART, SIGNED

SIGN = 0x8000_0000


@block
def loaded_part(code, word, shift):
    """Return the result of a load from a word, as int64 below 2^32. shift: bits of the word below the part."""
    bits = np.int64(32) >> (code & PART)
    part = (np.int64(word) >> shift) & ((np.int64(1) << bits) - 1)
    if code & SIGNED:
        top = np.int64(1) << (bits - 1)
        part = ((part ^ top) - top) & MASK32
    return part


@block
def left_in_word(code, word, shift, value, other):
    """Return the word that a store or an atomic leaves, as int64.

    shift: the number of bits of the word below the stored part. other: the word that a compare-exchange stores if the
    old word was `value`.
    """
    before, value = np.int64(word), np.int64(value)
    operation = code >> OPERATION
    if operation == 0:
        mask = ((np.int64(1) << (np.int64(32) >> (code & PART))) - 1) << shift
        return (before & ~mask) | ((value << shift) & mask)
    if operation == accesses.ADD:
        return (before + value) & MASK32
    if operation == accesses.MIN_U:
        return min(before, value)
    if operation == accesses.MAX_U:
        return max(before, value)
    if operation == accesses.MIN_S:
        return before if (before ^ SIGN) <= (value ^ SIGN) else value
    if operation == accesses.MAX_S:
        return before if (before ^ SIGN) >= (value ^ SIGN) else value
    if operation == accesses.AND:
        return before & value
    if operation == accesses.OR:
        return before | value
    if operation == accesses.XOR:
        return before ^ value
    if operation == accesses.EXCHANGE:
        return value
    return np.int64(other) if before == value else before
