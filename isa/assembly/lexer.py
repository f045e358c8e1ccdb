"""The tokens of a line."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from isa.reporting.diagnostics import quote
from isa.reporting.source import SourceError, Span

_PATTERN = re.compile(
    r"""
      (?P<space>[ \t\r\f\v]+)
    | (?P<comment>(?:;|//).*)
    | (?P<name>[A-Za-z_]\w*(?:\.\w+)*)
    | (?P<number>(?:0[xXbBoO]\w*|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?\w*))
    | (?P<directive>\.[A-Za-z_]\w*)
    | (?P<symbol>->|<<|>>|<=|>=|==|!=|[-+*/%&|^~()\[\]{},:=<>])
    | (?P<string>"[^"]*")
    | (?P<argument>\\(?:\w+|@)?)
    | (?P<bad>.)
    """,
    re.VERBOSE | re.ASCII | re.DOTALL,
)
NAME = re.compile(r"[A-Za-z_]\w*\Z", re.ASCII)
_MAX_DIGITS = 200


class Token(NamedTuple):
    """A token of a line.

    - kind: name, integer, float, directive, symbol, string or end.
    - column: the column of the token's first character, from 0.
    - value: the value of an integer or a float, 0 for other kinds.
    """

    kind: str
    text: str
    column: int
    value: int | float = 0

    @property
    def span(self) -> Span:
        """The columns of the token: the first, and the one after the last."""
        return self.column, self.column + max(len(self.text), 1)


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a line without spaces and comment, then a token of kind "end". Raises `SourceError`."""
    tokens: list[Token] = []
    position = 0
    for match in _PATTERN.finditer(text):
        kind = match.lastgroup
        position = match.end()
        if kind == "space":
            continue
        if kind == "comment":
            position = match.start()
            break
        assert kind is not None
        token = Token(kind, match[0], match.start())
        if kind == "number":
            token = _number(token)
        elif kind == "bad":
            raise _unexpected(token)
        elif kind == "argument":
            advice = "`\\name` stands for an argument inside .macro, or for the counter inside .rept"
            raise SourceError("E0110", f"{quote(token.text)} is not an argument here", token.span, help=advice)
        tokens.append(token)
    tokens.append(Token("end", "", len(text[:position].rstrip())))
    return tokens


def _number(token: Token) -> Token:
    text = token.text
    prefix = text[:2].lower()
    try:
        if len(text) > _MAX_DIGITS:
            raise ValueError
        if prefix == "0x":
            return token._replace(kind="integer", value=int(text[2:], 16))
        if prefix == "0b":
            return token._replace(kind="integer", value=int(text[2:], 2))
        if "." in text or "e" in text or "E" in text:
            value = float(text)
            if math.isinf(value):
                raise SourceError("E0309", "this value is too large", token.span, help="`inf` is infinity")
            return token._replace(kind="float", value=value)
        return token._replace(kind="integer", value=int(text, 10))
    except ValueError:
        advice = "numbers look like 42, 0x2a, 0b101010, 1_000, 1.5 or 2e-3"
        raise SourceError("E0102", f"{quote(text)} is not a number", token.span, help=advice) from None


def _unexpected(token: Token) -> SourceError:
    if token.text == '"':
        return SourceError("E0104", "this string does not end", token.span, help='close it with `"` on the same line')
    hints = {"#": "comments start with `;` or `//`", "!": "write `== 0` for not", "$": "numbers and names have no `$`"}
    advice = hints.get(token.text, "")
    return SourceError("E0101", f"unexpected character {quote(token.text)}", token.span, help=advice)
