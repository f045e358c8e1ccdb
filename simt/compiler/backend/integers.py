"""Selection of integer instructions: up to 32 bits in a register, up to 64 in two.

If a number has fewer than 32 bits, the higher bits of its register are undefined. But the register of an i1 is 0 or 1.
"""

from __future__ import annotations

from typing import Final

from simt.compiler.backend import wide
from simt.compiler.backend.emission import Condition
from simt.compiler.backend.ops import ZERO, Immediate, Operand
from simt.compiler.backend.selection import Row, Selection
from simt.compiler.llvm.ir import Instruction

_COMPARES: Final = {
    "eq": "eq.u32", "ne": "ne.u32", "ult": "lt.u32", "ule": "le.u32", "ugt": "gt.u32", "uge": "ge.u32",
    "slt": "lt.s32", "sle": "le.s32", "sgt": "gt.s32", "sge": "ge.s32",
}  # fmt: skip
_PLAIN: Final = {"and": "and.b32", "or": "or.b32", "xor": "xor.b32", "add": "add.u32", "sub": "sub.u32"}
_SHIFTS: Final = {"shl": "shl.b32", "lshr": "shr.u32", "ashr": "shr.s32"}
_DIVISIONS: Final = {"udiv": "div.u32", "sdiv": "div.s32", "urem": "rem.u32", "srem": "rem.s32"}


def extended(kernel: Selection, sign: str, word: Operand, bits: int) -> Operand:
    """Return the word with copies of bit `bits` - 1 ("s") or zeros (any other sign) above its lowest `bits` bits."""
    if bits >= 32 or (bits == 1 and sign != "s"):
        return word
    if isinstance(word, Immediate) and not word.symbol:
        low = word.bits & ((1 << bits) - 1)
        return Immediate((low - (1 << bits) if sign == "s" and low >> (bits - 1) else low) & 0xFFFFFFFF)
    if sign != "s":
        return kernel.emit("and.b32", word, Immediate((1 << bits) - 1))
    if bits == 1:
        return kernel.emit("sub.u32", ZERO, word)
    shifted = kernel.emit("shl.b32", word, Immediate(32 - bits))
    return kernel.emit("shr.s32", shifted, Immediate(32 - bits))


def all_extended(kernel: Selection, sign: str, words: list[Operand], bits: int) -> list[Operand]:
    """Return the words of a number of more than 32 bits, extended with copies of its sign ("s") or zeros ("u")."""
    *low, top = words
    rest = bits % 32
    if rest == 1:  # a truth value for `extended`
        top = Immediate(top.bits & 1) if isinstance(top, Immediate) else kernel.emit("and.b32", top, Immediate(1))
    return [*low, extended(kernel, sign, top, rest)] if rest else words


def binary(kernel: Selection, instruction: Instruction, row: Row) -> list[Operand]:
    """Select an operation of two integers."""
    return operation(kernel, instruction.opcode, instruction.bits, *row)


def operation(kernel: Selection, opcode: str, bits: int, left: list[Operand], right: list[Operand]) -> list[Operand]:
    """Emit an operation on two integers of `bits` bits; return the words of the result. Raises `CompileError`."""
    if bits > 32:
        if opcode in ("lshr", "ashr"):
            left = all_extended(kernel, "s" if opcode == "ashr" else "u", left, bits)
        return wide.binary(kernel, opcode, left, right)
    one, other = left[0], right[0]
    if opcode == "xor" and other == Immediate(0xFFFFFFFF) and bits == 32:
        return [kernel.emit("not.b32", one)]
    if opcode in ("add", "sub") and bits == 1:
        return [kernel.emit("xor.b32", one, other)]
    if opcode in _PLAIN:
        return [kernel.emit(_PLAIN[opcode], one, other)]
    if opcode in _SHIFTS:
        if opcode != "shl":
            one = extended(kernel, "s" if opcode == "ashr" else "u", one, bits)
        return [kernel.emit(_SHIFTS[opcode], one, extended(kernel, "u", other, bits))]
    if opcode == "mul":
        return [multiply(kernel, one, other)]
    return [divide(kernel, opcode, *(extended(kernel, opcode[0], word, bits) for word in (one, other)))]


