"""Parsing of lines to statements: labels, a directive or instruction, its operands and its jump."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

from isa.assembly.expressions import Expression, compile_expression
from isa.assembly.lexer import Token, tokenize
from isa.assembly.symbols import register_number, scalar_number
from isa.reporting.diagnostics import quote
from isa.reporting.source import SourceError, Span
from isa.table.table import INDEXED, PAIRS, SCALAR_COUNT, SPECIALS

_FORCED = {"u": "u32", "i": "s32", "f": "f32"}
_LOOSER_THAN_PLUS = ("|", "^", "&", "<<", ">>", "==", "!=", "<", "<=", ">", ">=")
_OPENING, _CLOSING = ("(", "["), (")", "]")
_VALUES = ("name", "integer", "float")  # kinds of tokens between two of which something is missing


@dataclass(frozen=True, slots=True)
class _Numbered:
    """A register, a pair of scalar registers or a special source, by its number."""

    number: int
    text: str
    span: Span


class Register(_Numbered):
    """A register, or a special source by its number."""


class Scalar(_Numbered):
    """A 32-bit scalar register or an indexed special source, which the field const of an instruction names."""


class ScalarPair(_Numbered):
    """Two scalar registers that hold 64 bits; `number` is the even number of the lower one."""


@dataclass(frozen=True, slots=True)
class Immediate:
    """An expression, perhaps with a type, as in u(...), i(...) or f(...)."""

    expression: Expression
    forced: str  # the type "u32", "s32" or "f32", or ""
    span: Span


@dataclass(frozen=True, slots=True)
class IndexedConstant:
    """A word of a .const, written `table[2]`."""

    name: str
    index: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Address:
    """An address, written `[register + constant]`; the register or the constant may be missing."""

    base: Register | Scalar | None
    offset: Immediate | IndexedConstant | None
    span: Span


Operand = Register | Scalar | ScalarPair | Immediate | IndexedConstant | Address


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump on the result of an instruction, written `-> target if condition`."""

    target: Immediate
    condition: str
    condition_span: Span
    span: Span


@dataclass(frozen=True, slots=True)
class Operands:
    """The operands and the jump that follow a mnemonic."""

    operands: tuple[Operand, ...]
    jump: Jump | None
    span: Span


@dataclass(frozen=True, slots=True)
class Statement:
    """A parsed line.

    - labels: the names before colons.
    - head: the name of the directive, instruction or macro, or the `{` of a bundle; of kind "end" if the line has none.
    - rest: the tokens after the head; the last is of kind "end".
    """

    labels: tuple[Token, ...]
    head: Token
    rest: tuple[Token, ...]  # after the head; the last is of kind "end"

    @property
    def span(self) -> Span:
        """The columns of the statement without its labels."""
        return self.head.column, max(self.rest[-1].column, self.head.column + 1)


@lru_cache(256)  # macros and `.rept` repeat lines
def parse_statement(text: str) -> Statement:
    """Parse one line. Raises `SourceError`."""
    tokens = tokenize(text)
    position = 0
    labels: list[Token] = []
    while tokens[position].kind == "name" and tokens[position + 1].text == ":":
        labels.append(tokens[position])
        position += 2
    head = tokens[position]
    if head.kind == "end":
        return Statement(tuple(labels), head, (head,))
    if head.kind not in ("name", "directive") and head.text != "{":
        message = f"expected an instruction, found {quote(head.text)}"
        raise SourceError("E0107", message, head.span, label="expected an instruction")
    return Statement(tuple(labels), head, tuple(tokens[position + 1 :]))


def parse_bundle(statement: Statement) -> list[Statement]:
    """Parse a bundle, a statement with the head `{`, to the statements of its operations.

    Raises `SourceError`: E0223 for a label inside the bundle, E0220 for any other mistake.
    """
    tokens = statement.rest
    pieces: list[list[Token]] = [[]]
    depth, inner = 0, 0  # of brackets, and of braces in the bundle
    for place, token in enumerate(tokens):
        if token.kind == "symbol":
            depth += token.text in _OPENING
            depth -= token.text in _CLOSING
            inner += token.text == "{"
            if token.text == "}":
                if inner == 0:
                    pieces[-1].append(Token("end", "", token.column))
                    _check_bundle(statement, pieces, tokens[place + 1])
                    return [Statement((), piece[0], tuple(piece[1:])) for piece in pieces]
                inner -= 1
            if token.text == "|" and depth <= 0:
                pieces[-1].append(Token("end", "", token.column))
                pieces.append([])
                continue
        pieces[-1].append(token)
    advice = "a bundle stands on one line: `{ ld.local r1, [r2] | add.u32 r2, r2, 1 }`"
    raise SourceError("E0220", "this bundle has no `}`", statement.head.span, label="not closed", help=advice)


