"""Arithmetic of kernels: two operands and an operator, with the conversions of `simt.lang.types`."""

from __future__ import annotations

import ast
from typing import Any, Final

from simt.compiler.builtins.mangling import CODES
from simt.compiler.opencl import operators as ops
from simt.compiler.opencl.builder import Value
from simt.compiler.opencl.conversions import convert, zero
from simt.compiler.opencl.tree import BOOL, Integer, Type, base_name
from simt.compiler.python.context import Context
from simt.compiler.python.names import UnknownError, folded
from simt.compiler.python.values import (
    TYPES,
    Kind,
    Operand,
    computed_in,
    is_real,
    kind_of,
    literal,
    name_of,
    number,
)  # fmt: skip
from simt.lang.types import MAX_POWER, Scalar, beside, common, f32, s32

_SYMBOLS: Final[dict[type[ast.AST], str]] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.LShift: "<<",
    ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.Pow: "**", ast.MatMult: "@",
}  # fmt: skip
_OF_ALL: Final[dict[type[ast.AST], int]] = {ast.Add: ops.ADD, ast.Sub: ops.SUBTRACT, ast.Mult: ops.MULTIPLY}
_OF_INTEGERS: Final[dict[type[ast.AST], int]] = {
    **_OF_ALL, ast.BitAnd: ops.AND, ast.BitOr: ops.OR, ast.BitXor: ops.XOR, ast.FloorDiv: ops.DIVIDE,
    ast.Mod: ops.REMAINDER, ast.LShift: ops.SHIFT_LEFT, ast.RShift: ops.SHIFT_RIGHT,
}  # fmt: skip
_OF_FLOATS: Final[dict[type[ast.AST], int]] = {**_OF_ALL, ast.Div: ops.DIVIDE}


