"""What kernels call: types, mathematics, places, arrays of their own, atomics, functions of the file."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from math import prod
from typing import Any, Final

import simt.lang
from isa.reporting.diagnostics import Diagnostic
from simt.compiler.python.atomics import Atomics
from simt.compiler.python.context import RefusedError
from simt.compiler.python.names import Source, of_function
from simt.compiler.python.values import F32, KINDS, TYPES, VECTORS, Array, Operand, kind_of, type_named, type_of
from simt.compiler.python.vectors import is_vector, made_of, parts_of
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Value
from simt.compiler.typed.conversions import integer, zero
from simt.compiler.typed.types import INT, UINT, VOID, Integer, Real, Type, Vector, array_of
from simt.lang.functions import ATOMICS, FLOATS, INTEGERS, PLACES
from simt.lang.types import common

_MAX_CALLS: Final = 32  # of functions inside each other
_MAX_ELEMENTS: Final = 1 << 20
_BOTH_FENCES: Final = 3  # CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE


class Calls(Atomics):
    """The translation of calls."""

    wrong: list[Diagnostic]

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Translate statements."""
        raise NotImplementedError

    def _call(self, node: ast.Call) -> Any:
        called = self.expression(node.func)
        if isinstance(called, simt.lang.Device):
            try:
                called = of_function(called)
            except OSError as error:
                self.refuse(node, str(error), help="put it into a file")
        if isinstance(called, Source):
            return self._inlined(node, called)
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            self.refuse(node, "arguments stand in their order, without names")
        if (given := type_named(called)) is not None:
            (operand,) = self._operands(node, 1)
            self.at(node)
            return self.cast(operand, given)
        if isinstance(called, type) and called in VECTORS:
            return self._vector(node, VECTORS[called])
        name = getattr(called, "__name__", "")
        if called is getattr(simt.lang, name, None) or called is getattr(builtins, name, None):
            return self._named(node, name)
        if getattr(called, "__module__", "") == "math" and name in FLOATS:
            return self._mathematical(node, name)
        advice = "simt.lang has what they call; mark functions of your own with @device"
        return self.refuse(node.func, f"kernels cannot call `{ast.unparse(node.func)}`", help=advice)

    def _vector(self, node: ast.Call, given: Vector) -> Value:
        """A vector of numbers, those of other vectors among them, or of one number everywhere."""
        found = [self.own(argument, self.value(argument)) for argument in node.args]
        self.at(node)
        parts = [part for each in found for part in parts_of(self.builder, each)]
        if len(parts) == 1:
            parts *= given.count
        if len(parts) != given.count:
            self.mistyped(node, f"`{ast.unparse(node.func)}` takes 1 or {given.count} numbers, not {len(parts)}")
        return made_of(self.builder, [self.cast(part, given.element) for part in parts])

    def _named(self, node: ast.Call, name: str) -> Any:
        if name in PLACES:
            return self._place(node, PLACES[name])
        if name in FLOATS or name == "pow":
            return self._mathematical(node, name)
        if name in INTEGERS:
            return self._whole(node, name)
        if name in ("min", "max"):
            return self._extreme(node, name)
        if name in ATOMICS:
            return self.atomic(node, name)
        method: Callable[[ast.Call], Any] | None = getattr(self, f"_call_{name}", None)
        if method is None:
            self.refuse(node, f"kernels cannot call `{name}` here")
        return method(node)

    def _operands(self, node: ast.Call, count: int) -> list[Operand]:
        if len(node.args) != count:
            name = ast.unparse(node.func)
            self.mistyped(node, f"`{name}` takes {count} argument{'s' * (count != 1)}, not {len(node.args)}")
        return [self.operand(argument) for argument in node.args]

    # --- places and barriers ------------------------------------------------------------------------------------------

    def _place(self, node: ast.Call, name: str) -> Value:
        dimension: Any = self.operand(node.args[0]) if node.args else 0
        if len(node.args) > 1 or not isinstance(dimension, int) or not 0 <= dimension <= 2:
            self.mistyped(node, "a dimension is 0, 1 or 2")
        self.at(node)
        return self._counted(name, [integer(dimension, UINT)])

    def _call_work_dim(self, node: ast.Call) -> Value:
        self._operands(node, 0)
        self.at(node)
        return self._counted("get_work_dim", [])

    def _counted(self, name: str, operands: list[Value]) -> Value:
        """A place or a size: a signed integer from 0 or 1 on."""
        if name == "get_local_size":  # becomes a number where it is known, which has no range
            return self.builtin(name, operands, INT)
        least = int(name in ("get_global_size", "get_num_groups", "get_work_dim"))
        numbers = self.module.metadata(f"!{{i32 {least}, i32 -2147483648}}")
        return self.builtin(name, operands, INT, f", !range {numbers}")

    def _call_barrier(self, node: ast.Call) -> None:
        self._operands(node, 0)
        self.at(node)
        self.builtin("barrier", [integer(_BOTH_FENCES, UINT)], VOID)

    # --- arrays of their own ------------------------------------------------------------------------------------------

    def _shape(self, node: ast.Call) -> tuple[Type, tuple[int, ...]]:
        kind = self.expression(node.args[0]) if node.args else None
        if not isinstance(kind, type) or kind is bool or kind not in {**TYPES, **VECTORS} or len(node.args) < 2:
            self.mistyped(node, "an array has a type and a length", help="as in local(f32, 64)")
        shape: list[int] = []
        for argument in node.args[1:]:
            length: Any = self.operand(argument)
            if not isinstance(length, int) or length < 1:
                self.mistyped(argument, "a length is a number that is known here, 1 or more")
            shape.append(length)
        element = type_of(kind)
        if prod(shape) > _MAX_ELEMENTS:
            self.refuse(node, f"{prod(shape)} elements are too many: at most {_MAX_ELEMENTS}")
        return element, tuple(shape)

    def _array(self, node: ast.Call, otherwise: str) -> tuple[Type, tuple[int, ...], Type, str]:
        """The elements of an array, its shape, its type, and the name that its statement gives it, if any."""
        element, shape = self._shape(node)
        kind = element
        for length in reversed(shape):
            kind = array_of(kind, length)
        value, name = self.named_here
        return element, shape, kind, name if value is node else otherwise

    def _call_local(self, node: ast.Call) -> Array:
        element, shape, kind, name = self._array(node, "local")
        place = self.module.add_local(f"{self.builder.name}.{name}", kind)
        return Array(replace(place, type=element), shape)

    def _call_private(self, node: ast.Call) -> Array:
        element, shape, kind, name = self._array(node, "private")
        place = self.builder.allocate(kind, name)
        return Array(replace(place, type=element), shape)

    def _call_len(self, node: ast.Call) -> Value | int:
        found = self.expression(node.args[0]) if len(node.args) == 1 else None
        if isinstance(found, tuple):
            return len(found)
        if is_vector(found) and isinstance(found.type, Vector):
            return found.type.count
        if not isinstance(found, Array):
            self.mistyped(node, "an array or a tuple has a length")
        return self.length(found.shape[0])

    # --- numbers ------------------------------------------------------------------------------------------------------

    def _mathematical(self, node: ast.Call, name: str) -> Value:
        """A function of floats: integers become f32, with a double among them all become doubles."""
        return self.builtin(name, self._alike(node, FLOATS[name], F32))

    def _whole(self, node: ast.Call, name: str) -> Value:
        """A function of integers."""
        values = self._alike(node, INTEGERS[name], INT)
        if isinstance(values[0].type, Real):
            self.mistyped(node, f"`{ast.unparse(node.func)}` is for integers")
        return self.builtin(name, values)

    def _alike(self, node: ast.Call, count: int, given: Type) -> list[Value]:
        """The arguments in the type to which they and a value of this type are converted."""
        operands = self._operands(node, count)
        if isinstance(given, Integer):
            operands = [self.own(node, operand) for operand in operands]
        kinds = [kind_of(operand.type) for operand in operands if isinstance(operand, Value)]
        if isinstance(given, Integer) and len({kind.is_signed for kind in kinds if kind.bits >= 32}) > 1:
            self.mistyped(
                node, f"`{ast.unparse(node.func)}` takes numbers with a sign or numbers without one", "u32(...)"
            )
        given = TYPES[reduce(common, kinds, KINDS[given] if isinstance(given, Real) else kinds[0])]
        if given.bits < 32:
            given = INT
        self.at(node)
        return [self.cast(operand, given) for operand in operands]

    def _call_abs(self, node: ast.Call) -> Operand:
        (operand,) = self._operands(node, 1)
        if not isinstance(operand, Value):
            return abs(operand)
        value = self.cast(operand, ops.promoted(operand.type))
        self.at(node)
        if isinstance(value.type, Real):
            return self.builtin("fabs", [value])
        is_negative = ops.compare(self.builder, ops.LESS, value, zero(value.type))  # never, of a type without a sign
        return self.selected(is_negative, ops.negate(self.builder, value), value)

    def _extreme(self, node: ast.Call, name: str) -> Operand:
        """The first of the smallest, or largest, of at least two, which another replaces if it is less, or greater."""
        if len(node.args) < 2:
            self.mistyped(node, f"`{ast.unparse(node.func)}` takes at least two numbers")
        result, *others = [self.operand(argument) for argument in node.args]
        for other in others:
            if not isinstance(result, Value) and not isinstance(other, Value):
                result = min(result, other) if name == "min" else max(result, other)
                continue
            self.at(node)
            given = self.common(node, result, other)
            is_better = self.compare(node, ops.LESS if name == "min" else ops.GREATER, other, result)
            result = self.selected(is_better, self.cast(other, given), self.cast(result, given))
        return result

    # --- functions of the file ----------------------------------------------------------------------------------------

    def _inlined(self, node: ast.Call, source: Source) -> Any:
        """Translate a function in the place of its call."""
        if source.is_kernel:
            self.refuse(node, "a kernel cannot call a kernel", help="mark what both do with @device")
        if any(scope.source.node is source.node for scope in self.scopes):
            self.refuse(
                node, f"`{source.node.name}` calls itself", help="write a loop; the machine has no stack of calls"
            )
        if len(self.scopes) > _MAX_CALLS:
            self.refuse(node, f"calls are at most {_MAX_CALLS} deep")
        scope = self.scope_of(source)
        scope.variables.update(self._arguments(node, source))
        before = len(self.wrong)
        self.scopes.append(scope)
        try:
            self.block(source.node.body)
            if len(self.wrong) > before:
                raise RefusedError
            if self.builder.is_open and scope.result is not None:
                message = f"`{source.node.name}` ends without a value on one way, and has one on another"
                self.refuse(source.node, message)
        finally:
            self.scopes.pop()
        self.builder.start(scope.end)
        return self.loaded(scope.result)

    def _arguments(self, node: ast.Call, source: Source) -> dict[str, Any]:
        """The variables with which a function begins."""
        names = [parameter.arg for parameter in source.parameters]
        if not source.is_plain or source.node.args.defaults:
            self.refuse(source.node, "a function has parameters in their order, without defaults")
        given = len(node.args) + len(node.keywords)
        if len(node.args) != len(names) or node.keywords:
            self.mistyped(node, f"`{source.node.name}` takes {len(names)} arguments, not {given}")
        return {name: self._argument(argument) for name, argument in zip(names, node.args, strict=True)}

    def _argument(self, node: ast.expr) -> Any:
        return self._passed(node, self.expression(node))

    def _passed(self, node: ast.expr, found: Any) -> Any:
        """A variable of a function that begins with a value."""
        if isinstance(found, tuple):
            return tuple(self._passed(node, each) for each in found)
        if isinstance(found, Array):
            return found
        if not isinstance(found, Value | int | float):
            self.mistyped(node, f"{ast.unparse(node)} is no number and no array")
        return self.fresh(self.own(node, found))
