"""Expressions: arithmetic with the conversions of `simt.lang.types`, compares, choices, elements of arrays."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from llvmlite import ir

import simt.lang
from isa.diagnostics import did_you_mean
from simt.compiler.python.arithmetic import Arithmetic
from simt.compiler.python.context import UNKNOWN_NAME, Lost, RefusedError, Variable
from simt.compiler.python.names import UnknownError, member, negated
from simt.compiler.python.values import (
    Array,
    Kind,
    Operand,
    Value,
    arithmetic,
    converted,
    is_float,
    lower,
    number,
    truth,
)  # fmt: skip
from simt.lang.types import f32, s32, u32

_MAX_DEPTH: Final = 100

_COMPARES: dict[type[ast.AST], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_PLAIN: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
# what kernels may call of Python's own
_PYTHONS: Final = ("abs", "min", "max", "int", "float", "bool", "range", "len", "pow")


class Expressions(Arithmetic):
    """The translation of expressions: `expression` gives a value, an array, a number, or what a name stands for."""

    depth = 0

    def expression(self, node: ast.expr) -> Any:
        """What an expression is."""
        method: Callable[[Any], Any] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            self.refuse(node, f"kernels have no {_words(node)}")
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            self.refuse(node, f"expressions are at most {_MAX_DEPTH} deep", help="give parts of it names")
        try:
            return method(node)
        finally:
            self.depth -= 1

    def operand(self, node: ast.expr) -> Operand:
        """The value of an expression that is a number."""
        found = self.expression(node)
        if isinstance(found, Value | int | float):
            return found
        what = "an array" if isinstance(found, Array) else f"`{ast.unparse(node)}`"
        return self.mistyped(node, f"{what} is no number", help="name one of its elements: x[i]")

    def value(self, node: ast.expr) -> Value:
        """The value of an expression, with a type of its own."""
        return self.own(node, self.operand(node))

    def condition(self, node: ast.expr) -> Value | bool:
        """Whether an expression is true; a truth of Python where it is known."""
        found = self.operand(node)
        if isinstance(found, int | float):
            return bool(found)
        self.at(node)
        return truth(self.builder, found)

    # --- leaves -------------------------------------------------------------------------------------------------------

    def _constant(self, node: ast.Constant) -> Any:
        if isinstance(node.value, int | float):
            return node.value
        return self.refuse(node, f"kernels have numbers, no {type(node.value).__name__}")

    def _name(self, node: ast.Name) -> Any:
        found = self.scope.variables.get(node.id)
        if isinstance(found, Lost):
            raise RefusedError
        if found is not None:
            self.at(node)
            return self.loaded(found) if isinstance(found, Variable) else found
        return self.outer(node, node.id)

    def outer(self, node: ast.AST, name: str) -> Any:
        """What a name stands for that is no variable of the function."""
        try:
            return self.scope.source.names(name)
        except KeyError:
            pass
        if name in _PYTHONS:
            return getattr(builtins, name)
        if any(name == known for known, _ in self.scope.slots):
            return self.refuse(
                node, f"`{name}` may have no value here: it gets one on some ways only", code=UNKNOWN_NAME,
                help=f"give it one before the branch or the loop: {name} = ...",
            )  # fmt: skip
        if hasattr(builtins, name):
            advice = f"of Python's own they have {', '.join(_PYTHONS)}"
            return self.refuse(node, f"kernels have no `{name}`", help=advice)
        if name in simt.lang.__all__:
            advice = f"import it: from simt.lang import {name}"
        else:
            candidates = [*self.scope.variables, *simt.lang.__all__]
            otherwise = "names are variables that have a value here, numbers of the file, and what simt.lang has"
            advice = did_you_mean(name, candidates, otherwise)
        return self.refuse(node, f"`{name}` is not known here", code=UNKNOWN_NAME, help=advice)

    def _attribute(self, node: ast.Attribute) -> Any:
        found = self.expression(node.value)
        try:
            return member(found, node.attr)
        except (UnknownError, AttributeError):
            return self.refuse(node, f"kernels cannot ask for `.{node.attr}`")

    def _subscript(self, node: ast.Subscript) -> Any:
        found = self.expression(node.value)
        if not isinstance(found, Array):
            return self.mistyped(node.value, f"`{ast.unparse(node.value)}` is no array")
        return self.loaded(self.element(found, node))

    def element(self, array: Array, node: ast.Subscript) -> Variable:
        """The place of an array's element."""
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        shape = array.shape or (0,)
        if len(indices) != len(shape):
            self.mistyped(node, f"the array has {len(shape)} dimensions, not {len(indices)}")
        place: Value | None = None
        for index, length in zip(indices, shape, strict=True):
            found = self.operand(index)
            if isinstance(found, float) or (isinstance(found, int) and (found < 0 or 0 < length <= found)):
                end = f"of 0 to {length - 1}" if length else "from 0 on"
                self.mistyped(index, f"{found} is no index {end}")
            at = self.own(index, found)
            if is_float(at.kind):
                self.mistyped(index, "an index is an integer", help="convert it: s32(...)")
            self.at(index)
            at = converted(self.builder, at, u32 if at.kind is u32 else s32)
            if place is not None:
                scaled = self.builder.mul(place.ir, ir.Constant(lower(s32), length))
                at = Value(s32, self.builder.add(scaled, at.ir))
            place = at
        assert place is not None
        self.at(node)
        pointer = self.builder.gep(array.ir, [place.ir], inbounds=True, source_etype=lower(array.element))
        return Variable(array.element, pointer)

    # --- operators ----------------------------------------------------------------------------------------------------

    def _binop(self, node: ast.BinOp) -> Operand:
        return self.combine(node, node.op, self.operand(node.left), self.operand(node.right))

    def _unaryop(self, node: ast.UnaryOp) -> Operand:
        if isinstance(node.op, ast.Not):
            found = self.condition(node.operand)
            return not found if isinstance(found, bool) else Value(bool, self.builder.not_(found.ir))
        operand = self.operand(node.operand)
        if not isinstance(operand, Value):
            try:
                number: int | float = negated(node.op, operand)
            except UnknownError:
                self.mistyped(node, f"{operand} is no integer")
            return number
        self.at(node)
        value = converted(self.builder, operand, arithmetic(operand.kind))
        is_real = is_float(value.kind)
        if isinstance(node.op, ast.USub):
            return Value(value.kind, self.builder.fneg(value.ir) if is_real else self.builder.neg(value.ir))
        if isinstance(node.op, ast.Invert):
            if is_real:
                self.mistyped(node, "`~` is for integers")
            return Value(value.kind, self.builder.not_(value.ir))
        return value

    def _compare(self, node: ast.Compare) -> Operand:
        nodes = [node.left, *node.comparators]
        operands = [self.operand(each) for each in nodes]  # all are computed: none of them does anything
        result: Operand | None = None
        for op, pair in zip(node.ops, pairwise(operands), strict=True):
            if type(op) not in _COMPARES:
                self.refuse(node, f"kernels have no `{'in' if isinstance(op, ast.In | ast.NotIn) else 'is'}`")
            found = self._compared(node, _COMPARES[type(op)], *pair)
            result = found if result is None else self._both(result, found)
        assert result is not None
        return result

    def _compared(self, node: ast.AST, symbol: str, left: Operand, right: Operand) -> Operand:
        if not isinstance(left, Value) and not isinstance(right, Value):
            return _PLAIN[symbol](left, right)
        self.at(node)
        return self.compared(symbol, *self.alike(node, left, right))

    def _both(self, left: Operand, right: Operand) -> Operand:
        if not isinstance(left, Value):
            return right if left else False
        if not isinstance(right, Value):
            return left if right else False
        return Value(bool, self.builder.and_(left.ir, right.ir))

    def _boolop(self, node: ast.BoolOp) -> Operand:
        """`and`, `or` of truths; what stands behind is computed only if it decides."""
        is_and = isinstance(node.op, ast.And)
        result: Value | bool = self.condition(node.values[0])
        for each in node.values[1:]:
            if isinstance(result, bool):
                if result is is_and:
                    result = self.condition(each)
                continue
            result = self._decided(each, result, is_and=is_and)
        return result

    def _decided(self, node: ast.expr, first: Value, *, is_and: bool) -> Value:
        before = self.builder.block
        there, behind = self.blocks("then", "behind")
        self.builder.cbranch(first.ir, *((there, behind) if is_and else (behind, there)))
        self.into(there)
        second = self.cast(self.condition(node), bool)
        last = self.builder.block
        self.leave(behind)
        return self._met(behind, [(number(not is_and, bool), before), (second, last)])

    def _met(self, behind: Any, ways: list[tuple[Value, Any]]) -> Value:
        """The value of several ways to a block, each with its last block."""
        self.into(behind)
        phi = self.builder.phi(ways[0][0].ir.type)
        for value, block in ways:
            phi.add_incoming(value.ir, block)
        return Value(ways[0][0].kind, phi)

    def _ifexp(self, node: ast.IfExp) -> Operand:
        test = self.condition(node.test)
        if isinstance(test, bool):
            return self.operand(node.body if test else node.orelse)
        *sides, behind = self.blocks("then", "else", "behind")
        self.builder.cbranch(test.ir, *sides)
        found = []
        for block, each in zip(sides, (node.body, node.orelse), strict=True):
            self.into(block)
            found.append((self.operand(each), self.builder.block))
        kind = self._beside(node, [operand for operand, _ in found])
        ways = []
        for operand, block in found:
            self.into(block)
            ways.append((self.cast(operand, kind), block))
            self.leave(behind)
        return self._met(behind, ways)

    def _beside(self, node: ast.AST, operands: list[Operand]) -> Kind:
        """The type of one of two operands."""
        if all(isinstance(operand, Value) and operand.kind is bool for operand in operands):
            return bool
        if not any(isinstance(operand, Value) for operand in operands):
            return f32 if any(isinstance(operand, float) for operand in operands) else s32
        return self.common(node, *operands)


def _words(node: ast.AST) -> str:
    """What a person calls a kind of expression."""
    known = {
        "ListComp": "comprehensions", "GeneratorExp": "comprehensions", "DictComp": "comprehensions", "List": "lists",
        "Dict": "dictionaries", "Set": "sets", "Lambda": "lambdas", "JoinedStr": "strings", "NamedExpr": "`:=`",
        "Starred": "`*` in calls", "Await": "`await`", "Yield": "`yield`", "Slice": "slices", "Tuple": "tuples",
    }  # fmt: skip
    return known.get(type(node).__name__, type(node).__name__)
