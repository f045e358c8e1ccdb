"""The names of a program: .equ symbols, labels, arrays, constants, parameters and buffers share one table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from isa.assembly.expressions import CONSTANTS, Lookup, Value
from isa.assembly.lexer import NAME, Token
from isa.reporting.diagnostics import MAX_REPORTED, quote, suggest
from isa.reporting.source import Counters, SourceError, SourceLine, Span
from isa.table.table import PAIRS, REGISTER_COUNT, SCALAR_COUNT, SPECIAL_NAMES

KINDS = {
    "equ": "an .equ symbol",
    "label": "a label",
    "local": "an array",
    "private": "an array of private memory",
    "const": "a constant",
    "param": "a parameter",
    "buffer": "a buffer",
}
_UNDEFINED = "define it as a label, or by .equ, .local, .const, .param or .buffer: `simt explain E0301`"
_REGISTER = re.compile(r"r([0-9]+)(?:\.(\w+))?\Z")
_COMPONENTS = "xyzw"
_SCALAR = re.compile(r"s([0-9]+)\Z")
_HALVES = {
    f"{name}_{half}": number + place for name, number in PAIRS.items() for place, half in enumerate(("lo", "hi"))
}


class PoisonedError(Exception):
    """The use of a name whose definition is in error. The assembler has reported the definition."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name and its meaning.

    - kind: a key of `KINDS`.
    - value: the address of an array, in words of local memory or in bytes of private memory; the index of a constant,
      parameter or buffer in constant memory; else a number. None for a definition in error.
    - type: the type of an array's elements, a constant or a parameter.
    - length: the elements of an array, or the words of a constant.
    """

    name: str
    kind: str
    value: Value | None
    line: SourceLine
    span: Span
    type: str = "b32"
    length: int = 1


class SymbolTable:
    """The names of a program."""

    def __init__(self) -> None:
        self.symbols: dict[str, Symbol] = {}
        self._suggestions_left = 2 * MAX_REPORTED

    def suggest(self, word: str, candidates: Iterable[str]) -> str | None:
        """Return the candidate most like `word`, or None if there is none.

        After many calls the result is always None, because a thousand searches take seconds.
        """
        self._suggestions_left -= 1
        return suggest(word, candidates) if self._suggestions_left >= 0 else None

    def define(self, symbol: Symbol) -> None:
        """Add `symbol`. Raises `SourceError` if the name is taken (E0302) or not allowed (E0109)."""
        check_name(symbol.name, symbol.span)
        first = self.symbols.get(symbol.name)
        if first is not None:
            message = f"{quote(symbol.name)} is defined twice"
            advice = f"it is {KINDS[first.kind]} in {first.line.file.name}:{first.line.number}"
            advice += "; `\\@` makes a label unique in a macro or .rept" if symbol.line.context else ""
            raise SourceError("E0302", message, symbol.span, label="defined again here", help=advice)
        self.symbols[symbol.name] = symbol

    def poison(self, name: str, kind: str, line: SourceLine, span: Span) -> None:
        """Mark the definition of `name` as an error, so that its uses are not reported as well."""
        if NAME.match(name) and name not in self.symbols:
            self.symbols[name] = Symbol(name, kind, None, line, span)

    def get(self, name: str) -> Symbol | None:
        """Return the symbol `name`, or None. Raises `PoisonedError` if its definition is in error."""
        symbol = self.symbols.get(name)
        if symbol is not None and symbol.value is None:
            raise PoisonedError
        return symbol

    def lookup(self, counters: Counters) -> Lookup:
        """Return a function that finds the value of a symbol, or of one of the `counters` of `.rept` blocks.

        The function raises `SourceError` for a name without a number, and `PoisonedError` for a definition in error.
        """

        def find(name: str, span: Span) -> Value:
            if name in counters:
                return counters[name]
            symbol = self.get(name)
            if symbol is None:
                raise self.unknown(name, span, counters)
            if symbol.kind in ("const", "param", "buffer"):
                message = f"{quote(name)} is {KINDS[symbol.kind]}: a word of constant memory, not a number"
                other = f"{name}[2]" if symbol.kind == "const" else f"[r1 + {name}]"
                advice = f"it can only be an operand by itself, as `{name}` or `{other}`"
                raise SourceError("E0216", message, span, help=advice)
            assert symbol.value is not None
            return symbol.value

        return find

    def unknown(self, name: str, span: Span, extra: Mapping[str, object] | Counters = {}) -> SourceError:  # noqa: B006
        """Return the error about an unknown `name`.

        extra: further names that may be meant. Raises `SourceError` (E0207) for a register that does not exist.
        """
        is_scalar = name in PAIRS or scalar_number(name, span) is not None
        if is_scalar or register_number(name, span) is not None or name in SPECIAL_NAMES:
            kind = "a special source" if name in SPECIAL_NAMES else "a scalar register" if is_scalar else "a register"
            advice = "only an operand by itself, or `[register + constant]`, reads registers"
            return SourceError("E0203", f"{quote(name)} is {kind}, which has no value here", span, help=advice)
        guess = self.suggest(name, [*self.symbols, *extra, *SPECIAL_NAMES])
        low = name.lower()
        if not guess and low != name and register_number(low, span) is not None:
            guess = low
        advice = f"did you mean `{guess}`?" if guess else _UNDEFINED
        return SourceError("E0301", f"unknown symbol {quote(name)}", span, label="not defined", help=advice)


def register_number(text: str, span: Span) -> int | None:
    """Return the number of the register written `r5` or `r1.y` (= r5), or None for another text.

    Raises `SourceError` (E0207) for a register that does not exist, such as `r900`.
    """
    match = _REGISTER.match(text)
    if match is None:
        return None
    digits, component = match[1], match[2]
    number = int(digits) if len(digits) <= 6 else REGISTER_COUNT
    if component is not None:
        if component not in tuple(_COMPONENTS):
            advice = "the components are .x .y .z .w: rN.x is r(4N), rN.w is r(4N + 3)"
            raise SourceError("E0207", f"{quote(text)} is not a register", span, help=advice)
        number = 4 * number + _COMPONENTS.index(component)
    if number >= REGISTER_COUNT:
        advice = f"registers are r0 to r{REGISTER_COUNT - 1}, or r0.x to r{(REGISTER_COUNT - 1) // 4}.w"
        raise SourceError("E0207", f"there is no register {quote(text)}", span, label="out of range", help=advice)
    return number


def scalar_number(text: str, span: Span) -> int | None:
    """Return the number of the scalar register written `s12`, `vcc_lo` or `exec_hi`, or None for another text.

    Raises `SourceError` (E0207) for a scalar register that does not exist, such as `s900`.
    """
    if text in _HALVES:
        return _HALVES[text]
    match = _SCALAR.match(text)
    if match is None:
        return None
    number = int(match[1]) if len(match[1]) <= 6 else SCALAR_COUNT
    if number >= SCALAR_COUNT:
        message = f"there is no scalar register {quote(text)}"
        advice = f"scalar registers are s0 to s{SCALAR_COUNT - 1}"
        raise SourceError("E0207", message, span, label="out of range", help=advice)
    return number


def check_name(name: str, span: Span) -> None:
    """Raise `SourceError` (E0109) if `name` is malformed or reserved."""
    if not NAME.match(name):
        advice = "names are letters, digits and `_`, not a digit first"
        raise SourceError("E0109", f"{quote(name)} cannot be a name", span, help=advice)
    is_scalar = _SCALAR.match(name) is not None or name in PAIRS or name in _HALVES
    if is_scalar or _REGISTER.match(name) or name in SPECIAL_NAMES or name in CONSTANTS:
        is_register = is_scalar or _REGISTER.match(name)
        what = "a register" if is_register else "a special source" if name in SPECIAL_NAMES else "a number"
        raise SourceError("E0109", f"{quote(name)} cannot be a name: it is {what}", span, label="reserved")


def name_token(token: Token, what: str) -> str:
    """Return the text of a token that must be a name. what: the name's use, for messages. Raises `SourceError`."""
    if token.kind != "name":
        raise SourceError("E0305", f"expected {what}", token.span, label="expected a name")
    check_name(token.text, token.span)
    return token.text
