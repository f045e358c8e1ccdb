"""Includes, macros, repetitions and conditions, which are carried out before statements are parsed.

The `Expander` yields the lines of a program in the order of assembly. So `.if` and `.rept` see the symbols defined
above them. It does not recurse: open files and blocks are frames on a stack of limited depth. All lines count against
one limit, so that no input makes it run for ever.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NoReturn

from isa.assembly.expressions import Expression, Value, compile_expression
from isa.assembly.lexer import Token
from isa.assembly.parser import Statement, parse_statement, split_commas
from isa.assembly.symbols import PoisonedError, check_name
from isa.reporting.diagnostics import quote
from isa.reporting.files import exists, is_below, is_file
from isa.reporting.source import MAX_LINE, Context, Counters, SourceError, SourceFile, SourceLine, read_source

MAX_LINES = 150_000  # read, skipped or expanded
MAX_CHARACTERS = 5_000_000  # in these lines
INCLUDE_COST = 100  # lines that an included file counts for, in addition to its own
MAX_DEPTH = 64  # of nested includes, macro calls and repetitions

_HEAD = re.compile(r"[ \t]*((?:[A-Za-z_]\w*[ \t]*:[ \t]*)*)(\.?[A-Za-z_][\w.]*)?", re.ASCII)
_BLOCKS = {".macro": ".endm", ".rept": ".endr", ".if": ".endif"}
BLOCK_DIRECTIVES = (".include", ".macro", ".endm", ".rept", ".endr", ".if", ".else", ".endif")


class _StopError(Exception):
    """The end of assembling after a fatal mistake, which has been reported."""


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro: the names of its arguments, its body, and the line that defines it."""

    name: str
    arguments: tuple[str, ...]
    body: tuple[SourceLine, ...]
    line: SourceLine


@dataclass(slots=True)
class _Condition:
    """An open `.if`."""

    line: SourceLine
    span: tuple[int, int]
    has_else: bool = False


@dataclass(slots=True)
class _Frame:
    """The lines of a file, a macro or a repetition that is being read."""

    lines: Iterator[SourceLine]
    file: Path | None = None  # with all links followed
    conditions: list[_Condition] = field(default_factory=list)


