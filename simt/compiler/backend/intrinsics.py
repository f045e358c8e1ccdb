"""Selection of LLVM's intrinsic functions: a table of functions on the words of one element."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from simt.compiler.backend import floats, wide
from simt.compiler.backend.emission import Condition
from simt.compiler.backend.integers import all_extended, condition, extended, multiply, operation
from simt.compiler.backend.memory import packed
from simt.compiler.backend.ops import ZERO, Immediate, Operand
from simt.compiler.backend.selection import Row, Select, Selection
from simt.compiler.llvm.ir import Instruction

Words = list[Operand]
Mirror = Callable[[Selection, Operand], Operand]


def intrinsic(kernel: Selection, instruction: Instruction) -> Select:
    """Return the function that selects an intrinsic function of LLVM, whatever its types. Raises `CompileError`."""
    name = instruction.detail.removeprefix("llvm.").split(".")
    while name and (name[-1] == "p" or re.fullmatch(r"v?\d*[ifp]\d+", name[-1])):
        name.pop()
    select = _INTRINSICS.get(".".join(name))
    if select is None:
        raise kernel.wrong(f"the intrinsic function `{instruction.detail}` of LLVM is not compiled")
    return select


def _number(number: int, bits: int) -> Words:
    return [Immediate(number >> place & 0xFFFFFFFF) for place in range(0, bits, 32)]


def _copysign(kernel: Selection, instruction: Instruction, row: Row) -> Words:
    *low, magnitude = floats.with_sign("and.b32", 0x7FFFFFFF, kernel, instruction, row)
    sign = kernel.emit("and.b32", row[1][-1], Immediate(0x80000000))
    return [*low, kernel.emit("or.b32", magnitude, sign)]


def _extreme(name: str, kernel: Selection, instruction: Instruction, row: Row) -> Words:
    bits = instruction.bits
    if bits > 32:
        return kernel.choose_all(wide.compare(kernel, name[0] + {"min": "lt", "max": "gt"}[name[1:]], *row), *row)
    return [kernel.emit(f"{name[1:]}.{name[0]}32", *(extended(kernel, name[0], words[0], bits) for words in row))]


def _absolute(kernel: Selection, instruction: Instruction, row: Row) -> Words:
    bits = instruction.bits
    if bits > 32:
        sign = kernel.emit("shr.s32", row[0][1], Immediate(31))
        return wide.binary(kernel, "sub", [kernel.emit("xor.b32", word, sign) for word in row[0]], [sign, sign])
    word = extended(kernel, "s", row[0][0], bits)
    return [kernel.emit("max.s32", word, kernel.emit("sub.u32", ZERO, word))]


def _count(name: str, kernel: Selection, instruction: Instruction, row: Row) -> Words:
    bits, words = instruction.bits, row[0]
    counter = kernel.need(f"{name}.b32", "counting bits")
    if bits > 32:
        if name == "ctz" and bits < 64:
            words = [words[0], kernel.emit("or.b32", words[1], Immediate(1 << (bits - 32)))]
        else:
            words = all_extended(kernel, "u", words, bits)
        low, high = (kernel.emit(counter, word) for word in words)
        if name == "popc":
            return [kernel.emit("add.u32", low, high), ZERO]
        first, second, tested = (high, low, words[1]) if name == "clz" else (low, high, words[0])
        beyond = kernel.emit("add.u32", second, Immediate(32))
        count = kernel.choose(Condition("eq.u32", tested, ZERO), beyond, first)
        return [kernel.emit("sub.u32", count, Immediate(64 - bits)) if name == "clz" and bits < 64 else count, ZERO]
    if name == "ctz":
        return [kernel.emit(counter, words[0] if bits == 32 else kernel.emit("or.b32", words[0], Immediate(1 << bits)))]
    count = kernel.emit(counter, extended(kernel, "u", words[0], bits))
    return [count if name == "popc" or bits == 32 else kernel.emit("sub.u32", count, Immediate(32 - bits))]


def _mirrored(mirror: Mirror, kernel: Selection, instruction: Instruction, row: Row) -> Words:
    """Select a reversal of bits or bytes. mirror: reverses a word."""
    bits, words = instruction.bits, [mirror(kernel, word) for word in reversed(row[0])]
    return words if bits >= 32 else [kernel.emit("shr.u32", words[0], Immediate(32 - bits))]


def _swapped(kernel: Selection, word: Operand) -> Operand:
    """Return a word with its bytes in reverse order: its halves are swapped, then the bytes of each half."""
    turned = kernel.emit(
        "or.b32", kernel.emit("shl.b32", word, Immediate(16)), kernel.emit("shr.u32", word, Immediate(16))
    )
    upper = kernel.emit("and.b32", kernel.emit("shl.b32", turned, Immediate(8)), Immediate(0xFF00FF00))
    lower = kernel.emit("and.b32", kernel.emit("shr.u32", turned, Immediate(8)), Immediate(0x00FF00FF))
    return kernel.emit("or.b32", upper, lower)


def _funnel(opcode: str, kernel: Selection, instruction: Instruction, row: Row) -> Words:
    """Select a funnel shift: two numbers are shifted as one, to the left (`fshl`) or to the right (`fshr`)."""
    bits, (high, low, count) = instruction.bits, row
    if bits & (bits - 1):
        raise kernel.wrong(f"a rotation of a number of {bits} bits is not compiled")
    width, one = _number(bits, bits), _number(1, bits)
    make = partial(operation, kernel)
    if isinstance(count[0], Immediate) and not count[0].symbol:
        by = (count[0].bits if opcode == "fshl" else -count[0].bits) % bits
        if by == 0:
            return high if opcode == "fshl" else low
        left, right = make("shl", bits, high, _number(by, bits)), make("lshr", bits, low, _number(bits - by, bits))
        return make("or", bits, left, right)
    mask = _number(bits - 1, bits)
    if bits != 32:  # word shifts use the low bits of the count only
        count = make("and", bits, count, mask)
    if bits < 32:  # both fit into one word
        both = packed(kernel, [low[0], high[0]], bits)
        if opcode == "fshr":
            return make("lshr", 32, both, count)
        return make("lshr", 32, make("shl", 32, both, count), width)
    back = make("xor", bits, count, mask)
    if opcode == "fshl":
        left, right = make("shl", bits, high, count), make("lshr", bits, make("lshr", bits, low, one), back)
    else:
        left, right = make("shl", bits, make("shl", bits, high, one), back), make("lshr", bits, low, count)
    return make("or", bits, left, right)


def _signed_saturated(opcode: str, kernel: Selection, instruction: Instruction, row: Row) -> Words:
    bits = instruction.bits
    if bits > 32:
        raise kernel.wrong("saturating arithmetic of 64-bit integers is not compiled")
    left, right = (extended(kernel, "s", words[0], bits) for words in row)
    result = kernel.emit(f"{opcode}.u32", left, right)
    if bits < 32:
        low, high = Immediate(-(1 << (bits - 1)) & 0xFFFFFFFF), Immediate((1 << (bits - 1)) - 1)
        return [kernel.emit("max.s32", kernel.emit("min.s32", result, high), low)]
    other = kernel.emit("xor.b32", result if opcode == "add" else left, right)
    is_over = kernel.emit("and.b32", kernel.emit("xor.b32", result, left), other)
    limit = kernel.emit("xor.b32", kernel.emit("shr.s32", left, Immediate(31)), Immediate(0x7FFFFFFF))
    return [kernel.choose(Condition("lt.s32", is_over, ZERO), limit, result)]


def _over(kernel: Selection, opcode: str, row: Row, result: Words, bits: int) -> Condition:
    """Return the condition that a sum or a difference leaves the unsigned range."""
    return condition(kernel, "ult", bits, *(row if opcode == "sub" else (result, row[0])))


def _saturated(opcode: str, kernel: Selection, instruction: Instruction, row: Row) -> Words:
    bits = instruction.bits
    if opcode == "sub" and bits <= 32:
        left, right = (extended(kernel, "u", words[0], bits) for words in row)
        return [kernel.emit("sub.u32", kernel.emit("max.u32", left, right), right)]
    result = operation(kernel, opcode, bits, *row)
    limit = [ZERO if opcode == "sub" else Immediate(0xFFFFFFFF)] * len(result)
    return kernel.choose_all(_over(kernel, opcode, row, result, bits), limit, result)


def _with_overflow(opcode: str, kernel: Selection, instruction: Instruction, row: Row) -> Words:
    bits = instruction.bits
    if opcode != "mul":
        result = operation(kernel, opcode, bits, *row)
        return [*result, kernel.outcome(_over(kernel, opcode, row, result, bits))]
    if bits > 16 and bits != 32:
        raise kernel.wrong(f"an overflow of numbers of {bits} bits is not compiled")
    left, right = (extended(kernel, "u", words[0], bits) for words in row)
    product = multiply(kernel, left, right)
    if bits < 32:
        return [product, kernel.emit("gt.u32", product, Immediate((1 << bits) - 1))]
    return [
        product,
        kernel.emit("ne.u32", kernel.emit(kernel.need("mulh.u32", "an overflow of a product"), left, right), ZERO),
    ]


def _order(letter: str, kernel: Selection, instruction: Instruction, row: Row) -> Words:
    """Select `ucmp` or `scmp`, whose results are -1, 0 and 1."""
    sides = [condition(kernel, f"{letter}{kind}", instruction.bits, *row) for kind in ("gt", "lt")]
    return [kernel.emit("sub.u32", *(kernel.outcome(side) for side in sides))]


def _saturating_cast(letter: str, kernel: Selection, instruction: Instruction, row: Row) -> Words:
    bits = instruction.bits
    return [kernel.emit(kernel.need(f"cvt.{letter}32.f{bits}", "a conversion"), floats.operand(kernel, row[0], bits))]


# The bits of LLVM's classes of floats, from the smallest magnitude on: zeros, subnormal, normal, infinite, NaNs.
_POSITIVE: Final = (6, 7, 8, 9, 0, 1)
_NEGATIVE: Final = (5, 4, 3, 2, 0, 1)


def _is_of_class(kernel: Selection, instruction: Instruction, row: Row) -> Words:
    """Select a test of whether a float belongs to one of several classes: whether its bits lie in their ranges."""
    words: Words = [kernel.register(word) for word in row[0]]
    classes = row[1][0]
    assert isinstance(classes, Immediate)
    bits = 32 * len(words)
    fraction = 23 if bits == 32 else 52
    sign, infinity = 1 << bits - 1, (1 << bits - 1) - (1 << fraction)
    limits = (0, 1, 1 << fraction, infinity, infinity + 1, infinity + (1 << fraction - 1), sign)
    ranges = [limits[place : place + 2] for place in range(6) if classes.bits >> _POSITIVE[place] & 1]
    negative = [limits[place : place + 2] for place in range(6) if classes.bits >> _NEGATIVE[place] & 1]
    if ranges == negative:
        words = [*words[:-1], kernel.emit("and.b32", words[-1], Immediate(0x7FFFFFFF))]
    else:
        ranges += [(low + sign, high + sign) for low, high in negative]
    outcome: Operand = ZERO
    for low, high in ranges:
        above = operation(kernel, "sub", bits, words, _number(low, bits))
        is_in = kernel.outcome(condition(kernel, "ult", bits, above, _number(high - low, bits)))
        outcome = kernel.emit("or.b32", outcome, is_in)
    return [outcome]


_INTRINSICS: Final[dict[str, Select]] = {
    **{name: partial(floats.operation, name) for name in
       ("sqrt", "fma", "floor", "ceil", "rint", "trunc", "sin", "cos", "log2", "exp2")},
    **dict.fromkeys(("nearbyint", "roundeven"), partial(floats.operation, "rint")),
    **dict.fromkeys(("minnum", "minimumnum"), partial(floats.operation, "min")),
    **dict.fromkeys(("maxnum", "maximumnum"), partial(floats.operation, "max")),
    "fmuladd": floats.multiply_add, "fabs": partial(floats.with_sign, "and.b32", 0x7FFFFFFF), "copysign": _copysign,
    **dict.fromkeys(("canonicalize", "freeze"), lambda _kernel, _instruction, row: row[0]), "is.fpclass": _is_of_class,
    **{name: partial(_extreme, name) for name in ("umin", "umax", "smin", "smax")}, "abs": _absolute,
    "ctpop": partial(_count, "popc"), "ctlz": partial(_count, "clz"), "cttz": partial(_count, "ctz"),
    "bitreverse": partial(_mirrored, lambda kernel, word: kernel.emit("brev.b32", word)),
    "bswap": partial(_mirrored, _swapped),
    **{name: partial(_funnel, name) for name in ("fshl", "fshr")},
    **{f"u{name}.sat": partial(_saturated, name) for name in ("add", "sub")},
    **{f"s{name}.sat": partial(_signed_saturated, name) for name in ("add", "sub")},
    **{f"u{name}.with.overflow": partial(_with_overflow, name) for name in ("add", "sub", "mul")},
    **{f"{letter}cmp": partial(_order, letter) for letter in "us"},
    **{f"fpto{letter}i.sat": partial(_saturating_cast, letter) for letter in "us"},
}  # fmt: skip
