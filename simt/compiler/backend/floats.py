"""Selection of floating-point instructions: singles in a register, doubles in a pair."""

from __future__ import annotations

import struct
from typing import Final

from simt.compiler.backend.emission import ALWAYS, Condition
from simt.compiler.backend.integers import sign_extended, zero_extended
from simt.compiler.backend.ops import ZERO, Constant, Operand, Register
from simt.compiler.backend.selection import Selection, elements_of
from simt.compiler.llvm.ir import Instruction

_SIGN: Final = Constant(0x80000000)
_NAMES: Final = {"fadd": "add", "fsub": "sub", "fmul": "mul"}
# The compare of each predicate and whether its outcome is turned round: an unordered one is true with a NaN.
_COMPARES: Final = {
    "oeq": ("eq", False), "une": ("ne", False), "olt": ("lt", False), "ole": ("le", False), "ogt": ("gt", False),
    "oge": ("ge", False), "ult": ("ge", True), "ule": ("gt", True), "ugt": ("le", True), "uge": ("lt", True),
}  # fmt: skip


def operand(at: Selection, words: list[Operand], bits: int) -> Operand:
    """A single, or a double as one operand: a pair of registers, or a constant that is exact as a single."""
    if bits == 16:
        raise at.wrong("a `half` is not computed with", "load and store it with vload_half and vstore_half")
    if bits == 32:
        return words[0]
    if all(isinstance(word, Constant) and not word.symbol for word in words):
        pattern = sum(word.bits << (32 * place) for place, word in enumerate(words) if isinstance(word, Constant))
        number = struct.unpack("<d", struct.pack("<Q", pattern))[0]
        try:
            single = struct.pack("<f", number)
        except OverflowError:
            single = b""
        if single and struct.pack("<d", struct.unpack("<f", single)[0]) == struct.pack("<Q", pattern):
            return Constant(struct.unpack("<I", single)[0])
    return at.group(words)


def words_of(register: Register, bits: int) -> list[Operand]:
    """The words of a single or a double in registers."""
    return [Register(register.unit + place) for place in range(bits // 32)]


def binary(at: Selection, instruction: Instruction) -> None:
    """Select `fadd`, `fsub`, `fmul` or `fdiv`, of vectors element by element."""
    kind = elements_of(instruction.type)[0]
    found: list[Operand] = []
    for left, right in zip(*map(at.parts, instruction.operands), strict=True):
        one, other = operand(at, left, kind.bits), operand(at, right, kind.bits)
        found += words_of(_binary(at, instruction.opcode, one, other, kind.bits), kind.bits)
    at.give(instruction, found)


def _binary(at: Selection, opcode: str, left: Operand, right: Operand, bits: int) -> Register:
    if opcode == "fdiv" and left == Constant(0x3F800000):  # what else is divided calls the library
        return at.emit(at.need("rcp.f32", "a division"), right)
    if opcode not in _NAMES:
        raise at.wrong(f"`{opcode}` of LLVM IR is not compiled")
    name = f"{_NAMES[opcode]}.f{bits}"
    return at.emit(at.need(name, "arithmetic of doubles") if bits == 64 else name, left, right)


def multiply_add(at: Selection, instruction: Instruction, product: Instruction, addend: int) -> bool:
    """Select a sum with a product as one multiply-add, if the machine has it; bit for bit the two it stands for."""
    bits = elements_of(instruction.type)[0].bits
    name = f"mad.f{bits}"
    if not at.can(name):
        return False
    found: list[Operand] = []
    sides = (*product.operands, instruction.operands[addend])
    for words in zip(*map(at.parts, sides), strict=True):
        result = at.emit(name, *(operand(at, list(word), bits) for word in words))
        found += words_of(result, bits)
    at.give(instruction, found)
    return True


def negate(at: Selection, instruction: Instruction) -> None:
    """Select `fneg`: bit 31 of the upper word."""
    found: list[Operand] = []
    for part in at.parts(instruction.operands[0]):
        found += [*part[:-1], at.emit("xor.b32", part[-1], _SIGN)]
    at.give(instruction, found)


def compare(at: Selection, instruction: Instruction) -> None:
    """Select an `fcmp`: a condition, made where it is asked for or at once."""
    left, right = instruction.operands
    bits = elements_of(left.type)[0].bits
    found = []
    for one, other in zip(at.parts(left), at.parts(right), strict=True):
        condition = _condition(at, instruction.detail, operand(at, one, bits), operand(at, other, bits), bits)
        if instruction.result in at.is_lazy:
            at.conditions[instruction.result] = condition
            return
        found.append(at.outcome(condition))
    at.give(instruction, found)


def _condition(at: Selection, predicate: str, left: Operand, right: Operand, bits: int) -> Condition:
    if bits == 64:
        at.need("eq.f64", "a compare of doubles")
    if predicate in ("true", "false"):
        return ALWAYS._replace(is_not=predicate == "false")
    if predicate in ("ord", "uno"):  # a constant is a number
        sides = [side for side in (left, right) if not isinstance(side, Constant) or side.symbol]
        if len(sides) == 1:
            return Condition(f"eq.f{bits}", sides[0], sides[0], predicate == "uno")
        one, other = (at.emit(f"eq.f{bits}", side, side) for side in sides)
        return Condition("ne.u32", at.emit("and.b32", one, other), ZERO, is_not=predicate == "uno")
    if predicate in ("one", "ueq"):
        one, other = at.emit(f"lt.f{bits}", left, right), at.emit(f"lt.f{bits}", right, left)
        return Condition("ne.u32", at.emit("or.b32", one, other), ZERO, is_not=predicate == "ueq")
    name, is_not = _COMPARES[predicate]
    return Condition(f"{name}.f{bits}", left, right, is_not)


def convert(at: Selection, instruction: Instruction) -> None:
    """Select a conversion between numbers of which one at least is a float."""
    opcode, source = instruction.opcode, instruction.operands[0]
    old, new = elements_of(source.type)[0], elements_of(instruction.type)[0]
    found: list[Operand] = []
    for part in at.parts(source):
        if (old.bits == 16 and old.kind == "float") or (new.bits == 16 and new.kind == "float"):
            raise at.wrong("a `half` is not computed with", "load and store it with vload_half and vstore_half")
        if opcode in ("sitofp", "uitofp"):
            if old.bits > 32:
                raise at.wrong("a conversion between a 64-bit integer and a float is not compiled")
            extended = sign_extended if opcode == "sitofp" else zero_extended
            name = f"cvt.f{new.bits}.{'s' if opcode == 'sitofp' else 'u'}32"
            word: Operand = extended(at, part[0], old.bits)
        elif opcode in ("fptosi", "fptoui"):
            if new.bits > 32:
                raise at.wrong("a conversion between a 64-bit integer and a float is not compiled")
            name = f"cvt.{'s' if opcode == 'fptosi' or new.bits < 32 else 'u'}32.f{old.bits}"
            word = operand(at, part, old.bits)
        else:
            name, word = f"cvt.f{new.bits}.f{old.bits}", operand(at, part, old.bits)
        result = at.emit(at.need(name, "a conversion"), word)
        found += words_of(result, new.bits) if new.kind == "float" else [result]
    at.give(instruction, found)