class Arithmetic(Context):
    """The translation of operators, of values and of numbers of Python."""

    def own(self, node: ast.AST, operand: Operand) -> Value:
        """An operand with a type of its own: numbers of Python become `s32` or `f32`."""
        if isinstance(operand, Value):
            return operand
        kind: Kind = bool if isinstance(operand, bool) else s32 if isinstance(operand, int) else f32
        try:
            return literal(operand, kind)
        except OverflowError as error:
            return self.mistyped(node, str(error), help="name the type that it shall have: u32(...)")

    def given(self, node: ast.AST, operand: Operand, kind: Kind) -> Value:
        """An operand where a type is asked for: a number of Python that fits it, or a value of this type."""
        if isinstance(operand, Value):
            if kind_of(operand) is kind:
                return operand
            message = f"this is {name_of(operand)}, and {kind.__name__} is needed"
            return self.mistyped(node, message, f"convert it: {kind.__name__}(...)")
        try:
            if kind is bool or (isinstance(operand, float) and isinstance(TYPES[kind], Integer)):
                raise OverflowError(f"{name_of(operand)} is no {kind.__name__}")
            return literal(operand, kind)
        except OverflowError as error:
            return self.mistyped(node, str(error), help=f"convert it: {kind.__name__}(...)")

    def combine(self, node: ast.AST, op: ast.operator, left: Operand, right: Operand) -> Operand:
        """Two operands and an operator."""
        if not isinstance(left, Value) and not isinstance(right, Value):
            try:
                return folded(op, left, right)
            except UnknownError:
                self.refuse(node, f"{left} {_SYMBOLS[type(op)]} {right} has no value that a kernel could have")
        self.at(node)
        if isinstance(op, ast.LShift | ast.RShift):
            return self._shift(node, op, left, right)
        if isinstance(op, ast.Pow):
            return self._power(node, left, right)
        one, other = self.alike(node, left, right)
        if isinstance(op, ast.Div) and not is_real(one):
            one, other = self.cast(one, f32), self.cast(other, f32)
        code = (_OF_FLOATS if is_real(one) else _OF_INTEGERS).get(type(op))
        if code is None and is_real(one):
            message = f"`{_SYMBOLS[type(op)]}` is for integers, and this is {name_of(one)}"
            self.mistyped(node, message, "floor(x / y) and fmod(x, y) are for floats")
        if code is None:
            self.refuse(node, f"kernels have no `{_SYMBOLS[type(op)]}`")
        if isinstance(op, ast.FloorDiv | ast.Mod) and kind_of(one).is_signed:
            return self._rounded_down(op, one, other)
        return ops.arithmetic(self.builder, code, one, other)

    def alike(self, node: ast.AST, left: Operand, right: Operand) -> tuple[Value, Value]:
        """Two operands in the type to which both are converted."""
        kind = self.common(node, left, right)
        return self.cast(left, kind), self.cast(right, kind)

    def common(self, node: ast.AST, left: Operand, right: Operand) -> type[Scalar]:
        """The type to which two operands are converted, one of which has a type."""
        kinds = [s32 if each.type is BOOL else kind_of(each) for each in (left, right) if isinstance(each, Value)]
        if len(kinds) == 2:
            return common(*kinds)
        plain: Any = right if isinstance(left, Value) else left
        try:
            return beside(plain, kinds[0])
        except OverflowError as error:
            advice = f"{kinds[0].__name__}({plain}) wraps; or convert the other operand: s64(...)"
            return self.mistyped(node, str(error), help=advice)

    def cast(self, operand: Operand, kind: Kind) -> Value:
        """An operand in another type: integers wrap, floats saturate, NaN gives 0; a truth is 0 or 1."""
        if not isinstance(operand, Value):
            return number(operand, kind)
        given = TYPES[kind]
        if is_real(operand) and isinstance(given, Integer) and given is not BOOL:
            return self.builtin(f"convert_{given.name}_sat", [operand], given)
        return convert(self.builder, operand, given)

    def _rounded_down(self, op: ast.operator, left: Value, right: Value) -> Value:
        """A quotient, or a remainder, which has the divisor's sign."""
        build, nothing = self.builder, zero(left.type)
        rest = ops.arithmetic(build, ops.REMAINDER, left, right)
        differs = ops.compare(build, ops.LESS, ops.arithmetic(build, ops.XOR, rest, right), nothing)
        is_off = ops.arithmetic(build, ops.AND, ops.is_true(build, rest), differs)
        if isinstance(op, ast.Mod):
            return ops.arithmetic(build, ops.ADD, rest, self.selected(is_off, right, nothing))
        quotient = ops.arithmetic(build, ops.DIVIDE, left, right)
        return ops.arithmetic(build, ops.SUBTRACT, quotient, convert(build, is_off, left.type))

    def selected(self, test: Value, left: Value, right: Value) -> Value:
        """The first of two values where a truth holds, else the second."""
        return self.builder.make(f"select {test}, {left}, {right}", left.type)

    def _shift(self, node: ast.AST, op: ast.operator, left: Operand, right: Operand) -> Value:
        left, by = self.own(node, left), self.own(node, right)
        left = self.cast(left, computed_in(left))
        if is_real(left) or is_real(by):
            self.mistyped(node, "shifts are for integers")
        return ops.arithmetic(self.builder, _OF_INTEGERS[type(op)], left, by)

    def _power(self, node: ast.AST, left: Operand, right: Operand) -> Operand:
        """A power by squares and multiplications."""
        if not isinstance(left, Value) or not isinstance(right, int) or not 0 <= right <= MAX_POWER:
            self.refuse(node, f"a power is a number from 0 to {MAX_POWER}", help="pow(x, y) is for floats")
        kind = computed_in(left)
        result: Operand = number(1, kind)
        square: Operand = self.cast(left, kind)
        for bit in range(right.bit_length()):
            if right >> bit & 1:
                result = self.combine(node, ast.Mult(), result, square)
            square = self.combine(node, ast.Mult(), square, square)
        return result

    def builtin(self, name: str, operands: list[Value], result: Type | None = None) -> Value:
        """Call a function of OpenCL C."""
        symbol = f"_Z{len(name)}{name}{''.join(CODES[base_name(each.type)] for each in operands) or 'v'}"
        given = result or operands[0].type
        self.module.declare(symbol, given, [each.type.ir for each in operands])
        return self.builder.make(f"call spir_func {given.ir} @{symbol}({', '.join(map(str, operands))})", given)
