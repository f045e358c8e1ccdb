"""Operators of C on values of numbers, vectors and pointers."""

from __future__ import annotations

from simt.compiler.typed.builder import Builder, Value
from simt.compiler.typed.conversions import convert, integer, splat, zero
from simt.compiler.typed.types import BOOL, INT, INTEGERS, UINT, Integer, Pointer, Real, Type, Types, VectorType

# libclang's numbers of operators
MULTIPLY, DIVIDE, REMAINDER, ADD, SUBTRACT, SHIFT_LEFT, SHIFT_RIGHT = range(3, 10)
LESS, GREATER, LESS_EQUAL, GREATER_EQUAL, EQUAL, NOT_EQUAL = range(11, 17)
AND, XOR, OR, LOGICAL_AND, LOGICAL_OR, ASSIGN = range(17, 23)
FIRST_COMPOUND, COMMA = 23, 33
COMPOUND = (MULTIPLY, DIVIDE, REMAINDER, ADD, SUBTRACT, SHIFT_LEFT, SHIFT_RIGHT, AND, XOR, OR)  # `*=`, `/=`, ...

_REAL = {MULTIPLY: "fmul", DIVIDE: "fdiv", ADD: "fadd", SUBTRACT: "fsub"}
_WHOLE = {MULTIPLY: "mul", ADD: "add", SUBTRACT: "sub", AND: "and", XOR: "xor", OR: "or", SHIFT_LEFT: "shl"}
_SIGNED = {DIVIDE: "sdiv", REMAINDER: "srem", SHIFT_RIGHT: "ashr"}
_UNSIGNED = {DIVIDE: "udiv", REMAINDER: "urem", SHIFT_RIGHT: "lshr"}
_ORDER = {LESS: "lt", GREATER: "gt", LESS_EQUAL: "le", GREATER_EQUAL: "ge"}


def element(type_: Type) -> Type:
    """Return the type of a vector's components; any other type is its own."""
    return type_.element if isinstance(type_, VectorType) else type_


def promoted(type_: Type) -> Type:
    """Return the type in which C computes: `int` for a smaller integer, any other type unchanged."""
    return INT if isinstance(type_, Integer) and type_.bits < 32 else type_


def common(left: Type, right: Type) -> Type:
    """Return the type in which C computes with two numbers; if one is a vector, its type."""
    for type_ in (left, right):
        if isinstance(type_, VectorType):
            return type_
    reals = [type_ for type_ in (left, right) if isinstance(type_, Real)]
    if reals:
        return max(reals, key=lambda type_: type_.size)
    left, right = promoted(left), promoted(right)
    assert isinstance(left, Integer)
    assert isinstance(right, Integer)
    if left.bits != right.bits:
        return max(left, right, key=lambda type_: type_.size)
    return INTEGERS[left.bits, left.is_signed and right.is_signed]


def arithmetic(builder: Builder, operator: int, left: Value, right: Value) -> Value:
    """Return the result of an operator on two values of one type; the count of a shift may have another type."""
    type_ = left.type
    kind = element(type_)
    if isinstance(kind, Real):
        return builder.make(f"{_REAL[operator]} {left}, {right.text}", type_)
    assert isinstance(kind, Integer)
    word = _WHOLE.get(operator) or (_SIGNED if kind.is_signed else _UNSIGNED)[operator]
    if operator in (SHIFT_LEFT, SHIFT_RIGHT):
        right = _count(builder, right, type_, kind)
    return builder.make(f"{word} {left}, {right.text}", type_)


def _count(builder: Builder, count: Value, type_: Type, kind: Integer) -> Value:
    """Return the count of a shift, modulo the bits of the shifted value as in OpenCL."""
    if isinstance(count.type, VectorType):
        bits = 8 * element(count.type).size
        if bits != kind.bits:
            count = builder.make(f"{'trunc' if bits > kind.bits else 'zext'} {count} to {type_.ir}", type_)
    else:
        count = convert(builder, count, kind)
        if count.text.isdigit() and int(count.text) < kind.bits:
            return convert(builder, count, type_)
        count = convert(builder, count, type_)
    mask = integer(kind.bits - 1, kind)
    wide = splat(builder, mask, type_) if isinstance(type_, VectorType) else mask
    return builder.make(f"and {type_.ir} {count.text}, {wide.text}", type_)


