"""Selection of calls: work-item functions, barriers, intrinsics of LLVM, instructions by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from isa.table import INDEXED, INSTRUCTIONS, SPECIALS
from simt.compiler.backend import floats, memory, wide
from simt.compiler.backend.emission import Condition
from simt.compiler.backend.integers import extreme, multiply, sign_extended, zero_extended
from simt.compiler.backend.ops import ZERO, Constant, Operand, Operation, Special
from simt.compiler.backend.selection import Selection, elements_of
from simt.compiler.llvm.ir import Instruction, Number

MACHINE: Final = "__simt_op_"  # what a call of a machine's instruction begins with
_MANGLED: Final = re.compile(r"_Z(\d+)(\w+)")
# OpenCL's work-item functions: the special source of a dimension, and the value in dimensions that there are not.
WORK_ITEM: Final = {
    "get_global_id": ("global_id_{}", 0), "get_local_id": ("local_id_{}", 0), "get_group_id": ("group_id_{}", 0),
    "get_global_size": ("global_size_{}", 1), "get_local_size": ("group_size_{}", 1),
    "get_num_groups": ("groups_{}", 1), "get_global_offset": ("global_offset_{}", 0),
}  # fmt: skip
_FENCES: Final = ("mem_fence", "read_mem_fence", "write_mem_fence")
_BARRIERS: Final = ("barrier", "work_group_barrier")


def plain_name(mangled: str) -> str:
    """The name of a builtin function without the types of its parameters."""
    found = _MANGLED.match(mangled)
    return found[2][: int(found[1])] if found else mangled


def call(at: Selection, instruction: Instruction) -> None:
    """Select a call."""
    name = plain_name(instruction.detail)
    if name in WORK_ITEM:
        at.give(instruction, [_work_item(at, name, instruction)])
    elif name == "get_work_dim":
        at.give(instruction, [_special(at, "work_dim")])
    elif name in _BARRIERS:
        at.append(Operation("bar", place=at.place))
        at.forget_carry()
    elif name in _FENCES:
        return  # a warp has one access in flight, and the memories keep a warp's accesses in order
    elif instruction.detail.startswith(MACHINE):
        _by_name(at, instruction)
    elif instruction.detail.startswith(("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")):
        memory.copy(at, instruction)
    elif instruction.detail.startswith("llvm."):
        _intrinsic(at, instruction)
    elif name == "printf":
        raise at.wrong("a kernel cannot print", "write what you want to see to a buffer")
    else:
        raise at.wrong(f"the function `{name}` is not compiled", "the library of builtins does not have it")


def _work_item(at: Selection, name: str, instruction: Instruction) -> Operand:
    pattern, beyond = WORK_ITEM[name]
    dimension = instruction.operands[0]
    if isinstance(dimension, Number):
        if dimension.bits > 2:
            return Constant(beyond)
        if name == "get_local_size" and at.work_group:
            return Constant(at.work_group[dimension.bits])
        if name == "get_local_id" and at.work_group and at.work_group[dimension.bits] == 1:
            return ZERO
        return _special(at, pattern.format("xyz"[dimension.bits]))
    found: Operand = Constant(beyond)
    for place, letter in enumerate("xyz"):
        is_this = Condition("eq.u32", at.word(dimension), Constant(place))
        found = at.choose(is_this, at.register(_special(at, pattern.format(letter))), at.register(found))
    return found


def _special(at: Selection, name: str) -> Operand:
    if name in SPECIALS:
        return Special(name)
    if name in INDEXED:
        return Constant(0, name)  # it takes the place of an instruction's constant
    raise at.wrong(f"`{name}` is not known to a kernel", "pass it as a parameter")


def _by_name(at: Selection, instruction: Instruction) -> None:
    """An instruction of the machine that is called by its name."""
    name = instruction.detail.removeprefix(MACHINE)
    spec = INSTRUCTIONS.get(name)
    if spec is None:
        raise at.wrong(f"there is no instruction `{name}`")
    at.need(name, f"`{name}`")
    sources = [
        floats.operand(at, at.words(value), 64) if value.type.words == 2 else at.word(value)
        for value in instruction.operands
    ]
    result = at.emit(name, *sources)
    at.give(instruction, floats.words_of(result, 32 * spec.registers_of("rd")))


def _intrinsic(at: Selection, instruction: Instruction) -> None:
    name = instruction.detail.removeprefix("llvm.").split(".")
    while name and (name[-1] == "p" or re.fullmatch(r"v?\d*[ifp]\d+", name[-1])):
        name.pop()
    select = _INTRINSICS.get(".".join(name))
    if select is None:
        raise at.wrong(f"the intrinsic function `{instruction.detail}` of LLVM is not compiled")
    bits = elements_of(instruction.operands[0].type)[0].bits
    found: list[Operand] = []
    shape = len(elements_of(instruction.type))
    columns = [at.parts(value) if value.type.kind == "vector" else [at.words(value)] * shape
               for value in instruction.operands]  # fmt: skip
    for row in zip(*columns, strict=True):
        found += select(at, list(row), bits)
    at.give(instruction, found)


Row = list[list[Operand]]


def _float(name: str) -> Callable[[Selection, Row, int], list[Operand]]:
    def select(at: Selection, row: Row, bits: int) -> list[Operand]:
        operation = at.need(f"{name}.f{bits}", f"`{name}`")
        return floats.words_of(at.emit(operation, *(floats.operand(at, words, bits) for words in row)), bits)

    return select


def _multiply_add(at: Selection, row: Row, bits: int) -> list[Operand]:
    """`fmuladd`: rounded twice, as the machine's multiply-add or as two instructions."""
    one, other, addend = (floats.operand(at, words, bits) for words in row)
    if at.can(f"mad.f{bits}"):
        return floats.words_of(at.emit(f"mad.f{bits}", one, other, addend), bits)
    return floats.words_of(at.emit(f"add.f{bits}", at.emit(f"mul.f{bits}", one, other), addend), bits)


