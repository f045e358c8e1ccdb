"""Conversions between types, the components of vectors, loads and stores."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from ctypes import c_float
from typing import TypeGuard

from simt.compiler.llvm.ir import CONSTANT
from simt.compiler.typed.builder import Builder, Place, Value
from simt.compiler.typed.types import (
    BOOL,
    EVENT,
    INT,
    INTEGERS,
    UINT,
    ArrayType,
    Integer,
    Pointer,
    Real,
    Record,
    Type,
    VectorType,
    holds_pointers,
    parts_of,
    pointer_ir,
    vector_of,
)


def integer(value: int, type_: Type = INT) -> Value:
    """Return a constant of an integer type; the number wraps."""
    assert isinstance(type_, Integer)
    value &= (1 << type_.bits) - 1
    if type_.bits > 1 and value >> (type_.bits - 1):
        value -= 1 << type_.bits
    return Value(("true" if value else "false") if type_ is BOOL else str(value), type_)


def known(value: Value) -> int | None:
    """Return the number that a constant of an integer type is; None for a truth value or any other value."""
    if not isinstance(value.type, Integer) or not value.text.lstrip("-").isdigit():
        return None
    return int(value.text) if value.type.is_signed else int(value.text) % (1 << value.type.bits)


def real(bits: int, type_: Type) -> Value:
    """Return a constant of type float or double, from the bits of a double; for a float it is rounded."""
    if type_.size == 4:
        number = struct.unpack("<d", bits.to_bytes(8, "little"))[0]
        if number == number and abs(number) != float("inf"):
            bits = int.from_bytes(struct.pack("<d", single(number)), "little")
        else:
            bits &= ~0x1FFFFFFF
    return Value(f"0x{bits:016X}", type_)


def single(number: float) -> float:
    """Return the nearest float of 32 bits."""
    return c_float(number).value


def zero(type_: Type) -> Value:
    """Return the value of a type whose bytes are all 0."""
    if isinstance(type_, Integer):
        return integer(0, type_)
    if isinstance(type_, Real):
        return real(0, type_)
    return Value("null" if isinstance(type_, Pointer) else "zeroinitializer", type_)


def is_aggregate(type_: Type) -> bool:
    """Return whether values of a type are handled by address, as arrays and records are."""
    return isinstance(type_, ArrayType | Record)


def splat(builder: Builder, value: Value, type_: VectorType) -> Value:
    """Return a vector with the same number in all components."""
    if value.text[0] != "%":
        return Value(f"<{', '.join([str(value)] * type_.count)}>", type_)
    one = builder.make(f"insertelement {type_.ir} poison, {value}, i32 0", type_)
    lanes = f"<{type_.count} x i32> zeroinitializer"
    return builder.make(f"shufflevector {one}, {type_.ir} poison, {lanes}", type_)


def picked(builder: Builder, value: Value, lanes: tuple[int, ...]) -> Value:
    """Return the components of a vector with these indices: a vector, or for one index a scalar."""
    assert isinstance(value.type, VectorType)
    element = value.type.element
    if len(lanes) == 1:
        return builder.make(f"extractelement {value}, i32 {lanes[0]}", element)
    if lanes == tuple(range(value.type.count)):
        return value
    return shuffle(builder, value, Value("poison", value.type), lanes)


def is_vector(value: object) -> TypeGuard[Value]:
    """Return whether the result of an expression is a vector."""
    return isinstance(value, Value) and isinstance(value.type, VectorType)


def split(builder: Builder, value: Value) -> list[Value]:
    """Return the components of a vector; a scalar is its only one."""
    if not isinstance(value.type, VectorType):
        return [value]
    return [picked(builder, value, (number,)) for number in range(value.type.count)]


def join(builder: Builder, parts: Sequence[Value]) -> Value:
    """Return the vector with these components, which have one type."""
    kind = parts[0].type
    assert isinstance(kind, Integer | Real)
    vector = Value("poison", vector_of(kind, len(parts)))
    for number, part in enumerate(parts):
        vector = builder.make(f"insertelement {vector}, {part}, i32 {number}", vector.type)
    return vector


def shuffle(builder: Builder, left: Value, right: Value, lanes: tuple[int, ...]) -> Value:
    """Return a vector of components of two vectors. lanes: their indices in `left` plus `right`; -1: undefined."""
    assert isinstance(left.type, VectorType)
    mask = ", ".join(f"i32 {lane}" if lane >= 0 else "i32 poison" for lane in lanes)
    text = f"shufflevector {left}, {right}, <{len(lanes)} x i32> <{mask}>"
    return builder.make(text, vector_of(left.type.element, len(lanes)))


def convert(builder: Builder, value: Value, type_: Type) -> Value:
    """Convert a value to a type as C does. Between types of vectors, the bits stay as they are."""
    if value.type == type_:
        return value
    if isinstance(type_, VectorType):
        if isinstance(value.type, VectorType):
            return reinterpret(builder, value, type_)
        if value.type is BOOL and isinstance(type_.element, Integer):
            return splat(builder, builder.make(f"sext {value} to {type_.element.ir}", type_.element), type_)
        return splat(builder, convert(builder, value, type_.element), type_)
    if isinstance(type_, Pointer):
        return _to_pointer(builder, value, type_)
    if isinstance(value.type, Pointer):
        if type_ is BOOL:
            return builder.make(f"icmp ne {value}, null", BOOL)
        return convert(builder, builder.make(f"ptrtoint {value} to i32", UINT), type_)
    if type_ is EVENT:
        return zero(type_)
    return _number(builder, value, type_)


def _to_pointer(builder: Builder, value: Value, type_: Pointer) -> Value:
    if isinstance(value.type, Pointer):
        if value.type.ir == type_.ir:
            return Value(value.text, type_)
        return builder.make(f"addrspacecast {value} to {type_.ir}", type_)
    if value.text == "0":
        return Value("null", type_)
    word = convert(builder, value, INT)
    return builder.make(f"inttoptr {word} to {type_.ir}", type_)


def _number(builder: Builder, value: Value, type_: Type) -> Value:
    source, number = value.type, known(value)
    if isinstance(source, Integer):
        if isinstance(type_, Integer):
            if number is not None and type_ is not BOOL:
                return integer(number, type_)
            if type_ is BOOL:
                return builder.make(f"icmp ne {value}, 0", BOOL)
            if type_.bits == source.bits:
                return Value(value.text, type_)
            word = "trunc" if type_.bits < source.bits else "sext" if source.is_signed else "zext"
        else:
            if number is not None and type_.size == 8 and source.bits <= 32:
                return real(int.from_bytes(struct.pack("<d", number), "little"), type_)
            word = "sitofp" if source.is_signed else "uitofp"
    elif isinstance(type_, Integer):
        if type_ is BOOL:
            return builder.make(f"fcmp une {value}, 0.0", BOOL)
        word = "fptosi" if type_.is_signed else "fptoui"
    else:
        word = "fptrunc" if type_.size < source.size else "fpext"
    return builder.make(f"{word} {value} to {type_.ir}", type_)


def reinterpret(builder: Builder, value: Value, type_: Type) -> Value:
    """Return the bits of a value as a value of another type of the same size."""
    if value.type.ir == type_.ir:
        return Value(value.text, type_)
    if isinstance(value.type, VectorType) and value.type.count == 3:
        value = shuffle(builder, value, Value("poison", value.type), (0, 1, 2, -1))
    to = vector_of(type_.element, 4) if isinstance(type_, VectorType) and type_.count == 3 else type_
    if value.type.ir != to.ir:
        value = builder.make(f"bitcast {value} to {to.ir}", to)
    return Value(value.text, to) if to is type_ else picked(builder, Value(value.text, to), (0, 1, 2))


# --- memory -----------------------------------------------------------------------------------------------------------


def load(builder: Builder, place: Place) -> Value:
    """Load the value at a place; it is neither an array nor a record."""
    whole = place.whole or place.type
    word = "load volatile" if place.is_volatile else "load"
    if whole is BOOL:
        byte = builder.make(f"{word} i8, {place.pointer}, align 1", INTEGERS[8, False])
        return builder.make(f"trunc {byte} to i1", BOOL)
    if place.lanes is not None and len(place.lanes) == 1:
        return load(builder, lane(builder, place, 0))
    if _is_pooled(builder, place, whole):
        offset = builder.make(f"{word} i32, {place.pointer}, align {place.alignment}", UINT)
        inside = builder.make(f"getelementptr i8, {builder.module.pool.start}, {offset}", whole)
        is_null = builder.make(f"icmp eq {offset}, 0", BOOL)
        return builder.make(f"select {is_null}, {whole.ir} null, {inside}", whole)
    value = builder.make(f"{word} {whole.ir}, {place.pointer}, align {place.alignment}", whole)
    return value if place.lanes is None else picked(builder, value, place.lanes)


def _is_pooled(builder: Builder, place: Place, type_: Type) -> bool:
    """Return whether pointers of this type are stored here as offsets in the table of constants."""
    is_between_constants = isinstance(type_, Pointer) and type_.space == place.space == CONSTANT
    return builder.module.is_pooled and is_between_constants


def store(builder: Builder, value: Value, place: Place) -> None:
    """Store a value of the place's type. If the place refers to components of a vector, no others change."""
    word = "store volatile" if place.is_volatile else "store"
    if place.lanes is not None:
        for number in range(len(place.lanes)):
            single = picked(builder, value, (number,)) if len(place.lanes) > 1 else value
            store(builder, single, lane(builder, place, number))
        return
    if value.type is BOOL:
        value = builder.make(f"zext {value} to i8", INTEGERS[8, False])
    builder.do(f"{word} {value}, {place.pointer}, align {place.alignment}")
    if place.is_volatile:
        builder.stay()


