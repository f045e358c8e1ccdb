"""Explicit masks: scalar registers, and compares whose outcome is a mask (docs/processor.md, section 15).

A warp's scalar registers are words of the operand file, followed by SCC. The pair `exec` is kept equal to the warp's
mask, so that it is read like any other pair.
"""

from __future__ import annotations

import numpy as np

from isa.table.table import PAIRS, opcode
from simt.core.jit import block, kernel
from simt.core.jit.bits import MASK32, count_bits
from simt.core.jit.vector_memory import load_lanes
from simt.core.jit.vectors import STEP, set_where, truths_of
from simt.core.lanes.alu import alu_lanes
from simt.core.state import kinds
from simt.core.state.layout import SCALARS

MOV, NOT, TEST, SAVE = opcode("s_mov.b64"), opcode("s_not.b64"), opcode("s_test.b64"), opcode("s_and_saveexec.b64")
AND, ANDN2, OR, XOR = opcode("s_and.b64"), opcode("s_andn2.b64"), opcode("s_or.b64"), opcode("s_xor.b64")
KEEP_AND, KEEP_ANDN2 = opcode("k_and.b64"), opcode("k_andn2.b64")
KEEP_OR, KEEP_XOR = opcode("k_or.b64"), opcode("k_xor.b64")
EXECZ, EXECNZ = opcode("s_branch.execz"), opcode("s_branch.execnz")
SCC0, SCC1 = opcode("s_branch.scc0"), opcode("s_branch.scc1")
VCCZ, VCCNZ = opcode("s_branch.vccz"), opcode("s_branch.vccnz")

# Where a pair lies, seen from SCC.
FROM_SCC_TO_EXEC = SCALARS - PAIRS["exec"]
FROM_SCC_TO_VCC = SCALARS - PAIRS["vcc"]


@block
def read_pair(words, place):
    """Read the 64 bits at a place of the operand file."""
    return np.int64(words[place]) | np.int64(words[place + 1]) << 32


@block
def read_source(words, place, stride):
    """Read a source of 64 bits: a pair (stride 1), or a constant with its sign (stride 0)."""
    if stride != 0:
        return read_pair(words, place)
    word = np.int64(words[place])
    return (word ^ 0x8000_0000) - 0x8000_0000


@block
def write_pair(warp, lanes, words, place, value, scc):
    """Write 64 bits at a place of the operand file. scc: the place of SCC; the place of `exec` follows from it.

    A write to `exec` also sets the warp's mask, but never for lanes that have no thread.
    """
    if place == scc - FROM_SCC_TO_EXEC:
        with_thread = lanes - warp.tail
        if with_thread < 64:
            value &= (np.int64(1) << np.int64(with_thread)) - 1
        warp.mask = value
        warp.active = count_bits(value)
    words[place] = np.uint32(value & MASK32)
    words[place + 1] = np.uint32((value >> 32) & MASK32)


@block
def compare_lanes(operation, warp, w, lanes, words):
    """Return the mask of the active lanes for which a compare holds, or the `and` of a test is not zero."""
    op, a_lane, b_lane = operation.opcode, np.int64(operation.a_lane), np.int64(operation.b_lane)
    a = operation.a_base + w * operation.a_warp
    b = operation.b_base + w * operation.b_warp
    true = np.int64(0)
    for lane in range(0, lanes, STEP):
        count = min(lanes - lane, STEP)
        x = load_lanes(words, a + lane * a_lane, a_lane, count)
        y = load_lanes(words, b + lane * b_lane, b_lane, count)
        value = alu_lanes(op, x, y, truths_of(np.int64(0)))
        true |= set_where(value & MASK32 != 0) << lane
    return true & warp.mask


@block
def takes(op, words, scc):
    """Return whether a branch on masks or SCC is taken."""
    if op == SCC0:
        return words[scc] == 0
    if op == SCC1:
        return words[scc] != 0
    if op == EXECZ:
        return read_pair(words, scc - FROM_SCC_TO_EXEC) == 0
    if op == EXECNZ:
        return read_pair(words, scc - FROM_SCC_TO_EXEC) != 0
    if op == VCCZ:
        return read_pair(words, scc - FROM_SCC_TO_VCC) == 0
    return read_pair(words, scc - FROM_SCC_TO_VCC) != 0


@block
def combine(op, a, b):
    """Return the 64-bit result of a mask operation."""
    if op == MOV or op == NOT:
        return a if op == MOV else ~a
    if op == AND or op == KEEP_AND or op == SAVE:
        return a & b
    if op == ANDN2 or op == KEEP_ANDN2:
        return a & ~b
    if op == XOR or op == KEEP_XOR:
        return a ^ b
    return a | b  # s_or, k_or, s_test


@kernel
def scalar_write(operation, warp, w, lanes, operands):
    """Carry out an instruction on scalar registers at retire, or a compare whose outcome is a mask.

    Also sets the program counter. operation.c is the place of SCC.
    """
    words = operands.words
    op = operation.opcode
    d = operation.d_base + w * operation.d_warp
    scc = operation.c_base + w * operation.c_warp
    if operation.kind == kinds.COMPARE:
        write_pair(warp, lanes, words, d, compare_lanes(operation, warp, w, lanes, words), scc)
        warp.pc += 1
        return
    if op >= EXECZ:
        warp.pc = operation.target if takes(op, words, scc) else warp.pc + 1
        return
    a = read_source(words, operation.a_base + w * operation.a_warp, operation.a_lane)
    if op == SAVE:
        b = warp.mask
        write_pair(warp, lanes, words, d, b, scc)
        d = scc - FROM_SCC_TO_EXEC
    else:
        b = read_source(words, operation.b_base + w * operation.b_warp, operation.b_lane)
    value = combine(op, a, b)
    if op != TEST:
        write_pair(warp, lanes, words, d, value, scc)
    if op != MOV and op < KEEP_AND:
        words[scc] = np.uint32(1 if value != 0 else 0)
    warp.pc += 1


assert max(MOV, NOT, TEST, SAVE, AND, ANDN2, OR, XOR) < min(KEEP_AND, KEEP_ANDN2, KEEP_OR, KEEP_XOR)
assert max(KEEP_AND, KEEP_ANDN2, KEEP_OR, KEEP_XOR) < min(EXECZ, EXECNZ, SCC0, SCC1, VCCZ, VCCNZ)
