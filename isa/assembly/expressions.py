"""Expressions, which are compiled to a postfix program once and evaluated with a stack.

Neither compiling nor evaluating recurses, and intermediate values are bounded. So no source text can exhaust the stack
or the memory, or take for ever.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from isa.assembly.lexer import Token
from isa.reporting.diagnostics import did_you_mean, quote
from isa.reporting.source import SourceError, Span

Value = int | float
Lookup = Callable[[str, Span], Value]
_LIMIT = 1 << 64  # integers stay below this in magnitude
_MAX_SHIFT = 63

CONSTANTS: dict[str, float] = {"pi": math.pi, "inf": math.inf, "nan": math.nan}

# Each operator's precedence and function. Comparisons bind loosest, then | ^ & as in Python (not as in C), so that `n &
# 1 == 0` is (n & 1) == 0. The operands of _INTEGER_ONLY have been checked.
_BINARY: dict[str, tuple[int, Callable[[Any, Any], Value]]] = {
    "==": (1, lambda a, b: int(a == b)),
    "!=": (1, lambda a, b: int(a != b)),
    "<": (1, lambda a, b: int(a < b)),
    "<=": (1, lambda a, b: int(a <= b)),
    ">": (1, lambda a, b: int(a > b)),
    ">=": (1, lambda a, b: int(a >= b)),
    "|": (2, operator.or_),
    "^": (3, operator.xor),
    "&": (4, operator.and_),
    "<<": (5, operator.lshift),
    ">>": (5, operator.rshift),
    "+": (6, operator.add),
    "-": (6, operator.sub),
    "*": (7, operator.mul),
    "/": (7, lambda a, b: a // b if isinstance(a, int) and isinstance(b, int) else a / b),
    "%": (7, operator.mod),
}
_UNARY_PRECEDENCE = 8
_UNARY = ("-", "+", "~")
_INTEGER_ONLY = ("|", "^", "&", "<<", ">>", "~")


def _log2(value: Value) -> Value:
    """Return the logarithm to base 2: an integer for an integer power of two, else a float.

    So `.rept log2(n)` works.
    """
    if isinstance(value, int) and value > 0 and value & (value - 1) == 0:
        return value.bit_length() - 1
    return math.log2(value)


# name -> (function, fewest arguments, most arguments)
FUNCTIONS: dict[str, tuple[Callable[..., Value], int, int]] = {
    "log2": (_log2, 1, 1),
    "min": (lambda *values: min(values), 1, 64),
    "max": (lambda *values: max(values), 1, 64),
    "abs": (abs, 1, 1),
    "sqrt": (math.sqrt, 1, 1),
    "sin": (math.sin, 1, 1),
    "cos": (math.cos, 1, 1),
    "int": (int, 1, 1),
    "float": (float, 1, 1),
}


class _Step(NamedTuple):
    """A step of the postfix program."""

    kind: str  # "value", "name", "unary", "binary", "call"
    text: str
    span: Span
    value: Value = 0
    arity: int = 0  # arguments of a call


@dataclass(frozen=True, slots=True)
class Expression:
    """A compiled expression, and the columns of its text."""

    steps: tuple[_Step, ...]
    span: Span

    @property
    def name(self) -> str | None:
        """The name that the expression consists of, or None for any other expression."""
        return self.steps[0].text if len(self.steps) == 1 and self.steps[0].kind == "name" else None

    @property
    def names(self) -> tuple[str, ...]:
        """The symbols in the expression, each once, in order."""
        named = (step.text for step in self.steps if step.kind == "name" and step.text not in CONSTANTS)
        return tuple(dict.fromkeys(named))

    @property
    def is_literal(self) -> bool:
        """Return whether the expression has no names, neither of symbols nor of constants such as `pi`."""
        return all(step.kind != "name" for step in self.steps)

    def evaluate(self, lookup: Lookup) -> Value:
        """Return the value of the expression.

        lookup: returns the value of a symbol from its name and its place in the line. Raises `SourceError`, and the
        errors of `lookup`.
        """
        stack: list[Value] = []
        for step in self.steps:
            if step.kind == "value":
                stack.append(_bounded(step.value, step.span))
            elif step.kind == "name":
                stack.append(CONSTANTS[step.text] if step.text in CONSTANTS else lookup(step.text, step.span))
            elif step.kind == "unary":
                stack.append(_unary(step, stack.pop()))
            elif step.kind == "binary":
                right, left = stack.pop(), stack.pop()
                stack.append(_binary(step, left, right))
            else:
                stack.append(_call(step, _popped(stack, step.arity)))
        return stack[0]


def _popped(stack: list[Any], count: int) -> list[Any]:
    """Remove the top `count` entries of a stack and return them in order."""
    entries = stack[len(stack) - count :]
    del stack[len(stack) - count :]
    return entries


def added_once(expression: Expression, names: Collection[str]) -> str:
    """Return the name that an expression adds exactly once: `a` in `a + 4 * i - 8`. Only `names` are considered.

    The result is "" if the expression has none of the names or several, or if the name is not a term by itself, as in
    `2 * a`.
    """
    stack: list[str] = []
    for step in expression.steps:
        if step.kind in ("name", "value"):
            stack.append(step.text if step.kind == "name" and step.text in names else "")
            continue
        arguments = _popped(stack, {"unary": 1, "binary": 2}.get(step.kind, step.arity))
        named = [name for name in arguments if name]
        is_sum = step.kind == "binary" and (step.text == "+" or (step.text == "-" and not arguments[1]))
        if named and (len(named) > 1 or not is_sum):
            return ""
        stack.append(named[0] if named else "")
    return stack[0]


def _bounded(value: Value, span: Span) -> Value:
    if isinstance(value, int) and not -_LIMIT < value < _LIMIT:
        raise SourceError("E0309", "this value is too large", span, help="integers stay below 2^64 on the way")
    return value


def _finite(value: Value, operands: Sequence[Value], span: Span) -> Value:
    if isinstance(value, float) and math.isinf(value) and not any(math.isinf(entry) for entry in operands):
        raise SourceError("E0309", "this value is too large", span, help="floats stay below 1.8e308 on the way")
    return _bounded(value, span)


def _unary(step: _Step, value: Value) -> Value:
    if step.text == "~":
        if not isinstance(value, int):
            raise SourceError("E0206", "`~` needs an integer", step.span)
        return _bounded(~value, step.span)
    return -value if step.text == "-" else value


def _binary(step: _Step, left: Value, right: Value) -> Value:
    symbol = step.text
    if symbol in _INTEGER_ONLY and not (isinstance(left, int) and isinstance(right, int)):
        raise SourceError("E0206", f"`{symbol}` needs integers", step.span, help="int(x) makes an integer of a float")
    if symbol in ("<<", ">>") and not 0 <= right <= _MAX_SHIFT:
        raise SourceError("E0308", f"shift by {right:g}", step.span, label="a shift count is 0 to 63")
    if symbol in ("/", "%") and right == 0:
        raise SourceError("E0307", "division by zero", step.span, label="the right side is 0")
    return _finite(_apply(lambda: _BINARY[symbol][1](left, right), step), (left, right), step.span)


def _call(step: _Step, arguments: Sequence[Value]) -> Value:
    function, fewest, limit = FUNCTIONS[step.text]
    if not fewest <= len(arguments) <= limit:
        wanted = str(fewest) if fewest == limit else f"{fewest} to {limit}"
        raise SourceError("E0108", f"`{step.text}` takes {wanted} arguments, not {len(arguments)}", step.span)
    return _finite(_apply(lambda: function(*arguments), step), arguments, step.span)


def _apply(compute: Callable[[], Value], step: _Step) -> Value:
    try:
        return compute()
    except (ValueError, OverflowError, ArithmeticError):
        raise SourceError("E0309", f"`{step.text}` has no value here", step.span) from None


@dataclass(slots=True)
class _Open:
    """An opening parenthesis that is not closed yet.

    function: the name before it, None if it is not the parenthesis of a call. count: the arguments of the call so far.
    """

    token: Token
    function: Token | None
    count: int = 1


def compile_expression(tokens: Sequence[Token]) -> Expression:
    """Compile all `tokens`, the last of which is of kind "end", to an expression. Raises `SourceError` (E0108)."""
    return _Compiler(tokens).compile()


class _Compiler:
    """A compiler of an expression by the shunting-yard algorithm."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.output: list[_Step] = []
        self.waiting: list[_Step | _Open] = []

    def compile(self) -> Expression:
        wants_value = True
        for position, token in enumerate(self.tokens[:-1]):
            following = self.tokens[position + 1]
            wants_value = self._value(token, following) if wants_value else self._operator(token)
        if wants_value:
            raise SourceError("E0108", "a value is missing here", self.tokens[-1].span, label="expected a value")
        self._unwind(0)
        if self.waiting:
            unclosed = self.waiting[-1]
            assert isinstance(unclosed, _Open)
            raise SourceError("E0108", "this `(` is not closed", unclosed.token.span)
        return Expression(tuple(self.output), (self.tokens[0].column, self.tokens[-2].span[1]))

    def _value(self, token: Token, following: Token) -> bool:
        """Handle a token where a value may begin. Return whether a value must follow. Raises `SourceError`."""
        if token.kind in ("integer", "float"):
            self.output.append(_Step("value", token.text, token.span, token.value))
            return False
        if token.kind == "name":
            if following.text == "(":
                if token.text not in FUNCTIONS:
                    raise _not_a_function(token)
                self.waiting.append(_Open(following, token, 0))
                return True
            self.output.append(_Step("name", token.text, token.span))
            return False
        if token.text == "(":
            top = self.waiting[-1] if self.waiting else None
            if not (isinstance(top, _Open) and top.token is token):
                self.waiting.append(_Open(token, None))
            return True
        if token.text in _UNARY and token.kind == "symbol":
            self.waiting.append(_Step("unary", token.text, token.span))
            return True
        raise SourceError("E0108", f"expected a value, found {_shown(token)}", token.span, label="expected a value")

    def _operator(self, token: Token) -> bool:
        """Handle a token after a value. Return whether a value must follow. Raises `SourceError`."""
        if token.kind == "symbol":
            if token.text in _BINARY:
                self._unwind(_BINARY[token.text][0])
                self.waiting.append(_Step("binary", token.text, token.span))
                return True
            if token.text in (")", ","):
                self._unwind(0)
                opened = self.waiting[-1] if self.waiting else None
                if not isinstance(opened, _Open):
                    raise SourceError("E0108", f"unexpected {_shown(token)}", token.span, label="no `(` before it")
                function = opened.function
                if function is None and token.text == ",":
                    raise SourceError("E0108", "unexpected `,`", token.span)
                opened.count += 1
                if token.text == ",":
                    return True
                self.waiting.pop()
                if function is not None:
                    self.output.append(_Step("call", function.text, function.span, arity=opened.count))
                return False
        raise SourceError("E0108", f"expected an operator, found {_shown(token)}", token.span, label="unexpected")

    def _unwind(self, precedence: int) -> None:
        """Emit the waiting operators that bind at least as tightly as `precedence`, back to an open parenthesis."""
        while self.waiting:
            top = self.waiting[-1]
            if isinstance(top, _Open):
                return
            if (_UNARY_PRECEDENCE if top.kind == "unary" else _BINARY[top.text][0]) < precedence:
                return
            self.output.append(top)
            self.waiting.pop()


def _shown(token: Token) -> str:
    return "the end of the line" if token.kind == "end" else quote(token.text)


def _not_a_function(token: Token) -> SourceError:
    if token.text in ("u", "i", "f"):
        advice = "put the calculation inside it"
        return SourceError("E0108", f"`{token.text}(...)` must be a whole operand", token.span, help=advice)
    advice = did_you_mean(token.text, FUNCTIONS, f"there are {', '.join(FUNCTIONS)}")
    return SourceError("E0108", f"unknown function {quote(token.text)}", token.span, help=advice)
