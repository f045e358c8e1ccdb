"""Selection of 64-bit integers, in two registers, the lower half first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from simt.compiler.backend.emission import Condition
from simt.compiler.backend.ops import ZERO, Constant, Operand, Special
from simt.compiler.backend.selection import Selection

_SIGN: Final = Constant(0x80000000)
_LANE: Final = Special("lane_id")
Words = Sequence[Operand]


def binary(at: Selection, opcode: str, left: Words, right: Words) -> list[Operand]:
    """One operation of 33 to 64 bits; the bits above a number's own mean nothing."""
    if opcode in ("and", "or", "xor"):
        return [at.emit(f"{opcode}.b32", one, other) for one, other in zip(left, right, strict=True)]
    if opcode in ("add", "sub"):
        low, high = ("add.u32", "addc.u32") if opcode == "add" else ("sub.u32", "subb.u32")
        words = [_apart(at, left[1], right[1]), right[1]]  # nothing may come between the two
        return [at.emit(low, left[0], right[0], is_pure=False), at.emit(high, *words, is_pure=False)]
    if opcode == "mul":
        return _product(at, left, right)
    if opcode in ("shl", "lshr", "ashr"):
        return _shift(at, opcode, left, right[0])
    raise at.wrong("a division of 64-bit integers is not compiled", "divide 32-bit numbers, or by a power of two")


def _apart(at: Selection, left: Operand, right: Operand) -> Operand:
    """The left operand, in a register where both are constants."""
    return at.register(left) if isinstance(left, Constant) and isinstance(right, Constant) else left


def _product(at: Selection, left: Words, right: Words) -> list[Operand]:
    at.need("mulh.u32", "a product of 64 bits")
    low = at.emit("mul.u32", left[0], right[0])
    high: Operand = at.emit("mulh.u32", left[0], right[0])
    for one, other in ((left[1], right[0]), (left[0], right[1])):
        if ZERO not in (one, other):
            high = at.emit("add.u32", high, at.emit("mul.u32", one, other))
    return [low, high]


def _shift(at: Selection, opcode: str, words: Words, count: Operand) -> list[Operand]:
    """A shift by a number below 64."""
    low, high = words
    if opcode == "shl":
        low, high = high, low  # of a mirror: what follows is said of shifts to the right
    out, back = ("shr.u32", "shl.b32") if opcode != "shl" else ("shl.b32", "shr.u32")
    top = "shr.s32" if opcode == "ashr" else out
    fill: Operand = at.emit("shr.s32", high, Constant(31)) if opcode == "ashr" else ZERO
    if isinstance(count, Constant) and not count.symbol:
        by = count.bits & 63
        if by == 0:
            found = [low, high]
        elif by >= 32:
            found = [at.emit(top, high, Constant(by - 32)) if by > 32 else high, fill]
        else:
            joined = at.emit("or.b32", at.emit(out, low, Constant(by)), at.emit(back, high, Constant(32 - by)))
            found = [joined, at.emit(top, high, Constant(by))]
        return found[::-1] if opcode == "shl" else found
    # Shift counts are taken mod 32: 31 - count and one more brings what comes over from the other half, 0 for count 0.
    over = at.emit(back, at.emit(back, high, Constant(1)), at.emit("xor.b32", count, Constant(31)))
    near = at.emit("or.b32", at.emit(out, low, count), over)
    far = at.emit(top, high, count)
    is_far = Condition("ne.u32", at.emit("and.b32", count, Constant(32)), ZERO)
    found = [at.choose(is_far, far, near), at.choose(is_far, fill, far)]
    return found[::-1] if opcode == "shl" else found


def compare(at: Selection, predicate: str, left: Words, right: Words) -> Condition:
    """The condition of a compare."""
    if predicate in ("eq", "ne"):
        differences = [at.emit("xor.b32", one, other) for one, other in zip(left, right, strict=True)]
        return Condition(f"{predicate}.u32", at.emit("or.b32", *differences), ZERO)
    if predicate[1:] in ("gt", "le"):
        left, right = right, left
    high: list[Operand] = [left[1], right[1]]
    if predicate[0] == "s":
        high = [at.emit("xor.b32", word, _SIGN) for word in high]
    high[0] = _apart(at, high[0], high[1])
    at.emit("sub.u32", left[0], right[0], is_pure=False)
    at.emit("subb.u32", *high, is_pure=False)
    below = at.emit("subb.u32", _LANE, _LANE, is_pure=False)  # 0 less the borrow
    return Condition("ne.u32", below, ZERO, is_not=predicate[1:] in ("ge", "le"))
