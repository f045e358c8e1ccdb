"""Arithmetic of kernels: two operands and an operator, with the conversions of `simt.lang.types`."""

from __future__ import annotations

import ast
from typing import Any, Final

from llvmlite import ir

from simt.compiler.python.context import Context
from simt.compiler.python.names import UnknownError, folded
from simt.compiler.python.values import (
    Kind,
    Operand,
    Value,
    arithmetic,
    converted,
    declared,
    is_float,
    is_signed,
    literal,
    lower,
    name_of,
    number,
    settled,
)  # fmt: skip
from simt.lang.types import MAX_POWER, Scalar, beside, common, f32, s32

_SYMBOLS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.LShift: "<<",
    ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.Pow: "**", ast.MatMult: "@",
}  # fmt: skip
_REAL: Final[dict[type[ast.AST], str]] = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
_WHOLE: Final[dict[type[ast.AST], str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor",
}  # fmt: skip
_CODES: Final = {  # of types in mangled names
    "s8": "c", "u8": "h", "s16": "s", "u16": "t", "s32": "i", "u32": "j", "s64": "l", "u64": "m",
    "f32": "f", "f64": "d",
}  # fmt: skip


class Arithmetic(Context):
    """The translation of operators, of values and of numbers of Python."""

    def own(self, node: ast.AST, operand: Operand) -> Value:
        """An operand with a type of its own."""
        try:
            return settled(operand)
        except OverflowError as error:
            return self.mistyped(node, str(error), help="name the type that it shall have: u32(...)")

    def given(self, node: ast.AST, operand: Operand, kind: Kind) -> Value:
        """An operand where a type is asked for: a number of Python that fits it, or a value of this type."""
        if isinstance(operand, Value):
            if operand.kind is kind:
                return operand
            message = f"this is {name_of(operand)}, and {kind.__name__} is needed"
            return self.mistyped(node, message, f"convert it: {kind.__name__}(...)")
        try:
            if kind is bool or (isinstance(operand, float) and not is_float(kind)):
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
        kind = one.kind
        assert issubclass(kind, Scalar)
        if isinstance(op, ast.Div) and not kind.is_float:
            one, other, kind = converted(self.builder, one, f32), converted(self.builder, other, f32), f32
        return Value(kind, self._made(node, op, one, other))

    def alike(self, node: ast.AST, left: Operand, right: Operand) -> tuple[Value, Value]:
        """Two operands in the type to which both are converted."""
        kind = self.common(node, left, right)
        return self.cast(left, kind), self.cast(right, kind)

    def common(self, node: ast.AST, left: Operand, right: Operand) -> type[Scalar]:
        """The type to which two operands are converted, one of which has a type."""
        kinds: list[Any] = [
            s32 if each.kind is bool else each.kind for each in (left, right) if isinstance(each, Value)
        ]
        if len(kinds) == 2:
            return common(kinds[0], kinds[1])
        plain: Any = right if isinstance(left, Value) else left
        try:
            return beside(plain, kinds[0])
        except OverflowError as error:
            advice = f"{kinds[0].__name__}({plain}) wraps; or convert the other operand: s64(...)"
            return self.mistyped(node, str(error), help=advice)

    def cast(self, operand: Operand, kind: Kind) -> Value:
        """An operand as a value of a type, whatever is lost."""
        return converted(self.builder, operand, kind) if isinstance(operand, Value) else number(operand, kind)

    def compared(self, symbol: str, left: Value, right: Value) -> Value:
        """Two values of one type and a compare."""
        if is_float(left.kind):
            compare = self.builder.fcmp_unordered if symbol == "!=" else self.builder.fcmp_ordered
        else:
            compare = self.builder.icmp_signed if is_signed(left.kind) else self.builder.icmp_unsigned
        return Value(bool, compare(symbol, left.ir, right.ir))

    def _made(self, node: ast.AST, op: ast.operator, left: Value, right: Value) -> Any:
        name = (_REAL if is_float(left.kind) else _WHOLE).get(type(op))
        if name is not None:
            return getattr(self.builder, name)(left.ir, right.ir)
        if is_float(left.kind):
            message = f"`{_SYMBOLS[type(op)]}` is for integers, and this is {name_of(left)}"
            self.mistyped(node, message, "floor(x / y) and fmod(x, y) are for floats")
        if not isinstance(op, ast.FloorDiv | ast.Mod):
            self.refuse(node, f"kernels have no `{_SYMBOLS[type(op)]}`")
        if not is_signed(left.kind):
            return (self.builder.udiv if isinstance(op, ast.FloorDiv) else self.builder.urem)(left.ir, right.ir)
        zero = ir.Constant(left.ir.type, 0)  # rounded down: the remainder has the divisor's sign
        rest = self.builder.srem(left.ir, right.ir)
        differs = self.builder.icmp_signed("<", self.builder.xor(rest, right.ir), zero)
        is_off = self.builder.and_(self.builder.icmp_signed("!=", rest, zero), differs)
        if isinstance(op, ast.Mod):
            return self.builder.add(rest, self.builder.select(is_off, right.ir, zero))
        return self.builder.add(self.builder.sdiv(left.ir, right.ir), self.builder.sext(is_off, left.ir.type))

    def _shift(self, node: ast.AST, op: ast.operator, left: Operand, right: Operand) -> Value:
        left, by = self.own(node, left), self.own(node, right)
        left = converted(self.builder, left, arithmetic(left.kind))
        kind: Any = left.kind
        if kind.is_float or (is_float(by.kind)):
            self.mistyped(node, "shifts are for integers")
        amount = converted(self.builder, by, kind).ir
        amount = self.builder.and_(amount, ir.Constant(amount.type, kind.bits - 1))
        if isinstance(op, ast.LShift):
            return Value(kind, self.builder.shl(left.ir, amount))
        return Value(kind, (self.builder.ashr if kind.is_signed else self.builder.lshr)(left.ir, amount))

    def _power(self, node: ast.AST, left: Operand, right: Operand) -> Operand:
        """A power by squares and multiplications."""
        if not isinstance(left, Value) or not isinstance(right, int) or not 0 <= right <= MAX_POWER:
            self.refuse(node, f"a power is a number from 0 to {MAX_POWER}", help="pow(x, y) is for floats")
        kind = arithmetic(left.kind)
        result: Operand = number(1, kind)
        square: Operand = self.cast(left, kind)
        for bit in range(right.bit_length()):
            if right >> bit & 1:
                result = self.combine(node, ast.Mult(), result, square)
            square = self.combine(node, ast.Mult(), square, square)
        return result

    def builtin(self, node: ast.AST, name: str, operands: list[Value], result: type[Scalar] | None = None) -> Value:
        """Call a function of OpenCL C, by its name in LLVM IR."""
        mangled = f"_Z{len(name)}{name}{''.join(_CODES[each.kind.__name__] for each in operands)}"
        kind = result or operands[0].kind
        self.at(node)
        function = declared(self.builder, mangled, lower(kind), [each.ir.type for each in operands])
        return Value(kind, self.builder.call(function, [each.ir for each in operands]))