def _check_bundle(statement: Statement, pieces: Sequence[Sequence[Token]], after: Token) -> None:
    """Raise `SourceError` (E0220, E0223) unless every piece begins with an operation and nothing follows the bundle."""
    if after.kind != "end":
        raise SourceError("E0220", f"unexpected {quote(after.text)} after a bundle", after.span)
    if len(pieces) == 1 and len(pieces[0]) == 1:
        span = statement.head.column, pieces[0][0].column + 1
        advice = "a bundle holds at least one operation; leave the line out"
        raise SourceError("E0220", "the bundle is empty", span, label="no operation", help=advice)
    for piece in pieces:
        first = piece[0]
        if first.kind == "end":
            raise SourceError("E0220", "an operation is missing here", first.span, label="expected an operation")
        if first.kind == "name" and piece[1].text == ":":
            message = f"the label {quote(first.text)} stands in the middle of a bundle"
            advice = "jumps go to bundles: put the label before the `{`"
            raise SourceError("E0223", message, first.span, label="nothing can jump here", help=advice)
        if first.kind != "name":
            message = f"expected an operation, found {quote(first.text)}"
            advice = "`|` separates operations; as an operator it needs parentheses in a bundle: `(a | b)`"
            raise SourceError("E0220", message, first.span, label="expected an operation", help=advice)


def split_commas(tokens: Sequence[Token]) -> list[list[Token]]:
    """Split `tokens` at commas outside parentheses and brackets. An "end" token closes each piece.

    Returns no pieces if `tokens` has nothing except its "end" token.
    """
    if len(tokens) == 1:
        return []
    commas = [place for place, depth in enumerate(_depths(tokens)) if depth <= 0 and tokens[place].text == ","]
    starts = [0, *(place + 1 for place in commas)]
    ends = [*(Token("end", "", tokens[place].column) for place in commas), tokens[-1]]
    stops = [*commas, len(tokens) - 1]
    return [[*tokens[start:stop], end] for start, stop, end in zip(starts, stops, ends, strict=True)]


def parse_operands(tokens: Sequence[Token]) -> Operands:
    """Parse the operands and the jump that follow a mnemonic. Raises `SourceError`."""
    arrow = next((place for place, token in enumerate(tokens) if token.kind == "symbol" and token.text == "->"), None)
    jump = None if arrow is None else _jump(tokens[arrow], tokens[arrow + 1 :])
    before = tokens if arrow is None else [*tokens[:arrow], Token("end", "", tokens[arrow].column)]
    operands = tuple(parse_operand(piece) for piece in split_commas(before))
    return Operands(operands, jump, (tokens[0].column, tokens[-1].column))


def _jump(arrow: Token, tokens: Sequence[Token]) -> Jump:
    place = next((place for place, token in enumerate(tokens) if token.text == "if"), None)
    if place is None:
        message = "a jump on the result needs a condition"
        advice = "write `-> label if nz`; the conditions are z, nz, n, nn, c, nc; `jmp label` always jumps"
        raise SourceError("E0107", message, (arrow.column, tokens[-1].column), help=advice)
    condition = tokens[place + 1] if place + 1 < len(tokens) else tokens[-1]
    if condition.kind == "end":
        advice = "the conditions are z, nz, n, nn, c, nc"
        raise SourceError("E0107", "the condition is missing", condition.span, help=advice)
    if tokens[place + 2].kind != "end":
        raise SourceError("E0107", f"unexpected {quote(tokens[place + 2].text)}", tokens[place + 2].span)
    target = parse_immediate([*tokens[:place], Token("end", "", tokens[place].column)])
    span = arrow.column, tokens[-1].column
    return Jump(target, condition.text, condition.span, span)