def _sign_cleared(at: Selection, row: Row, bits: int) -> list[Operand]:
    words = row[0]
    return [*words[:-1], at.emit("and.b32", words[-1], Constant(0x7FFFFFFF))]


def _copysign(at: Selection, row: Row, bits: int) -> list[Operand]:
    magnitude = _sign_cleared(at, row, bits)
    sign = at.emit("and.b32", row[1][-1], Constant(0x80000000))
    return [*magnitude[:-1], at.emit("or.b32", magnitude[-1], sign)]


def _extreme(name: str) -> Callable[[Selection, Row, int], list[Operand]]:
    def select(at: Selection, row: Row, bits: int) -> list[Operand]:
        if bits <= 32:
            return [extreme(at, name, [words[0] for words in row], bits)]
        condition = wide.compare(at, {"min": "lt", "max": "gt"}[name[1:]].join((name[0], "")), row[0], row[1])
        return [at.choose(condition, one, other) for one, other in zip(*row[:2], strict=True)]

    return select


def _absolute(at: Selection, row: Row, bits: int) -> list[Operand]:
    if bits > 32:
        sign = at.emit("shr.s32", row[0][1], Constant(31))
        return wide.binary(at, "sub", [at.emit("xor.b32", word, sign) for word in row[0]], [sign, sign])
    word = sign_extended(at, row[0][0], bits)
    return [at.emit("max.s32", word, at.emit("sub.u32", ZERO, word))]


def _count(name: str) -> Callable[[Selection, Row, int], list[Operand]]:
    def select(at: Selection, row: Row, bits: int) -> list[Operand]:
        operation = at.need(f"{name}.b32", "counting bits")
        if bits > 32:
            low, high = (at.emit(operation, word) for word in row[0])
            if name == "popc":
                return [at.emit("add.u32", low, high), ZERO]
            first, second, tested = (high, low, row[0][1]) if name == "clz" else (low, high, row[0][0])
            beyond = at.emit("add.u32", second, Constant(32))
            return [at.choose(Condition("eq.u32", tested, ZERO), beyond, first), ZERO]
        word = row[0][0]
        if name == "ctz":
            return [at.emit(operation, word if bits == 32 else at.emit("or.b32", word, Constant(1 << bits)))]
        found = at.emit(operation, zero_extended(at, word, bits))
        return [found if name == "popc" or bits == 32 else at.emit("sub.u32", found, Constant(32 - bits))]

    return select


def _reversed(at: Selection, row: Row, bits: int) -> list[Operand]:
    if bits > 32:
        return [at.emit("brev.b32", word) for word in reversed(row[0])]
    found: Operand = at.emit("brev.b32", row[0][0])
    return [found if bits == 32 else at.emit("shr.u32", found, Constant(32 - bits))]


def _bytes_swapped(at: Selection, row: Row, bits: int) -> list[Operand]:
    if bits > 32:
        return [_swap(at, word) for word in reversed(row[0])]
    found = _swap(at, row[0][0])
    return [found if bits == 32 else at.emit("shr.u32", found, Constant(32 - bits))]


