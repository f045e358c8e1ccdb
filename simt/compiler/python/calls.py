"""Calls in kernels: conversions, mathematics, positions, arrays, atomics, and functions of the file."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from math import prod
from typing import Any, Final

import simt.lang
from simt.compiler.python.atomics import Atomics
from simt.compiler.python.context import RefusedError
from simt.compiler.python.expressions import PythonExpressions
from simt.compiler.python.names import Source, of_function
from simt.compiler.python.subgroups import SubGroups
from simt.compiler.python.values import F32, KINDS, TYPES, VECTORS, ArrayPlace, Operand, kind_of, scalar_type, type_of
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Value
from simt.compiler.typed.conversions import integer, is_vector, join, split, zero
from simt.compiler.typed.types import INT, UINT, VOID, Integer, Real, Type, VectorType, array_of
from simt.lang.functions import ATOMICS, FLOATS, INTEGERS, PLACES
from simt.lang.types import common

_MAX_CALLS: Final = 32  # nested calls of functions
_MAX_ELEMENTS: Final = 1 << 20
_BOTH_FENCES: Final = 3  # CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE


class Calls:
    """A translator of calls. block: translates the statements of the called function in place of the call.

    Its methods raise `RefusedError`.
    """

    def __init__(self, expressions: PythonExpressions, block: Callable[[Sequence[ast.stmt]], None]) -> None:
        self.context = expressions.context
        self.builder = expressions.builder
        self.numbers = expressions.numbers
        self.expressions = expressions
        self._block = block
        atomics, sub_groups = Atomics(expressions), SubGroups(expressions)
        self._by_name: dict[str, Callable[[ast.Call, str], Any]] = {
            **dict.fromkeys(PLACES, self._place), **dict.fromkeys(FLOATS, self._mathematical),
            **dict.fromkeys(INTEGERS, self._whole), **dict.fromkeys(("min", "max"), self._extreme),
            **dict.fromkeys(ATOMICS, atomics.change), "atomic_compare_exchange": atomics.compare_exchange,
            "work_dim": self._work_dim, "barrier": self._barrier, "local": self._array, "private": self._array,
            "len": self._length, "abs": self._magnitude, **sub_groups.by_name,
        }  # fmt: skip

    def call(self, node: ast.Call) -> Any:
        """Translate a call; return its result: None, a value, a number of Python, an array or a tuple.

        Raises `RefusedError`.
        """
        called = self.expressions.evaluate(node.func)
        if isinstance(called, simt.lang.Device):
            try:
                called = of_function(called)
            except OSError as error:
                self.context.refuse(node, str(error), "put it into a file")
        if isinstance(called, Source):
            return self._inlined(node, called)
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            self.context.refuse(node, "arguments stand in their order, without names")
        if (type_ := scalar_type(called)) is not None:
            (operand,) = self._operands(node, 1)
            self.context.at(node)
            return self.numbers.cast(operand, type_)
        if isinstance(called, type) and called in VECTORS:
            return self._vector(node, VECTORS[called])
        name = getattr(called, "__name__", "")
        if called is getattr(simt.lang, name, None) or called is getattr(builtins, name, None):
            if name not in self._by_name:
                self.context.refuse(node, f"kernels cannot call `{name}` here")
            return self._by_name[name](node, name)
        if getattr(called, "__module__", "") == "math" and name in FLOATS:
            return self._mathematical(node, name)
        advice = "simt.lang has what they call; mark functions of your own with @device"
        return self.context.refuse(node.func, f"kernels cannot call `{ast.unparse(node.func)}`", advice)

    def _vector(self, node: ast.Call, type_: VectorType) -> Value:
        """Make a vector of one number in all components, or of numbers and the components of other vectors."""
        numbers = [self.numbers.with_default_type(argument, self.expressions.value(argument)) for argument in node.args]
        self.context.at(node)
        parts = [part for number in numbers for part in split(self.builder, number)]
        if len(parts) == 1:
            parts *= type_.count
        if len(parts) != type_.count:
            message = f"`{ast.unparse(node.func)}` takes 1 or {type_.count} numbers, not {len(parts)}"
            self.context.mistyped(node, message)
        return join(self.builder, [self.numbers.cast(part, type_.element) for part in parts])

    def _operands(self, node: ast.Call, count: int) -> list[Operand]:
        if len(node.args) != count:
            name = ast.unparse(node.func)
            self.context.mistyped(node, f"`{name}` takes {count} argument{'s' * (count != 1)}, not {len(node.args)}")
        return [self.expressions.operand(argument) for argument in node.args]

    # --- places and barriers ------------------------------------------------------------------------------------------

    def _place(self, node: ast.Call, name: str) -> Value:
        dimension: Any = self.expressions.operand(node.args[0]) if node.args else 0
        if len(node.args) > 1 or not isinstance(dimension, int) or not 0 <= dimension <= 2:
            self.context.mistyped(node, "a dimension is 0, 1 or 2")
        self.context.at(node)
        return self._counted(PLACES[name], [integer(dimension, UINT)])

    def _work_dim(self, node: ast.Call, name: str) -> Value:
        self._operands(node, 0)
        self.context.at(node)
        return self._counted(f"get_{name}", [])

    def _counted(self, name: str, operands: list[Value]) -> Value:
        """Call a position function of OpenCL; its result is a signed integer.

        LLVM is given the least result, 0 or 1, except for `get_local_size`.
        """
        if name == "get_local_size":  # becomes a number if it is known, which has no range
            return self.builder.builtin(name, operands, INT)
        least = int(name in ("get_global_size", "get_num_groups", "get_work_dim"))
        numbers = self.context.module.metadata(f"!{{i32 {least}, i32 -2147483648}}")
        return self.builder.builtin(name, operands, INT, f", !range {numbers}")

    def _barrier(self, node: ast.Call, name: str) -> None:
        self._operands(node, 0)
        self.context.at(node)
        self.builder.builtin(name, [integer(_BOTH_FENCES, UINT)], VOID)

    # --- arrays of their own ------------------------------------------------------------------------------------------

    def _shape(self, node: ast.Call) -> tuple[Type, tuple[int, ...]]:
        kind = self.expressions.evaluate(node.args[0]) if node.args else None
        if not isinstance(kind, type) or kind is bool or kind not in {**TYPES, **VECTORS} or len(node.args) < 2:
            self.context.mistyped(node, "an array has a type and a length", "as in local(f32, 64)")
        shape: list[int] = []
        for argument in node.args[1:]:
            length: Any = self.expressions.operand(argument)
            if not isinstance(length, int) or length < 1:
                self.context.mistyped(argument, "a length is a number that is known here, 1 or more")
            shape.append(length)
        element = type_of(kind)
        if prod(shape) > _MAX_ELEMENTS:
            self.context.refuse(node, f"{prod(shape)} elements are too many: at most {_MAX_ELEMENTS}")
        return element, tuple(shape)

    def _array(self, node: ast.Call, memory: str) -> ArrayPlace:
        """Make an array in local or private memory, named after the variable to which it is assigned, if any."""
        element, shape = self._shape(node)
        kind = reduce(array_of, reversed(shape), element)
        value, name = self.context.named_here
        name = name if value is node else memory
        if memory == "local":
            place = self.context.module.add_local(f"{self.builder.name}.{name}", kind)
        else:
            place = self.builder.allocate(kind, name)
        return ArrayPlace(replace(place, type=element), shape)

    def _length(self, node: ast.Call, _name: str) -> Value | int:
        array = self.expressions.evaluate(node.args[0]) if len(node.args) == 1 else None
        if isinstance(array, tuple):
            return len(array)
        if is_vector(array) and isinstance(array.type, VectorType):
            return array.type.count
        if not isinstance(array, ArrayPlace):
            self.context.mistyped(node, "an array or a tuple has a length")
        return self.context.length(array.shape[0])

    # --- numbers ------------------------------------------------------------------------------------------------------

    def _mathematical(self, node: ast.Call, name: str) -> Value:
        """Call a function of floats: the operands become `f64` if one of them is, else `f32`."""
        return self.builder.builtin(name, self._alike(node, FLOATS[name], F32))

    def _whole(self, node: ast.Call, name: str) -> Value:
        values = self._alike(node, INTEGERS[name], INT)
        if isinstance(values[0].type, Real):
            self.context.mistyped(node, f"`{ast.unparse(node.func)}` is for integers")
        return self.builder.builtin(name, values)

    def _alike(self, node: ast.Call, count: int, type_: Type) -> list[Value]:
        """Convert the arguments to their common type, at least 32 bits wide. The function takes `count` arguments.

        type_: `f32` if the common type must be a float; `INT` gives numbers of Python the types of `with_default_type`.
        """
        operands = self._operands(node, count)
        if isinstance(type_, Integer):
            operands = [self.numbers.with_default_type(node, operand) for operand in operands]
        kinds = [kind_of(operand.type) for operand in operands if isinstance(operand, Value)]
        if isinstance(type_, Integer) and len({kind.is_signed for kind in kinds if kind.bits >= 32}) > 1:
            message = f"`{ast.unparse(node.func)}` takes numbers with a sign or numbers without one"
            self.context.mistyped(node, message, "u32(...)")
        type_ = TYPES[reduce(common, kinds, KINDS[type_] if isinstance(type_, Real) else kinds[0])]
        if type_.bits < 32:
            type_ = INT
        self.context.at(node)
        return [self.numbers.cast(operand, type_) for operand in operands]

    def _magnitude(self, node: ast.Call, _name: str) -> Operand:
        (operand,) = self._operands(node, 1)
        if not isinstance(operand, Value):
            return abs(operand)
        value = self.numbers.cast(operand, ops.promoted(operand.type))
        self.context.at(node)
        if isinstance(value.type, Real):
            return self.builder.builtin("fabs", [value])
        is_negative = ops.compare(self.builder, ops.LESS, value, zero(value.type))  # never, for an unsigned type
        return ops.select(self.builder, is_negative, ops.negate(self.builder, value), value)

    def _extreme(self, node: ast.Call, name: str) -> Operand:
        """Translate `min` or `max`: as in Python, the first of equal operands is the result."""
        if len(node.args) < 2:
            self.context.mistyped(node, f"`{ast.unparse(node.func)}` takes at least two numbers")
        result, *others = [self.expressions.operand(argument) for argument in node.args]
        for other in others:
            if not isinstance(result, Value) and not isinstance(other, Value):
                result = min(result, other) if name == "min" else max(result, other)
                continue
            self.context.at(node)
            type_ = self.numbers.common(node, result, other)
            is_better = self.numbers.compare(node, ops.LESS if name == "min" else ops.GREATER, other, result)
            best = [self.numbers.cast(operand, type_) for operand in (other, result)]
            result = ops.select(self.builder, is_better, *best)
        return result

    # --- functions of the file ----------------------------------------------------------------------------------------

    def _inlined(self, node: ast.Call, source: Source) -> Any:
        if source.is_kernel:
            self.context.refuse(node, "a kernel cannot call a kernel", "mark what both do with @device")
        if any(scope.source.node is source.node for scope in self.context.scopes):
            advice = "write a loop; the machine has no stack of calls"
            self.context.refuse(node, f"`{source.node.name}` calls itself", advice)
        if len(self.context.scopes) > _MAX_CALLS:
            self.context.refuse(node, f"calls are at most {_MAX_CALLS} deep")
        scope = self.context.scope_of(source)
        scope.variables.update(self._arguments(node, source))
        before = len(self.context.wrong)
        self.context.scopes.append(scope)
        try:
            self._block(source.node.body)
            if len(self.context.wrong) > before:
                raise RefusedError
            if self.builder.is_open and scope.result is not None:
                message = f"`{source.node.name}` ends without a value on one way, and has one on another"
                self.context.refuse(source.node, message)
        finally:
            self.context.scopes.pop()
        self.builder.start(scope.end)
        return self.context.loaded(scope.result)

    def _arguments(self, node: ast.Call, source: Source) -> dict[str, Any]:
        """Return the variables with which a called function begins: its parameters, with their arguments."""
        names = [parameter.arg for parameter in source.parameters]
        if not source.is_plain or source.node.args.defaults:
            self.context.refuse(source.node, "a function has parameters in their order, without defaults")
        count = len(node.args) + len(node.keywords)
        if len(node.args) != len(names) or node.keywords:
            self.context.mistyped(node, f"`{source.node.name}` takes {len(names)} arguments, not {count}")
        items = map(self.expressions.evaluate, node.args)
        return {name: self._passed(*passed) for name, *passed in zip(names, node.args, items, strict=True)}

    def _passed(self, node: ast.expr, argument: Any) -> Any:
        """Return an argument as a variable: a new place, an array, or a tuple of these."""
        if isinstance(argument, tuple):
            return tuple(self._passed(node, part) for part in argument)
        if isinstance(argument, ArrayPlace):
            return argument
        if not isinstance(argument, Value | int | float):
            self.context.mistyped(node, f"{ast.unparse(node)} is neither a number nor an array")
        return self.context.fresh(self.numbers.with_default_type(node, argument))
