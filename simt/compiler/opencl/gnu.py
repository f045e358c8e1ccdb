"""Builtin functions of GNU C and clang, such as `__builtin_expect`, in terms of functions of OpenCL and LLVM."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from simt.compiler.opencl.tree import Node, NodeError
from simt.compiler.opencl.values import NOTHING, Result, Values
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Builder, Place, Value
from simt.compiler.typed.conversions import convert, integer, store
from simt.compiler.typed.types import BOOL, INT, INTEGERS, Integer, Pointer, Real, Type

_PREFIX: Final = "__builtin_"
_MOST_COPIED: Final = 1 << 16  # bytes
_WIDTHS: Final = {"": 32, "l": 64}  # of C's suffixes, as OpenCL has `long`

# Functions of OpenCL with the same name and meaning.
_MATHEMATICS: Final = (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "ceil", "cos", "cosh", "erf", "erfc", "exp", "exp2",
    "expm1", "fabs", "floor", "lgamma", "log", "log10", "log1p", "log2", "rint", "round", "sin", "sinh", "sqrt", "tan",
    "tanh", "tgamma", "trunc", "atan2", "copysign", "fdim", "fmax", "fmin", "fmod", "hypot", "nextafter", "pow",
    "remainder", "fma",
)  # fmt: skip
_RELATIONS: Final = (
    "isnan", "isinf", "isfinite", "isnormal", "signbit", "isgreater", "isgreaterequal", "isless", "islessequal",
    "islessgreater", "isunordered",
)  # fmt: skip

Call = Callable[[Values, Node, Sequence[Node]], Result]


def header() -> str:
    """Return the header that corrects `__has_builtin`, for which clang returns 1 for functions that are not here."""
    names = [*CALLS, f"{_PREFIX}astype", f"{_PREFIX}offsetof", f"{_PREFIX}constant_p"]
    lines = ["#define __has_builtin(name) __simt_has_##name", *(f"#define __simt_has_{name} 1" for name in names)]
    return "\n".join(lines) + "\n"


# --- hints to the compiler --------------------------------------------------------------------------------------------


def _first(expressions: Values, node: Node, arguments: Sequence[Node]) -> Value:
    """Return the first argument; the others are hints about its value, and only evaluated."""
    value, *_ = [expressions.value(argument) for argument in arguments]
    return convert(expressions.builder, value, node.type)


def _evaluated(expressions: Values, node: Node, arguments: Sequence[Node]) -> Value:
    """Evaluate the arguments for their side effects alone."""
    for argument in arguments:
        expressions.evaluate(argument)
    return NOTHING


def _unreachable(expressions: Values, node: Node, arguments: Sequence[Node]) -> Value:
    expressions.builder.end("unreachable")
    return NOTHING


# --- bits -------------------------------------------------------------------------------------------------------------


def _is_signed(type_: Type) -> bool:
    return isinstance(type_, Integer) and type_.is_signed


def _whole(expressions: Values, argument: Node, bits: int) -> Value:
    return convert(expressions.builder, expressions.value(argument), INTEGERS[bits, False])


def _intrinsic(name: str, bits: int, expressions: Values, node: Node, arguments: Sequence[Node]) -> Value:
    """Translate a reversal or a rotation. A rotation is a funnel shift of two equal values."""
    values = [_whole(expressions, argument, bits) for argument in arguments]
    operands = values if len(values) == 1 else [values[0], *values]
    result = expressions.builder.call(f"llvm.{name}.{values[0].type.ir}", operands, values[0].type)
    return convert(expressions.builder, result, node.type)


def _count(builder: Builder, name: str, value: Value) -> Value:
    """Return a count of bits, computed by OpenCL's `popcount` and `clz`."""
    type_ = value.type
    bits = 8 * type_.size
    one = integer(1, type_)
    if name in ("popcount", "parity"):
        zeros = builder.builtin("popcount", [value], type_)
        return ops.arithmetic(builder, ops.AND, zeros, one) if name == "parity" else zeros
    if name in ("ctz", "ffs"):  # of the lowest bit alone
        value = ops.arithmetic(builder, ops.AND, value, ops.negate(builder, value))
    elif name == "clrsb":
        signed = convert(builder, value, INTEGERS[bits, True])
        signs = ops.arithmetic(builder, ops.SHIFT_RIGHT, signed, integer(bits - 1))
        value = ops.arithmetic(builder, ops.XOR, value, convert(builder, signs, type_))
    zeros = builder.builtin("clz", [value], type_)
    if name == "clz":
        return zeros
    if name == "clrsb":
        return ops.arithmetic(builder, ops.SUBTRACT, zeros, one)
    return ops.arithmetic(builder, ops.SUBTRACT, integer(bits - (name == "ctz"), type_), zeros)


