"""Selection of integer instructions: up to 32 bits in a register, up to 64 in two.

The higher bits of a register with a number of fewer than 32 bits are undefined, except for i1, which is 0 or 1.
"""

from __future__ import annotations

from typing import Final

from simt.compiler.backend import wide
from simt.compiler.backend.emission import Condition
from simt.compiler.backend.ops import ZERO, Constant, Operand
from simt.compiler.backend.products import by_constant
from simt.compiler.backend.selection import Row, Selection
from simt.compiler.llvm.ir import Instruction

_COMPARES: Final = {
    "eq": "eq.u32", "ne": "ne.u32", "ult": "lt.u32", "ule": "le.u32", "ugt": "gt.u32", "uge": "ge.u32",
    "slt": "lt.s32", "sle": "le.s32", "sgt": "gt.s32", "sge": "ge.s32",
}  # fmt: skip
_PLAIN: Final = {"and": "and.b32", "or": "or.b32", "xor": "xor.b32", "add": "add.u32", "sub": "sub.u32"}
_SHIFTS: Final = {"shl": "shl.b32", "lshr": "shr.u32", "ashr": "shr.s32"}
_DIVISIONS: Final = {"udiv": "div.u32", "sdiv": "div.s32", "urem": "rem.u32", "srem": "rem.s32"}


def zero_extended(at: Selection, word: Operand, bits: int) -> Operand:
    """The word with zeros above its lowest `bits` bits."""
    if bits >= 32 or bits == 1:
        return word
    if isinstance(word, Constant) and not word.symbol:
        return Constant(word.bits & ((1 << bits) - 1))
    return at.emit("and.b32", word, Constant((1 << bits) - 1))


def sign_extended(at: Selection, word: Operand, bits: int) -> Operand:
    """The word with copies of bit `bits` - 1 above it."""
    if bits >= 32:
        return word
    if isinstance(word, Constant) and not word.symbol:
        low = word.bits & ((1 << bits) - 1)
        return Constant((low - (1 << bits) if low >> (bits - 1) else low) & 0xFFFFFFFF)
    if bits == 1:
        return at.emit("sub.u32", ZERO, word)
    shifted = at.emit("shl.b32", word, Constant(32 - bits))
    return at.emit("shr.s32", shifted, Constant(32 - bits))


def extended(at: Selection, sign: str, words: list[Operand], bits: int) -> Operand:
    """A number of up to 32 bits, extended to its word with copies of its sign ("s") or zeros ("u")."""
    return (sign_extended if sign == "s" else zero_extended)(at, words[0], bits)


def all_extended(at: Selection, sign: str, words: list[Operand], bits: int) -> list[Operand]:
    """The words of a number of more than 32 bits, extended with copies of its sign ("s") or zeros ("u")."""
    *low, top = words
    rest = bits % 32
    if rest == 1:  # a truth value for the functions above
        top = Constant(top.bits & 1) if isinstance(top, Constant) else at.emit("and.b32", top, Constant(1))
    return [*low, (sign_extended if sign == "s" else zero_extended)(at, top, rest)] if rest else words


def binary(at: Selection, instruction: Instruction, row: Row) -> list[Operand]:
    """Select an operation of two integers."""
    return operation(at, instruction.opcode, instruction.bits, *row)


def operation(at: Selection, opcode: str, bits: int, left: list[Operand], right: list[Operand]) -> list[Operand]:
    """The words of the result of an operation on two integers of `bits` bits."""
    if bits > 32:
        if opcode in ("lshr", "ashr"):
            left = all_extended(at, "s" if opcode == "ashr" else "u", left, bits)
        return wide.binary(at, opcode, left, right)
    one, other = left[0], right[0]
    if opcode == "xor" and other == Constant(0xFFFFFFFF) and bits == 32:
        return [at.emit("not.b32", one)]
    if opcode in ("add", "sub") and bits == 1:
        return [at.emit("xor.b32", one, other)]
    if opcode in _PLAIN:
        return [at.emit(_PLAIN[opcode], one, other)]
    if opcode in _SHIFTS:
        if opcode != "shl":
            one = extended(at, "s" if opcode == "ashr" else "u", left, bits)
        return [at.emit(_SHIFTS[opcode], one, zero_extended(at, other, bits))]
    if opcode == "mul":
        return [multiply(at, one, other)]
    return [divide(at, opcode, extended(at, opcode[0], left, bits), extended(at, opcode[0], right, bits))]


