"""Typed values of LLVM IR, and their conversions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from simt.lang.types import Scalar, common, f32, f64, fits, s32

Kind = type[Scalar] | type[bool]
Number = int | float  # of Python: it takes the type of what stands beside it


@dataclass(frozen=True, slots=True)
class Value:
    """A value: its type, `bool` for what compares give, and where it is in the IR."""

    kind: Kind
    ir: Any


@dataclass(frozen=True, slots=True)
class Array:
    """An array: the type of its elements, its address space and the pointer; its shape, None if the launch says it."""

    element: type[Scalar]
    space: int
    ir: Any
    shape: tuple[int, ...] | None = None


Operand = Value | Number


def lower(kind: Kind) -> Any:
    """The type of LLVM for a type of kernels."""
    if not issubclass(kind, Scalar):
        return ir.IntType(1)
    if kind.is_float:
        return ir.FloatType() if kind is f32 else ir.DoubleType()
    return ir.IntType(kind.bits)


def is_float(kind: Kind) -> bool:
    """Tell whether a type is one of floats."""
    return issubclass(kind, Scalar) and kind.is_float


def is_signed(kind: Kind) -> bool:
    """Tell whether a type has negative numbers."""
    return issubclass(kind, Scalar) and kind.is_signed


def arithmetic(kind: Kind) -> type[Scalar]:
    """The type in which a value is computed with: parts of words, and truths, become `s32`."""
    return common(kind, kind) if issubclass(kind, Scalar) else s32


def name_of(operand: Operand | Array) -> str:
    """The type of an operand, as a person writes it."""
    if isinstance(operand, Array):
        return "an array"
    if isinstance(operand, Value):
        return operand.kind.__name__
    return f"the number {operand}"


def kind_of(found: Any) -> Any:
    """The type of kernels that a type is, `int` and `float` of Python among them; None for anything else."""
    found = {int: s32, float: f32}.get(found, found) if isinstance(found, type) else None
    return found if found is not None and (found is bool or issubclass(found, Scalar)) else None


def number(value: Number, kind: Any) -> Value:
    """A number of Python as a value of a type, whatever is lost."""
    plain = kind(value)
    return Value(kind, ir.Constant(lower(kind), float(plain) if is_float(kind) else int(plain)))


def literal(value: Number, kind: Kind) -> Value:
    """A number of Python as a value of a type. Raises `OverflowError` for one outside its range."""
    if issubclass(kind, Scalar) and not kind.is_float and not fits(value, kind):
        raise OverflowError(f"{value} does not fit {kind.__name__}")
    return number(value, kind)


def settled(operand: Operand) -> Value:
    """A value of its own: numbers of Python become `s32` or `f32`. Raises `OverflowError`."""
    if isinstance(operand, Value):
        return operand
    if isinstance(operand, bool):
        return literal(operand, bool)
    return literal(operand, s32 if isinstance(operand, int) else f32)


def converted(builder: Any, value: Value, kind: Kind) -> Value:
    """A value in another type: integers wrap, floats saturate, NaN gives 0; a truth is 0 or 1."""
    have = value.kind
    if have is kind:
        return value
    if kind is bool:
        return truth(builder, value)
    to = lower(kind)
    assert issubclass(kind, Scalar)
    if have is bool:
        made = builder.uitofp(value.ir, to) if kind.is_float else builder.zext(value.ir, to)
        return Value(kind, made)
    assert issubclass(have, Scalar)
    if have.is_float and kind.is_float:
        made = builder.fpext(value.ir, to) if kind is f64 else builder.fptrunc(value.ir, to)
    elif kind.is_float:
        made = builder.sitofp(value.ir, to) if have.is_signed else builder.uitofp(value.ir, to)
    elif have.is_float:
        name = f"llvm.fpto{'s' if kind.is_signed else 'u'}i.sat.i{kind.bits}.{'f32' if have is f32 else 'f64'}"
        made = builder.call(declared(builder, name, to, [lower(have)]), [value.ir])
    elif kind.bits < have.bits:
        made = builder.trunc(value.ir, to)
    elif kind.bits > have.bits:
        made = builder.sext(value.ir, to) if have.is_signed else builder.zext(value.ir, to)
    else:
        made = value.ir
    return Value(kind, made)


def truth(builder: Any, value: Value) -> Value:
    """Whether a value is not 0."""
    if value.kind is bool:
        return value
    zero = ir.Constant(value.ir.type, 0)
    compare = builder.fcmp_unordered if is_float(value.kind) else builder.icmp_unsigned
    return Value(bool, compare("!=", value.ir, zero))


def declared(builder: Any, name: str, result: Any, operands: Sequence[Any]) -> Any:
    """A function of the module by its name, declared if it is new."""
    module = builder.module
    if name in module.globals:
        return module.globals[name]
    return ir.Function(module, ir.FunctionType(result, operands), name)


def opaque(pointer: Any) -> Any:
    """A pointer without the type that it points to, which llvmlite keeps and LLVM no longer has."""
    pointer.type = ir.PointerType(addrspace=pointer.type.addrspace)
    return pointer