def _swap(at: Selection, word: Operand) -> Operand:
    """The bytes of a word in reverse order: of halves, then of the bytes in them."""
    turned = at.emit("or.b32", at.emit("shl.b32", word, Constant(16)), at.emit("shr.u32", word, Constant(16)))
    upper = at.emit("and.b32", at.emit("shl.b32", turned, Constant(8)), Constant(0xFF00FF00))
    lower = at.emit("and.b32", at.emit("shr.u32", turned, Constant(8)), Constant(0x00FF00FF))
    return at.emit("or.b32", upper, lower)


def _funnel(opcode: str) -> Callable[[Selection, Row, int], list[Operand]]:
    def select(at: Selection, row: Row, bits: int) -> list[Operand]:
        if bits > 32:
            return _wide_funnel(at, opcode, row)
        if bits < 32:
            return [_narrow_funnel(at, opcode, [words[0] for words in row], bits)]
        high, low, count = (words[0] for words in row)
        if isinstance(count, Constant) and not count.symbol:
            by = count.bits % 32 if opcode == "fshl" else -count.bits % 32
            if by == 0:
                return [high if opcode == "fshl" else low]
            left, right = at.emit("shl.b32", high, Constant(by)), at.emit("shr.u32", low, Constant(32 - by))
            return [at.emit("or.b32", left, right)]
        back = at.emit("xor.b32", count, Constant(31))
        if opcode == "fshl":
            left = at.emit("shl.b32", high, count)
            right = at.emit("shr.u32", at.emit("shr.u32", low, Constant(1)), back)
        else:
            left = at.emit("shl.b32", at.emit("shl.b32", high, Constant(1)), back)
            right = at.emit("shr.u32", low, count)
        return [at.emit("or.b32", left, right)]

    return select


def _wide_funnel(at: Selection, opcode: str, row: Row) -> list[Operand]:
    """The same of 64 bits: a shift by the count, and one by 1 and the rest of 63."""
    high, low, count = row
    by: list[Operand] = [at.emit("and.b32", count[0], Constant(63)), ZERO]
    rest: list[Operand] = [at.emit("xor.b32", by[0], Constant(63)), ZERO]
    one: list[Operand] = [Constant(1), ZERO]
    if opcode == "fshl":
        left = wide.binary(at, "shl", high, by)
        right = wide.binary(at, "lshr", wide.binary(at, "lshr", low, one), rest)
    else:
        left = wide.binary(at, "shl", wide.binary(at, "shl", high, one), rest)
        right = wide.binary(at, "lshr", low, by)
    return wide.binary(at, "or", left, right)


def _narrow_funnel(at: Selection, opcode: str, words: list[Operand], bits: int) -> Operand:
    """The same of 8 or 16 bits, whose two numbers fit into one word."""
    if bits not in (8, 16):
        raise at.wrong(f"a rotation of a number of {bits} bits is not compiled")
    high, low, count = words
    by = at.emit("and.b32", count, Constant(bits - 1))
    both = at.emit("or.b32", at.emit("shl.b32", high, Constant(bits)), zero_extended(at, low, bits))
    if opcode == "fshr":
        return at.emit("shr.u32", both, by)
    return at.emit("shr.u32", at.emit("shl.b32", both, by), Constant(bits))


def _signed_saturated(opcode: str) -> Callable[[Selection, Row, int], list[Operand]]:
    def select(at: Selection, row: Row, bits: int) -> list[Operand]:
        if bits > 32:
            raise at.wrong("saturating arithmetic of 64-bit integers is not compiled")
        left, right = (sign_extended(at, words[0], bits) for words in row)
        found = at.emit("add.u32" if opcode == "sadd" else "sub.u32", left, right)
        if bits < 32:
            low, high = Constant(-(1 << (bits - 1)) & 0xFFFFFFFF), Constant((1 << (bits - 1)) - 1)
            return [at.emit("max.s32", at.emit("min.s32", found, high), low)]
        other = at.emit("xor.b32", found if opcode == "sadd" else left, right)
        is_over = at.emit("and.b32", at.emit("xor.b32", found, left), other)
        limit = at.emit("xor.b32", at.emit("shr.s32", left, Constant(31)), Constant(0x7FFFFFFF))
        return [at.choose(Condition("lt.s32", is_over, ZERO), limit, found)]

    return select