def source_number(token: Token) -> int | None:
    """Return the number of the register or special source that a token names, or None. Raises `SourceError` (E0207)."""
    if token.kind != "name":
        return None
    if token.text in SPECIALS:
        return SPECIALS[token.text]
    return register_number(token.text, token.span)


def parse_operand(piece: Sequence[Token]) -> Operand:
    """Parse an operand. piece: the tokens between two commas, then an "end" token. Raises `SourceError`."""
    first, last = piece[0], piece[-1]
    if first.kind == "end":
        raise SourceError("E0107", "an operand is missing here", first.span, label="expected an operand")
    if first.text == "[":
        return _address(piece)
    if len(piece) == 2:
        if (number := source_number(first)) is not None:
            return Register(number, first.text, first.span)
        if (scalar := _scalar(first)) is not None:
            return scalar
    if first.text == "s" and _is_pair(piece):
        return _pair(piece)
    if first.kind == "name" and piece[1].text == "[":
        return _indexed(piece)
    for token in piece:
        if token.kind == "string":
            raise SourceError("E0107", "a string is not an operand", token.span)
        if source_number(token) is not None:
            for one, other in pairwise(piece[:-1]):
                if one.kind in _VALUES and other.kind in _VALUES:
                    message = f"a comma is missing between {quote(one.text)} and {quote(other.text)}"
                    raise SourceError("E0107", message, other.span, label="expected `,` before it")
            message = f"{quote(token.text)} cannot be part of a calculation"
            advice = "an operand is one register or one constant; only an address, [register + constant], adds"
            raise SourceError("E0203", message, (first.column, last.column), help=advice)
    return parse_immediate(piece)


def _scalar(token: Token) -> Scalar | ScalarPair | None:
    """Return the scalar register, the indexed special source, or the named pair that a token names, or None."""
    if token.kind != "name":
        return None
    if token.text in INDEXED:
        return Scalar(INDEXED[token.text], token.text, token.span)
    if token.text in PAIRS:
        return ScalarPair(PAIRS[token.text], token.text, token.span)
    number = scalar_number(token.text, token.span)
    return None if number is None else Scalar(number, token.text, token.span)


def _is_pair(piece: Sequence[Token]) -> bool:
    """Return whether the tokens are written like `s[0:1]`, with any numbers."""
    kinds = [token.kind if token.kind == "integer" else token.text for token in piece]
    return kinds == ["s", "[", "integer", ":", "integer", "]", ""]


def _pair(piece: Sequence[Token]) -> ScalarPair:
    low, high = piece[2].value, piece[4].value
    text = "".join(token.text for token in piece)
    span = piece[0].column, piece[-2].span[1]
    if not isinstance(low, int) or low % 2 or high != low + 1 or low >= SCALAR_COUNT:
        last = f"s[{SCALAR_COUNT - 2}:{SCALAR_COUNT - 1}]"
        advice = f"a pair is an even scalar register and the next: s[0:1], s[2:3] to {last}, vcc or exec"
        raise SourceError("E0207", f"there is no pair {quote(text)}", span, help=advice)
    return ScalarPair(low, text, span)


def parse_immediate(piece: Sequence[Token]) -> Immediate:
    """Parse an expression, with or without u(...), i(...) or f(...) around it. Raises `SourceError`."""
    first = piece[0]
    if first.kind == "name" and first.text in _FORCED and piece[1].text == "(" and _closes(piece, 1) == len(piece) - 2:
        inner = [*piece[2:-2], piece[-2]._replace(kind="end", text="")]
        return Immediate(compile_expression(inner), _FORCED[first.text], (first.column, piece[-2].column + 1))
    expression = compile_expression(piece)
    return Immediate(expression, "", expression.span)


def _depths(tokens: Sequence[Token]) -> list[int]:
    """Return, for each token, the number of open brackets after it."""
    return list(accumulate((token.text in _OPENING) - (token.text in _CLOSING) for token in tokens))


def _closes(piece: Sequence[Token], opening: int) -> int | None:
    """Return the index of the bracket that closes the bracket at index `opening`, or None."""
    depths = _depths(piece[opening:])
    return opening + depths.index(0) if 0 in depths else None


