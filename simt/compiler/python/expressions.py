"""Expressions of kernels: names, elements of arrays, operators, compares and choices."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable
from math import prod
from typing import Any, Final, cast

import simt.lang
from isa.reporting.diagnostics import did_you_mean
from simt.compiler.python.arithmetic import Arithmetic
from simt.compiler.python.context import UNKNOWN_NAME, Context, Lost, RefusedError
from simt.compiler.python.names import MAX_BITS, UnknownError, member, negated
from simt.compiler.python.values import F32, ArrayPlace, Length, Operand, name_of
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Place, Value
from simt.compiler.typed.conversions import integer, is_vector, join, load, picked, split
from simt.compiler.typed.types import BOOL, INT, UINT, Real, Type, VectorType
from simt.lang.vectors import lanes_of

_MAX_DEPTH: Final = 100
_MAX_PARTS: Final = 50_000  # of expressions; a function counts once for each of its calls

_COMPARES: Final[dict[type[ast.AST], tuple[int, Callable[[Any, Any], bool]]]] = {
    ast.Lt: (ops.LESS, operator.lt), ast.LtE: (ops.LESS_EQUAL, operator.le), ast.Gt: (ops.GREATER, operator.gt),
    ast.GtE: (ops.GREATER_EQUAL, operator.ge), ast.Eq: (ops.EQUAL, operator.eq),
    ast.NotEq: (ops.NOT_EQUAL, operator.ne),
}  # fmt: skip
# Python's own functions that kernels may call
_MODULES: Final = ("math", "np", "numpy", "cmath")
_PYTHONS: Final = ("abs", "min", "max", "int", "float", "bool", "range", "len", "pow")


class PythonExpressions:
    """A translator of expressions, to values of the IR, arrays, numbers of Python, tuples, functions and types.

    Its methods raise `RefusedError`.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.builder = context.builder
        self.numbers = Arithmetic(context)
        self.by_kind: dict[type[ast.AST], Callable[[Any], Any]] = {
            ast.Constant: self._constant, ast.Name: self._name, ast.Attribute: self._attribute,
            ast.Tuple: self._tuple, ast.Subscript: self._subscript, ast.UnaryOp: self._unary,
            ast.BinOp: lambda node: self.numbers.combine(node, node.op, self.value(node.left), self.value(node.right)),
            ast.BoolOp: lambda node: self._first_that_decides(node, self.operand),
            ast.Compare: self._compare, ast.IfExp: self._choice,
        }  # fmt: skip
        self._depth = self._parts = 0

    def evaluate(self, node: ast.expr) -> Any:
        """Translate an expression. Raises `RefusedError`, and `StoppedError` if the kernel is too large."""
        translate = self.context.chosen(self.by_kind, node)
        self.context.node = node
        self._depth += 1
        self._spend(1)
        if self._depth > _MAX_DEPTH:
            self.context.refuse(node, f"expressions are at most {_MAX_DEPTH} deep", "give parts of it names")
        try:
            return translate(node)
        finally:
            self._depth -= 1

    def _spend(self, parts: int) -> None:
        """Count translated parts. Raises `StoppedError` if there are too many."""
        self._parts += parts
        if self._parts > _MAX_PARTS:
            advice = "a function marked @device is translated again at each of its calls"
            if parts > 1:
                advice = "a tuple of tuples has all their values"
            raise self.context.too_much(f"the kernel has more than {_MAX_PARTS} parts of expressions", advice)

    def operand(self, node: ast.expr) -> Operand:
        """Translate an expression whose value must be a number."""
        value = self.value(node)
        if is_vector(value):
            self.context.mistyped(node, f"{name_of(value)} is not a number", "name one of its components: v.x, v[0]")
        return value

    def value(self, node: ast.expr) -> Operand:
        """Translate an expression whose value must be a number or a vector."""
        value = self.evaluate(node)
        if isinstance(value, Value | int | float):
            return value
        what = {ArrayPlace: "an array", tuple: "a tuple"}.get(type(value)) or f"`{ast.unparse(node)}`"
        return self.context.mistyped(node, f"{what} is not a number", "name one of its elements: x[i]")

    def condition(self, node: ast.expr) -> Value | bool:
        """Translate a condition to a truth value; to a `bool` of Python if it is known."""
        outcome = self._first_that_decides(node, self.condition) if isinstance(node, ast.BoolOp) else self.operand(node)
        if not isinstance(outcome, Value):
            return bool(outcome)
        self.context.at(node)
        return ops.is_true(self.builder, outcome)

    # --- leaves -------------------------------------------------------------------------------------------------------

    def _constant(self, node: ast.Constant) -> Any:
        if isinstance(node.value, int) and node.value.bit_length() > MAX_BITS:
            self.context.refuse(node, f"a number has at most {MAX_BITS} bits", "values of kernels have 64 bits at most")
        if isinstance(node.value, int | float):
            return node.value
        return self.context.refuse(node, f"kernels have numbers, no {type(node.value).__name__}")

    def _name(self, node: ast.Name) -> Any:
        variable = self.context.scope.variables.get(node.id)
        if isinstance(variable, Lost):
            raise RefusedError
        if variable is not None:
            self.context.at(node)
            if isinstance(variable, tuple):
                self._spend(_size(variable))
            return self.context.loaded(variable)
        return self.outer(node, node.id)

    def outer(self, node: ast.AST, name: str) -> Any:
        """Return the meaning of a name that is not a variable of the function. Raises `RefusedError`."""
        try:
            return self.context.scope.source.names(name)
        except KeyError:
            pass
        if name in _PYTHONS:
            return getattr(builtins, name)
        if any(name == known for known, _ in self.context.scope.slots):
            return self.context.refuse(
                node, f"`{name}` may have no value here: it gets one on some ways only",
                f"give it one before the branch or the loop: {name} = ...", UNKNOWN_NAME,
            )  # fmt: skip
        if hasattr(builtins, name):
            advice = f"of Python's own they have {', '.join(_PYTHONS)}"
            return self.context.refuse(node, f"kernels have no `{name}`", advice)
        if name in simt.lang.__all__:
            advice = f"import it: from simt.lang import {name}"
        elif name in _MODULES:
            advice = "functions of numbers are in simt.lang: from simt.lang import sqrt, sin, exp"
        else:
            candidates = [*self.context.scope.variables, *simt.lang.__all__]
            otherwise = "names are variables that have a value here, numbers of the file, and what simt.lang has"
            advice = did_you_mean(name, candidates, otherwise)
        return self.context.refuse(node, f"`{name}` is not known here", advice, UNKNOWN_NAME)

    def _attribute(self, node: ast.Attribute) -> Any:
        value = self.evaluate(node.value)
        if isinstance(value, ArrayPlace) and node.attr in ("size", "shape"):
            self.context.at(node)
            return self.size(value) if node.attr == "size" else tuple(map(self.context.length, value.shape))
        if is_vector(value) and isinstance(value.type, VectorType):
            self.context.at(node)
            lanes = lanes_of(node.attr, value.type.count)
            if lanes:
                return picked(self.builder, value, lanes)
            self.context.refuse(node, f"{name_of(value)} has no `.{node.attr}`", "components are x, y, z, w, and v[0]")
        try:
            return member(value, node.attr)
        except (UnknownError, AttributeError):
            return self.context.refuse(node, f"kernels cannot ask for `.{node.attr}`")

    def _tuple(self, node: ast.Tuple) -> tuple[Any, ...]:
        items = tuple(map(self.evaluate, node.elts))
        self._spend(_size(items))
        return items

    def _subscript(self, node: ast.Subscript) -> Any:
        value = self.evaluate(node.value)
        if isinstance(value, tuple):
            return value[self._position(node, len(value))]
        if is_vector(value) and isinstance(value.type, VectorType):
            self.context.at(node)
            return picked(self.builder, value, (self._position(node, value.type.count),))
        if not isinstance(value, ArrayPlace):
            return self.context.mistyped(node.value, f"`{ast.unparse(node.value)}` is not an array")
        return load(self.builder, self.element(value, node))

    def size(self, array: ArrayPlace) -> Value | int:
        """Return the number of elements of an array."""
        first = array.shape[0]
        if isinstance(first, int):
            return prod(length for length in array.shape if isinstance(length, int))
        return self.context.length(first if len(array.shape) == 1 else Length(first.array))

    def _position(self, node: ast.Subscript, count: int) -> int:
        """Return the constant index of a part of a tuple or vector. Raises `RefusedError`."""
        index = self.evaluate(node.slice)
        if type(index) is not int or not 0 <= index < count:
            message = f"the index of a part is a number that is known here, from 0 to {count - 1}"
            self.context.mistyped(node.slice, message)
        return index

    def element(self, array: ArrayPlace, node: ast.Subscript) -> Place:
        """Return the place of an element of an array. node: the array with its indices. Raises `RefusedError`."""
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if len(indices) != len(array.shape):
            have = f"{len(array.shape)} dimension{'s' * (len(array.shape) > 1)}"
            advice = "" if isinstance(array.shape[0], int) else "its type says how many it has: Global[f32, 2]"
            self.context.mistyped(node, f"the array has {have}, not {len(indices)}", advice)
        place: Value | None = None
        for index, length in zip(indices, array.shape, strict=True):
            number = self.operand(index)
            limit = length if isinstance(length, int) else 0
            if isinstance(number, float) or (isinstance(number, int) and (number < 0 or 0 < limit <= number)):
                span = f"from 0 to {limit - 1}" if limit else "from 0 on"
                self.context.mistyped(index, f"{number} is not an index {span}")
            offset = self.numbers.with_default_type(index, number)
            if isinstance(offset.type, Real):
                self.context.mistyped(index, "an index is an integer", "convert it: s32(...)")
            self.context.at(index)
            offset = self.numbers.cast(offset, UINT if offset.type == UINT else INT)
            if place is not None:
                count = self.numbers.with_default_type(index, self.context.length(length))
                scaled = ops.arithmetic(self.builder, ops.MULTIPLY, place, count)
                offset = ops.arithmetic(self.builder, ops.ADD, scaled, offset)
            place = offset
        assert place is not None
        self.context.at(node)
        return self.builder.element(array.first, array.first.type, place)

    # --- operators ----------------------------------------------------------------------------------------------------

    def _unary(self, node: ast.UnaryOp) -> Operand:
        if isinstance(node.op, ast.Not):
            truth = self.condition(node.operand)
            return not truth if isinstance(truth, bool) else ops.invert(self.builder, truth)
        operand = self.value(node.operand)
        if is_vector(operand):
            return join(self.builder, [self._signed(node, part) for part in split(self.builder, operand)])
        if not isinstance(operand, Value):
            try:
                number: int | float = negated(node.op, operand)
            except UnknownError:
                self.context.mistyped(node, f"{operand} is not an integer")
            return number
        return self._signed(node, operand)

    def _signed(self, node: ast.UnaryOp, operand: Value) -> Value:
        """Translate `-`, `+` or `~` of a value."""
        self.context.at(node)
        value = self.numbers.cast(operand, ops.promoted(operand.type))
        if isinstance(node.op, ast.USub):
            return ops.negate(self.builder, value)
        if isinstance(node.op, ast.Invert):
            if isinstance(value.type, Real):
                self.context.mistyped(node, "`~` is for integers")
            return ops.invert(self.builder, value)
        return value

    def _compare(self, node: ast.Compare) -> Operand:
        """Translate a chain of comparisons; each operand is evaluated once, and only if earlier comparisons hold."""
        after = self.builder.fresh("after")
        edges: list[tuple[Value, str]] = []
        left, result = self.operand(node.left), cast(Operand, True)
        for op, operand in zip(node.ops, node.comparators, strict=True):
            if type(op) not in _COMPARES:
                self.context.refuse(node, f"kernels have no `{'in' if isinstance(op, ast.In | ast.NotIn) else 'is'}`")
            if isinstance(result, Value):
                more = self.builder.fresh("then")
                edges.append((integer(0, BOOL), self.builder.block))
                self.builder.branch(result.text, more, after)
                self.builder.start(more)
            right = self.operand(operand)
            result = self._compared(node, op, left, right)
            left = right
            if result is False:
                break
        if not edges:
            return result
        edges.append((self.numbers.cast(result, BOOL), self.builder.block))
        self.builder.start(after)
        return self.builder.phi(edges)

    def _compared(self, node: ast.Compare, op: ast.cmpop, left: Operand, right: Operand) -> Operand:
        code, compute = _COMPARES[type(op)]
        if isinstance(left, Value) or isinstance(right, Value):
            self.context.at(node)
            return self.numbers.compare(node, code, left, right)
        return compute(left, right)

    def _first_that_decides(self, node: ast.BoolOp, evaluate: Callable[[ast.expr], Operand]) -> Operand:
        """Translate `and` or `or`: the result is the first operand that decides, and later ones are not evaluated."""
        is_and = isinstance(node.op, ast.And)
        operands: list[tuple[Operand, str]] = []
        for number, part in enumerate(node.values, 1):
            operand = evaluate(part)
            path, more = self.context.labels("way", "more")
            if number == len(node.values) or (not isinstance(operand, Value) and bool(operand) is not is_and):
                operands.append((operand, path))
                break
            if isinstance(operand, Value):
                self.context.at(part)
                test = ops.is_true(self.builder, operand)
                self.builder.branch(test.text, *((more, path) if is_and else (path, more)))
                self.builder.start(more)
                operands.append((integer(not is_and, BOOL) if operand.type is BOOL else operand, path))
        if len(operands) == 1:
            return operands[0][0]
        self.builder.jump(operands[-1][1])
        return self._one_of(node, operands)

    def _choice(self, node: ast.IfExp) -> Operand:
        test = self.condition(node.test)
        if isinstance(test, bool):
            return self.value(node.body if test else node.orelse)
        sides = self.context.labels("then", "else")
        self.builder.branch(test.text, *sides)
        operands = []
        for label, side in zip(sides, (node.body, node.orelse), strict=True):
            self.builder.start(label)
            operands.append((self.value(side), self.builder.fresh("way")))
            self.builder.jump(operands[-1][1])
        return self._one_of(node, operands)

    def _one_of(self, node: ast.AST, operands: list[tuple[Operand, str]]) -> Value:
        """Join paths, each given by its result and the label of its last block; return the result of the path taken."""
        after = self.builder.fresh("after")
        type_ = self._beside(node, [operand for operand, _ in operands])
        edges = []
        for operand, label in operands:
            self.builder.start(label)
            edges.append((self.numbers.cast(operand, type_), label))
            self.builder.jump(after)
        self.builder.start(after)
        return self.builder.phi(edges)

    def _beside(self, node: ast.AST, operands: list[Operand]) -> Type:
        types = [type(operand) if isinstance(operand, int | float) else operand.type for operand in operands]
        if all(kind in (bool, BOOL) for kind in types):
            return BOOL
        first = next((operand for operand in operands if isinstance(operand, Value)), None)
        if any(isinstance(kind, VectorType) for kind in types):
            wrong = next((one for one in operands if not isinstance(one, Value) or one.type != types[0]), None)
            if wrong is not None:
                self.context.mistyped(node, f"this is {name_of(operands[0])} or {name_of(wrong)}")
        if first is None:
            return F32 if any(isinstance(operand, float) for operand in operands) else INT
        type_: Type = first.type
        for operand in operands:
            if operand is not first and not isinstance(type_, VectorType):
                type_ = self.numbers.common(node, Value("", type_), operand)
        return type_


def _size(value: Any) -> int:
    """Return the number of values in a tuple, nested tuples included."""
    return sum(map(_size, value)) if isinstance(value, tuple) else 1
