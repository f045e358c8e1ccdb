"""A compiler pass that folds the groups that a machine lacks.

A core is one argument, a named tuple of groups of arrays, and a group that the machine lacks is None. numba drops the
branch of `x is None` only if x is an argument itself (in its DeadBranchPrune). This pass runs before. The type of the
argument `core` says whether the group is there. If it is missing, `core.group` is replaced by the constant None; if it
is there, `core.group is None` is replaced by False. So a branch about a missing group is neither typed nor compiled,
and `core.group` may be handed on. The pass sees through a name (`link = core.link`) and only through attributes of
arguments.
"""

from __future__ import annotations

import operator
from typing import Any

from numba.core import ir, types
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.consts import ConstantInference
from numba.core.ir_utils import get_definition, guard
from numba.core.types.containers import BaseNamedTuple, BaseTuple


def _type_of(value: Any, state: Any) -> Any:
    """Return the type of an expression that is an argument, an attribute of one, or the constant None; else None."""
    if isinstance(value, ir.Var):
        value = guard(get_definition, state.func_ir, value)
    if isinstance(value, ir.Const) and value.value is None:
        return types.none
    if isinstance(value, ir.Arg):
        return state.args[value.index]
    if isinstance(value, ir.Expr) and value.op == "getattr":
        owner = guard(get_definition, state.func_ir, value.value)
        if isinstance(owner, ir.Arg):
            group = state.args[owner.index]
            if isinstance(group, BaseNamedTuple) and value.attr in group.fields:
                return group.types[group.fields.index(value.attr)]
    return None


def _constant(value: Any, state: Any) -> ir.Const | None:
    """Return the constant that replaces an expression, or None if it stays."""
    if not isinstance(value, ir.Expr):
        return None
    if value.op == "getattr" and _type_of(value, state) == types.none:
        return ir.Const(None, value.loc)
    if value.op == "binop" and value.fn in (operator.is_, operator.is_not):
        sides = [_type_of(side, state) for side in (value.lhs, value.rhs)]
        others = [side for side in sides if side != types.none]
        if len(others) == 1 and isinstance(others[0], BaseTuple | types.Array):
            return ir.Const(value.fn is operator.is_not, value.loc)
    return None


@register_pass(mutates_CFG=False, analysis_only=False)
class FoldAbsentGroups(FunctionPass):  # type: ignore[misc]
    """A pass that replaces missing groups by None, and tests of the other groups for None by constants."""

    _name = "fold_absent_groups"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Return whether anything was replaced."""
        replaceable = [
            (statement, constant)
            for block in state.func_ir.blocks.values()
            for statement in block.find_insts(ir.Assign)
            if (constant := _constant(statement.value, state)) is not None
        ]
        for statement, constant in replaceable:
            definitions = state.func_ir._definitions[statement.target.name]
            definitions[definitions.index(statement.value)] = constant
            statement.value = constant
        state.func_ir._consts = ConstantInference(state.func_ir)
        return bool(replaceable)
