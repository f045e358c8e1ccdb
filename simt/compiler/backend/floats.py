"""Selection of floating-point instructions: singles in a register, doubles in a pair."""

from __future__ import annotations

import struct
from typing import Final

from isa.table.values import float_to_bits, is_exact
from simt.compiler.backend.emission import ALWAYS, Condition
from simt.compiler.backend.integers import extended
from simt.compiler.backend.ops import ZERO, Immediate, Operand, Register
from simt.compiler.backend.selection import Row, Selection
from simt.compiler.llvm.ir import Instruction

# The compare of each predicate and whether its outcome is inverted: an unordered one is true with a NaN.
_COMPARES: Final = {
    "oeq": ("eq", False), "une": ("ne", False), "olt": ("lt", False), "ole": ("le", False), "ogt": ("gt", False),
    "oge": ("ge", False), "ult": ("ge", True), "ule": ("gt", True), "ugt": ("le", True), "uge": ("lt", True),
}  # fmt: skip
_INFINITY: Final = 0x7F800000


def operand(kernel: Selection, words: list[Operand], bits: int) -> Operand:
    """Return a float as one operand. A double is a pair of registers, or a constant that is exact as a single.

    bits: the width of the float. Raises `CompileError` for 16.
    """
    if bits == 16:
        raise kernel.wrong("a `half` is not computed with", "load and store it with vload_half and vstore_half")
    if bits == 32:
        return words[0]
    if all(isinstance(word, Immediate) and not word.symbol for word in words):
        pattern = sum(word.bits << (32 * place) for place, word in enumerate(words) if isinstance(word, Immediate))
        number = struct.unpack("<d", struct.pack("<Q", pattern))[0]
        if number == number and is_exact(number):
            return Immediate(float_to_bits(number))
    return kernel.group(words)


def words_of(register: Register, bits: int) -> list[Operand]:
    """Return the words of a single or a double in registers."""
    return [Register(register.unit + place) for place in range(bits // 32)]


def operation(name: str, kernel: Selection, instruction: Instruction, row: Row) -> list[Operand]:
    """Select an instruction of the machine on singles or doubles. Raises `CompileError`."""
    bits = instruction.bits
    sources = [operand(kernel, words, bits) for words in row]
    full = kernel.need(f"{name}.f{bits}", "arithmetic of doubles" if bits == 64 else f"`{name}`")
    return words_of(kernel.emit(full, *sources), bits)


def divide(kernel: Selection, instruction: Instruction, row: Row) -> list[Operand]:
    """Select a division of 1, as a reciprocal. Raises `CompileError` for others, which must call the library."""
    if row[0] != [Immediate(0x3F800000)]:
        raise kernel.wrong("`fdiv` of LLVM IR is not compiled")
    return [kernel.emit(kernel.need("rcp.f32", "a division"), *row[1])]


def multiply_add(kernel: Selection, instruction: Instruction, row: Row) -> list[Operand]:
    """Select `fmuladd`: rounded twice, as the machine's multiply-add or as two instructions."""
    bits = instruction.bits
    one, other, addend = (operand(kernel, words, bits) for words in row)
    if kernel.can(f"mad.f{bits}"):
        return words_of(kernel.emit(f"mad.f{bits}", one, other, addend), bits)
    return words_of(kernel.emit(f"add.f{bits}", kernel.emit(f"mul.f{bits}", one, other), addend), bits)


def with_sign(name: str, bits: int, kernel: Selection, instruction: Instruction, row: Row) -> list[Operand]:
    """Select a bitwise operation of a float's upper word with a constant, which changes the sign."""
    return [*row[0][:-1], kernel.emit(name, row[0][-1], Immediate(bits))]


def condition(kernel: Selection, predicate: str, bits: int, left: list[Operand], right: list[Operand]) -> Condition:
    """Return the condition of a compare of singles or doubles.

    If one compare does not suffice, emit operations that compute it.

    Raises `CompileError`.
    """
    one, other = operand(kernel, left, bits), operand(kernel, right, bits)
    if bits == 64:
        kernel.need("eq.f64", "a compare of doubles")
    if predicate in ("true", "false"):
        return ALWAYS._replace(is_not=predicate == "false")
    if predicate in ("ord", "uno"):
        known = [side.bits for side in (one, other) if isinstance(side, Immediate) and not side.symbol]
        if any(word & 0x7FFFFFFF > _INFINITY for word in known):
            return ALWAYS._replace(is_not=predicate == "ord")
        sides = [side for side in (one, other) if not isinstance(side, Immediate) or side.symbol]
        if not sides:
            return ALWAYS._replace(is_not=predicate == "uno")
        if len(sides) == 1:
            return Condition(f"eq.f{bits}", sides[0], sides[0], predicate == "uno")
        one, other = (kernel.emit(f"eq.f{bits}", side, side) for side in sides)
        return Condition("ne.u32", kernel.emit("and.b32", one, other), ZERO, is_not=predicate == "uno")
    if predicate in ("one", "ueq"):
        sides = [kernel.emit(f"lt.f{bits}", *pair) for pair in ((one, other), (other, one))]
        return Condition("ne.u32", kernel.emit("or.b32", *sides), ZERO, is_not=predicate == "ueq")
    name, is_not = _COMPARES[predicate]
    return Condition(f"{name}.f{bits}", one, other, is_not)


def convert(kernel: Selection, instruction: Instruction, row: Row) -> list[Operand]:
    """Select a conversion between numbers, at least one of which is a float. Raises `CompileError`."""
    opcode, old, new = instruction.opcode, instruction.operands[0].type.scalar, instruction.type.scalar
    if 16 in (kind.bits for kind in (old, new) if kind.kind == "float"):
        raise kernel.wrong("a `half` is not computed with", "load and store it with vload_half and vstore_half")
    if any(kind.kind == "int" and kind.bits > 32 for kind in (old, new)):
        raise kernel.wrong("a conversion between a 64-bit integer and a float is not compiled")
    if opcode in ("sitofp", "uitofp"):
        name, word = f"cvt.f{new.bits}.{opcode[0]}32", extended(kernel, opcode[0], row[0][0], old.bits)
    elif opcode in ("fptosi", "fptoui"):
        letter = "u" if opcode == "fptoui" and new.bits == 32 else "s"
        name, word = f"cvt.{letter}32.f{old.bits}", operand(kernel, row[0], old.bits)
    else:
        name, word = f"cvt.f{new.bits}.f{old.bits}", operand(kernel, row[0], old.bits)
    result = kernel.emit(kernel.need(name, "a conversion"), word)
    return words_of(result, new.bits) if new.kind == "float" else [result]