def _in_brackets(piece: Sequence[Token], opening: int, label: str = "") -> list[Token]:
    """Return the tokens between the `[` at index `opening` and the `]` that ends the piece.

    label: the label of the error for a missing `]`. Raises `SourceError` (E0107).
    """
    closing = _closes(piece, opening)
    if closing is None:
        raise SourceError("E0107", "this `[` is not closed", piece[opening].span, label=label)
    if closing != len(piece) - 2:
        raise SourceError("E0107", f"unexpected {quote(piece[closing + 1].text)}", piece[closing + 1].span)
    return [*piece[opening + 1 : closing], piece[closing]._replace(kind="end", text="")]


def _indexed(piece: Sequence[Token]) -> IndexedConstant:
    inner = _in_brackets(piece, 1)
    return IndexedConstant(piece[0].text, compile_expression(inner), (piece[0].column, inner[-1].column + 1))


def _address(piece: Sequence[Token]) -> Address:
    inner = _in_brackets(piece, 0, "expected `]`")
    span = piece[0].column, inner[-1].column + 1
    if len(inner) == 1:
        raise SourceError("E0214", "an address is missing here", span, help="write [r1], [r1 + 4] or [4]")
    places = [place for place, token in enumerate(inner) if source_number(token) is not None]
    if len(inner) == 2:
        scalar = _scalar(inner[0])
        if isinstance(scalar, Scalar):
            return Address(scalar, None, span)
    if not places:
        is_indexed = len(inner) > 2 and inner[0].kind == "name" and inner[1].text == "["
        return Address(None, _indexed(inner) if is_indexed else parse_immediate(inner), span)
    base = inner[places[0]]
    if len(places) > 1:
        advice = f"add them first: `add.u32 rX, {base.text}, {inner[places[1]].text}`"
        raise SourceError("E0214", "an address has at most one register", span, help=advice)
    _check_base(inner, places[0], span)
    register = Register(source_number(base) or 0, base.text, base.span)
    return Address(register, _offset(inner, places[0]), span)


def _check_base(inner: Sequence[Token], place: int, span: Span) -> None:
    """Raise `SourceError` (E0214) unless the register at index `place` is a plain term of the sum."""
    depths = _depths(inner)
    before = inner[place - 1].text if place else "+"
    after = inner[place + 1].text
    if depths[place] or before != "+" or (after not in ("+", "-") and inner[place + 1].kind != "end"):
        message, label = f"{quote(inner[place].text)} can only be added in an address", "subtracted here"
        advice = "an address is [register + constant]; compute anything else into a register first"
        raise SourceError("E0214", message, inner[place].span, label=label if before == "-" else "", help=advice)
    for token, depth in zip(inner, depths, strict=True):
        if depth == 0 and token.text in _LOOSER_THAN_PLUS:
            advice = "put the constant in parentheses"
            raise SourceError("E0214", f"`{token.text}` would apply to the register", token.span, help=advice)


def _offset(inner: Sequence[Token], place: int) -> Immediate | IndexedConstant | None:
    """Return the constant that an address adds to the register at index `place`; None if it adds nothing or 0."""
    left, right = list(inner[:place]), list(inner[place + 1 : -1])
    rest = left[:-1]  # the last of the left side is the `+` of the register
    if not rest and right and right[0].text == "+":
        right = right[1:]
    rest += right
    if not rest:
        return None
    rest.append(Token("end", "", rest[-1].span[1]))
    if len(rest) > 2 and rest[0].kind == "name" and rest[1].text == "[":
        return _indexed(rest)
    immediate = parse_immediate(rest)
    if not immediate.forced and immediate.expression.is_literal:
        value = immediate.expression.evaluate(lambda name, span: 0)
        if value == 0 and isinstance(value, int):
            return None
    return immediate


def describe_operand(operand: Operand) -> str:
    """Return the kind of an operand, for messages."""
    if isinstance(operand, Register):
        return "a special source" if operand.text in SPECIALS else "a register"
    if isinstance(operand, ScalarPair):
        return "a pair of scalar registers"
    if isinstance(operand, Scalar):
        return "a special source" if operand.text in INDEXED else "a scalar register"
    if isinstance(operand, Address):
        return "an address"
    return "a constant"
