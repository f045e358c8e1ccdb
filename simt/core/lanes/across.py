"""Instructions with which lanes read one another: shuffles, votes, ballots, reductions (docs/processor.md, section 28).

The routine (routines.py) computes these instructions. A lane that does not take part neither gives nor gets a word.
"""

from __future__ import annotations

import numpy as np

from isa.table.table import INSTRUCTIONS, opcode
from simt.core.jit import block
from simt.core.jit.bits import MASK32, bit, bits_of_single, single_of
from simt.core.jit.routine import numbers_of_lanes
from simt.core.lanes.alu import QUIET_NAN, SIGN, larger_float, signed, smaller_float

UP, DOWN, XOR = opcode("shuffle_up.b32"), opcode("shuffle_down.b32"), opcode("shuffle_xor.b32")
ANY, ALL, BALLOT = opcode("vote_any.b32"), opcode("vote_all.b32"), opcode("ballot.b32")
ADD, ADD_F = opcode("reduce_add.u32"), opcode("reduce_add.f32")
MIN_U, MIN_S, MIN_F = opcode("reduce_min.u32"), opcode("reduce_min.s32"), opcode("reduce_min.f32")
MAX_U, MAX_S, MAX_F = opcode("reduce_max.u32"), opcode("reduce_max.s32"), opcode("reduce_max.f32")
AND_ALL, OR_ALL, XOR_ALL = opcode("reduce_and.b32"), opcode("reduce_or.b32"), opcode("reduce_xor.b32")
_OPCODES = [spec.opcode for spec in INSTRUCTIONS.values() if spec.across]
FIRST, LAST = min(_OPCODES), max(_OPCODES)  # no other instruction has an opcode between them
_SHUFFLES = [spec.opcode for spec in INSTRUCTIONS.values() if spec.across == "one"]
LAST_SHUFFLE = max(_SHUFFLES)  # the shuffles are the first of them


@block
def source_lane(op, lane, b):
    """Return the number of the lane whose word a shuffle gives to `lane`. The warp may have no lane of this number.

    b: in [0, 2^32).
    """
    if op == UP:
        return lane - b
    if op == DOWN:
        return lane + b
    if op == XOR:
        return lane ^ b
    return b


@block
def takes_part(number, mask, lanes):
    """Return whether a number is a lane of the warp that takes part."""
    return 0 <= number < lanes and (mask >> number) & 1 != 0


@block
def identity(op):
    """Return the word that changes no other one in a reduction."""
    if op == ADD_F:
        return np.int64(SIGN)  # -0.0
    if op == MIN_F or op == MAX_F:
        return np.int64(QUIET_NAN)
    if op == MIN_U or op == AND_ALL:
        return np.int64(MASK32)
    if op == MIN_S:
        return np.int64(SIGN - 1)
    return np.int64(SIGN if op == MAX_S else 0)


@block
def combined(op, a, b):
    """Return two words combined by a reduction; only the low 32 bits count."""
    x, y = single_of(a), single_of(b)
    if op == ADD:
        return (a + b) & MASK32
    if op == ADD_F:
        total = x + y
        return bits_of_single(total) if total == total else np.int64(QUIET_NAN)
    if op == MIN_F:
        return smaller_float(a, b, x, y)
    if op == MAX_F:
        return larger_float(a, b, x, y)
    if op == MIN_U:
        return min(a, b)
    if op == MAX_U:
        return max(a, b)
    if op == MIN_S:
        return a if signed(a) < signed(b) else b
    if op == MAX_S:
        return a if signed(a) > signed(b) else b
    if op == AND_ALL:
        return a & b
    return a | b if op == OR_ALL else a ^ b


@block
def reduced(op, numbers, mask, lanes):
    """Combine neighbours until one word is left, and return it. numbers: the words of the lanes, which change."""
    count = np.int64(1)
    while count < lanes:
        count *= 2
    for lane in range(count):
        if not takes_part(lane, mask, lanes):
            numbers[lane] = identity(op)
    while count > 1:
        count //= 2
        for place in range(count):
            numbers[place] = combined(op, numbers[2 * place], numbers[2 * place + 1])
    left = single_of(numbers[0])
    is_float = op == ADD_F or op == MIN_F or op == MAX_F
    return np.int64(QUIET_NAN) if is_float and left != left else numbers[0]  # of a warp of one lane it is any NaN


@block
def voted(op, numbers, mask, lanes):
    """Return the set of the lanes that take part and whose word is not 0; of a vote 1 or 0."""
    holding = np.int64(0)
    for lane in range(lanes):
        if (mask >> lane) & 1 and numbers[lane] != 0:
            holding |= bit(lane)
    if op == ANY:
        return np.int64(holding != 0)
    return np.int64(holding == mask) if op == ALL else holding


@block
def write_across(operation, words, w, mask, lanes):
    """Write back an instruction that reads other lanes. All lanes are read before any lane is written."""
    op = np.int64(operation.opcode)
    a = operation.a_base + w * operation.a_warp
    b = operation.b_base + w * operation.b_warp
    d = operation.d_base + w * operation.d_warp
    numbers = numbers_of_lanes()
    for lane in range(lanes):
        if (mask >> lane) & 1:
            numbers[lane] = np.int64(words[a + lane * operation.a_lane])
    common = np.int64(0)
    if op > BALLOT:
        common = reduced(op, numbers, mask, lanes)
    elif op > LAST_SHUFFLE:
        common = voted(op, numbers, mask, lanes)
    for lane in range(lanes):
        if (mask >> lane) & 1:
            result, second = common, np.int64(words[b + lane * operation.b_lane])
            if op <= LAST_SHUFFLE:
                source = source_lane(op, lane, second)
                result = numbers[source if takes_part(source, mask, lanes) else lane]
            elif op == BALLOT:
                result = np.int64(0) if second > 1 else common >> (32 * second)
            words[d + lane] = np.uint32(result & MASK32)
