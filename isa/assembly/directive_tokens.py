"""The tokens after the name of a directive: types, brackets, messages, elements."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from isa.assembly.expressions import compile_expression
from isa.assembly.lexer import Token
from isa.assembly.operands import immediate_bits
from isa.assembly.parser import parse_immediate
from isa.assembly.symbols import SymbolTable
from isa.program.buffers import packed
from isa.program.bundles import MAX_SLOTS
from isa.reporting.diagnostics import listed, quote, suggest
from isa.reporting.source import Counters, SourceError
from isa.table.slot_kinds import ANY, JOINABLE, unknown_name
from isa.table.table import ELEMENT_TYPES, TYPES, WORD_BITS


def type_of(token: Token, types: tuple[str, ...] = TYPES) -> str:
    """Return the type that a token names. types: the allowed types. Raises `SourceError` (E0306)."""
    if token.text not in types:
        guess = suggest(token.text, types) or {"int": "s32", "float": "f32", "uint": "u32"}.get(token.text)
        shown = quote(token.text) if token.kind != "end" else "nothing"
        advice = f"did you mean `{guess}`?" if guess else f"the types are {', '.join(types)}"
        if token.text == ",":
            advice = "no comma between name and type: `.param a f32 = 2.0`, `.local t f32[64]`; only .buffer has one"
        elif token.text in ELEMENT_TYPES:
            advice = f"only arrays in memory have elements of {token.text}"
        raise SourceError("E0306", f"expected a type, found {shown}", token.span, label="not a type", help=advice)
    return token.text


def closing_bracket(rest: Sequence[Token]) -> int:
    """Return the index of the bracket that closes the bracket `rest[2]`. Raises `SourceError` (E0305)."""
    if rest[2].text != "[":
        advice = f"write .local {rest[0].text} {rest[1].text}[64]"
        raise SourceError("E0305", "expected the length in brackets", rest[2].span, help=advice)
    for place in range(3, len(rest)):
        if rest[place].text == "]":
            return place
    raise SourceError("E0305", "this `[` is not closed", rest[2].span, label="expected `]`")


def no_more(token: Token) -> None:
    """Raise `SourceError` (E0305) unless `token` is the end of the statement."""
    if token.kind != "end":
        raise SourceError("E0305", f"unexpected {quote(token.text)}", token.span, label="nothing more is expected")


def message_of(tokens: Sequence[Token], directive: str) -> str:
    """Return the text in quotes that ends a statement. Raises `SourceError` (E0305)."""
    token = tokens[0]
    text = token.text[1:-1].strip()
    if token.kind != "string" or not text:
        raise SourceError("E0305", f"`{directive}` needs a message in quotes", token.span, label="expected a message")
    no_more(tokens[1])
    return text


def kinds_of(pieces: Sequence[Sequence[Token]]) -> tuple[str, ...]:
    """Return the kinds of slots that stand between commas; () if the first word is not a name of kinds.

    Raises `SourceError` (E0305).
    """
    if not pieces or pieces[0][0].text not in (ANY, *JOINABLE):
        return ()
    if len(pieces) > MAX_SLOTS:
        message = f"a bundle has 1 to {MAX_SLOTS} slots, not {len(pieces)}"
        raise SourceError("E0305", message, pieces[MAX_SLOTS][0].span, label="too many")
    kinds = []
    for piece in pieces:
        kind = "".join(token.text for token in piece if token.kind != "end")
        if unknown_name([kind]) is not None:
            advice = f"a kind is {ANY} alone, or {listed(JOINABLE, 'or')}, joined by +"
            span = (piece[0].column, piece[-1].column)
            raise SourceError("E0305", f"{quote(kind)} is not a kind of slot", span, help=advice)
        kinds.append(kind)
    return tuple(kinds)


def elements_of(
    values: Sequence[Sequence[Token]], kind: str, symbols: SymbolTable, counters: Counters
) -> list[int | float]:
    """Return the elements of a buffer's contents. A 32-bit element is returned as its bits, any other as a number.

    - values: the tokens of each element.
    - kind: the type of the elements.
    - symbols, counters: the symbols and the counters of `.rept` blocks that values may use.

    Raises `SourceError`.
    """
    elements: list[int | float] = []
    for value in values:
        if value[0].kind == "end":
            raise SourceError("E0305", "a value is missing", value[0].span, label="expected a value")
        immediate = parse_immediate(value)
        span = immediate.span
        if kind in TYPES:
            elements.append(immediate_bits(immediate, kind, symbols, counters))
            continue
        number = immediate.expression.evaluate(symbols.lookup(counters))
        if immediate.forced:
            raise SourceError("E0305", f"an element of {kind} is written as a number", span, help=f"write {number}")
        if isinstance(number, float) != (kind == "f64"):
            code, word = ("E0205", "an integer") if kind == "f64" else ("E0206", "a float")
            raise SourceError(code, f"{number!r} is {word}, but the elements are {kind}", span)
        try:
            packed([number], kind)
        except struct.error:
            raise SourceError("E0204", f"{number} does not fit {kind}", span, label="out of range") from None
        elements.append(number)
    return elements


def raw_word(rest: Sequence[Token], counters: Counters, symbols: SymbolTable) -> int:
    """Return the 64-bit word of `.word expression`, which need not decode.

    rest: the tokens of the expression. counters: the counters of the `.rept` blocks around it. Raises `SourceError`.
    """
    expression = compile_expression(rest)
    value = expression.evaluate(symbols.lookup(counters))
    if not isinstance(value, int) or not 0 <= value < 1 << WORD_BITS:
        raise SourceError("E0204", f"{value} is not a {WORD_BITS}-bit word", expression.span, label="out of range")
    return value
