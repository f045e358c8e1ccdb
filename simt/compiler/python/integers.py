"""Operations on integers with the results of Python: exact for signed and unsigned operands, quotients rounded down.

Both operands have the width of the result; each is signed or unsigned.
"""

from __future__ import annotations

from typing import Final

from simt.compiler.python.values import Operand, number
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Builder, Value
from simt.compiler.typed.conversions import convert, integer, known, zero
from simt.compiler.typed.types import BOOL, INTEGERS, Integer, Type

_MIRRORED: Final = {
    ops.LESS: ops.GREATER, ops.GREATER: ops.LESS, ops.LESS_EQUAL: ops.GREATER_EQUAL,
    ops.GREATER_EQUAL: ops.LESS_EQUAL, ops.EQUAL: ops.EQUAL, ops.NOT_EQUAL: ops.NOT_EQUAL,
}  # fmt: skip
_OF_NEGATIVES: Final = (ops.LESS, ops.LESS_EQUAL, ops.NOT_EQUAL)  # true of a negative number and an unsigned one


def widened(build: Builder, operand: Operand, type_: Integer) -> Value:
    """Convert an operand to a type, unless it has the type's number of bits: then it stays signed or unsigned."""
    value = operand if isinstance(operand, Value) else number(operand, type_)
    return value if _of(value).bits == type_.bits else convert(build, value, type_)


def compared(build: Builder, code: int, left: Value, right: Value) -> Value:
    """Compare two integers, each signed or unsigned."""
    if left.type == right.type:
        return ops.compare(build, code, left, right)
    if not _of(left).is_signed:
        left, right, code = right, left, _MIRRORED[code]
    is_negative = ops.compare(build, ops.LESS, left, zero(left.type))
    outcome = ops.compare(build, code, _unsigned(left), _unsigned(right))
    return ops.select(build, is_negative, integer(code in _OF_NEGATIVES, BOOL), outcome)


def divided(build: Builder, left: Value, right: Value, type_: Type, *, is_rest: bool) -> Value:
    """Compute a quotient, rounded down. With `is_rest`, compute the remainder, which has the sign of the divisor.

    Magnitudes are divided: floor(-a / b) = ~((a - 1) // b).
    """
    number = known(right)
    if _of(left).is_signed and number is not None and number > 0 and not number & (number - 1):
        code, by = (ops.AND, number - 1) if is_rest else (ops.SHIFT_RIGHT, number.bit_length() - 1)
        return Value(ops.arithmetic(build, code, left, integer(by, left.type)).text, type_)
    falls = is_negative = None  # whether the quotient, and the divisor, is below 0
    divisor = _unsigned(right)
    if _of(right).is_signed and (number is None or number < 0):
        is_negative = ops.compare(build, ops.LESS, right, zero(right.type))
        divisor = _unsigned(ops.select(build, is_negative, ops.negate(build, right), right))
    dividend = _unsigned(left)
    if _of(left).is_signed:
        falls = ops.compare(build, ops.LESS, left, zero(left.type))
        dividend = _unsigned(ops.select(build, falls, ops.negate(build, left), left))
    if is_negative is not None:
        differs = is_negative if falls is None else build.make(f"xor {falls}, {is_negative.text}", BOOL)
        falls = build.make(f"and {differs}, {ops.is_true(build, left).text}", BOOL)
    if falls is not None:
        dividend = ops.arithmetic(build, ops.SUBTRACT, dividend, convert(build, falls, dividend.type))
    result = ops.arithmetic(build, ops.REMAINDER if is_rest else ops.DIVIDE, dividend, divisor)
    if falls is not None:
        other = ops.invert(build, result)
        if is_rest:
            other = ops.arithmetic(build, ops.ADD, divisor, other)
        result = ops.select(build, falls, other, result)
    if is_rest and is_negative is not None:
        result = ops.select(build, is_negative, ops.negate(build, result), result)
    return Value(result.text, type_)


def shifted(build: Builder, code: int, left: Value, by: Value) -> Value:
    """Shift by any number of bits; counts of at least the type's bits leave only copies of the sign, or zeros."""
    type_, kind = _of(left), _of(by)
    number = known(by)
    inside = ops.compare(build, ops.LESS, _unsigned(by), integer(type_.bits, INTEGERS[kind.bits, False]))
    if code == ops.SHIFT_RIGHT and type_.is_signed:
        last = integer(type_.bits - 1, type_)
        if number is not None:
            return ops.arithmetic(build, code, left, last if not 0 <= number < type_.bits else integer(number, type_))
        return ops.arithmetic(build, code, left, ops.select(build, inside, convert(build, by, type_), last))
    if number is not None:
        return ops.arithmetic(build, code, left, integer(number, type_)) if 0 <= number < type_.bits else zero(type_)
    return ops.select(build, inside, ops.arithmetic(build, code, left, by), zero(type_))


def _of(value: Value) -> Integer:
    assert isinstance(value.type, Integer)
    return value.type


def _unsigned(value: Value) -> Value:
    """Return the same bits without a sign."""
    return Value(value.text, INTEGERS[_of(value).bits, False])
