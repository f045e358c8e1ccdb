"""A dialect: the forms of its instructions, the syntax of its operands, and the mnemonics that it refuses.

A `Form` has the native instruction for a dialect's instruction, the kinds of its operands, and the order in which the
native instruction takes them. The native `OperandBinder` treats everything else, such as constants and labels. So an
instruction of a dialect is always one native instruction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import UnionType
from typing import Any

from isa.assembly.expressions import compile_expression
from isa.assembly.lexer import Token
from isa.assembly.parser import Immediate, Operand, Operands, ScalarPair, describe_operand, split_commas
from isa.program.program import LaunchValue
from isa.reporting.diagnostics import quote
from isa.reporting.source import SourceError, Span
from isa.table.spec import InstructionSpec
from isa.table.table import INSTRUCTIONS, MNEMONICS

Suggest = Callable[[str, Sequence[str]], str | None]
Build = Callable[[Token, Sequence[Operand]], Sequence[Operand]]


@dataclass(frozen=True, slots=True)
class Form:
    """An instruction of a dialect.

    - native: the name of the native instruction.
    - operands: the kinds of the operands, keys of the dialect's `kinds`.
    - order: for each operand of the native instruction, the index of the dialect's operand; () for the same order.
    - build: makes the operands of the native instruction if an order is not enough.
    - is_masked: whether the instruction has a mask register in braces.
    """

    native: str
    operands: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    build: Build | None = None
    is_masked: bool = False

    def arrange(self, mnemonic: Token, operands: Sequence[Operand]) -> tuple[Operand, ...]:
        """Return the operands of the native instruction. Raises `SourceError`."""
        if self.build is not None:
            return tuple(self.build(mnemonic, operands))
        return tuple(operands[place] for place in self.order) if self.order else tuple(operands)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of operand.

    - syntax: the operand as a message writes it.
    - words: the description of the operand in messages.
    - types: the classes of operands of this kind.
    - test: a further condition.
    """

    syntax: str
    words: str
    types: type | UnionType
    test: Callable[[Any], bool] = lambda operand: True

    def accepts(self, operand: Operand) -> bool:
        """Return whether an operand is of this kind."""
        return isinstance(operand, self.types) and self.test(operand)


@dataclass(frozen=True, slots=True)
class Dialect:
    """The assembly of another processor.

    - forms: the instructions by mnemonic.
    - kinds: the kinds of operands, by the names that forms use.
    - operand: parses the tokens of an operand.
    - refused: regular expressions of mnemonics, each with the reason why the dialect does not provide them.
    - at_launch: the registers that hold a special source at launch, unless the program says otherwise.
    - strip: turns a mnemonic as written into a key of `forms`.
    - prepare: removes the tokens that are not operands from the tokens after a mnemonic.
    """

    name: str
    forms: Mapping[str, Form]
    kinds: Mapping[str, Kind]
    operand: Callable[[Sequence[Token]], Operand]
    refused: tuple[tuple[str, str], ...]  # (regular expression of mnemonics, why the dialect does not provide them)
    at_launch: tuple[LaunchValue, ...] = ()
    strip: Callable[[str], str] = str.lower  # from a mnemonic as written to a key of `forms`
    prepare: Callable[[Token, Form, Sequence[Token]], Sequence[Token]] = field(default=lambda head, form, rest: rest)

    def has(self, mnemonic: str) -> bool:
        """Return whether the dialect has the instruction."""
        return self.strip(mnemonic) in self.forms

    def translate(self, head: Token, rest: Sequence[Token], suggest: Suggest) -> tuple[InstructionSpec, Operands]:
        """Return the native instruction and the operands of a statement.

        - head: the mnemonic.
        - rest: the tokens after it.
        - suggest: returns the candidate most like a word.

        Raises `SourceError`.
        """
        form = self.forms.get(self.strip(head.text))
        if form is None:
            raise self._unknown(head, suggest)
        rest = self.prepare(head, form, rest)
        span = rest[0].column, rest[-1].column
        operands = [self.operand(piece) for piece in split_commas(rest)]
        if len(operands) != len(form.operands):
            written = ", ".join(self.kinds[kind].syntax for kind in form.operands)
            message = f"{quote(head.text)} takes {len(form.operands) or 'no'} operands, not {len(operands)}"
            advice = f"write `{head.text} {written}`" if written else "it takes none"
            raise SourceError("E0202", message, (head.column, span[1]), help=advice)
        for place, (kind, operand) in enumerate(zip(form.operands, operands, strict=True), 1):
            if not self.kinds[kind].accepts(operand):
                raise wrong_operand(head, place, self.kinds[kind].words, operand)
        return INSTRUCTIONS[form.native], Operands(form.arrange(head, operands), None, span)

    def _unknown(self, head: Token, suggest: Suggest) -> SourceError:
        guess = suggest(self.strip(head.text), list(self.forms))
        proposal = f"did you mean `{guess}`?" if guess else ""
        for pattern, why in self.refused:
            if re.fullmatch(pattern, self.strip(head.text)):
                message = f"the dialect {self.name} does not provide {quote(head.text)}: {why}"
                return SourceError("E0153", message, head.span, label="not provided", help=proposal)
        if head.text in MNEMONICS:
            native = f"it is a native instruction, and this program is in the dialect {self.name}"
            proposal = f"{native}; {proposal}" if proposal else native
        message = f"unknown instruction {quote(head.text)} in the dialect {self.name}"
        advice = proposal or "docs/assembly.md lists its instructions"
        return SourceError("E0152", message, head.span, label="not an instruction", help=advice)


def wrong_operand(head: Token, place: int, wanted: str, operand: Operand) -> SourceError:
    """Return the error about an operand of the wrong kind.

    place: the number of the operand, from 1. wanted: the right kind, in words.
    """
    actual = describe_operand(operand)
    if isinstance(operand, ScalarPair):
        actual = f"the pair {quote(operand.text)}"
    message = f"operand {place} of {quote(head.text)} must be {wanted}, not {actual}"
    return SourceError("E0154", message, operand.span, label="wrong operand")


def number(value: int, span: Span) -> Immediate:
    """Return a constant operand that is not in the source. span: the columns for messages about it."""
    tokens = [Token("integer", str(value), span[0], value), Token("end", "", span[1])]
    return Immediate(compile_expression(tokens), "", span)