def _with_overflow(opcode: str) -> Callable[[Selection, Row, int], list[Operand]]:
    def select(at: Selection, row: Row, bits: int) -> list[Operand]:
        left, right = (zero_extended(at, words[0], bits) for words in row)
        if bits > 32 or (opcode == "umul" and bits > 16 and bits != 32):
            raise at.wrong(f"an overflow of numbers of {bits} bits is not compiled")
        if opcode == "usub":
            return [at.emit("sub.u32", left, right), at.emit("lt.u32", left, right)]
        if opcode == "umul" and bits == 32:
            high = at.emit(at.need("mulh.u32", "an overflow of a product"), left, right)
            return [at.emit("mul.u32", left, right), at.emit("ne.u32", high, ZERO)]
        found = at.emit("add.u32", left, right) if opcode == "uadd" else multiply(at, left, right)
        if bits == 32:
            return [found, at.emit("lt.u32", found, left)]
        return [found, at.emit("gt.u32", found, Constant((1 << bits) - 1))]

    return select


def _order(letter: str) -> Callable[[Selection, Row, int], list[Operand]]:
    """`ucmp` and `scmp`: -1, 0 or 1."""

    def select(at: Selection, row: Row, bits: int) -> list[Operand]:
        extended = sign_extended if letter == "s" else zero_extended
        if bits > 32:
            sides = [wide.compare(at, f"{letter}{kind}", row[0], row[1]) for kind in ("gt", "lt")]
            return [at.emit("sub.u32", *(at.outcome(side) for side in sides))]
        left, right = (extended(at, words[0], bits) for words in row)
        above, below = (at.emit(f"{kind}.{letter}32", left, right) for kind in ("gt", "lt"))
        return [at.emit("sub.u32", above, below)]

    return select


def _saturating_cast(letter: str) -> Callable[[Selection, Row, int], list[Operand]]:
    def select(at: Selection, row: Row, bits: int) -> list[Operand]:
        return [at.emit(at.need(f"cvt.{letter}32.f{bits}", "a conversion"), floats.operand(at, row[0], bits))]

    return select


def _saturated(opcode: str) -> Callable[[Selection, Row, int], list[Operand]]:
    def select(at: Selection, row: Row, bits: int) -> list[Operand]:
        if bits == 64:
            from simt.compiler.backend import wide

            found = wide.binary(at, opcode[1:], row[0], row[1])
            below = (row[0], row[1]) if opcode == "usub" else (found, row[0])
            is_over = wide.compare(at, "ult", *below)
            return [at.choose(is_over, ZERO if opcode == "usub" else Constant(0xFFFFFFFF), word) for word in found]
        if bits > 32:
            raise at.wrong(f"saturating arithmetic of numbers of {bits} bits is not compiled")
        left, right = (zero_extended(at, words[0], bits) for words in row)
        if opcode == "usub":
            return [at.emit("sub.u32", at.emit("max.u32", left, right), right)]
        limit = Constant((1 << bits) - 1)
        if bits < 32:
            return [at.emit("min.u32", at.emit("add.u32", left, right), limit)]
        room = at.emit("xor.b32", right, limit)  # what may be added to `right`
        return [at.emit("add.u32", at.emit("min.u32", left, room), right)]

    return select


_INTRINSICS: Final[dict[str, Callable[[Selection, Row, int], list[Operand]]]] = {
    **{name: _float(name) for name in ("sqrt", "fma", "floor", "ceil", "rint", "trunc")},
    "nearbyint": _float("rint"), "roundeven": _float("rint"), "sin": _float("sin"), "cos": _float("cos"),
    "log2": _float("log2"), "exp2": _float("exp2"),
    **dict.fromkeys(("minnum", "minimumnum"), _float("min")), **dict.fromkeys(("maxnum", "maximumnum"), _float("max")),
    "fmuladd": _multiply_add, "fabs": _sign_cleared, "copysign": _copysign,
    "canonicalize": lambda at, row, bits: row[0],
    **{name: _extreme(name) for name in ("umin", "umax", "smin", "smax")}, "abs": _absolute,
    "ctpop": _count("popc"), "ctlz": _count("clz"), "cttz": _count("ctz"), "bitreverse": _reversed,
    "bswap": _bytes_swapped, "fshl": _funnel("fshl"), "fshr": _funnel("fshr"),
    "usub.sat": _saturated("usub"), "uadd.sat": _saturated("uadd"), "ucmp": _order("u"), "scmp": _order("s"),
    "sadd.sat": _signed_saturated("sadd"), "ssub.sat": _signed_saturated("ssub"),
    **{f"{name}.with.overflow": _with_overflow(name) for name in ("uadd", "usub", "umul")},
    "fptosi.sat": _saturating_cast("s"), "fptoui.sat": _saturating_cast("u"), "freeze": lambda at, row, bits: row[0],
}  # fmt: skip