def _counted(name: str, bits: int, expressions: Values, node: Node, arguments: Sequence[Node]) -> Value:
    count = _count(expressions.builder, name, _whole(expressions, arguments[0], bits))
    return convert(expressions.builder, count, node.type)


def _counted_double(name: str, expressions: Values, node: Node, arguments: Sequence[Node]) -> Value:
    """Count bits of a `long long`: OpenCL C gives it 128 bits, so a value of 64 bits is extended."""
    (argument,) = arguments
    if argument.kind == "unexposed" and argument.data is None:  # its conversion to that type
        argument = argument.children[0]
    builder, value = expressions.builder, convert(expressions.builder, expressions.value(argument), _LONG)
    below = convert(builder, _count(builder, name, convert(builder, value, INTEGERS[64, False])), node.type)
    above = integer(64 if name == "clz" else 0, node.type)
    if _is_signed(argument.type):
        ones = ops.compare(builder, ops.LESS, value, integer(0, _LONG))
        if name == "clz":
            total = ops.arithmetic(builder, ops.ADD, below, above)
            return ops.select(builder, ones, integer(0, node.type), total)
        above = ops.select(builder, ones, integer(64, node.type), above)
    return ops.arithmetic(builder, ops.ADD, below, above)


def _absolute(bits: int, expressions: Values, node: Node, arguments: Sequence[Node]) -> Value:
    value = convert(expressions.builder, expressions.value(arguments[0]), INTEGERS[bits, True])
    magnitude = expressions.builder.builtin("abs", [value], INTEGERS[bits, False])
    return convert(expressions.builder, magnitude, node.type)


# --- numbers ----------------------------------------------------------------------------------------------------------


def _mathematics(name: str, expressions: Values, node: Node, arguments: Sequence[Node]) -> Value:
    values = [convert(expressions.builder, expressions.value(argument), node.type) for argument in arguments]
    return expressions.builder.builtin(name, values, node.type)


def _relation(name: str, expressions: Values, node: Node, arguments: Sequence[Node]) -> Value:
    values = [expressions.value(argument) for argument in arguments]
    type_ = values[0].type if len(values) == 1 else ops.common(values[0].type, values[1].type)
    if not isinstance(type_, Real):
        raise NodeError(node, f"`{_PREFIX}{name}` is for one float or double", help=f"call `{name}`")
    values = [convert(expressions.builder, value, type_) for value in values]
    if name == "isunordered":
        test = expressions.builder.make(f"fcmp uno {values[0]}, {values[1].text}", BOOL)
        return convert(expressions.builder, test, node.type)
    return convert(expressions.builder, expressions.builder.builtin(name, values, INT), node.type)


# --- memory -----------------------------------------------------------------------------------------------------------


def _size(arguments: Sequence[Node], node: Node) -> int:
    """Return the number of bytes to copy. Raises `NodeError` if it is not known or too large."""
    last = arguments[-1].below("paren", "unexposed", "cast")
    if last.kind != "value" or not isinstance(last.data, int) or not 0 <= last.data <= _MOST_COPIED:
        message = f"how much is copied is not a number of up to {_MOST_COPIED} bytes"
        raise NodeError(node, message, help="copy the elements in a loop")
    return last.data


