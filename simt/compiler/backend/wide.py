"""Selection of integers of more than 32 bits, in two registers or more, the lowest bits first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from itertools import pairwise
from typing import Final

from simt.compiler.backend.emission import Condition
from simt.compiler.backend.ops import ZERO, Immediate, Operand, Special
from simt.compiler.backend.selection import Selection

_SIGN: Final = Immediate(0x80000000)
_LANE: Final = Special("lane_id")
Words = Sequence[Operand]


def binary(kernel: Selection, opcode: str, left: Words, right: Words) -> list[Operand]:
    """Select an operation on integers of more than 32 bits; bits above a number's width are undefined.

    Integers of more than 64 bits have neither products nor shifts by unknown counts. Raises `CompileError`.
    """
    if opcode in ("and", "or", "xor"):
        return [kernel.emit(f"{opcode}.b32", one, other) for one, other in zip(left, right, strict=True)]
    if opcode in ("add", "sub"):
        return _chain(kernel, ("add.u32", "addc.u32") if opcode == "add" else ("sub.u32", "subb.u32"), left, right)
    count = right[0]
    if opcode in ("shl", "lshr", "ashr") and isinstance(count, Immediate) and not count.symbol:
        return _shift_by(kernel, opcode, left, count.bits % (32 * len(left)))
    if len(left) > 2:
        raise kernel.wrong(f"`{opcode}` of integers of {32 * len(left)} bits is not compiled", "use parts of 64 bits")
    if opcode == "mul":
        return _product(kernel, left, right)
    if opcode in ("shl", "lshr", "ashr"):
        return _shift(kernel, opcode, left, count)
    raise kernel.wrong("a division of 64-bit integers is not compiled", "divide 32-bit numbers, or by a power of two")


def _chain(kernel: Selection, names: tuple[str, str], left: Words, right: Words) -> list[Operand]:
    """Emit a sum or a difference word by word, with no operation in between that could change the carry."""
    pairs = [(_apart(kernel, one, other), other) for one, other in zip(left[1:], right[1:], strict=True)]
    first = kernel.emit(names[0], left[0], right[0], is_pure=False)
    return [first, *(kernel.emit(names[1], *pair, is_pure=False) for pair in pairs)]


def _apart(kernel: Selection, left: Operand, right: Operand) -> Operand:
    """Return the left operand, in a register if both are constants."""
    return kernel.register(left) if isinstance(left, Immediate) and isinstance(right, Immediate) else left


def _product(kernel: Selection, left: Words, right: Words) -> list[Operand]:
    kernel.need("mulh.u32", "a product of 64 bits")
    low = kernel.emit("mul.u32", left[0], right[0])
    high: Operand = kernel.emit("mulh.u32", left[0], right[0])
    for one, other in ((left[1], right[0]), (left[0], right[1])):
        if ZERO not in (one, other):
            high = kernel.emit("add.u32", high, kernel.emit("mul.u32", one, other))
    return [low, high]


def _shift_by(kernel: Selection, opcode: str, words: Words, by: int) -> list[Operand]:
    """Return a shift by a known count, below the number of bits."""
    if opcode == "shl":
        words = words[::-1]  # mirrored: the code below describes shifts to the right
    out, back = ("shr.u32", "shl.b32") if opcode != "shl" else ("shl.b32", "shr.u32")
    top = "shr.s32" if opcode == "ashr" else out
    whole, rest = divmod(by, 32)
    *lower, last = words[whole:]
    if rest:
        near, over = Immediate(rest), Immediate(32 - rest)
        pairs = pairwise([*lower, last])
        lower = [
            kernel.emit("or.b32", kernel.emit(out, low, near), kernel.emit(back, high, over)) for low, high in pairs
        ]
        last = kernel.emit(top, last, near)
    fill: Operand = kernel.emit("shr.s32", words[-1], Immediate(31)) if opcode == "ashr" and whole else ZERO
    shifted = [*lower, last, *[fill] * whole]
    return shifted[::-1] if opcode == "shl" else shifted


def _shift(kernel: Selection, opcode: str, words: Words, count: Operand) -> list[Operand]:
    """Return a shift of two words by an unknown count below 64."""
    low, high = words
    if opcode == "shl":
        low, high = high, low  # mirrored: the code below describes shifts to the right
    out, back = ("shr.u32", "shl.b32") if opcode != "shl" else ("shl.b32", "shr.u32")
    top = "shr.s32" if opcode == "ashr" else out
    fill: Operand = kernel.emit("shr.s32", high, Immediate(31)) if opcode == "ashr" else ZERO
    # Shift counts are taken mod 32: 31 - count and one more gives the bits from the other half, none for count 0.
    over = kernel.emit(back, kernel.emit(back, high, Immediate(1)), kernel.emit("xor.b32", count, Immediate(31)))
    near = kernel.emit("or.b32", kernel.emit(out, low, count), over)
    whole = kernel.emit(top, high, count)
    is_far = Condition("ne.u32", kernel.emit("and.b32", count, Immediate(32)), ZERO)
    shifted = [kernel.choose(is_far, whole, near), kernel.choose(is_far, fill, whole)]
    return shifted[::-1] if opcode == "shl" else shifted


def compare(kernel: Selection, predicate: str, left: Words, right: Words) -> Condition:
    """Return the condition of a compare. Emits the operations on which it depends."""
    if predicate in ("eq", "ne"):
        differences = [kernel.emit("xor.b32", one, other) for one, other in zip(left, right, strict=True)]
        return Condition(f"{predicate}.u32", reduce(partial(kernel.emit, "or.b32"), differences), ZERO)
    if predicate[1:] in ("gt", "le"):
        left, right = right, left
    if predicate[0] == "s":
        left, right = ([*words[:-1], kernel.emit("xor.b32", words[-1], _SIGN)] for words in (left, right))
    _chain(kernel, ("sub.u32", "subb.u32"), left, right)
    below = kernel.emit("subb.u32", _LANE, _LANE, is_pure=False)  # 0 minus the borrow
    return Condition("ne.u32", below, ZERO, is_not=predicate[1:] in ("ge", "le"))
