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
from simt.lang.subgroups import COMBINED, MOVES, NAMES, SUB_GROUP_PLACES, VOTES

_BARRIER: Final = "sub_group_barrier"
_FENCE: Final = 3  # CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE
_OPENCL: Final = {**SUB_GROUP_PLACES, "sub_group_ballot": "sub_group_ballot_bits"}  # where OpenCL C has another name
_RESULTS: Final = {  # where it is not of the type of the first operand
    **dict.fromkeys(SUB_GROUP_PLACES, INT), **dict.fromkeys((*VOTES, "sub_group_elect"), BOOL),
    "sub_group_ballot": INTEGERS[64, False], _BARRIER: VOID,
}  # fmt: skip


class SubGroups:
    """A translator of functions of sub-groups. Its methods raise `RefusedError`.

    by_name: the method that translates each function, by the function's name. A method takes the call and the name.
    """

    def __init__(self, expressions: PythonExpressions) -> None:
        self.context = expressions.context
        self.builder = expressions.builder
        self.numbers = expressions.numbers
        self.expressions = expressions
        self.by_name: dict[str, Callable[[ast.Call, str], Any]] = dict.fromkeys(NAMES, self._call)
        self._operands: dict[str, tuple[Callable[[ast.expr, str], Value], ...]] = {
            **dict.fromkeys(MOVES, (self._number, self._lane)), **dict.fromkeys(COMBINED, (self._number,)),
            **dict.fromkeys((*VOTES, "sub_group_ballot"), (self._condition,)),
        }  # fmt: skip

    def _call(self, node: ast.Call, name: str) -> Value | None:
        """Translate a call; return its result, None if it has none."""
        translate = self._operands.get(name, ())
        if len(node.args) != (count := len(translate)):
            self.context.mistyped(node, f"`{name}` takes {count} argument{'s' * (count != 1)}, not {len(node.args)}")
        operands = [one(argument, name) for one, argument in zip(translate, node.args, strict=True)]
        self.context.at(node)
        if name == _BARRIER:
            operands = [integer(_FENCE, UINT)]
        result = _RESULTS.get(name)
        value = self.builder.builtin(_OPENCL.get(name, name), operands, INT if result is BOOL else result)
        if result is VOID:
            return None
        return ops.is_true(self.builder, value) if result is BOOL else value

    def _number(self, node: ast.expr, name: str) -> Value:
        """Translate a number, of at least 32 bits."""
        value = self.numbers.with_default_type(node, self.expressions.operand(node))
        if isinstance(value.type, Real) and not COMBINED.get(name, True):
            self.context.mistyped(node, f"`{name}` is for integers")
        self.context.at(node)
        is_narrow = isinstance(value.type, Integer) and value.type.bits < 32
        return self.numbers.cast(value, INT) if is_narrow else value

    def _condition(self, node: ast.expr, _name: str) -> Value:
        """Translate a condition to an `int`, 0 or 1."""
        truth = self.expressions.condition(node)
        self.context.at(node)
        return integer(truth, INT) if isinstance(truth, bool) else self.numbers.cast(truth, INT)

    def _lane(self, node: ast.expr, name: str) -> Value:
        lane = self.numbers.with_default_type(node, self.expressions.operand(node))
        if not isinstance(lane.type, Integer) or lane.type is BOOL:
            self.context.mistyped(node, f"`{name}` takes a lane, an integer, and this is {name_of(lane)}")
        self.context.at(node)
        return self.numbers.cast(lane, UINT)
