"""Selection of integer instructions: up to 32 bits in a register, up to 64 in two.

A number of fewer than 32 bits stands in a register whose higher bits mean nothing, but for i1, which is 0 or 1.
"""

from __future__ import annotations

from typing import Final

from simt.compiler.backend import wide
from simt.compiler.backend.emission import Condition
from simt.compiler.backend.ops import ZERO, Constant, Operand
from simt.compiler.backend.products import by_constant
from simt.compiler.backend.selection import Selection
from simt.compiler.llvm.ir import Instruction

_COMPARES: Final = {
    "eq": "eq.u32", "ne": "ne.u32", "ult": "lt.u32", "ule": "le.u32", "ugt": "gt.u32", "uge": "ge.u32",
    "slt": "lt.s32", "sle": "le.s32", "sgt": "gt.s32", "sge": "ge.s32",
}  # fmt: skip
_LOGIC: Final = {"and": "and.b32", "or": "or.b32", "xor": "xor.b32"}
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


def binary(at: Selection, instruction: Instruction) -> None:
    """Select an integer operation, of vectors element by element."""
    left, right = instruction.operands
    element = left.type.element or left.type
    found: list[Operand] = []
    for one, other in zip(at.parts(left), at.parts(right), strict=True):
        if element.bits > 32:
            found += wide.binary(at, instruction.opcode, one, other)
        else:
            found.append(narrow(at, instruction.opcode, one[0], other[0], element.bits))
    at.give(instruction, found)


def narrow(at: Selection, opcode: str, left: Operand, right: Operand, bits: int) -> Operand:
    """One operation of up to 32 bits."""
    if opcode in _LOGIC:
        if opcode == "xor" and right == Constant((1 << bits) - 1) and bits == 32:
            return at.emit("not.b32", left)
        return at.emit(_LOGIC[opcode], left, right)
    if opcode in ("add", "sub"):
        if bits == 1:
            return at.emit("xor.b32", left, right)
        return at.emit("add.u32" if opcode == "add" else "sub.u32", left, right)
    if opcode in _SHIFTS:
        if opcode == "lshr":
            left = zero_extended(at, left, bits)
        elif opcode == "ashr":
            left = sign_extended(at, left, bits)
        return at.emit(_SHIFTS[opcode], left, zero_extended(at, right, bits))
    if opcode == "mul":
        return multiply(at, left, right)
    extended = sign_extended if opcode in ("sdiv", "srem") else zero_extended
    return divide(at, opcode, extended(at, left, bits), extended(at, right, bits))


def multiply(at: Selection, left: Operand, right: Operand) -> Operand:
    """The low 32 bits of a product; without a multiplier by shifts, if one factor is known and has few bits."""
    if isinstance(left, Constant):
        left, right = right, left
    known = right.bits if isinstance(right, Constant) and not right.symbol else None
    if known is not None:
        return by_constant(at, left, known)
    return at.emit(at.need("mul.u32", "a product of two variables"), left, right)


def divide(at: Selection, opcode: str, left: Operand, right: Operand) -> Operand:
    """A quotient or a remainder: by the machine's instruction, or by a product with the reciprocal of a constant."""
    name = _DIVISIONS[opcode]
    if isinstance(right, Constant) and right.bits and at.can("mulh.u32") and not at.can(name):
        return _by_constant(at, opcode, left, right.bits)
    return at.emit(
        at.need(name, "a division by a variable" if not isinstance(right, Constant) else "a division"), left, right
    )


def _by_constant(at: Selection, opcode: str, left: Operand, divisor: int) -> Operand:
    """Division by a constant as Granlund and Montgomery have it (1994): multiply by a scaled reciprocal."""
    if opcode in ("udiv", "urem"):
        shift = (divisor - 1).bit_length()
        magic = ((1 << (32 + shift)) + divisor - 1) // divisor
        if magic >> 32 == 0:  # a power of two is left to LLVM
            quotient: Operand = at.emit("mulh.u32", left, Constant(magic))
        else:
            high = at.emit("mulh.u32", left, Constant(magic & 0xFFFFFFFF))
            rest = at.emit("shr.u32", at.emit("sub.u32", left, high), Constant(1))
            quotient = (
                at.emit("shr.u32", at.emit("add.u32", rest, high), Constant(shift - 1))
                if shift > 1
                else (at.emit("add.u32", rest, high))
            )
        signed = divisor
    else:
        signed = divisor - (1 << 32) if divisor >> 31 else divisor
        size = abs(signed)
        shift = max(1, (size - 1).bit_length())
        magic = ((1 << (31 + shift)) // size + 1) & 0xFFFFFFFF
        high = at.emit("add.u32", at.emit("mulh.s32", left, Constant(magic)), left)
        if shift > 1:
            high = at.emit("shr.s32", high, Constant(shift - 1))
        quotient = at.emit("sub.u32", high, at.emit("shr.s32", left, Constant(31)))
        if signed < 0:
            quotient = at.emit("sub.u32", ZERO, quotient)
    if opcode in ("udiv", "sdiv"):
        return quotient
    return at.emit("sub.u32", left, multiply(at, quotient, Constant(signed & 0xFFFFFFFF)))


def compare(at: Selection, instruction: Instruction) -> None:
    """Select an `icmp`: a condition, made where it is asked for or at once."""
    left, right = instruction.operands
    element = left.type.element or left.type
    found = []
    for one, other in zip(at.parts(left), at.parts(right), strict=True):
        if element.words > 1:
            condition = wide.compare(at, instruction.detail, one, other)
        else:
            bits = element.bits if element.kind == "int" else 32
            extended = sign_extended if instruction.detail.startswith("s") else zero_extended
            name = _COMPARES[instruction.detail]
            condition = Condition(name, extended(at, one[0], bits), extended(at, other[0], bits))
        if instruction.result in at.is_lazy:
            at.conditions[instruction.result] = condition
            return
        found.append(at.outcome(condition))
    at.give(instruction, found)


def convert(at: Selection, instruction: Instruction) -> None:
    """Select `trunc`, `zext` or `sext`."""
    source = instruction.operands[0]
    old = (source.type.element or source.type).bits
    new = (instruction.type.element or instruction.type).bits
    found: list[Operand] = []
    for part in at.parts(source):
        if instruction.opcode == "trunc":
            kept = part[: (new + 31) // 32]
            found += [at.emit("and.b32", kept[0], Constant(1))] if new == 1 else kept
            continue
        extended = zero_extended if instruction.opcode == "zext" else sign_extended
        words = [extended(at, part[0], old)] if old <= 32 else list(part)
        if new > 32 and len(words) == 1:
            words.append(ZERO if instruction.opcode == "zext" else at.emit("shr.s32", words[0], Constant(31)))
        found += words
    at.give(instruction, found)


def extreme(at: Selection, name: str, words: list[Operand], bits: int) -> Operand:
    """`umin`, `umax`, `smin` or `smax`."""
    extended = sign_extended if name.startswith("s") else zero_extended
    left, right = (extended(at, word, bits) for word in words)
    return at.emit(f"{name[1:]}.{'s' if name[0] == 's' else 'u'}32", left, right)
