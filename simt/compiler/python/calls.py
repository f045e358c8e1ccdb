"""What kernels call: types, mathematics, places, arrays of their own, atomics, functions of the file."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from math import prod
from typing import Any, Final

from llvmlite import ir

import simt.lang
from isa.diagnostics import Diagnostic
from simt.compiler.python.context import RefusedError, Scope, Variable
from simt.compiler.python.expressions import Expressions
from simt.compiler.python.names import Source, of_function
from simt.compiler.python.values import (
    Array,
    Operand,
    Value,
    arithmetic,
    declared,
    is_float,
    kind_of,
    lower,
    number,
    opaque,
)  # fmt: skip
from simt.lang.functions import ATOMICS, FLOATS, INTEGERS, PLACES
from simt.lang.types import Local, Scalar, common, f32, s32, u32

_MAX_CALLS: Final = 32  # of functions inside each other
_MAX_ELEMENTS: Final = 1 << 20
_LOCAL_FENCE: Final = 3  # CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE


class Calls(Expressions):
    """The translation of calls."""

    wrong: list[Diagnostic]

    def body(self, source: Source) -> None:
        """Translate the statements of a function."""
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
        if (kind := kind_of(called)) is not None:
            (operand,) = self._operands(node, 1)
            self.at(node)
            return self.cast(operand, kind)
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
        return self.builtin(node, name, [self.cast(dimension, u32)], u32)

    def _call_work_dim(self, node: ast.Call) -> Value:
        self._operands(node, 0)
        self.at(node)
        return Value(u32, self.builder.call(declared(self.builder, "_Z12get_work_dimv", lower(u32), []), []))

    def _call_barrier(self, node: ast.Call) -> None:
        self._operands(node, 0)
        self.at(node)
        function = declared(self.builder, "_Z7barrierj", ir.VoidType(), [lower(u32)])
        function.attributes.add("convergent")
        self.builder.call(function, [ir.Constant(lower(u32), _LOCAL_FENCE)])

    # --- arrays of their own ------------------------------------------------------------------------------------------

    def _shape(self, node: ast.Call) -> tuple[Any, tuple[int, ...]]:
        element = self.expression(node.args[0]) if node.args else None
        if not (isinstance(element, type) and issubclass(element, Scalar)) or len(node.args) < 2:
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
        kind = ir.ArrayType(lower(element), prod(shape))
        name = self.module.get_unique_name(f"{self.scopes[0].source.node.name}.local")
        made = ir.GlobalVariable(self.module, kind, name, addrspace=Local.number)
        made.linkage, made.initializer = "internal", ir.Constant(kind, ir.Undefined)
        return Array(element, Local.number, opaque(made), shape)

    def _call_private(self, node: ast.Call) -> Array:
        element, shape = self._shape(node)
        return Array(element, 0, opaque(self.slot(element, prod(shape))), shape)

    def _call_len(self, node: ast.Call) -> int:
        found = self.expression(node.args[0]) if len(node.args) == 1 else None
        if not isinstance(found, Array) or found.shape is None:
            self.mistyped(node, "only an array made by `local` or `private` has a length that is known")
        return found.shape[0]

    # --- numbers ------------------------------------------------------------------------------------------------------

    def _mathematical(self, node: ast.Call, name: str) -> Value:
        """A function of floats: integers become f32, with a double among them all become doubles."""
        return self.builtin(node, name, self._alike(node, FLOATS[name], f32))

    def _whole(self, node: ast.Call, name: str) -> Value:
        """A function of integers."""
        values = self._alike(node, INTEGERS[name], s32)
        if is_float(values[0].kind):
            self.mistyped(node, f"`{ast.unparse(node.func)}` is for integers")
        return self.builtin(node, name, values)

    def _alike(self, node: ast.Call, count: int, kind: type[Scalar]) -> list[Value]:
        """The arguments in the type to which they and a value of this type are converted."""
        operands = self._operands(node, count)
        for operand in operands:
            if isinstance(operand, Value):
                kind = common(kind, arithmetic(operand.kind))
            elif not kind.is_float:
                self.own(node, operand)
        self.at(node)
        return [self.cast(operand, kind) for operand in operands]

    def _call_abs(self, node: ast.Call) -> Operand:
        (operand,) = self._operands(node, 1)
        if not isinstance(operand, Value):
            return abs(operand)
        value = self.cast(operand, self.common(node, operand, 0))
        kind: Any = value.kind
        self.at(node)
        if kind.is_float:
            return self.builtin(node, "fabs", [value])
        if not kind.is_signed:
            return value
        is_negative = self.compared("<", value, number(0, kind))
        return Value(kind, self.builder.select(is_negative.ir, self.builder.neg(value.ir), value.ir))

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
            result = self.builtin(node, f"f{name}" if is_float(left.kind) else name, [left, right])
        return result

    # --- atomics ------------------------------------------------------------------------------------------------------

    def _word(self, node: ast.Call) -> Variable:
        """The place `array[index]` of the first two arguments."""
        found = self.expression(node.args[0])
        if not isinstance(found, Array) or found.element not in (s32, u32) or found.space in (0, 2):
            self.mistyped(node.args[0], "an atomic function changes an array of s32 or u32 in global or local memory")
        place = ast.copy_location(ast.Subscript(node.args[0], node.args[1], ast.Load()), node)
        return self.element(found, place)

    def _atomic(self, node: ast.Call, names: tuple[str, str]) -> Value:
        if len(node.args) != 3:
            self.mistyped(node, f"`{ast.unparse(node.func)}` takes an array, an index and a value")
        word = self._word(node)
        value = self.given(node.args[2], self.operand(node.args[2]), word.kind)
        self.at(node)
        name = names[0 if word.kind is s32 else 1]
        return Value(word.kind, self.builder.atomic_rmw(name, word.slot, value.ir, "monotonic"))

    def _call_atomic_compare_exchange(self, node: ast.Call) -> Value:
        if len(node.args) != 4:
            self.mistyped(node, "`atomic_compare_exchange` takes an array, an index and two values")
        word = self._word(node)
        compared, value = (self.given(each, self.operand(each), word.kind) for each in node.args[2:])
        self.at(node)
        pair = self.builder.cmpxchg(word.slot, compared.ir, value.ir, "monotonic", "monotonic")
        return Value(word.kind, self.builder.extract_value(pair, 0))

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
        scope = Scope(source, end=self.builder.append_basic_block("returned"))
        scope.variables.update(self._arguments(node, source))
        before = len(self.wrong)
        with self.inside(scope):
            self.body(source)
            if len(self.wrong) > before:
                raise RefusedError
            if not self.builder.block.is_terminated and scope.result is not None:
                message = f"`{source.node.name}` ends without a value on one way, and has one on another"
                self.refuse(source.node, message)
            self.leave(scope.end)
        self.into(scope.end)
        if scope.result is None or isinstance(scope.result, Array):
            return scope.result
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
        found = self.expression(node)
        if isinstance(found, Array):
            return found
        if not isinstance(found, Value | int | float):
            self.mistyped(node, f"{ast.unparse(node)} is no number and no array")
        return self.fresh(self.own(node, found))
