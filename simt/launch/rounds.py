"""The numbers of a pipeline's loops: ranges such as `2..n*2`, and expressions over the names that loops give values.

An expression is one of the assembler (docs/assembly.md): `n / 2`, `log2(n)`, `1 << k`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from isa.assembly.expressions import Value, compile_expression
from isa.assembly.lexer import tokenize
from isa.reporting.diagnostics import did_you_mean, quote
from isa.reporting.source import SourceError, Span

Where = tuple[str, ...]

_LONGEST = 1000  # characters of an expression, which is evaluated in every round
_RANGE = re.compile(r"(?P<first>.+?)\.\.(?P<last>.+?)(?:\.\.(?P<step>.+)|(?P<by>[*/])\s*(?P<factor>\d{1,18}))?\s*")


class NumberError(ValueError):
    """A text that is not a number, or not a range of numbers. help: what to write instead, if it is known."""

    def __init__(self, message: str, help: str = "") -> None:  # noqa: A002
        super().__init__(message)
        self.message = message
        self.help = help


def span_of(first: int, last: int, by: str, step: int, most: int) -> list[int]:
    """Return the numbers from `first` to `last`, but no more than `most` + 1 of them.

    A number that equals `last` is included.

    by: how a number follows from the number before: "+" adds `step`, "*" multiplies by `step`, "/" divides by `step`.
    Raises `NumberError` for a range that never ends or has no numbers.
    """
    if step < (1 if by == "+" else 2) or (by != "+" and min(first, last) < 1):
        rule = {
            "+": "its step is at least 1",
            "*": "multiply by 2 or more, from 1 up",
            "/": "divide by 2 or more, to 1",
        }
        raise NumberError(f"never ends: {rule[by]}")
    if by == "+":
        numbers = list(range(first, min(last, first + step * most) + 1, step))
    else:
        numbers = []
        while (first <= last if by == "*" else first >= last) and len(numbers) <= most:
            numbers.append(first)
            first = first * step if by == "*" else first // step
    if not numbers:
        raise NumberError(f"is empty: write the {'larger' if by == '/' else 'smaller'} number first")
    return numbers


@dataclass(frozen=True)
class Names:
    """The names that stand for numbers at a place of a pipeline.

    - values: the numbers, by name. A macro may have any text.
    - loops: the path of the loop that gives a name its values, by name. Names of `define` are not in it.
    - used: the names that are in use anywhere in the pipeline, each with the path of its loop, or () without a loop.
      All places of a pipeline share this record.
    """

    values: Mapping[str, Any]
    loops: Mapping[str, Where] = field(default_factory=dict)
    used: set[tuple[Where, str]] = field(default_factory=set)

    def with_round(self, loop: Where, values: Mapping[str, Value]) -> Names:
        """Return the names in a round of a loop. loop: its path. values: the numbers of the round, by name."""
        return Names({**self.values, **values}, {**self.loops, **dict.fromkeys(values, loop)}, self.used)

    @property
    def bound(self) -> dict[str, Value]:
        """The numbers of the names that loops give values."""
        return {name: self.values[name] for name in self.loops}

    def use(self, name: str) -> None:
        """Note that something has a name."""
        self.used.add((self.loops.get(name, ()), name))

    def number(self, value: Any) -> Value:
        """Return a number as it is, and the value of a text, which is an expression. Raises `NumberError`."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value
        if not isinstance(value, str):
            raise NumberError(f"is a number, or an expression as a text, not {value!r:.80}")
        if len(value) > _LONGEST:
            raise NumberError(f"is an expression of {len(value)} characters, and {_LONGEST} are the most")
        try:
            return compile_expression(tokenize(value)).evaluate(self._lookup)
        except SourceError as error:
            raise NumberError(f"is {quote(value)}, and {error.message}", error.help) from None

    def whole(self, value: Any) -> int:
        """Return a number or the value of an expression, which is an integer. Raises `NumberError`."""
        number = self.number(value)
        if not isinstance(number, int):
            raise NumberError(f"is a whole number, not {number:g}", "n / 2 of whole numbers is whole, and so is int(x)")
        return number

    def range(self, text: str, most: int) -> list[int]:
        """Return the numbers of a range, at most `most` + 1 of them.

        text: FIRST..LAST, FIRST..LAST..STEP, FIRST..LAST*FACTOR or FIRST..LAST/DIVISOR, with expressions before the
        last sign. Raises `NumberError`.
        """
        match = _RANGE.fullmatch(text)
        if match is None:
            raise NumberError(
                f"is {quote(text)}, which is not a range", 'FIRST..LAST, as "0..n-1", "2..n*2" or "n/2..1/2"'
            )
        first, last = self.whole(match["first"]), self.whole(match["last"])
        step = self.whole(match["step"] or match["factor"] or 1)
        try:
            return span_of(first, last, match["by"] or "+", step, most)
        except NumberError as error:
            advice = f"{match['by']} at its end is the factor of a range: put an end that has one in parentheses"
            raise NumberError(f"is {quote(text)}, which {error.message}", advice if match["by"] else "") from None

    def _lookup(self, name: str, _span: Span) -> Value:
        value = self.values.get(name)
        if not isinstance(value, int | float):
            listed = f"the names here are {', '.join(self.values) or 'none'}"
            raise SourceError(
                "", f"there is no number {quote(name)}", None, help=did_you_mean(name, self.values, listed)
            )
        self.use(name)
        return value
