"""Operators of kernels on two operands, with the conversions of `simt.lang.types`."""

from __future__ import annotations

import ast
from typing import Final

from simt.compiler.python.context import Context
from simt.compiler.python.integers import compared, divided, shifted, widened
from simt.compiler.python.names import UnknownError, folded
from simt.compiler.python.values import F32, KINDS, TYPES, Operand, kind_of, name_of, number
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Value
from simt.compiler.typed.conversions import convert, is_vector, join, split
from simt.compiler.typed.types import BOOL, INT, Integer, Real, Type, VectorType
from simt.lang.types import MAX_POWER, beside, common, fits

_OPERATORS: Final[dict[type[ast.AST], tuple[str, int]]] = {
    ast.Add: ("+", ops.ADD), ast.Sub: ("-", ops.SUBTRACT), ast.Mult: ("*", ops.MULTIPLY), ast.Div: ("/", ops.DIVIDE),
    ast.FloorDiv: ("//", ops.DIVIDE), ast.Mod: ("%", ops.REMAINDER), ast.LShift: ("<<", ops.SHIFT_LEFT),
    ast.RShift: (">>", ops.SHIFT_RIGHT), ast.BitAnd: ("&", ops.AND), ast.BitOr: ("|", ops.OR),
    ast.BitXor: ("^", ops.XOR),
}  # fmt: skip
_OF_FLOATS: Final = (ast.Add, ast.Sub, ast.Mult, ast.Div)