def multiply(at: Selection, left: Operand, right: Operand) -> Operand:
    """The low 32 bits of a product. On a machine without a multiplier one factor must be known."""
    for factor, other in ((left, right), (right, left)):
        if isinstance(factor, Constant) and not factor.symbol:
            return by_constant(at, other, factor.bits)
    if isinstance(left, Constant):
        left, right = right, left
    return at.emit(at.need("mul.u32", "a product of two variables"), left, right)


def divide(at: Selection, opcode: str, left: Operand, right: Operand) -> Operand:
    """A quotient or a remainder: by the machine's instruction, or by a product with the reciprocal of a constant."""
    name = _DIVISIONS[opcode]
    is_known = isinstance(right, Constant)
    if isinstance(right, Constant) and right.bits and at.can("mulh.u32") and not at.can(name):
        return _by_constant(at, opcode, left, right.bits)
    return at.emit(at.need(name, "a division" if is_known else "a division by a variable"), left, right)


def _by_constant(at: Selection, opcode: str, left: Operand, divisor: int) -> Operand:
    """Division by a constant, by Granlund and Montgomery (1994): multiply by a scaled reciprocal."""
    if opcode in ("udiv", "urem"):
        shift = (divisor - 1).bit_length()
        magic = ((1 << (32 + shift)) + divisor - 1) // divisor
        quotient: Operand = at.emit("mulh.u32", left, Constant(magic & 0xFFFFFFFF))
        if magic >> 32:  # powers of two are left to LLVM
            rest = at.emit("shr.u32", at.emit("sub.u32", left, quotient), Constant(1))
            quotient = at.emit("add.u32", rest, quotient)
            if shift > 1:
                quotient = at.emit("shr.u32", quotient, Constant(shift - 1))
    else:
        if divisor >> 31:
            divisor -= 1 << 32
        shift = max(1, (abs(divisor) - 1).bit_length())
        magic = ((1 << (31 + shift)) // abs(divisor) + 1) & 0xFFFFFFFF
        high = at.emit("add.u32", at.emit("mulh.s32", left, Constant(magic)), left)
        if shift > 1:
            high = at.emit("shr.s32", high, Constant(shift - 1))
        quotient = at.emit("sub.u32", high, at.emit("shr.s32", left, Constant(31)))
        if divisor < 0:
            quotient = at.emit("sub.u32", ZERO, quotient)
    if opcode in ("udiv", "sdiv"):
        return quotient
    return at.emit("sub.u32", left, multiply(at, quotient, Constant(divisor & 0xFFFFFFFF)))


def condition(at: Selection, predicate: str, bits: int, left: list[Operand], right: list[Operand]) -> Condition:
    """The condition of a compare of integers of `bits` bits."""
    if bits > 32:
        return wide.compare(at, predicate, *(all_extended(at, predicate[0], words, bits) for words in (left, right)))
    one, other = (extended(at, predicate[0], words, bits) for words in (left, right))
    return Condition(_COMPARES[predicate], one, other)


def convert(at: Selection, instruction: Instruction, row: Row) -> list[Operand]:
    """Select `trunc`, `zext` or `sext`."""
    (words,) = row
    old, new = instruction.bits, instruction.type.scalar.bits
    if instruction.opcode == "trunc":
        return [at.emit("and.b32", words[0], Constant(1))] if new == 1 else words[: (new + 31) // 32]
    is_signed = instruction.opcode == "sext"
    sign = "s" if is_signed else "u"
    extended_words = [extended(at, sign, words, old)] if old <= 32 else all_extended(at, sign, words, old)
    lacking = (new + 31) // 32 - len(extended_words)
    if lacking == 0:
        return extended_words
    return [*extended_words, *[at.emit("shr.s32", extended_words[-1], Constant(31)) if is_signed else ZERO] * lacking]
