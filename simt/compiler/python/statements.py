"""Statements: variables, elements of arrays, loops and branches."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from isa.diagnostics import Diagnostic
from simt.compiler.python.calls import Calls
from simt.compiler.python.context import Lost, RefusedError
from simt.compiler.python.names import Source
from simt.compiler.python.values import Array, Operand, name_of, type_named
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Place, Value
from simt.compiler.typed.conversions import integer, load, store
from simt.compiler.typed.types import INT, Integer, Real, Type
from simt.lang.types import Constant


class Statements(Calls):
    """The translation of statements; what is wrong is gathered, a message for each statement."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.wrong: list[Diagnostic] = []

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Translate statements, up to one behind which none is reached."""
        for statement in statements:
            if not self.builder.is_open:
                return
            try:
                translate = self.method("_do_", statement)
                self.at(statement)
                translate(statement)
            except RefusedError as refused:
                self._lose(statement, refused)

    def _lose(self, statement: ast.stmt, refused: RefusedError) -> None:
        """Note what is wrong with a statement, and the names that it would have given values."""
        if refused.diagnostic is not None and refused.diagnostic not in self.wrong:
            self.wrong.append(refused.diagnostic)
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.scope.variables.setdefault(node.id, Lost())

    # --- variables ----------------------------------------------------------------------------------------------------

    def named(self, name: str, given: Type) -> Place:
        """The variable of a name and a type: one place for all ways on which the name has this type."""
        slots = self.scope.slots
        if (name, given) not in slots:
            slots[name, given] = self.builder.allocate(given)
        return slots[name, given]

    def _do_assign(self, node: ast.Assign) -> None:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
            targets, values = node.targets[0].elts, node.value.elts
            if len(targets) != len(values):
                self.refuse(node, f"{len(values)} values for {len(targets)} names")
            found = [self.expression(value) for value in values]
            for target, value, item in zip(targets, values, found, strict=True):
                self._give(target, value, item)
            return
        item = self.expression(node.value)
        for target in node.targets:
            self._give(target, node.value, item)

    def _do_annassign(self, node: ast.AnnAssign) -> None:
        given = type_named(self.expression(node.annotation))
        if given is None or not isinstance(node.target, ast.Name):
            self.mistyped(node, "a variable has a scalar type: x: f32 = 0")
        if node.value is None:
            self.refuse(node, "a variable begins with a value: x: f32 = 0")
        self._check(node.target, given, "already")
        value = self.given(node.value, self.operand(node.value), given)
        self._give(node.target, node.value, value)

    def _check(self, target: ast.Name, given: Type, what: str) -> None:
        """Refuse a name that has another type."""
        have = self.scope.variables.get(target.id)
        if isinstance(have, Array) or (isinstance(have, Place) and have.type != given):
            self.mistyped(target, f"`{target.id}` has another type {what}")

    def _do_augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):  # the place is computed once
            element = self._changed(node.target)
            made = self.combine(node, node.op, load(self.builder, element), self.operand(node.value))
            self._put(node, element, made)
            return
        made = self.combine(node, node.op, self.operand(node.target), self.operand(node.value))
        self._give(node.target, node, made)

    def _give(self, target: ast.expr, node: ast.AST, item: Any) -> None:
        """Give a name or an element a value."""
        if isinstance(target, ast.Subscript):
            if not isinstance(item, Value | int | float):
                self.mistyped(node, "an element is a number")
            self._put(node, self._changed(target), item)
            return
        if not isinstance(target, ast.Name):
            self.refuse(target, "names and elements of arrays can be given values")
        name, have = target.id, self.scope.variables.get(target.id)
        have = None if isinstance(have, Lost) else have
        if isinstance(item, Array):
            if have is not None and have is not item:
                self.mistyped(target, f"`{name}` cannot become another array")
            self.scope.variables[name] = item
            return
        if not isinstance(item, Value | int | float):
            self.mistyped(node, f"`{name}` cannot hold this: it is no number and no array")
        if isinstance(have, Array):
            self.mistyped(target, f"`{name}` is an array")
        value = self.own(node, item) if have is None else self._kept(node, name, item, have.type)
        self.scope.variables[name] = made = have or self.named(name, value.type)
        store(self.builder, value, made)

    def _kept(self, node: ast.AST, name: str, item: Operand, given: Type) -> Value:
        """A value for a variable that has a type."""
        if isinstance(item, Value) and item.type != given:
            advice = f"let `{name}` begin as {name_of(item)}(...), or convert: {name_of(given)}(...)"
            self.mistyped(node, f"`{name}` is {name_of(given)}, and this is {name_of(item)}", advice)
        return self.given(node, item, given)

    def _changed(self, target: ast.Subscript) -> Place:
        """The element of an array that a statement changes."""
        array = self.expression(target.value)
        if not isinstance(array, Array):
            self.mistyped(target, "only elements of arrays can be changed")
        if array.first.space == Constant.number:
            self.mistyped(target, "a Constant array is only read", "make the parameter Global[...]")
        return self.element(array, target)

    def _put(self, node: ast.AST, element: Place, item: Operand) -> None:
        """Store a value: to a type of the same sort it is converted, as in numpy."""
        if not isinstance(item, Value):
            item = self.given(node, item, element.type)
        elif isinstance(item.type, Real) and isinstance(element.type, Integer):
            name = name_of(element.type)
            self.mistyped(node, f"the elements are {name}, and this is {name_of(item)}", f"convert it: {name}(...)")
        self.at(node)
        store(self.builder, self.cast(item, element.type), element)

    # --- ways ---------------------------------------------------------------------------------------------------------

    def _do_pass(self, node: ast.Pass) -> None:
        pass

    def _do_assert(self, node: ast.Assert) -> None:
        """Nothing: it is for runs in plain Python."""

    def _do_expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return
        if not isinstance(node.value, ast.Call):
            self.refuse(node, "this does nothing", help="give it a name, or leave it out")
        self.expression(node.value)

    def _do_return(self, node: ast.Return) -> None:
        scope = self.scope
        if len(self.scopes) == 1:
            if node.value is not None:
                self.refuse(node, "a kernel returns nothing", help="store what it has computed into a Global array")
            self.builder.jump(scope.end)
            return
        item = self.expression(node.value) if node.value is not None else None
        if scope.has_returned and ((item is None) != (scope.result is None) or isinstance(item, Array)):
            self.mistyped(node, "every `return` of a function gives a number, or none does")
        if isinstance(item, Value | int | float):
            if scope.result is None:
                value = self.own(node, item)
                scope.result = self.builder.allocate(value.type)
            assert isinstance(scope.result, Place)
            store(self.builder, self._kept(node, "the result", item, scope.result.type), scope.result)
        elif item is not None:
            if not isinstance(item, Array):
                self.refuse(node, "a function gives a number or an array")
            scope.result = item
        scope.has_returned = True
        self.builder.jump(scope.end)

    def _do_if(self, node: ast.If) -> None:
        test = self.condition(node.test)
        if isinstance(test, bool):  # known here: the other way is not looked at
            self.block(node.body if test else node.orelse)
            return
        there, other, behind = self.labels("if", "else", "behind")
        self.builder.branch(test.text, there, other)
        before = dict(self.scope.variables)
        known = []
        for label, statements in ((there, node.body), (other, node.orelse)):
            self.scope.variables = dict(before)
            self.builder.start(label)
            self.block(statements)
            if self.builder.is_open:
                self.builder.jump(behind)
                known.append(self.scope.variables)
        self.builder.start(behind)
        self.scope.variables = self._joined(node, before, known)
        if not known:
            self.builder.end("unreachable")

    def _joined(self, node: ast.AST, before: dict[str, Any], known: list[dict[str, Any]]) -> dict[str, Any]:
        """The variables behind a branch: those of both ways, in one place."""
        if len(known) == 1:
            return known[0]
        joined = dict(before)
        for name in (known[0].keys() & known[1].keys()) - before.keys() if len(known) == 2 else ():
            one, other = known[0][name], known[1][name]
            if one is other:
                joined[name] = one
            elif isinstance(one, Place) and isinstance(other, Place):  # of one type they are the same
                message = f"`{name}` is {name_of(one.type)} on one way and {name_of(other.type)} on the other"
                self.mistyped(node, message)
        return joined

    def _do_while(self, node: ast.While) -> None:
        self._no_else(node)
        head, body, behind = self.labels("while", "do", "behind")
        self.builder.start(head)
        test = self.condition(node.test)
        if isinstance(test, bool):
            self.builder.jump(body if test else behind)
        else:
            self.builder.branch(test.text, body, behind)
        self.builder.start(body)
        self._loop(node.body, head, behind)
        self.builder.jump(head)
        self.builder.start(behind)

    def _loop(self, statements: Sequence[ast.stmt], again: str, behind: str) -> None:
        before = dict(self.scope.variables)
        self.scope.loops.append((again, behind))
        self.block(statements)
        self.scope.loops.pop()
        self.scope.variables = before  # what the loop has made may not be there: it may not have run

    def _no_else(self, node: ast.For | ast.While) -> None:
        if node.orelse:
            self.refuse(node.orelse[0], "kernels have no `else` of loops")

    def _do_for(self, node: ast.For) -> None:
        self._no_else(node)
        call = node.iter
        if not (
            isinstance(call, ast.Call) and self.expression(call.func) is range and isinstance(node.target, ast.Name)
        ):
            self.refuse(node, "a loop goes over a range", help="for i in range(n):")
        if not 1 <= len(call.args) <= 3 or call.keywords:
            self.refuse(call, "a range has one to three numbers")
        operands = [self.operand(argument) for argument in call.args]
        start, stop, step = (0, operands[0], 1) if len(operands) == 1 else (*operands, 1)[:3]
        if not isinstance(step, int) or step == 0:
            self.refuse(
                call, "the step of a range is a number that is known here, and not 0", help="write a `while` loop"
            )
        given: Type = INT
        if isinstance(start, Value) or isinstance(stop, Value):
            given = self.common(call, start, stop)
        if isinstance(given, Real) or isinstance(start, float) or isinstance(stop, float):
            self.mistyped(call, "a range is of integers")
        self._check(node.target, given, f"than the range, {name_of(given)}")
        have = self.scope.variables.get(node.target.id)
        first, last = self.cast(start, given), self.cast(stop, given)
        variable = self.named(node.target.id, given)
        self.scope.variables[node.target.id] = variable
        self._count(node, (first, last, step), variable)
        if have is None:
            del self.scope.variables[node.target.id]  # the range may have been empty

    def _count(self, node: ast.For, bounds: tuple[Value, Value, int], variable: Place) -> None:
        """A loop over a range: the number of rounds is known before the first, so no sum of it leaves its type."""
        first, last, step = bounds
        build = self.builder

        def whole(code: int, left: Value, right: Value | int) -> Value:
            return ops.arithmetic(build, code, left, integer(right, first.type) if isinstance(right, int) else right)

        enter, body, again, behind = self.labels("for", "do", "again", "behind")
        build.branch(ops.compare(build, ops.LESS if step > 0 else ops.GREATER, first, last).text, enter, behind)
        build.start(enter)
        rounds = whole(ops.SUBTRACT, last, first) if step > 0 else whole(ops.SUBTRACT, first, last)
        if abs(step) > 1:
            less = build.make(f"udiv {whole(ops.SUBTRACT, rounds, 1)}, {abs(step)}", first.type)
            rounds = whole(ops.ADD, less, 1)
        end = whole(ops.ADD, first, whole(ops.MULTIPLY, rounds, step))  # wraps as the counter does
        counter = self.fresh(first)
        build.start(body)
        store(build, load(build, counter), variable)
        self._loop(node.body, again, behind)
        build.start(again)
        following = whole(ops.ADD, load(build, counter), step)
        store(build, following, counter)
        build.branch(ops.compare(build, ops.EQUAL, following, end).text, behind, body)
        build.start(behind)

    def _do_break(self, node: ast.Break) -> None:
        self.builder.jump(self.scope.loops[-1][1])

    def _do_continue(self, node: ast.Continue) -> None:
        self.builder.jump(self.scope.loops[-1][0])