class Arithmetic:
    """A translator of operators and conversions. Operands are values of the IR, or numbers of Python.

    Its methods raise `RefusedError` for operands that do not fit.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.builder = context.builder

    def with_default_type(self, node: ast.AST, operand: Operand) -> Value:
        """Return an operand as a value.

        Python's `int` becomes `s32`, its `float` becomes `f32`, and its `bool` a truth value.

        A value of the IR stays as it is. Raises `RefusedError` if the number does not fit.
        """
        if isinstance(operand, Value):
            return operand
        type_ = BOOL if isinstance(operand, bool) else INT if isinstance(operand, int) else F32
        return self._fitting(node, operand, type_, "name the type that it shall have: u32(...)")

    def required(self, node: ast.AST, operand: Operand, type_: Type) -> Value:
        """Return an operand as a value of a type: it must have this type, or be a number of Python that fits.

        Raises `RefusedError` otherwise.
        """
        name = name_of(type_)
        advice = f"convert it: {name}(...)"
        if isinstance(operand, Value):
            if operand.type != type_:
                self.context.mistyped(node, f"this is {name_of(operand)}, and {name} is needed", advice)
            return operand
        refused = VectorType | Integer if isinstance(operand, float) else VectorType
        if type_ is BOOL or isinstance(type_, refused):
            self.context.mistyped(node, f"{name_of(operand)} is not of type {name}", advice)
        return self._fitting(node, operand, type_, advice)

    def _fitting(self, node: ast.AST, operand: int | float, type_: Type, advice: str) -> Value:
        if type_ is not BOOL and not fits(operand, KINDS[type_]):
            self.context.mistyped(node, f"{operand} does not fit {name_of(type_)}", advice)
        return number(operand, type_)

    def combine(self, node: ast.AST, op: ast.operator, left: Operand, right: Operand) -> Operand:
        """Translate an operator on two operands; two numbers of Python give a number of Python.

        Raises `RefusedError`.
        """
        symbol, code = _OPERATORS.get(type(op), ("**" if isinstance(op, ast.Pow) else "@", 0))
        if not isinstance(left, Value) and not isinstance(right, Value):
            try:
                return folded(op, left, right)
            except UnknownError:
                self.context.refuse(node, f"{left} {symbol} {right} has no value that a kernel could have")
        self.context.at(node)
        if is_vector(left) or is_vector(right):
            return self._by_parts(node, op, left, right)
        if isinstance(op, ast.LShift | ast.RShift):
            return self._shift(node, code, left, right)
        if isinstance(op, ast.Pow):
            return self._power(node, left, right)
        type_ = self.common(node, left, right)
        if not code:
            self.context.refuse(node, f"kernels have no `{symbol}`")
        if isinstance(type_, Integer) and isinstance(op, ast.FloorDiv | ast.Mod):
            one, other = (widened(self.builder, operand, type_) for operand in (left, right))
            return divided(self.builder, one, other, type_, is_rest=isinstance(op, ast.Mod))
        if isinstance(type_, Integer) and isinstance(op, ast.Div):
            type_ = F32
        if isinstance(type_, Real) and not isinstance(op, _OF_FLOATS):
            message = f"`{symbol}` is for integers, and this is {name_of(type_)}"
            self.context.mistyped(node, message, "floor(x / y) and fmod(x, y) are for floats")
        return ops.arithmetic(self.builder, code, self.cast(left, type_), self.cast(right, type_))

    def _by_parts(self, node: ast.AST, op: ast.operator, left: Operand, right: Operand) -> Value:
        """Translate an operator on two vectors, or on a vector and a number, component by component."""
        sides: list[list[Operand]] = [
            [*split(self.builder, side)] if isinstance(side, Value) else [side] for side in (left, right)
        ]
        count = max(map(len, sides))
        if any(len(parts) != count for parts in sides if len(parts) > 1):
            self.context.mistyped(node, f"{name_of(left)} and {name_of(right)} have not as many components")
        both = zip(*(parts * (count // len(parts)) for parts in sides), strict=True)
        return join(self.builder, [self.with_default_type(node, self.combine(node, op, *pair)) for pair in both])

    def compare(self, node: ast.AST, code: int, left: Operand, right: Operand) -> Value:
        """Translate a comparison; integers are compared exactly, whether signed or unsigned."""
        type_ = self.common(node, left, right)
        if not isinstance(type_, Integer):
            return ops.compare(self.builder, code, self.cast(left, type_), self.cast(right, type_))
        return compared(self.builder, code, *(widened(self.builder, operand, type_) for operand in (left, right)))

    def common(self, node: ast.AST, left: Operand, right: Operand) -> Type:
        """Return the type to which two operands are converted; at least one of them is a value of the IR.

        Raises `RefusedError` if the other one is a number that does not fit.
        """
        if isinstance(left, Value) and isinstance(right, Value):
            return TYPES[common(kind_of(left.type), kind_of(right.type))]
        value, plain = (left, right) if isinstance(left, Value) else (right, left)
        assert isinstance(value, Value)
        assert not isinstance(plain, Value)
        kind = kind_of(value.type)
        try:
            return TYPES[beside(plain, kind)]
        except OverflowError as error:
            advice = f"{kind.__name__}({plain}) wraps; or convert the other operand: s64(...)"
            return self.context.mistyped(node, str(error), advice)

    def cast(self, operand: Operand, type_: Type) -> Value:
        """Convert an operand to a type. Integers wrap; floats are truncated and saturate, and NaN becomes 0."""
        if not isinstance(operand, Value):
            return number(operand, type_)
        if isinstance(operand.type, Real) and isinstance(type_, Integer) and type_ is not BOOL:
            return self.builder.builtin(f"convert_{type_.name}_sat", [operand], type_)
        return convert(self.builder, operand, type_)

    def _shift(self, node: ast.AST, code: int, left: Operand, right: Operand) -> Value:
        if isinstance(right, int) and right < 0:
            self.context.mistyped(node, f"a shift by {right} bits has no value")
        left, by = self.with_default_type(node, left), self.with_default_type(node, right)
        if isinstance(left.type, Real) or isinstance(by.type, Real):
            self.context.mistyped(node, "shifts are for integers")
        left, by = (self.cast(side, ops.promoted(side.type)) for side in (left, by))
        return shifted(self.builder, code, left, by)

    def _power(self, node: ast.AST, left: Operand, right: Operand) -> Operand:
        if not isinstance(left, Value) or not isinstance(right, int) or not 0 <= right <= MAX_POWER:
            self.context.refuse(node, f"a power is a number from 0 to {MAX_POWER}", "pow(x, y) is for floats")
        type_ = ops.promoted(left.type)
        result: Operand = number(1, type_)
        square: Operand = self.cast(left, type_)
        for bit in range(right.bit_length()):
            if right >> bit & 1:
                result = self.combine(node, ast.Mult(), result, square)
            square = self.combine(node, ast.Mult(), square, square)
        return result
