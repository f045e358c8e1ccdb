"""Statements and variables of OpenCL C as blocks of LLVM."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

from simt.compiler.opencl.addresses import pointer_offset
from simt.compiler.opencl.expressions import CExpressions
from simt.compiler.opencl.initialisers import add_constant, constant_bytes
from simt.compiler.opencl.tree import Node, NodeError, check_type
from simt.compiler.opencl.values import NOTHING, Result, UnitScope
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Builder, Place
from simt.compiler.typed.conversions import convert, copy, integer, is_aggregate
from simt.compiler.typed.types import BOOL, VOID, Type, holds_pointers

_MAX_VARIABLE = 1 << 24  # bytes
_MAX_LISTED = 16  # numbers in the range of a `case` up to which each is listed
_SPACE_LOCAL, SPACE_CONSTANT = 2, 3  # clang's numbers


class CStatements:
    """A translator of the body of one function; refused statements are collected in `refused`."""

    def __init__(self, builder: Builder, scope: UnitScope, result: Type, returned: Place | None) -> None:
        self.builder = builder
        self.scope = scope
        self.expressions = CExpressions(builder, scope)
        self.expressions.by_kind["statements"] = self._within
        self.refused: list[NodeError] = []
        self._result = result
        self._returned = returned  # the place of a result that is a record
        self._label_of: Callable[[str], str] = cache(lambda name: builder.fresh("label"))  # by the name in the source
        self._leave: list[str] = []  # targets of `break`, innermost last
        self._again: list[str] = []  # targets of `continue`
        self._ends: set[str] = set()  # targets of `break` of loops
        self._cases: list[list[tuple[int, int, str]]] = []  # the first and the last number of each
        self._defaults: list[str] = []
        self._hint: int | None = None  # of the next loop
        self._by_kind: dict[str, Callable[[Node], None]] = {
            "block": self._block,
            "declarations": lambda node: self._each(node.children),
            "variable": self._variable,
            "null": lambda node: None,
            "if": self._if,
            "while": lambda node: self._loop(node, node.children[0], None, node.children[1]),
            "do": self._do,
            "for": self._for,
            "switch": self._switch,
            "case": self._case,
            "default": self._case,
            "break": self._break,
            "continue": lambda node: self.builder.end(f"br label %{self._again[-1]}"),
            "return": self._return,
            "label": self._label,
            "goto": lambda node: self.builder.end(f"br label %{self._label_of(node.data)}"),
            "attributed": self._attributed,
        }

    def statement(self, node: Node) -> None:
        """Translate a statement; if it is refused, record the mistake in `refused`."""
        before = self.builder.at(node.place)
        hint, self._hint = self._hint, None
        try:
            if node.kind in self._by_kind:
                self._hint = hint
                self._by_kind[node.kind](node)
            else:
                self.expressions.evaluate(node)
        except NodeError as refusal:
            self.refused.append(refusal)
        self.builder.at(before)

    def _each(self, nodes: list[Node]) -> None:
        for node in nodes:
            self.statement(node)

    def _block(self, node: Node) -> None:
        visible = self.builder.visible
        self._each(node.children)
        self.builder.leave_scope(visible)

    def _within(self, node: Node) -> Result:
        """Translate `({ ... })` of GNU C; its value is its last statement if this is an expression."""
        *before, last = node.children[0].children or [node.children[0]]
        self._each(before)
        if last.kind in self._by_kind:
            self.statement(last)
            return NOTHING
        if is_aggregate(last.type):
            place = self.builder.allocate(last.type)
            copy(self.builder, self.expressions.place(last), place)
            return place
        return self.expressions.value(last)

    # --- variables ----------------------------------------------------------------------------------------------------

    def _variable(self, node: Node) -> None:
        number, name, space = node.data
        self.scope.variables[number] = Place("poison", 0, node.type, 1)  # for its uses, if it is refused
        check_type(node)
        if node.type.size > _MAX_VARIABLE:
            message = f"`{name}` has {node.type.size} bytes, more than {_MAX_VARIABLE}"
            raise NodeError(node, message, code="E0955", help="pass large arrays in buffers")
        if space == SPACE_CONSTANT:
            self.scope.variables[number] = constant(self.scope, node, f"{self.builder.name}.{name}")
        elif space == _SPACE_LOCAL:
            place = self.scope.module.add_local(f"{self.builder.name}.{name}", node.type)
            self.scope.variables[number] = replace(place, is_volatile=node.is_volatile)
        else:
            place = replace(self.builder.allocate(node.type, name), is_volatile=node.is_volatile)
            self.scope.variables[number] = place
            self.builder.declared(place)
            self.builder.named(place, name)
            if node.children:
                self.expressions.initialise(place, node.children[0])

    # --- choices ------------------------------------------------------------------------------------------------------

    def _if(self, node: Node) -> None:
        builder = self.builder
        done = builder.fresh("endif")
        while True:  # along a chain of `else if`, which adds no depth
            then, otherwise = builder.fresh("then"), builder.fresh("else")
            builder.branch(self.expressions.condition(node.children[0]), then, otherwise)
            builder.start(then)
            self.statement(node.children[1])
            builder.jump(done)
            builder.start(otherwise)
            if len(node.children) < 3 or node.children[2].kind != "if":
                break
            node = node.children[2]
            builder.at(node.place)
        self._each(node.children[2:])
        builder.start(done)

    def _switch(self, node: Node) -> None:
        builder = self.builder
        value = self.expressions.value(node.children[0])
        body, done = builder.fresh("cases"), builder.fresh("endswitch")
        self._cases.append([])
        self._defaults.append(done)
        self._leave.append(done)
        choose = builder.fresh("choose")
        builder.end(f"br label %{choose}")
        builder.start(body)  # code before the first case is never reached
        self.statement(node.children[1])
        builder.jump(done)
        self._leave.pop()
        default, cases = self._defaults.pop(), self._cases.pop()
        builder.start(choose, falls=False)
        for first, last, label in cases:
            if last - first >= _MAX_LISTED:  # unsigned, numbers below the first are above the last
                above = ops.arithmetic(builder, ops.SUBTRACT, value, integer(first, value.type))
                limit, other = integer(last - first, value.type), builder.fresh("choose")
                builder.branch(builder.make(f"icmp ule {above}, {limit.text}", BOOL).text, label, other)
                builder.start(other, falls=False)
        listed = [
            (number, label)
            for first, last, label in cases
            if last - first < _MAX_LISTED
            for number in range(first, last + 1)
        ]
        texts = " ".join(f"{integer(number, value.type)}, label %{label}" for number, label in listed)
        builder.end(f"switch {value}, label %{default} [ {texts} ]")
        builder.start(done, falls=False)

    def _case(self, node: Node) -> None:
        while True:  # along a chain of cases without statements, which adds no depth
            label = self.builder.fresh("case")
            if node.kind == "default":
                self._defaults[-1] = label
            else:
                first, last = node.data[0], node.data[-1]
                if not isinstance(first, int) or not isinstance(last, int):
                    raise NodeError(node, "the number of this case is not known", help="write a constant")
                self._cases[-1].append((first, last, label))
            self.builder.start(label)
            if not node.children or node.children[0].kind not in ("case", "default"):
                break
            node = node.children[0]
        self._each(node.children)

    # --- loops --------------------------------------------------------------------------------------------------------

    def _attributed(self, node: Node) -> None:
        for child in node.children:
            self._hint = node.data
            self.statement(child)
        self._hint = None

    def _body(self, node: Node, again: str, done: str) -> None:
        """Translate the body of a loop. again, done: the targets of `continue` and `break`."""
        self._hint = None
        self._again.append(again)
        self._leave.append(done)
        self._ends.add(done)
        self.builder.rounds.append(again)
        self.statement(node)
        self.builder.rounds.pop()
        self._again.pop()
        self._leave.pop()

    def _unrolling(self, hint: int | None) -> str:
        """Return the suffix of a loop's back edge with the hint whether to unroll the loop; "" without a hint."""
        return "" if hint is None else f", !llvm.loop {self.scope.module.loop(hint)}"

    def _for(self, node: Node) -> None:
        parts = iter(node.children)
        first, test, step = (next(parts) if is_present else None for is_present in node.data)
        hint, visible = self._hint, self.builder.visible
        if first is not None:
            self.statement(first)
        self._hint = hint
        self._loop(node, test, step, next(parts))
        self.builder.leave_scope(visible)

    def _loop(self, node: Node, test: Node | None, step: Node | None, body: Node) -> None:
        builder, hint = self.builder, self._hint
        head, inside, done = builder.fresh("loop"), builder.fresh("body"), builder.fresh("endloop")
        again = builder.fresh("next") if step is not None else head
        builder.start(head)
        if test is not None:
            builder.branch(self.expressions.condition(test), inside, done)
        builder.start(inside)
        self._body(body, again, done)
        builder.at(node.place)
        if step is not None:
            builder.start(again)
            self.statement(step)
        builder.jump(head, self._unrolling(hint))
        builder.start(done, falls=False)

    def _do(self, node: Node) -> None:
        builder, hint = self.builder, self._hint
        inside, again, done = builder.fresh("loop"), builder.fresh("next"), builder.fresh("endloop")
        builder.start(inside)
        self._body(node.children[0], again, done)
        builder.start(again)
        loop = self._unrolling(hint)
        builder.branch(self.expressions.condition(node.children[1]), inside, done + loop)
        builder.start(done, falls=False)

    # --- leaving ------------------------------------------------------------------------------------------------------

    def _break(self, node: Node) -> None:
        if self._leave[-1] in self._ends:
            self.builder.leave(self._leave[-1], self._again[-1])
        else:
            self.builder.jump(self._leave[-1])

    def _return(self, node: Node) -> None:
        if self._again and self.scope.module.reads_lanes:
            end = self.builder.fresh("return")
            self.builder.leave(end, self._again[-1])
            self.builder.start(end)
        if not node.children or self._result is VOID:
            for child in node.children:
                self.expressions.evaluate(child)
            self.builder.end("ret void")
        elif self._returned is not None:
            copy(self.builder, self.expressions.place(node.children[0]), self._returned)
            self.builder.end("ret void")
        else:
            value = convert(self.builder, self.expressions.value(node.children[0]), self._result)
            self.builder.end(f"ret {value}")

    def _label(self, node: Node) -> None:
        self.builder.start(self._label_of(node.data))
        self._each(node.children)

    def end(self) -> None:
        """End the function where its body ends without a return."""
        if self.builder.is_open:
            is_void = self._result is VOID or is_aggregate(self._result)
            self.builder.end("ret void" if is_void else f"ret {self._result.ir} poison")


def constant(scope: UnitScope, node: Node, name: str) -> Place:
    """Make a variable in constant memory; return its place.

    Raises `NodeError` if its value is not known, or if its type is not supported or too large.
    """
    type_ = node.type
    check_type(node)
    scope.reserve(node, type_.size)
    if scope.module.is_pooled and holds_pointers(type_, of_union=True):
        message = "a union with a pointer stands in constant memory"
        raise NodeError(node, message, help="make a struct of it: a pointer there is no address until it is read")
    data = constant_bytes(type_, node.children[0], partial(pointer_offset, scope)) if node.children else None
    if data is None:
        message = "the value of this constant is not known when it is compiled"
        raise NodeError(node, message, help="initialise it with numbers, or addresses of other constants")
    return add_constant(scope.module, name, type_, data)