def lane(builder: Builder, place: Place, number: int) -> Place:
    """Return the place of a component of a vector. number: counted among the components to which the place refers."""
    whole = place.whole or place.type
    assert isinstance(whole, VectorType)
    index = place.lanes[number] if place.lanes is not None else number
    return builder.offset(place, index * whole.element.size, whole.element)


def copy(builder: Builder, source: Place, target: Place) -> None:
    """Copy an array or record."""
    if builder.module.is_pooled and source.space == CONSTANT and holds_pointers(source.type):
        assert isinstance(source.type, ArrayType | Record)
        for offset, kind in parts_of(source.type):
            one, other = (builder.offset(place, offset, kind) for place in (source, target))
            if is_aggregate(kind):
                copy(builder, one, other)
            else:
                store(builder, load(builder, one), other)
    elif source.type.size:
        is_volatile = source.is_volatile or target.is_volatile
        operands = [_aligned(target), _aligned(source)]
        builder.transfer("memcpy", operands, (target.space, source.space), source.type.size, is_volatile)


def fill(builder: Builder, target: Place) -> None:
    """Set an array or record to zeros."""
    if target.type.size:
        builder.transfer("memset", [_aligned(target), "i8 0"], (target.space,), target.type.size)


def _aligned(place: Place) -> str:
    """Return the address of a place with its alignment, as an argument of a call."""
    return f"{pointer_ir(place.space)} align {place.alignment} {place.address}"