def _copied(expressions: Values, node: Node, arguments: Sequence[Node]) -> Value:
    target, source = (expressions.value(argument) for argument in arguments[:2])
    assert isinstance(target.type, Pointer)
    assert isinstance(source.type, Pointer)
    spaces = target.type.space, source.type.space
    expressions.builder.transfer("memmove", [str(target), str(source)], spaces, _size(arguments, node))
    return convert(expressions.builder, target, node.type)


def _filled(expressions: Values, node: Node, arguments: Sequence[Node]) -> Value:
    target, byte = expressions.value(arguments[0]), _whole(expressions, arguments[1], 8)
    assert isinstance(target.type, Pointer)
    expressions.builder.transfer("memset", [str(target), str(byte)], (target.type.space,), _size(arguments, node))
    return convert(expressions.builder, target, node.type)


# --- sums that may leave their type -----------------------------------------------------------------------------------


def _checked(operator: int, expressions: Values, node: Node, arguments: Sequence[Node]) -> Value:
    """Store a sum, difference or product, and return whether it overflowed. Raises `NodeError`."""
    builder = expressions.builder
    left, right = (expressions.value(argument) for argument in arguments[:2])
    place: Place = expressions.target(expressions.value(arguments[2]))
    kinds = (left.type, right.type, place.type)
    if not all(isinstance(kind, Integer) and kind.bits <= 32 for kind in kinds):
        message = "sums of 64 bits that may leave their type are not supported"
        raise NodeError(node, message, help="compare before: a + b leaves ulong where a > ~b")
    true = ops.arithmetic(builder, operator, *(convert(builder, kind, _LONG) for kind in (left, right)))
    if operator == ops.MULTIPLY and not (_is_signed(left.type) or _is_signed(right.type)):
        true = Value(true.text, INTEGERS[64, False])  # the product of two words of 32 bits needs all 64 bits
    wrapped = convert(builder, true, place.type)
    store(builder, wrapped, place)
    wide = convert(builder, wrapped, true.type)
    return convert(builder, ops.compare(builder, ops.NOT_EQUAL, wide, true), node.type)


_LONG: Final = INTEGERS[64, True]

#: The translation of a call, by the function's name.
_BY_NAME: dict[str, Call] = {
    **dict.fromkeys(("expect", "expect_with_probability", "assume_aligned", "launder"), _first),
    "assume": lambda *_: NOTHING, "prefetch": _evaluated, "unreachable": _unreachable,
    **{f"bswap{bits}": partial(_intrinsic, "bswap", bits) for bits in (16, 32, 64)},
    **{f"bitreverse{bits}": partial(_intrinsic, "bitreverse", bits) for bits in (8, 16, 32, 64)},
    **{f"rotateleft{bits}": partial(_intrinsic, "fshl", bits) for bits in (8, 16, 32, 64)},
    **{f"rotateright{bits}": partial(_intrinsic, "fshr", bits) for bits in (8, 16, 32, 64)},
    **{name + suffix: partial(_counted, name, bits) for suffix, bits in _WIDTHS.items()
       for name in ("parity", "ctz", "ffs", "popcount", "clz", "clrsb")},
    **{f"{name}ll": partial(_counted, name, 64) for name in ("parity", "ctz", "ffs")},
    "popcountll": partial(_counted_double, "popcount"), "clzll": partial(_counted_double, "clz"),
    "clzs": partial(_counted, "clz", 16), "ctzs": partial(_counted, "ctz", 16),
    "abs": partial(_absolute, 32), "labs": partial(_absolute, 64), "llabs": partial(_absolute, 64),
    **{name + suffix: partial(_mathematics, name) for name in _MATHEMATICS for suffix in ("", "f")},
    **{name: partial(_relation, name) for name in _RELATIONS},
    **dict.fromkeys(("memcpy", "memmove"), _copied), "memset": _filled,
    **{f"{sign}{name}_overflow": partial(_checked, operator) for sign in ("", "u", "s") for name, operator in
       (("add", ops.ADD), ("sub", ops.SUBTRACT), ("mul", ops.MULTIPLY))},
}  # fmt: skip
CALLS: Final = {f"{_PREFIX}{name}": translate for name, translate in _BY_NAME.items()}
