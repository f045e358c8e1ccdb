"""Vectors: the numbers of several lanes as one value of compiled code. Processors have instructions for these values.

A vector has STEP lanes. Its elements are int64, float32, float64 or truths. Operators work lane by lane, and a plain
number beside a vector counts for every lane. So a function on plain numbers also works on vectors, if it chooses
between values by `choose` instead of a branch. LLVM splits vectors into the widths that the processor has.

In code that is not compiled, a vector is an array of numpy. vector_memory.py loads and stores vectors.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel.models import PrimitiveModel
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, register_model

from simt.core.jit.deferred import INTERPRETED

STEP = 16
EVERY = (1 << STEP) - 1  # the set of all lanes of a vector

WORD, SET = ir.IntType(32), ir.IntType(STEP)
_ELEMENTS = {
    types.int64: ir.IntType(64),
    types.float32: ir.FloatType(),
    types.float64: ir.DoubleType(),
    types.boolean: ir.IntType(1),
}


class Vector(types.Type):  # type: ignore[misc]
    """The type of a vector with elements of a type."""

    def __init__(self, element: Any) -> None:
        self.element = element
        super().__init__(f"Vector({element})")


INTEGERS, SINGLES, DOUBLES = Vector(types.int64), Vector(types.float32), Vector(types.float64)
TRUTHS = Vector(types.boolean)


@register_model(Vector)
class _VectorModel(PrimitiveModel):  # type: ignore[misc]
    """A vector of LLVM."""

    def __init__(self, manager: Any, vector: Vector) -> None:
        super().__init__(manager, vector, vector_of(_ELEMENTS[vector.element]))


def vector_of(element: Any, count: int = STEP) -> Any:
    """Return LLVM's type of a vector."""
    return ir.VectorType(element, count)


def in_every_lane(builder: Any, value: Any) -> Any:
    """Return a vector with a value in every lane."""
    vector = vector_of(value.type)
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(WORD, 0))
    return some_lanes(builder, first, [0] * STEP)


def some_lanes(builder: Any, vector: Any, numbers: Any) -> Any:
    """Return a vector of the lanes of another with these numbers."""
    places = ir.Constant(vector_of(WORD, len(numbers)), list(numbers))
    return builder.shuffle_vector(vector, ir.Constant(vector.type, ir.Undefined), places)


def _as_vector(context: Any, builder: Any, kind: Any, value: Any, element: Any) -> Any:
    """Return an operand as a vector with elements of a type; a plain number is spread."""
    if isinstance(kind, Vector):
        return value
    return in_every_lane(builder, context.cast(builder, value, kind, element))


_COMPARES = {
    operator.eq: "==", operator.ne: "!=", operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=",
}  # fmt: skip
_OF_INTEGERS = {
    operator.add: "add", operator.sub: "sub", operator.mul: "mul", operator.and_: "and_", operator.or_: "or_",
    operator.xor: "xor", operator.lshift: "shl", operator.rshift: "ashr",
}  # fmt: skip
_OF_FLOATS = {operator.add: "fadd", operator.sub: "fsub", operator.mul: "fmul", operator.truediv: "fdiv"}


def _element_of(left: Any, right: Any) -> Any:
    return (left if isinstance(left, Vector) else right).element


def _instruction(builder: Any, operation: Any, element: Any) -> Callable[[Any, Any], Any]:
    """Return the function of LLVM's builder for an operator on elements of a type."""
    is_float = isinstance(element, types.Float)
    if operation not in _COMPARES:
        name = (_OF_FLOATS if is_float else _OF_INTEGERS)[operation]
        make: Callable[[Any, Any], Any] = getattr(builder, name)
        return make
    sign = _COMPARES[operation]
    if not is_float:
        return lambda a, b: builder.icmp_signed(sign, a, b)
    ordered = builder.fcmp_unordered if sign == "!=" else builder.fcmp_ordered
    return lambda a, b: ordered(sign, a, b)