class Expander:
    """The lines of a program, with includes, macros, repetitions and conditions carried out.

    - main: the file of the program.
    - evaluate: returns the value of an expression in a line.
    - report: called with every mistake.
    - is_defined: takes a name, and returns whether it is the name of a symbol.
    - is_instruction: takes a name, and returns whether it is the name of an instruction.
    - include_paths: the folders in which `.include` looks, after the folder of the file that has the `.include`.
    """

    def __init__(
        self, main: SourceFile, *, evaluate: Callable[[Expression, SourceLine], Value],
        report: Callable[[SourceLine, SourceError], None], is_defined: Callable[[str], bool],
        is_instruction: Callable[[str], bool], include_paths: Sequence[Path] = (),
    ) -> None:  # fmt: skip
        self.evaluate = evaluate
        self.report = report
        self.is_defined = is_defined
        self.is_instruction = is_instruction
        self.include_paths = tuple(include_paths)
        self._own_folders = [*([main.path.parent] if main.path is not None else []), *self.include_paths]
        self.macros: dict[str, Macro] = {}
        self.files: list[SourceFile] = [main]
        self._frames = [_Frame(_file_lines(main, None, {}), main.path and main.path.resolve())]
        self._lines_read = 0
        self._characters_read = 0
        self._unique = 0

    def lines(self) -> Iterator[SourceLine]:
        """Yield the lines to assemble. They end early after a fatal mistake, which has been reported."""
        with suppress(_StopError):
            yield from self._expand()

    def _expand(self) -> Iterator[SourceLine]:
        while self._frames:
            frame = self._frames[-1]
            line = self._take(frame)
            if line is None:
                for condition in frame.conditions:
                    self.report(
                        condition.line,
                        SourceError("E0317", "this .if has no .endif", condition.span, label="not closed"),
                    )
                self._frames.pop()
                continue
            match = _HEAD.match(line.text)
            assert match is not None
            head = match[2]
            if head is None or (
                head not in BLOCK_DIRECTIVES and (head not in self.macros or self.is_instruction(head))
            ):
                yield line
                continue
            if match[1]:
                yield replace(line, text=line.text[: match.end(1)])
            self._carry_out(head, line, frame)

    def _carry_out(self, head: str, line: SourceLine, frame: _Frame) -> None:
        """Carry out a line with a macro call or a block directive, and report its mistakes."""
        is_parsed = False
        try:
            statement = parse_statement(line.text)
            is_parsed = True
            self._handle(head, statement, line, frame)
        except SourceError as error:
            self.report(line, error)
            if head in _BLOCKS and not (is_parsed and head == ".macro"):
                self._collect(head, frame)
        except PoisonedError:
            if head in _BLOCKS:
                self._collect(head, frame)

    def _stop(self, line: SourceLine, error: SourceError) -> NoReturn:
        self.report(line, error)
        raise _StopError

    def _take(self, frame: _Frame) -> SourceLine | None:
        """Return the next line of a frame, or None at its end.

        Assembling stops at a line that is too long, and when lines or characters have become too many.
        """
        line = next(frame.lines, None)
        if line is not None:
            self._spend(line, len(line.text))
            if len(line.text) > MAX_LINE:
                self._stop(line, SourceError("E0105", f"this line has more than {MAX_LINE} characters", (0, 1)))
        return line

    def _spend(self, line: SourceLine, characters: int, lines: int = 1) -> None:
        self._lines_read += lines
        self._characters_read += characters
        if self._lines_read > MAX_LINES or self._characters_read > MAX_CHARACTERS:
            many = f"{MAX_LINES} lines" if self._lines_read > MAX_LINES else f"{MAX_CHARACTERS} characters"
            why = f"more than {many} after macros, .rept and .include"
            hint = "is a count too large, or does a macro call itself?"
            self._stop(line, SourceError("E0313", why, None, help=hint))

    def _handle(self, head: str, statement: Statement, line: SourceLine, frame: _Frame) -> None:
        if head == ".include":
            self._include(statement, line)
        elif head == ".macro":
            self._define(statement, line, frame)
        elif head == ".rept":
            self._repeat(statement, line, frame)
        elif head == ".if":
            self._condition(statement, line, frame)
        elif head in (".else", ".endif"):
            self._close_condition(head, statement, frame)
        elif head in (".endm", ".endr"):
            opener = ".macro" if head == ".endm" else ".rept"
            raise SourceError("E0318", f"{head} without {opener}", statement.head.span, label=f"no {opener} is open")
        else:
            self._call(self.macros[head], statement, line)

    def _push(self, lines: Iterator[SourceLine], line: SourceLine, file: Path | None = None) -> None:
        if len(self._frames) >= MAX_DEPTH:
            message = f"includes, macros and repetitions are nested more than {MAX_DEPTH} deep"
            advice = "does a macro call itself without an .if that ends it?"
            self._stop(line, SourceError("E0312", message, None, help=advice))
        self._frames.append(_Frame(lines, file))

    def _include(self, statement: Statement, line: SourceLine) -> None:
        token = statement.rest[0]
        if token.kind != "string" or len(statement.rest) != 2:
            raise SourceError("E0305", "expected a file name in quotes", token.span, help='write .include "name.s"')
        path = self._find(token, line)
        resolved = path.resolve()
        for frame in self._frames:
            if frame.file == resolved:
                message = f"{quote(token.text[1:-1])} includes itself"
                raise SourceError("E0311", message, token.span, label="read already")
        self._spend(line, 0, INCLUDE_COST)
        try:
            file = read_source(path, errors="replace")
        except SourceError as error:
            raise SourceError(error.code, error.message, token.span, help=error.help) from None
        self.files.append(file)
        self._push(_file_lines(file, Context("included from", line), line.counters), line, resolved)

    def may_show(self, file: SourceFile) -> bool:
        """Return whether messages may quote a file (SECURITY.md).

        They may quote the program's own file and a text without a file. They may also quote files in or below its
        folder or the folders of `include_paths`.
        """
        return file.path is None or file is self.files[0] or is_below(file.path, self._own_folders)

    def _find(self, token: Token, line: SourceLine) -> Path:
        name = token.text[1:-1]
        folders = [*([line.file.path.parent] if line.file.path is not None else []), *self.include_paths]
        candidates = [Path(name)] if Path(name).is_absolute() else [folder / name for folder in folders]
        existing = list(filter(exists, candidates))
        if existing:  # anything else is refused when it is read
            return next(filter(is_file, existing), existing[0])
        where = ", ".join(str(folder) for folder in folders)
        advice = f"looked in {where}; -I FOLDER names another" if where else "name a folder: -I, or include_paths="
        raise SourceError("E0310", f"cannot find the file {quote(name)}", token.span, help=advice)

    def _define(self, statement: Statement, line: SourceLine, frame: _Frame) -> None:
        body = self._body(".macro", statement, frame)
        name = statement.rest[0]
        if name.kind != "name":
            raise SourceError("E0305", "a macro needs a name", name.span, help="write .macro name first, second")
        check_name(name.text, name.span)
        if self.is_instruction(name.text):
            raise SourceError("E0323", f"{quote(name.text)} is an instruction", name.span, label="cannot be a macro")
        if name.text in self.macros:
            first = self.macros[name.text].line
            advice = f"first in {first.file.name}:{first.number}"
            raise SourceError("E0323", f"the macro {quote(name.text)} is defined twice", name.span, help=advice)
        arguments: list[str] = []
        for piece in split_commas(statement.rest[1:]):
            if len(piece) != 2 or piece[0].kind != "name":
                advice = "write .macro name a, b"
                raise SourceError("E0305", "expected the name of an argument", piece[0].span, help=advice)
            check_name(piece[0].text, piece[0].span)
            if piece[0].text in arguments:
                raise SourceError("E0302", f"the argument {quote(piece[0].text)} is there twice", piece[0].span)
            arguments.append(piece[0].text)
        self.macros[name.text] = Macro(name.text, tuple(arguments), tuple(body), line)

    def _call(self, macro: Macro, statement: Statement, line: SourceLine) -> None:
        pieces = split_commas(statement.rest)
        values = [line.text[piece[0].column : max(piece[-2].span[1], 0)] if len(piece) > 1 else "" for piece in pieces]
        if len(values) != len(macro.arguments):
            message = f"the macro {quote(macro.name)} takes {len(macro.arguments)} arguments, not {len(values)}"
            advice = f"write {' '.join([macro.name, ', '.join(macro.arguments)]).strip()}"
            raise SourceError("E0319", message, statement.span, help=advice)
        self._unique += 1
        bindings = {**dict(zip(macro.arguments, values, strict=True)), "@": str(self._unique)}
        context = Context(f"in the macro {quote(macro.name)}, called at", line)
        self._push((entry.substitute(bindings, context, line.counters) for entry in macro.body), line)

    def _repeat(self, statement: Statement, line: SourceLine, frame: _Frame) -> None:
        pieces = split_commas(statement.rest)
        if not 1 <= len(pieces) <= 2:
            raise SourceError("E0305", ".rept needs a count", statement.span, help="write .rept 8 or .rept 8, counter")
        counter = ""
        if len(pieces) == 2:
            token = pieces[1][0]
            if token.kind != "name" or len(pieces[1]) != 2:
                advice = "write .rept 8, counter"
                raise SourceError("E0305", "expected the name of the counter", token.span, help=advice)
            check_name(token.text, token.span)
            if self.is_defined(token.text):
                advice = "give the counter another name"
                raise SourceError("E0302", f"{quote(token.text)} is defined already", token.span, help=advice)
            if token.text in line.counters:
                raise SourceError("E0302", f"{quote(token.text)} counts an outer .rept already", token.span)
            counter = token.text
        expression = compile_expression(pieces[0])
        count = self.evaluate(expression, line)
        if not isinstance(count, int) or count < 0:
            advice = "the count is an integer from 0 on"
            raise SourceError("E0305", f"cannot repeat {count} times", expression.span, help=advice)
        body = self._body(".rept", statement, frame)
        if count * (1 + len(body)) > MAX_LINES:  # reported before any of them is expanded
            self._spend(line, 0, MAX_LINES + 1)
        self._push(self._repetitions(body, count, counter, line), line)

    def _repetitions(
        self, body: Sequence[SourceLine], count: int, counter: str, line: SourceLine
    ) -> Iterator[SourceLine]:
        for turn in range(count):
            self._spend(line, 0)
            self._unique += 1
            bindings = {"@": str(self._unique)} | ({counter: str(turn)} if counter else {})
            counters = {**line.counters, counter: turn} if counter else line.counters
            context = Context(f"in turn {turn + 1} of {count} of the .rept at", line)
            for entry in body:
                yield entry.substitute(bindings, context, counters)

    def _condition(self, statement: Statement, line: SourceLine, frame: _Frame) -> None:
        value = self.evaluate(compile_expression(statement.rest), line)
        condition = _Condition(line, statement.span)
        if len(frame.conditions) >= MAX_DEPTH:
            self._stop(line, SourceError("E0312", f".if is nested more than {MAX_DEPTH} deep", statement.span))
        if value:
            frame.conditions.append(condition)
        elif self._skip_branch(frame, condition, to_else=True) == ".else":
            condition.has_else = True
            frame.conditions.append(condition)

    def _close_condition(self, head: str, statement: Statement, frame: _Frame) -> None:
        if not frame.conditions:
            raise SourceError("E0318", f"{head} without .if", statement.head.span, label="no .if is open")
        if statement.rest[0].kind != "end":
            raise SourceError("E0305", f"{head} takes nothing", statement.rest[0].span)
        condition = frame.conditions[-1]
        if head == ".else":
            if condition.has_else:
                raise SourceError("E0318", "a second .else", statement.head.span)
            self._skip_branch(frame, condition, to_else=False)
        frame.conditions.pop()

    def _skip_branch(self, frame: _Frame, condition: _Condition, *, to_else: bool) -> str:
        """Skip the lines up to the `.endif` of a condition, and return the directive that ended the lines.

        to_else: end at the condition's `.else`, if it has one. Raises `SourceError` (E0317) if there is no `.endif`.
        """
        for head, depth, _ in self._nested(".if", frame):
            if depth < 0 or (head == ".else" and depth == 0 and to_else):
                return head
        raise SourceError("E0317", "this .if has no .endif", condition.span, label="not closed")

    def _body(self, opener: str, statement: Statement, frame: _Frame) -> list[SourceLine]:
        """Take the lines of the block that a statement opens. Raises `SourceError` (E0317) if it has no end."""
        body = self._collect(opener, frame)
        if body is None:
            raise SourceError("E0317", f"this {opener} has no {_BLOCKS[opener]}", statement.span, label="not closed")
        return body

    def _collect(self, opener: str, frame: _Frame) -> list[SourceLine] | None:
        """Take the lines up to the end of a block; None if it has no end."""
        body: list[SourceLine] = []
        for _, depth, line in self._nested(opener, frame):
            if depth < 0:
                return body
            body.append(line)
        return None

    def _nested(self, opener: str, frame: _Frame) -> Iterator[tuple[str, int, SourceLine]]:
        """Yield the head, the depth and the line for each line of a block.

        The depth counts the blocks of the same kind that are open in the block; it is -1 at the line that ends the
        block.
        """
        depth = 0
        while (line := self._take(frame)) is not None:
            match = _HEAD.match(line.text)
            assert match is not None
            head = match[2] or ""
            depth += (head == opener) - (head == _BLOCKS[opener])
            yield head, depth, line


def _file_lines(file: SourceFile, context: Context | None, counters: Counters) -> Iterator[SourceLine]:
    for number, text in enumerate(file.lines, 1):
        yield SourceLine(text, file, number, context, counters)
