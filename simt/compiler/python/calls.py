"""What kernels call: types, mathematics, places, arrays of their own, atomics, functions of the file."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from typing import Any, Final

import simt.lang
from isa.diagnostics import Diagnostic
from simt.compiler.python.context import RefusedError
from simt.compiler.python.expressions import Expressions
from simt.compiler.python.names import Source, of_function
from simt.compiler.python.values import F32, TYPES, Array, Operand, type_named
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Place, Value
from simt.compiler.typed.conversions import integer, load, zero
from simt.compiler.typed.types import BOOL, INT, UINT, VOID, Integer, Real, Type, array_of
from simt.lang.functions import ATOMICS, FLOATS, INTEGERS, PLACES

_MAX_CALLS: Final = 32  # of functions inside each other
_MAX_ELEMENTS: Final = 1 << 20
_BOTH_FENCES: Final = 3  # CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE


class Calls(Expressions):
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
        name = getattr(called, "__name__", "")
        if called is getattr(simt.lang, name, None) or called is getattr(builtins, name, None):
            return self._named(node, name)
        if getattr(called, "__module__", "") == "math" and name in FLOATS:
            return self._mathematical(node, name)
        advice = "simt.lang has what they call; mark functions of your own with @device"
        return self.refuse(node.func, f"kernels cannot call `{ast.unparse(node.func)}`", help=advice)

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
            return self._atomic(node, ATOMICS[name])
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
        return self.builtin(name, [integer(dimension, UINT)])

    def _call_work_dim(self, node: ast.Call) -> Value:
        self._operands(node, 0)
        self.at(node)
        return self.builtin("get_work_dim", [], UINT)

    def _call_barrier(self, node: ast.Call) -> None:
        self._operands(node, 0)
        self.at(node)
        self.builtin("barrier", [integer(_BOTH_FENCES, UINT)], VOID)

    # --- arrays of their own ------------------------------------------------------------------------------------------

    def _shape(self, node: ast.Call) -> tuple[Type, tuple[int, ...]]:
        element = TYPES.get(self.expression(node.args[0])) if node.args else None
        if element in (None, BOOL) or len(node.args) < 2:
            self.mistyped(node, "an array has a type and a length", help="as in local(f32, 64)")
        shape: list[int] = []
        for argument in node.args[1:]:
            length: Any = self.operand(argument)
            if not isinstance(length, int) or length < 1:
                self.mistyped(argument, "a length is a number that is known here, 1 or more")
            shape.append(length)
        if prod(shape) > _MAX_ELEMENTS:
            self.refuse(node, f"{prod(shape)} elements are too many: at most {_MAX_ELEMENTS}")
        return element, tuple(shape)

    def _call_local(self, node: ast.Call) -> Array:
        element, shape = self._shape(node)
        place = self.module.add_local(f"{self.builder.name}.local", array_of(element, prod(shape)))
        return Array(replace(place, type=element), shape)

    def _call_private(self, node: ast.Call) -> Array:
        element, shape = self._shape(node)
        place = self.builder.allocate(array_of(element, prod(shape)))
        return Array(replace(place, type=element), shape)

    def _call_len(self, node: ast.Call) -> int:
        found = self.expression(node.args[0]) if len(node.args) == 1 else None
        if not isinstance(found, Array) or found.shape is None:
            self.mistyped(node, "only an array made by `local` or `private` has a length that is known")
        return found.shape[0]

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
        for operand in operands:
            if isinstance(operand, Value):
                given = ops.common(given, operand.type)
            elif isinstance(given, Integer):
                self.own(node, operand)
        self.at(node)
        return [self.cast(operand, given) for operand in operands]

    def _call_abs(self, node: ast.Call) -> Operand:
        (operand,) = self._operands(node, 1)
        if not isinstance(operand, Value):
            return abs(operand)
        value = self.cast(operand, self.common(node, operand, 0))
        self.at(node)
        if isinstance(value.type, Real):
            return self.builtin("fabs", [value])
        is_negative = ops.compare(self.builder, ops.LESS, value, zero(value.type))  # never, of a type without a sign
        return self.selected(is_negative, ops.negate(self.builder, value), value)

    def _extreme(self, node: ast.Call, name: str) -> Operand:
        """The smallest, or largest, of at least two; of floats a NaN is ignored."""
        if len(node.args) < 2:
            self.mistyped(node, f"`{ast.unparse(node.func)}` takes at least two numbers")
        result, *others = [self.operand(argument) for argument in node.args]
        for other in others:
            if not isinstance(result, Value) and not isinstance(other, Value):
                result = min(result, other) if name == "min" else max(result, other)
                continue
            self.at(node)
            left, right = self.alike(node, result, other)
            result = self.builtin(f"f{name}" if isinstance(left.type, Real) else name, [left, right])
        return result

    # --- atomics ------------------------------------------------------------------------------------------------------

    def _word(self, node: ast.Call) -> Place:
        """The place `array[index]` of the first two arguments."""
        found = self.expression(node.args[0])
        if not isinstance(found, Array) or found.first.type not in (INT, UINT) or found.first.space in (0, 2):
            self.mistyped(node.args[0], "an atomic function changes an array of s32 or u32 in global or local memory")
        place = ast.copy_location(ast.Subscript(node.args[0], node.args[1], ast.Load()), node)
        return self.element(found, place)

    def _atomic(self, node: ast.Call, names: tuple[str, str]) -> Value:
        if len(node.args) != 3:
            self.mistyped(node, f"`{ast.unparse(node.func)}` takes an array, an index and a value")
        word = self._word(node)
        value = self.given(node.args[2], self.operand(node.args[2]), word.type)
        self.at(node)
        text = f"atomicrmw {names[word.type is UINT]} {word.pointer}, {value} monotonic"
        return self.builder.make(text, word.type)

    def _call_atomic_compare_exchange(self, node: ast.Call) -> Value:
        if len(node.args) != 4:
            self.mistyped(node, "`atomic_compare_exchange` takes an array, an index and two values")
        word = self._word(node)
        compared, value = (self.given(each, self.operand(each), word.type) for each in node.args[2:])
        self.at(node)
        text = f"cmpxchg {word.pointer}, {compared}, {value} monotonic monotonic"
        pair = self.builder.make(text, word.type).text
        return self.builder.make(f"extractvalue {{ i32, i1 }} {pair}, 0", word.type)

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
        if scope.result is None or isinstance(scope.result, Array):
            return scope.result
        return load(self.builder, scope.result)

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
        found = self.expression(node)
        if isinstance(found, Array):
            return found
        if not isinstance(found, Value | int | float):
            self.mistyped(node, f"{ast.unparse(node)} is no number and no array")
        return self.fresh(self.own(node, found))
