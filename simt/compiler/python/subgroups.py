"""Calls in kernels by which the work-items of a sub-group read one another."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from simt.compiler.python.expressions import PythonExpressions
from simt.compiler.python.values import name_of
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Value
from simt.compiler.typed.conversions import integer
from simt.compiler.typed.types import BOOL, INT, INTEGERS, UINT, VOID, Integer, Real
from simt.lang.subgroups import COMBINED, MOVES, SUB_GROUP_PLACES, VOTES

_FENCE: Final = 3  # CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE
_ULONG: Final = INTEGERS[64, False]


class SubGroups:
    """A translator of functions of sub-groups. Its methods raise `RefusedError`.

    by_name: the method that translates each function, by the function's name. A method takes the call and the name.
    """

    def __init__(self, expressions: PythonExpressions) -> None:
        self.context = expressions.context
        self.builder = expressions.builder
        self.numbers = expressions.numbers
        self.expressions = expressions
        self.by_name: dict[str, Callable[[ast.Call, str], Any]] = {
            **dict.fromkeys(SUB_GROUP_PLACES, self._place), **dict.fromkeys(MOVES, self._move),
            **dict.fromkeys(VOTES, self._vote), **dict.fromkeys(COMBINED, self._combine),
            "sub_group_elect": self._elect, "sub_group_ballot": self._ballot, "sub_group_barrier": self._barrier,
        }  # fmt: skip

    def _count(self, node: ast.Call, name: str, count: int) -> None:
        """Refuse a call with another number of arguments."""
        if len(node.args) != count:
            self.context.mistyped(node, f"`{name}` takes {count} argument{'s' * (count != 1)}, not {len(node.args)}")

    def _number(self, node: ast.expr, name: str, *, has_floats: bool = True) -> Value:
        """Translate a number, of at least 32 bits."""
        value = self.numbers.with_default_type(node, self.expressions.operand(node))
        if isinstance(value.type, Real) and not has_floats:
            self.context.mistyped(node, f"`{name}` is for integers")
        self.context.at(node)
        is_narrow = isinstance(value.type, Integer) and value.type.bits < 32
        return self.numbers.cast(value, INT) if is_narrow else value

    def _condition(self, node: ast.expr) -> Value:
        """Translate a condition to an `int`, 0 or 1."""
        truth = self.expressions.condition(node)
        self.context.at(node)
        return integer(truth, INT) if isinstance(truth, bool) else self.numbers.cast(truth, INT)

    def _is_true(self, value: Value) -> Value:
        return ops.is_true(self.builder, value)

    def _place(self, node: ast.Call, name: str) -> Value:
        self._count(node, name, 0)
        self.context.at(node)
        return self.builder.builtin(SUB_GROUP_PLACES[name], [], INT)

    def _move(self, node: ast.Call, name: str) -> Value:
        self._count(node, name, 2)
        value = self._number(node.args[0], name)
        lane = self.numbers.with_default_type(node.args[1], self.expressions.operand(node.args[1]))
        if not isinstance(lane.type, Integer) or lane.type is BOOL:
            self.context.mistyped(node.args[1], f"`{name}` takes a lane, an integer, and this is {name_of(lane)}")
        self.context.at(node)
        return self.builder.builtin(name, [value, self.numbers.cast(lane, UINT)])

    def _vote(self, node: ast.Call, name: str) -> Value:
        self._count(node, name, 1)
        condition = self._condition(node.args[0])
        self.context.at(node)
        return self._is_true(self.builder.builtin(name, [condition]))

    def _combine(self, node: ast.Call, name: str) -> Value:
        self._count(node, name, 1)
        value = self._number(node.args[0], name, has_floats=COMBINED[name])
        self.context.at(node)
        return self.builder.builtin(name, [value])

    def _elect(self, node: ast.Call, name: str) -> Value:
        self._count(node, name, 0)
        self.context.at(node)
        return self._is_true(self.builder.builtin(name, [], INT))

    def _ballot(self, node: ast.Call, name: str) -> Value:
        self._count(node, name, 1)
        condition = self._condition(node.args[0])
        self.context.at(node)
        return self.builder.builtin(f"{name}_bits", [condition], _ULONG)

    def _barrier(self, node: ast.Call, name: str) -> None:
        self._count(node, name, 0)
        self.context.at(node)
        self.builder.builtin(name, [integer(_FENCE, UINT)], VOID)