def _install(operation: Any) -> None:
    """Let numba compile an operator on vectors."""

    @infer_global(operation)
    class _Template(AbstractTemplate):  # type: ignore[misc]
        def generic(self, arguments: Any, _keywords: Any) -> Any:
            if len(arguments) != 2 or not any(isinstance(argument, Vector) for argument in arguments):
                return None
            result = TRUTHS if operation in _COMPARES else Vector(_element_of(*arguments))
            return signature(result, *map(types.unliteral, arguments))

    def lower(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        element = _element_of(*sig.args)
        sides = [
            _as_vector(context, builder, kind, value, element) for kind, value in zip(sig.args, values, strict=True)
        ]
        return _instruction(builder, operation, element)(*sides)

    for kinds in ((Vector, Vector), (Vector, types.Number), (types.Number, Vector)):
        lower_builtin(operation, *kinds)(lower)


for _operation in (*_COMPARES, *_OF_INTEGERS, operator.truediv):
    _install(_operation)


def declared(builder: Any, name: str, result: Any, kinds: Any) -> Any:
    """Declare a function of LLVM."""
    return cgutils.get_or_insert_function(builder.module, ir.FunctionType(result, kinds), name)


@intrinsic
def choose(_typing, condition, one, other):
    """Return `one` where a condition holds, else `other`; both have been computed."""
    vectors = [kind for kind in (one, other) if isinstance(kind, Vector)]
    if isinstance(condition, Vector):
        result = vectors[0] if vectors else Vector(types.unliteral(one))
    else:
        result = types.float32 if types.float32 in (one, other) else types.unliteral(other)

    def generate(context, builder, sig, arguments):
        truth, *values = arguments
        if isinstance(sig.return_type, Vector):
            values = [
                _as_vector(context, builder, kind, value, sig.return_type.element)
                for kind, value in zip(sig.args[1:], values, strict=True)
            ]
        else:
            values = [
                context.cast(builder, value, kind, sig.return_type)
                for kind, value in zip(sig.args[1:], values, strict=True)
            ]
        return builder.select(truth, *values)

    return result(condition, types.unliteral(one), types.unliteral(other)), generate


def _conversion(element: Any, name: str) -> Any:
    """Return a function that converts numbers or vectors to an element type of a vector."""

    @intrinsic
    def convert(_typing, value):
        is_vector = isinstance(value, Vector)
        before = value.element if is_vector else types.unliteral(value)
        after = Vector(element) if is_vector else element

        def generate(context, builder, sig, arguments):
            if not is_vector:
                return context.cast(builder, arguments[0], sig.args[0], element)
            if before == element:
                return arguments[0]
            target = vector_of(_ELEMENTS[element])
            if isinstance(before, types.Integer):
                return builder.sitofp(arguments[0], target)
            if before == types.boolean:
                return builder.zext(arguments[0], target)
            if isinstance(element, types.Integer):
                return builder.fptosi(arguments[0], target)
            change = builder.fpext if element == types.float64 else builder.fptrunc
            return change(arguments[0], target)

        return after(before if not is_vector else value), generate

    convert.__doc__ = f"Return a number or a vector as {name}."
    return convert


to_single, to_double = _conversion(types.float32, "float32"), _conversion(types.float64, "float64")
to_integer = _conversion(types.int64, "int64")


@intrinsic
def root(_typing, value):
    """Return the square roots of a vector of floats."""

    def generate(_context, builder, _sig, arguments):
        kind = arguments[0].type
        name = f"llvm.sqrt.v{STEP}f{64 if value == DOUBLES else 32}"
        return builder.call(declared(builder, name, kind, [kind]), arguments)

    return value(value), generate


@intrinsic
def singles_of(_typing, bits):
    """Return the float32 vector of which an int64 vector has the bits."""

    def generate(_context, builder, _sig, arguments):
        return builder.bitcast(builder.trunc(arguments[0], vector_of(WORD)), vector_of(ir.FloatType()))

    return SINGLES(INTEGERS), generate


@intrinsic
def bits_of_singles(_typing, value):
    """Return the bits of a float32 vector as an int64 vector."""

    def generate(_context, builder, _sig, arguments):
        return builder.zext(builder.bitcast(arguments[0], vector_of(WORD)), vector_of(ir.IntType(64)))

    return INTEGERS(SINGLES), generate


@intrinsic
def set_where(_typing, truths):
    """Return the set of the lanes whose truth is true, as bits."""

    def generate(_context, builder, _sig, arguments):
        return builder.zext(builder.bitcast(arguments[0], SET), ir.IntType(64))

    return types.int64(TRUTHS), generate


@intrinsic
def truths_of(_typing, lanes):
    """Return the truths that are true for the lanes of a set."""

    def generate(_context, builder, _sig, arguments):
        return builder.bitcast(builder.trunc(arguments[0], SET), vector_of(ir.IntType(1)))

    return TRUTHS(types.int64), generate


@intrinsic
def spread(_typing, value):
    """Return a vector of an integer in every lane."""

    def generate(_context, builder, _sig, arguments):
        return in_every_lane(builder, arguments[0])

    return INTEGERS(types.int64), generate


@intrinsic
def count_up(_typing, first):
    """Return the vector of an integer and the ones that follow it."""

    def generate(_context, builder, _sig, arguments):
        steps = ir.Constant(vector_of(ir.IntType(64)), list(range(STEP)))
        return builder.add(in_every_lane(builder, arguments[0]), steps)

    return INTEGERS(types.int64), generate


if INTERPRETED:

    def choose(condition, one, other):
        """Return `one` where a condition holds, else `other`; both have been computed."""
        return np.where(condition, one, other)[()]

    def to_single(value):
        """Return a number or a vector as float32."""
        return np.float32(value)

    def to_double(value):
        """Return a number or a vector as float64."""
        return np.float64(value)

    def to_integer(value):
        """Return a number or a vector as int64."""
        return np.int64(value)

    def root(value):
        """Return the square roots of a vector of floats."""
        return np.sqrt(value)

    def singles_of(bits):
        """Return the float32 vector of which an int64 vector has the bits."""
        return bits.astype(np.uint32).view(np.float32)

    def bits_of_singles(value):
        """Return the bits of a float32 vector as an int64 vector."""
        return value.view(np.uint32).astype(np.int64)

    def set_where(truths):
        """Return the set of the lanes whose truth is true, as bits."""
        return np.int64(sum(1 << lane for lane in np.flatnonzero(truths).tolist()))

    def truths_of(lanes):
        """Return the truths that are true for the lanes of a set."""
        return (lanes >> np.arange(STEP)) & 1 != 0

    def spread(value):
        """Return a vector of an integer in every lane."""
        return np.full(STEP, value, np.int64)

    def count_up(first):
        """Return the vector of an integer and the ones that follow it."""
        return first + np.arange(STEP)
