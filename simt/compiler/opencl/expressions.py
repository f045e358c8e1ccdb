"""Expressions of OpenCL C with operators, calls and literals, as instructions of LLVM."""

from __future__ import annotations

import re

from simt.compiler.opencl import gnu, printing
from simt.compiler.opencl.initialisers import add_constant, constant_bytes, pieces_of
from simt.compiler.opencl.tree import Node, NodeError, Unary
from simt.compiler.opencl.values import NOTHING, Result, UnitScope, Values, parameter_ir
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Builder, Place, Value
from simt.compiler.typed.conversions import convert, copy, fill, integer, is_aggregate, join, load, split, store, zero
from simt.compiler.typed.types import BOOL, VOID, Pointer, VectorType, pointer_to

_ATOMIC = re.compile(r"_Z\d+atom(ic)?_")  # the symbol of a function that changes a word of memory atomically
# libclang's numbers of operators
_EXTENSION = 13


class CExpressions(Values):
    """A translator of expressions to values, or to their places. Its methods raise `NodeError`."""

    def __init__(self, builder: Builder, scope: UnitScope) -> None:
        super().__init__(builder, scope)
        self.by_kind |= {
            "unary": self._unary,
            "binary": self._binary,
            "compound": self._compound,
            "conditional": self._conditional,
            "either": self._either,
            "call": self._call,
            "literal": self._literal,
            "list": self._literal,
            "string": self._string,
        }

    def condition(self, node: Node) -> str:
        """Translate a condition; return the bit, in LLVM's syntax, that is 1 if the expression is not 0."""
        bare = node
        while bare.kind == "paren" or (bare.kind == "unexposed" and bare.data is None and bare.type is BOOL):
            bare = bare.children[0]
        if not isinstance(bare.type, VectorType):
            if bare.kind == "binary" and ops.LESS <= bare.data <= ops.NOT_EQUAL:
                return self._comparison(bare).text
            if bare.kind == "binary" and bare.data in (ops.LOGICAL_AND, ops.LOGICAL_OR):
                return self._logical(bare).text
            if bare.kind == "unary" and bare.data == Unary.NOT:
                return self.builder.make(f"xor i1 {self.condition(bare.children[0])}, true", BOOL).text
        return ops.is_true(self.builder, self.value(node)).text

    def initialise(self, target: Place, node: Node) -> None:
        """Set a variable to its initialiser."""
        type_ = target.type
        self.scope.reserve(node, type_.size)
        data = constant_bytes(type_, node) if is_aggregate(type_) and type_.size > 8 else None
        if data is not None and any(data):
            copy(self.builder, add_constant(self.scope.module, f"{self.builder.name}.initial", type_, data), target)
            return
        pieces = pieces_of(type_, node) if is_aggregate(type_) else [(0, type_, node)]
        if is_aggregate(type_) and (data is not None or node.kind == "list"):
            fill(self.builder, target)
        for offset, kind, value in pieces if data is None else ():
            part = self.builder.offset(target, offset, kind)
            if is_aggregate(kind):
                copy(self.builder, self.place(value), part)
            else:
                store(self.builder, convert(self.builder, self.value(value), kind), part)

    # --- operators ----------------------------------------------------------------------------------------------------

    def _unary(self, node: Node) -> Result:
        operand = node.children[0]
        if node.data in (Unary.POST_INCREMENT, Unary.POST_DECREMENT, Unary.PRE_INCREMENT, Unary.PRE_DECREMENT):
            place = self.place(operand)
            before = load(self.builder, place)
            step = 1 if node.data in (Unary.POST_INCREMENT, Unary.PRE_INCREMENT) else -1
            after = ops.one_more(self.builder, before, step, self.types)
            store(self.builder, after, place)
            return before if node.data in (Unary.POST_INCREMENT, Unary.POST_DECREMENT) else after
        if node.data == Unary.ADDRESS:
            place = self.place(operand)
            if place.lanes is not None:
                raise NodeError(node, "parts of a vector have no address", help="copy them into a vector first")
            return Value(place.address, node.type)
        if node.data == Unary.TARGET:
            return self.target(self.value(operand))
        if node.data == Unary.NOT:
            if not isinstance(node.type, VectorType):
                return ops.as_result(self.builder, Value(self.condition(node), BOOL), node.type)
            value = self.value(operand)
            bits = ops.compare(self.builder, ops.EQUAL, value, zero(value.type))
            return ops.as_result(self.builder, bits, node.type)
        if node.data == _EXTENSION:
            return self.evaluate(operand)
        value = convert(self.builder, self.value(operand), node.type)
        if node.data == Unary.MINUS:
            return ops.negate(self.builder, value)
        if node.data == Unary.INVERT:
            return ops.invert(self.builder, value)
        if node.data == Unary.PLUS:
            return value
        raise NodeError(node, "this operator is not OpenCL C 1.2", help="write it with others")

    def _binary(self, node: Node) -> Result:
        if node.data == ops.COMMA:
            self.evaluate(node.children[0])
            return self.evaluate(node.children[1])
        if node.data == ops.ASSIGN:
            return self._assign(node)
        row = [node]  # operators whose left side is another one, outermost first: long sums need no nested calls
        while (left := row[-1].children[0]).kind == "binary" and ops.MULTIPLY <= left.data <= ops.OR:
            row.append(left)
        value = self._operation(row.pop(), None)
        for outer in reversed(row):
            value = self._operation(outer, value)
        return value

    def _operation(self, node: Node, left: Value | None) -> Value:
        """Translate an operator without side effects. left: the value of its left side, if it is already evaluated."""
        if node.data in (ops.LOGICAL_AND, ops.LOGICAL_OR):
            if isinstance(node.type, VectorType):
                return self._logical_vector(node)
            return ops.as_result(self.builder, self._logical(node), node.type)
        if ops.LESS <= node.data <= ops.NOT_EQUAL:
            return ops.as_result(self.builder, self._comparison(node, left), node.type)
        left = self.value(node.children[0]) if left is None else left
        right = self.value(node.children[1])
        self.builder.at(node.place)
        if isinstance(left.type, Pointer) and isinstance(right.type, Pointer):
            return ops.distance(self.builder, left, right, self.types, node.type)
        if isinstance(right.type, Pointer):
            left, right = right, left
        if isinstance(left.type, Pointer):
            count = right if node.data == ops.ADD else ops.negate(self.builder, right)
            return ops.advance(self.builder, left, count, self.types)
        if node.data not in (ops.SHIFT_LEFT, ops.SHIFT_RIGHT):
            right = convert(self.builder, right, node.type)
        return ops.arithmetic(self.builder, node.data, convert(self.builder, left, node.type), right)

    def _comparison(self, node: Node, left: Value | None = None) -> Value:
        """Translate a comparison to a bit, or for vectors to a bit for each component."""
        left = self.value(node.children[0]) if left is None else left
        right = self.value(node.children[1])
        self.builder.at(node.place)
        if not isinstance(left.type, Pointer) and not isinstance(right.type, Pointer):
            type_ = ops.common(left.type, right.type)
            left, right = convert(self.builder, left, type_), convert(self.builder, right, type_)
        elif not isinstance(left.type, Pointer):
            left = convert(self.builder, left, right.type)
        return ops.compare(self.builder, node.data, left, convert(self.builder, right, left.type))

    def _logical(self, node: Node) -> Value:
        """Translate `&&` or `||` to a bit; the right side is evaluated only if it decides."""
        builder = self.builder
        more, done = builder.fresh("more"), builder.fresh("done")
        is_and = node.data == ops.LOGICAL_AND
        first = self.condition(node.children[0])
        start = builder.block
        builder.branch(first, *((more, done) if is_and else (done, more)))
        builder.start(more)
        second = self.condition(node.children[1])
        end = builder.block
        builder.start(done)
        return builder.phi([(integer(not is_and, BOOL), start), (Value(second, BOOL), end)])

    def _logical_vector(self, node: Node) -> Value:
        left, right = (ops.is_true(self.builder, self.value(child)) for child in node.children)
        word = "and" if node.data == ops.LOGICAL_AND else "or"
        bits = self.builder.make(f"{word} {left}, {right.text}", left.type)
        return ops.as_result(self.builder, bits, node.type)

    def _assign(self, node: Node) -> Result:
        target, source = node.children
        if is_aggregate(node.type):
            place = self.place(source)
            target_place = self.place(target)
            copy(self.builder, place, target_place)
            return target_place
        value = self.value(source)
        place = self.place(target)
        value = convert(self.builder, value, place.type)
        store(self.builder, value, place)
        return value

    def _compound(self, node: Node) -> Value:
        """Translate an operator with an assignment, such as `+=`."""
        target, source = node.children
        operator = ops.COMPOUND[node.data - ops.FIRST_COMPOUND]
        builder = self.builder
        right = self.value(source)
        place = self.place(target)
        left = load(builder, place)
        if isinstance(left.type, Pointer):
            count = right if operator == ops.ADD else ops.negate(builder, right)
            value = ops.advance(builder, left, count, self.types)
        elif operator in (ops.SHIFT_LEFT, ops.SHIFT_RIGHT):
            left = convert(builder, left, ops.promoted(left.type))
            value = ops.arithmetic(builder, operator, left, right)
        else:
            type_ = ops.common(left.type, right.type)
            value = ops.arithmetic(builder, operator, convert(builder, left, type_), convert(builder, right, type_))
        value = convert(builder, value, place.type)
        store(builder, value, place)
        return value

    def _conditional(self, node: Node) -> Result:
        test, *arms = node.children
        builder = self.builder
        if isinstance(test.type, VectorType):
            bits = ops.is_negative(builder, self.value(test))
            values = [convert(builder, self.value(arm), node.type) for arm in arms]
            return ops.select(builder, bits, *values)
        labels = builder.fresh("then"), builder.fresh("else")
        done = builder.fresh("done")
        builder.branch(self.condition(test), *labels)
        edges: list[tuple[Value, str]] = []
        for label, arm in zip(labels, arms, strict=True):
            builder.start(label)
            if is_aggregate(node.type):
                edges.append((Value(self._private(arm).address, pointer_to(0)), builder.block))
            elif node.type is VOID:
                self.evaluate(arm)
            else:
                edges.append((convert(builder, self.value(arm), node.type), builder.block))
            builder.jump(done)
        builder.start(done)
        if node.type is VOID:
            return NOTHING
        chosen = builder.phi(edges)
        return Place(chosen.text, 0, node.type, node.type.alignment) if is_aggregate(node.type) else chosen

    def _either(self, node: Node) -> Value:
        """Translate `a ?: b` of GNU C: a, evaluated once, if it is not 0, else b. Raises `NodeError`."""
        if is_aggregate(node.type) or isinstance(node.type, VectorType):
            raise NodeError(node, "`?:` without its middle is for numbers and pointers", help="write `a ? a : b`")
        builder = self.builder
        first = self.value(node.children[0])
        test = ops.is_true(builder, first)
        edges = [(convert(builder, first, node.type), builder.block)]
        other, done = builder.fresh("else"), builder.fresh("done")
        builder.branch(test.text, done, other)
        builder.start(other)
        edges.append((convert(builder, self.value(node.children[1]), node.type), builder.block))
        builder.start(done)
        return builder.phi(edges)

    def _private(self, node: Node) -> Place:
        """Make a private copy of an array or record; return its place."""
        target = self.builder.allocate(node.type)
        copy(self.builder, self.place(node), target)
        return target

    # --- vectors, records, calls --------------------------------------------------------------------------------------

    def _literal(self, node: Node) -> Result:
        items = node.children[0] if node.kind == "literal" else node
        if not isinstance(node.type, VectorType):
            if not is_aggregate(node.type):
                return convert(self.builder, self.value(items.children[0]), node.type)
            place = self.builder.allocate(node.type)
            self.initialise(place, items)
            return place
        element, numbers = node.type.element, list[Value]()
        for child in items.children if items.kind == "list" else [items]:
            value = self.value(child)
            is_whole = isinstance(value.type, VectorType)
            numbers += split(self.builder, value) if is_whole else [convert(self.builder, value, element)]
        if len(numbers) == 1 and node.kind == "literal":
            return convert(self.builder, numbers[0], node.type)
        numbers += [zero(element)] * (node.type.count - len(numbers))
        if all(number.text[0] != "%" for number in numbers):
            return Value(f"<{', '.join(map(str, numbers))}>", node.type)
        return join(self.builder, numbers)

    def _string(self, node: Node) -> Place:
        data = constant_bytes(node.type, node)
        assert data is not None
        return add_constant(self.scope.module, f"{self.builder.name}.text", node.type, data)

    def _call(self, node: Node) -> Result:
        callee = node.children[0]
        while callee.kind in ("unexposed", "paren") and callee.children:
            callee = callee.children[0]
        if callee.kind != "name" or len(callee.data) != 2:
            advice = "call a function of OpenCL C 1.2, or one of the source"
            raise NodeError(node, "this call is not supported", help=advice)
        number, symbol = callee.data
        if symbol in gnu.CALLS:
            return gnu.CALLS[symbol](self, node, node.children[1:])
        if symbol == "printf" and number not in self.scope.symbols:
            return printing.call(self, node)
        name = self.scope.symbols.get(number, symbol)
        is_ours = number in self.scope.symbols
        if not is_ours and not symbol.startswith("_Z"):
            advice = "define it, or include the file that does"
            raise NodeError(node, f"the function `{symbol}` is not defined", help=advice)
        place = self.builder.allocate(node.type) if is_aggregate(node.type) else None
        texts = [] if place is None else [f"ptr {place.address}"]
        for argument in node.children[1:]:
            if is_aggregate(argument.type):
                texts.append(f"ptr {self._private(argument).address}")
            else:
                texts.append(str(convert(self.builder, self.value(argument), argument.type)))
        self.builder.at(node.place)
        result = node.type if place is None else VOID
        if not is_ours:
            kinds = [parameter_ir(argument.type, is_kernel=False) for argument in node.children[1:]]
            self.scope.module.declare(symbol, node.type, kinds)
        value = self.builder.make(f"call spir_func {result.ir} @{name}({', '.join(texts)})", result)
        if is_ours or _ATOMIC.match(symbol):
            self.builder.stay()
            self.scope.module.has_locks = self.scope.module.has_locks or "xchg" in symbol
        return value if place is None else place