def multiply(kernel: Selection, left: Operand, right: Operand) -> Operand:
    """Emit the low 32 bits of a product.

    Raises `CompileError` on a machine without a multiplier if neither factor is a constant.
    """
    for factor, other in ((left, right), (right, left)):
        if isinstance(factor, Immediate) and not factor.symbol:
            return kernel.scaled(other, factor.bits)
    if isinstance(left, Immediate):
        left, right = right, left
    return kernel.emit(kernel.need("mul.u32", "a product of two variables"), left, right)


def divide(kernel: Selection, opcode: str, left: Operand, right: Operand) -> Operand:
    """Emit a quotient or a remainder: by the machine's instruction, or by a product with a constant's reciprocal.

    Raises `CompileError` if the machine can do neither.
    """
    name = _DIVISIONS[opcode]
    is_known = isinstance(right, Immediate)
    if isinstance(right, Immediate) and right.bits and kernel.can("mulh.u32") and not kernel.can(name):
        return _by_constant(kernel, opcode, left, right.bits)
    return kernel.emit(kernel.need(name, "a division" if is_known else "a division by a variable"), left, right)


def _by_constant(kernel: Selection, opcode: str, left: Operand, divisor: int) -> Operand:
    """Emit a quotient or a remainder as a product with a scaled reciprocal, by Granlund and Montgomery (1994)."""
    if opcode in ("udiv", "urem"):
        shift = (divisor - 1).bit_length()
        magic = ((1 << (32 + shift)) + divisor - 1) // divisor
        quotient: Operand = kernel.emit("mulh.u32", left, Immediate(magic & 0xFFFFFFFF))
        if magic >> 32:  # powers of two are left to LLVM
            rest = kernel.emit("shr.u32", kernel.emit("sub.u32", left, quotient), Immediate(1))
            quotient = kernel.emit("add.u32", rest, quotient)
            if shift > 1:
                quotient = kernel.emit("shr.u32", quotient, Immediate(shift - 1))
    else:
        if divisor >> 31:
            divisor -= 1 << 32
        shift = max(1, (abs(divisor) - 1).bit_length())
        magic = ((1 << (31 + shift)) // abs(divisor) + 1) & 0xFFFFFFFF
        high = kernel.emit("add.u32", kernel.emit("mulh.s32", left, Immediate(magic)), left)
        if shift > 1:
            high = kernel.emit("shr.s32", high, Immediate(shift - 1))
        quotient = kernel.emit("sub.u32", high, kernel.emit("shr.s32", left, Immediate(31)))
        if divisor < 0:
            quotient = kernel.emit("sub.u32", ZERO, quotient)
    if opcode in ("udiv", "sdiv"):
        return quotient
    return kernel.emit("sub.u32", left, multiply(kernel, quotient, Immediate(divisor & 0xFFFFFFFF)))


def condition(kernel: Selection, predicate: str, bits: int, left: list[Operand], right: list[Operand]) -> Condition:
    """Return the condition of a compare of integers of `bits` bits."""
    if bits > 32:
        return wide.compare(
            kernel, predicate, *(all_extended(kernel, predicate[0], words, bits) for words in (left, right))
        )
    one, other = (extended(kernel, predicate[0], words[0], bits) for words in (left, right))
    return Condition(_COMPARES[predicate], one, other)


def convert(kernel: Selection, instruction: Instruction, row: Row) -> list[Operand]:
    """Select `trunc`, `zext` or `sext`."""
    (words,) = row
    old, new = instruction.bits, instruction.type.scalar.bits
    if instruction.opcode == "trunc":
        return [kernel.emit("and.b32", words[0], Immediate(1))] if new == 1 else words[: (new + 31) // 32]
    is_signed = instruction.opcode == "sext"
    sign = "s" if is_signed else "u"
    extended_words = [extended(kernel, sign, words[0], old)] if old <= 32 else all_extended(kernel, sign, words, old)
    lacking = (new + 31) // 32 - len(extended_words)
    if lacking == 0:
        return extended_words
    return [
        *extended_words,
        *[kernel.emit("shr.s32", extended_words[-1], Immediate(31)) if is_signed else ZERO] * lacking,
    ]
