"""Arithmetic of kernels: two operands and an operator, with the conversions of `simt.lang.types`."""

from __future__ import annotations

import ast
from typing import Final

from simt.compiler.builtins.mangling import CODES
from simt.compiler.python.context import Context
from simt.compiler.python.names import UnknownError, folded
from simt.compiler.python.values import F32, KINDS, TYPES, Operand, name_of, number
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Value
from simt.compiler.typed.conversions import convert, zero
from simt.compiler.typed.types import BOOL, INT, Integer, Real, Type, base_name
from simt.lang.types import MAX_POWER, beside, fits

_OPERATORS: Final[dict[type[ast.AST], tuple[str, int]]] = {
    ast.Add: ("+", ops.ADD), ast.Sub: ("-", ops.SUBTRACT), ast.Mult: ("*", ops.MULTIPLY), ast.Div: ("/", ops.DIVIDE),
    ast.FloorDiv: ("//", ops.DIVIDE), ast.Mod: ("%", ops.REMAINDER), ast.LShift: ("<<", ops.SHIFT_LEFT),
    ast.RShift: (">>", ops.SHIFT_RIGHT), ast.BitAnd: ("&", ops.AND), ast.BitOr: ("|", ops.OR),
    ast.BitXor: ("^", ops.XOR),
}  # fmt: skip
_OF_FLOATS: Final = (ast.Add, ast.Sub, ast.Mult, ast.Div)


class Arithmetic(Context):
    """The translation of operators, of values and of numbers of Python."""

    def own(self, node: ast.AST, operand: Operand) -> Value:
        """An operand with a type of its own: numbers of Python become `s32` or `f32`."""
        if isinstance(operand, Value):
            return operand
        given = BOOL if isinstance(operand, bool) else INT if isinstance(operand, int) else F32
        return self._fitting(node, operand, given, "name the type that it shall have: u32(...)")

    def given(self, node: ast.AST, operand: Operand, given: Type) -> Value:
        """An operand where a type is asked for: a number of Python that fits it, or a value of this type."""
        name = name_of(given)
        advice = f"convert it: {name}(...)"
        if isinstance(operand, Value):
            if operand.type != given:
                self.mistyped(node, f"this is {name_of(operand)}, and {name} is needed", advice)
            return operand
        if given is BOOL or (isinstance(operand, float) and isinstance(given, Integer)):
            self.mistyped(node, f"{name_of(operand)} is no {name}", advice)
        return self._fitting(node, operand, given, advice)

    def _fitting(self, node: ast.AST, operand: int | float, given: Type, advice: str) -> Value:
        if given is not BOOL and not fits(operand, KINDS[given]):
            self.mistyped(node, f"{operand} does not fit {name_of(given)}", advice)
        return number(operand, given)

    def combine(self, node: ast.AST, op: ast.operator, left: Operand, right: Operand) -> Operand:
        """Two operands and an operator."""
        symbol, code = _OPERATORS.get(type(op), ("**" if isinstance(op, ast.Pow) else "@", 0))
        if not isinstance(left, Value) and not isinstance(right, Value):
            try:
                return folded(op, left, right)
            except UnknownError:
                self.refuse(node, f"{left} {symbol} {right} has no value that a kernel could have")
        self.at(node)
        if isinstance(op, ast.LShift | ast.RShift):
            return self._shift(node, code, left, right)
        if isinstance(op, ast.Pow):
            return self._power(node, left, right)
        one, other = self.alike(node, left, right)
        if isinstance(op, ast.Div) and isinstance(one.type, Integer):
            one, other = self.cast(one, F32), self.cast(other, F32)
        if isinstance(one.type, Real) and not isinstance(op, _OF_FLOATS):
            message = f"`{symbol}` is for integers, and this is {name_of(one)}"
            self.mistyped(node, message, "floor(x / y) and fmod(x, y) are for floats")
        if not code:
            self.refuse(node, f"kernels have no `{symbol}`")
        if isinstance(op, ast.FloorDiv | ast.Mod) and isinstance(one.type, Integer) and one.type.is_signed:
            return self._rounded_down(op, one, other)
        return ops.arithmetic(self.builder, code, one, other)

    def alike(self, node: ast.AST, left: Operand, right: Operand) -> tuple[Value, Value]:
        """Two operands in the type to which both are converted."""
        given = self.common(node, left, right)
        return self.cast(left, given), self.cast(right, given)

    def common(self, node: ast.AST, left: Operand, right: Operand) -> Type:
        """The type to which two operands are converted, one of which has a type."""
        if isinstance(left, Value) and isinstance(right, Value):
            return ops.common(left.type, right.type)
        value, plain = (left, right) if isinstance(left, Value) else (right, left)
        assert isinstance(value, Value)
        assert not isinstance(plain, Value)
        kind = KINDS[INT if value.type is BOOL else value.type]
        try:
            return TYPES[beside(plain, kind)]
        except OverflowError as error:
            advice = f"{kind.__name__}({plain}) wraps; or convert the other operand: s64(...)"
            return self.mistyped(node, str(error), help=advice)

    def cast(self, operand: Operand, given: Type) -> Value:
        """An operand in another type: integers wrap, floats saturate, NaN gives 0; a truth is 0 or 1."""
        if not isinstance(operand, Value):
            return number(operand, given)
        if isinstance(operand.type, Real) and isinstance(given, Integer) and given is not BOOL:
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

    def _shift(self, node: ast.AST, code: int, left: Operand, right: Operand) -> Value:
        left, by = self.own(node, left), self.own(node, right)
        left = self.cast(left, ops.promoted(left.type))
        if isinstance(left.type, Real) or isinstance(by.type, Real):
            self.mistyped(node, "shifts are for integers")
        return ops.arithmetic(self.builder, code, left, by)

    def _power(self, node: ast.AST, left: Operand, right: Operand) -> Operand:
        """A power by squares and multiplications."""
        if not isinstance(left, Value) or not isinstance(right, int) or not 0 <= right <= MAX_POWER:
            self.refuse(node, f"a power is a number from 0 to {MAX_POWER}", help="pow(x, y) is for floats")
        given = ops.promoted(left.type)
        result: Operand = number(1, given)
        square: Operand = self.cast(left, given)
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
