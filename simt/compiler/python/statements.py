"""Statements of kernels: assignments, loops, branches and returns."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from simt.compiler.python.calls import Calls
from simt.compiler.python.context import Context, FunctionScope, Lost, RefusedError
from simt.compiler.python.expressions import PythonExpressions
from simt.compiler.python.values import TYPES, VECTORS, ArrayPlace, Operand, kind_of, name_of, scalar_type
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Place, Value
from simt.compiler.typed.conversions import integer, load, store, zero
from simt.compiler.typed.types import BOOL, Integer, Real, Type, VectorType
from simt.lang import types as lang

_MOST_WRONG: Final = 100  # as clang's limit


class PythonStatements:
    """A translator of statements. Mistakes are collected in `context.wrong`, one for each statement."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.builder = context.builder
        self.expressions = PythonExpressions(context)
        self.expressions.by_kind[ast.Call] = Calls(self.expressions, self.block).call
        self.numbers = self.expressions.numbers
        self._by_kind: dict[type[ast.AST], Callable[[Any], None]] = {
            ast.Pass: lambda node: None, ast.Assert: lambda node: None,  # for runs in plain Python
            ast.Assign: self._assign, ast.AnnAssign: self._annotated, ast.AugAssign: self._changing,
            ast.Expr: self._alone, ast.Return: self._return, ast.If: self._if, ast.While: self._while,
            ast.For: self._for, ast.Break: self._break,
            ast.Continue: lambda node: self.builder.jump(self._innermost(node)[0]),
        }  # fmt: skip

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Translate statements, up to the first after which no statement runs, such as a `return`.

        Raises `StoppedError` if there are too many mistakes.
        """
        for statement in statements:
            if not self.builder.is_open:
                return
            try:
                translate = self.context.chosen(self._by_kind, statement)
                self.context.at(statement)
                translate(statement)
            except RefusedError as refused:
                self._lose(statement, refused)

    def _lose(self, statement: ast.stmt, refused: RefusedError) -> None:
        """Record the mistake of a statement, and mark the names that have no value because of it.

        Raises `StoppedError` if there are too many mistakes.
        """
        if refused.diagnostic is not None and refused.diagnostic not in self.context.wrong:
            self.context.wrong.append(refused.diagnostic)
        if len(self.context.wrong) >= _MOST_WRONG:
            message = f"there are {_MOST_WRONG} mistakes: the rest is not looked at"
            raise self.context.too_much(message, "mend these first")
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.context.scope.variables.setdefault(node.id, Lost())

    # --- variables ----------------------------------------------------------------------------------------------------

    def _assign(self, node: ast.Assign) -> None:
        if isinstance(node.targets[0], ast.Name):
            self.context.named_here = node.value, node.targets[0].id
        item = self.expressions.evaluate(node.value)
        for target in node.targets:
            self._give(target, node.value, item)

    def _annotated(self, node: ast.AnnAssign) -> None:
        kind = self.expressions.evaluate(node.annotation)
        type_: Type | None = VECTORS[kind] if isinstance(kind, type) and kind in VECTORS else scalar_type(kind)
        if type_ is None or not isinstance(node.target, ast.Name):
            self.context.mistyped(node, "a variable has a scalar type: x: f32 = 0")
        if node.value is None:
            self.context.refuse(node, "a variable begins with a value: x: f32 = 0")
        self._check(node.target, type_, "already")
        value = self.numbers.required(node.value, self.expressions.value(node.value), type_)
        self._give(node.target, node.value, value)

    def _check(self, target: ast.Name, type_: Type, what: str) -> None:
        """Refuse a value of another type than the name has. what: the end of the message."""
        have = self.context.scope.variables.get(target.id)
        if isinstance(have, ArrayPlace) or (isinstance(have, Place) and have.type != type_):
            self.context.mistyped(target, f"`{target.id}` has another type {what}")

    def _changing(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):  # the place is computed once
            element = self._changed(node.target)
            value = self.numbers.combine(node, node.op, load(self.builder, element), self.expressions.value(node.value))
            self._put(node, element, value)
            return
        left = self.expressions.value(node.target)
        value = self.numbers.combine(node, node.op, left, self.expressions.value(node.value))
        self._give(node.target, node, value)

    def _give(self, target: ast.expr, node: ast.AST, item: Any) -> None:
        """Assign a value to a name, to an element, or to a tuple of these."""
        if isinstance(target, ast.Subscript):
            if not isinstance(item, Value | int | float):
                self.context.mistyped(node, "an element is a number")
            self._put(node, self._changed(target), item)
            return
        if isinstance(target, ast.Tuple | ast.List):
            if not isinstance(item, tuple):
                self.context.mistyped(node, f"this is not a tuple, and {len(target.elts)} names are given values")
            if len(item) != len(target.elts):
                self.context.mistyped(node, f"{len(item)} values for {len(target.elts)} names")
            parts = node.elts if isinstance(node, ast.Tuple) else [node] * len(item)
            for element, part, value in zip(target.elts, parts, item, strict=True):
                self._give(element, part, value)
            return
        if not isinstance(target, ast.Name):
            advice = "a vector is made anew: f32x4(v.x, 0, 0, 1)" if isinstance(target, ast.Attribute) else ""
            self.context.refuse(target, "names and elements of arrays can be given values", advice)
        have = self.context.scope.variables.get(target.id)
        have = None if isinstance(have, Lost) else have
        self.context.scope.variables[target.id] = self._held(node, target, target.id, item, have)

    def _held(self, node: ast.AST, target: ast.AST, name: str, item: Any, have: Any) -> Any:
        """Store a value in a variable, `have` if it exists; return a place, an array, or a tuple of these."""
        if isinstance(item, tuple):
            if have is not None and not (isinstance(have, tuple) and len(have) == len(item)):
                self.context.mistyped(target, f"`{name}` is not a tuple of {len(item)}")
            before = have or (None,) * len(item)
            names = [f"{name}[{number}]" for number in range(len(item))]
            parts = zip(names, item, before, strict=True)
            return tuple(self._held(node, target, *part) for part in parts)
        if isinstance(item, ArrayPlace):
            if have is not None and have is not item:
                self.context.mistyped(target, f"`{name}` cannot become another array")
            return item
        if not isinstance(item, Value | int | float):
            self.context.mistyped(node, f"`{name}` cannot hold this: it is neither a number nor an array")
        if isinstance(have, ArrayPlace | tuple):
            self.context.mistyped(target, f"`{name}` is {'an array' if isinstance(have, ArrayPlace) else 'a tuple'}")
        value = self.numbers.with_default_type(node, item) if have is None else self._kept(node, name, item, have.type)
        place = have or self.context.named(name, value.type)
        store(self.builder, value, place)
        return place

    def _kept(self, node: ast.AST, name: str, item: Operand, type_: Type) -> Value:
        if isinstance(item, Value) and item.type != type_:
            advice = f"let `{name}` begin as {name_of(item)}(...), or convert: {name_of(type_)}(...)"
            self.context.mistyped(node, f"`{name}` is {name_of(type_)}, and this is {name_of(item)}", advice)
        return self.numbers.required(node, item, type_)

    def _changed(self, target: ast.Subscript) -> Place:
        """Return the place of an element that a statement assigns."""
        array = self.expressions.evaluate(target.value)
        if not isinstance(array, ArrayPlace):
            self.context.mistyped(target, "only elements of arrays can be changed")
        if array.first.space == lang.Constant.number:
            self.context.mistyped(target, "a Constant array is only read", "make the parameter Global[...]")
        return self.expressions.element(array, target)

    def _put(self, node: ast.AST, element: Place, item: Operand) -> None:
        """Store a value in an element. An integer is converted to any type, a float to floats alone, as in numpy."""
        if not isinstance(item, Value) or isinstance(element.type, VectorType) or isinstance(item.type, VectorType):
            item = self.numbers.required(node, item, element.type)
        elif isinstance(item.type, Real) and isinstance(element.type, Integer):
            name = name_of(element.type)
            message = f"the elements are {name}, and this is {name_of(item)}"
            self.context.mistyped(node, message, f"convert it: {name}(...)")
        self.context.at(node)
        store(self.builder, self.numbers.cast(item, element.type), element)

    # --- control flow -------------------------------------------------------------------------------------------------

    def _alone(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return
        if not isinstance(node.value, ast.Call):
            self.context.refuse(node, "this does nothing", "give it a name, or leave it out")
        self.expressions.evaluate(node.value)

    def _return(self, node: ast.Return) -> None:
        scope = self.context.scope
        if len(self.context.scopes) == 1:
            if node.value is not None:
                advice = "store what it has computed into a Global array"
                self.context.refuse(node, "a kernel returns nothing", advice)
            self._end(scope)
            return
        item = self.expressions.evaluate(node.value) if node.value is not None else None
        if scope.has_returned and (item is None) != (scope.result is None):
            self.context.mistyped(node, "every `return` of a function gives a number, or none does")
        if item is not None:
            scope.result = self._held(node, node, "the result", item, scope.result)
        scope.has_returned = True
        self._end(scope)

    def _end(self, scope: FunctionScope) -> None:
        """Jump to the end of a function."""
        if scope.loops:
            self.builder.leave(scope.end, scope.loops[-1][0])
        else:
            self.builder.jump(scope.end)

    def _break(self, node: ast.Break) -> None:
        again, after = self._innermost(node)
        self.builder.leave(after, again)

    def _if(self, node: ast.If) -> None:
        test = self.expressions.condition(node.test)
        if isinstance(test, bool):  # known here: the other path is ignored
            self.block(node.body if test else node.orelse)
            return
        then, other, after = self.context.labels("if", "else", "after")
        self.builder.branch(test.text, then, other)
        before = dict(self.context.scope.variables)
        known = []
        for label, statements in ((then, node.body), (other, node.orelse)):
            self.context.scope.variables = dict(before)
            self.builder.start(label)
            self.block(statements)
            if self.builder.is_open:
                self.builder.jump(after)
                known.append(self.context.scope.variables)
        self.builder.start(after)
        self.context.scope.variables = self._joined(node, before, known)
        if not known:
            self.builder.end("unreachable")

    def _joined(self, node: ast.AST, before: dict[str, Any], known: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the variables that have a value after a branch. known: the variables of each side that goes on.

        If both sides go on, a new variable must come from both. Raises `RefusedError` if its types differ.
        """
        if len(known) == 1:
            return known[0]
        joined = dict(before)
        for name in (known[0].keys() & known[1].keys()) - before.keys() if len(known) == 2 else ():
            one, other = known[0][name], known[1][name]
            if one == other:
                joined[name] = one
            elif isinstance(one, Place) and isinstance(other, Place):  # with equal types they are the same
                message = f"`{name}` is {name_of(one.type)} on one way and {name_of(other.type)} on the other"
                self.context.mistyped(node, message)
        return joined

    def _while(self, node: ast.While) -> None:
        self._no_else(node)
        head, body, after = self.context.labels("while", "do", "after")
        self.builder.start(head)
        test = self.expressions.condition(node.test)
        if isinstance(test, bool):
            self.builder.jump(body if test else after)
        else:
            self.builder.branch(test.text, body, after)
        self.builder.start(body)
        self._loop(node.body, head, after)
        self.builder.jump(head)
        self.builder.start(after)

    def _loop(self, statements: Sequence[ast.stmt], again: str, after: str) -> None:
        before = dict(self.context.scope.variables)
        self.context.scope.loops.append((again, after))
        self.builder.rounds.append(again)
        self.block(statements)
        self.builder.rounds.pop()
        self.context.scope.loops.pop()
        self.context.scope.variables = before  # variables of the loop may be missing: it may not have run

    def _no_else(self, node: ast.For | ast.While) -> None:
        if node.orelse:
            self.context.refuse(node.orelse[0], "kernels have no `else` of loops")

    def _for(self, node: ast.For) -> None:
        self._no_else(node)
        call = node.iter
        if not (
            isinstance(call, ast.Call)
            and self.expressions.evaluate(call.func) is range
            and isinstance(node.target, ast.Name)
        ):
            self.context.refuse(node, "a loop goes over a range", "for i in range(n):")
        if not 1 <= len(call.args) <= 3 or call.keywords:
            self.context.refuse(call, "a range has one to three numbers")
        operands = [self.expressions.operand(argument) for argument in call.args]
        start, stop, step = (0, operands[0], 1) if len(operands) == 1 else (*operands, 1)[:3]
        if not isinstance(step, Value) and step == 0:
            self.context.refuse(call, "the step of a range is not 0")
        type_ = self._counter(call, operands)
        self._check(node.target, type_, f"than the range, {name_of(type_)}")
        have = self.context.scope.variables.get(node.target.id)
        self.context.at(call)
        first, last, by = (self.numbers.cast(bound, type_) for bound in (start, stop, step))
        variable = self.context.named(node.target.id, type_)
        self.context.scope.variables[node.target.id] = variable
        if isinstance(step, int):
            self._rounds(node, (first, last), step, variable)
        else:
            self._steps(node, (first, last), by, variable)
        if have is None:
            del self.context.scope.variables[node.target.id]  # the range may be empty

    def _counter(self, call: ast.Call, operands: list[Operand]) -> Type:
        """Return the type of a range's counter: signed, and of 32 bits unless one of the numbers has 64."""
        kinds = [kind_of(operand.type) for operand in operands if isinstance(operand, Value)]
        if any(isinstance(operand, float) for operand in operands) or any(kind.is_float for kind in kinds):
            self.context.mistyped(call, "a range is of integers")
        type_ = TYPES[lang.s64 if any(kind.bits == 64 for kind in kinds) else lang.s32]
        for operand in operands:
            if not isinstance(operand, Value):
                self.numbers.required(call, int(operand), type_)
        return type_

    def _rounds(self, node: ast.For, bounds: tuple[Value, Value], step: int, variable: Place) -> None:
        """Translate a loop over a range with a constant step; the number of rounds decides when it ends."""
        first, last = bounds
        build = self.builder

        def whole(code: int, left: Value, right: Value | int) -> Value:
            return ops.arithmetic(build, code, left, integer(right, first.type) if isinstance(right, int) else right)

        enter, body, again, after = self.context.labels("for", "do", "again", "after")
        build.branch(ops.compare(build, ops.LESS if step > 0 else ops.GREATER, first, last).text, enter, after)
        build.start(enter)
        rounds = whole(ops.SUBTRACT, last, first) if step > 0 else whole(ops.SUBTRACT, first, last)
        if abs(step) > 1:
            less = build.make(f"udiv {whole(ops.SUBTRACT, rounds, 1)}, {abs(step)}", first.type)
            rounds = whole(ops.ADD, less, 1)
        end = whole(ops.ADD, first, whole(ops.MULTIPLY, rounds, step))  # wraps as the counter does
        counter = self._round(node, first, variable, (body, again, after))
        following = whole(ops.ADD, load(build, counter), step)
        store(build, following, counter)
        build.branch(ops.compare(build, ops.EQUAL, following, end).text, after, body)
        build.start(after)

    def _steps(self, node: ast.For, bounds: tuple[Value, Value], step: Value, variable: Place) -> None:
        """Translate a loop over a range with a variable step; the remaining distance decides when it ends.

        A step of 0, for which Python has no range, gives no rounds.
        """
        first, last = bounds
        build, whole = self.builder, partial(ops.arithmetic, self.builder)
        enter, body, again, after = self.context.labels("for", "do", "again", "after")
        is_up = ops.compare(build, ops.GREATER, step, zero(step.type))
        low, high = ops.select(self.builder, is_up, first, last), ops.select(self.builder, is_up, last, first)
        is_there = whole(ops.AND, ops.compare(build, ops.LESS, low, high), ops.is_true(build, step))
        build.branch(is_there.text, enter, after)
        build.start(enter)
        left = self.context.fresh(whole(ops.SUBTRACT, high, low))  # without a sign
        size = ops.select(self.builder, is_up, step, ops.negate(build, step))
        counter = self._round(node, first, variable, (body, again, after))
        self.context.at(node)
        rest = load(build, left)
        store(build, whole(ops.SUBTRACT, rest, size), left)
        store(build, whole(ops.ADD, load(build, counter), step), counter)
        build.branch(build.make(f"icmp ule {rest}, {size.text}", BOOL).text, after, body)
        build.start(after)

    def _round(self, node: ast.For, first: Value, variable: Place, labels: tuple[str, str, str]) -> Place:
        """Translate the body of a loop over a range; return the place of its counter, which begins with `first`.

        variable: the loop's variable. labels: the body, the target of `continue`, the target of `break`.
        """
        body, again, after = labels
        counter = self.context.fresh(first)
        self.builder.start(body)
        store(self.builder, load(self.builder, counter), variable)
        self._loop(node.body, again, after)
        self.builder.start(again)
        return counter

    def _innermost(self, node: ast.Break | ast.Continue) -> tuple[str, str]:
        """Return the labels of the innermost loop: the targets of `continue` and `break`."""
        if not self.context.scope.loops:
            word = type(node).__name__.lower()
            self.context.refuse(node, f"`{word}` stands in no loop", "`return` ends the function")
        return self.context.scope.loops[-1]