def compare(builder: Builder, operator: int, left: Value, right: Value) -> Value:
    """Return the bit of a comparison of two values of one type; for vectors, a bit for each component."""
    kind = element(left.type)
    result = _bits(left.type)
    if isinstance(kind, Real):
        word = "fcmp " + {EQUAL: "oeq", NOT_EQUAL: "une"}.get(operator, "o" + _ORDER.get(operator, ""))
    else:
        is_signed = isinstance(kind, Integer) and kind.is_signed
        order = ("s" if is_signed else "u") + _ORDER.get(operator, "")
        word = "icmp " + {EQUAL: "eq", NOT_EQUAL: "ne"}.get(operator, order)
    return builder.make(f"{word} {left}, {right.text}", result)


def _bits(type_: Type) -> Type:
    """Return the type of a comparison's result: a bit, or a vector of bits."""
    if isinstance(type_, VectorType):
        return VectorType(f"<{type_.count} x i1>", type_.count, 1, BOOL, type_.count)
    return BOOL


def is_true(builder: Builder, value: Value) -> Value:
    """Return the bit that is 1 if a value is not 0; for a vector, a bit for each component."""
    if value.type is BOOL:
        return value
    return compare(builder, NOT_EQUAL, value, zero(value.type))


def as_result(builder: Builder, bits: Value, type_: Type) -> Value:
    """Return the result of a comparison in C from the bits of `compare`.

    The result is 1 or 0 for an int, -1 or 0 in each component of a vector, and the bit itself for `BOOL`.
    """
    if type_ is BOOL:
        return bits
    return builder.make(f"{'sext' if isinstance(type_, VectorType) else 'zext'} {bits} to {type_.ir}", type_)


def select(builder: Builder, test: Value, left: Value, right: Value) -> Value:
    """Return the value `left` where `test` is true, else `right`, whose type may have another sign."""
    return builder.make(f"select {test}, {left}, {right}", left.type)


def is_negative(builder: Builder, value: Value) -> Value:
    """Return one bit for each component of a vector, 1 if the component is negative."""
    return builder.make(f"icmp slt {value}, zeroinitializer", _bits(value.type))


def negate(builder: Builder, value: Value) -> Value:
    """Return the negated value."""
    if isinstance(element(value.type), Real):
        return builder.make(f"fneg {value}", value.type)
    return arithmetic(builder, SUBTRACT, zero(value.type), value)


def invert(builder: Builder, value: Value) -> Value:
    """Return the value with all bits inverted."""
    kind = element(value.type)
    ones = convert(builder, integer(-1, kind), value.type)
    return builder.make(f"xor {value}, {ones.text}", value.type)


def one_more(builder: Builder, value: Value, step: int, types: Types) -> Value:
    """Return a value plus `step`, 1 or -1; a pointer moves by one element."""
    type_ = value.type
    if isinstance(type_, Pointer):
        return advance(builder, value, integer(step), types)
    if isinstance(element(type_), Real):
        return arithmetic(builder, ADD, value, convert(builder, integer(step), type_))
    wide = promoted(type_)
    one = convert(builder, integer(step, element(wide)), wide)
    return convert(builder, arithmetic(builder, ADD, convert(builder, value, wide), one), type_)


def advance(builder: Builder, pointer: Value, count: Value, types: Types, mark: str = "") -> Value:
    """Return a pointer moved by `count` elements. mark: the result of `Module.element_of`, if any."""
    type_ = pointer.type
    assert isinstance(type_, Pointer)
    target = types[type_.target]
    index = count if isinstance(count.type, Integer) and count.type.bits == 32 else convert(builder, count, INT)
    if target.size == 0:  # void: in bytes
        return builder.make(f"getelementptr inbounds i8, {pointer}, i32 {index.text}", type_)
    kind = "i8" if target is BOOL else target.ir
    return builder.make(f"getelementptr inbounds {kind}, {pointer}, i32 {index.text}{mark}", type_)


def distance(builder: Builder, left: Value, right: Value, types: Types, result: Type) -> Value:
    """Return the number of elements from the pointer `right` to the pointer `left`."""
    assert isinstance(left.type, Pointer)
    addresses = [builder.make(f"ptrtoint {pointer} to i32", UINT) for pointer in (left, right)]
    size = max(types[left.type.target].size, 1)
    bytes_between = builder.make(f"sub {addresses[0]}, {addresses[1].text}", result)
    return builder.make(f"sdiv exact {bytes_between}, {size}", result)
