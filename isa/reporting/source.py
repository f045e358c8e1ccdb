"""Source text: files, their lines, and places in lines.

A `SourceLine` is a line as the assembler reads it: in the body of a macro or a `.rept`, with arguments substituted. Its
`parent` is the line before the substitution, so that a message can show the line of the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path

from isa.reporting.diagnostics import Diagnostic
from isa.reporting.files import TooLargeError, read_bytes, reason_of

MAX_LINE = 1 << 18  # characters of a line with arguments substituted: 64 KiB of constants as hexadecimal words
MAX_FILE_BYTES = 1 << 22
_MAX_NOTES = 6

Counters = Mapping[str, int]  # the counters of the `.rept` blocks around a line
Span = tuple[int, int]  # columns from 0: first, and the one after the last
_BYTES = re.compile("[\udc80-\udcff]")
_ARGUMENT = re.compile(r"\\([A-Za-z_][A-Za-z_0-9]*|@)")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file's name in messages, its text, and its lines."""

    name: str
    text: str
    lines: tuple[str, ...]
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """The include, macro call or repetition that a line is read from."""

    what: str  # the beginning of a note, such as "included from"
    line: SourceLine  # with the include, call or repetition

    def notes(self) -> tuple[str, ...]:
        """Return a note for each level of nesting, innermost first; of more than 6 levels the middle is left out."""
        steps: list[str] = []
        context: Context | None = self
        while context is not None:
            steps.append(f"{context.what} {context.line.file.name}:{context.line.number}")
            context = context.line.context
        if len(steps) > _MAX_NOTES:
            half = _MAX_NOTES // 2
            steps = [*steps[:half], f"({len(steps) - 2 * half} more steps)", *steps[-half:]]
        return tuple(steps)


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line to assemble.

    - context: the include, macro call or repetition that the line is read from, None for a line of the kernel's file.
    - counters: the counters of the `.rept` blocks around the line.
    - bindings: the arguments that were substituted, by parameter.
    """

    text: str
    file: SourceFile
    number: int
    context: Context | None = None
    counters: Counters = field(default_factory=dict)
    parent: SourceLine | None = None  # the line before arguments were substituted
    bindings: Mapping[str, str] = field(default_factory=dict)

    @property
    def original(self) -> str:
        """The line of the file."""
        line = self
        while line.parent is not None:
            line = line.parent
        return line.text

    def substitute(self, bindings: Mapping[str, str], context: Context, counters: Counters) -> SourceLine:
        """Return this line with the arguments of `bindings` substituted, cut just beyond `MAX_LINE` characters.

        context, counters: the context and the counters of the new line.
        """
        if "\\" not in self.text:
            return SourceLine(self.text, self.file, self.number, context, counters, self.parent, self.bindings)
        pieces: list[str] = []
        size = position = 0
        for match in _ARGUMENT.finditer(self.text):
            pieces += self.text[position : match.start()], bindings.get(match[1], match[0])
            size, position = size + len(pieces[-2]) + len(pieces[-1]), match.end()
            if size > MAX_LINE:
                break
        else:
            pieces.append(self.text[position:])
        return SourceLine("".join(pieces), self.file, self.number, context, counters, self, bindings)

    def original_column(self, column: int, *, is_last: bool = False) -> int:
        """Return the column in the file's line that corresponds to column `column` of this text.

        In a substituted argument this is the first column of `\\name`, or with `is_last` its last column.
        """
        line = self
        while line.parent is not None:
            column = _column_before(line.parent.text, line.bindings, column, is_last)
            line = line.parent
        return column

    def diagnose(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        label: str = "",
        help: str = "",  # noqa: A002
        severity: str = "error",
    ) -> Diagnostic:
        """Return a diagnostic about the columns `span` of this line. The other arguments are fields of `Diagnostic`."""
        original = self.original
        first = min(self.original_column(span[0]), len(original))
        last = max(self.original_column(max(span[1] - 1, span[0]), is_last=True) + 1, first + 1)
        notes = self.context.notes() if self.context is not None else ()
        if self.parent is not None and self.text != original:
            shown = self.text.strip()
            notes = (f"it reads `{shown if len(shown) <= 100 else shown[:97] + '...'}`", *notes)
        return Diagnostic(
            code=code,
            severity=severity,
            message=message,
            file=self.file.name,
            line=self.number,
            column=first + 1,
            end_column=last + 1,
            source_line=original,
            label=label,
            help=help,
            notes=notes,
        )


@dataclass(eq=False)
class SourceError(Exception):
    """A mistake in a line. The assembler reports it and goes on with the next line."""

    code: str
    message: str
    span: Span | None  # None: the whole statement
    _: KW_ONLY
    label: str = ""
    help: str = ""


def _column_before(text: str, bindings: Mapping[str, str], column: int, is_last: bool) -> int:
    """Return the column in `text` of a column in the text with `bindings` substituted.

    column: the column in the substituted text. is_last: whether a column in a substituted argument becomes the last
    column of the argument's name; otherwise it becomes the first.
    """
    position, column_in_result = 0, 0  # in `text`, in the substitution
    for match in _ARGUMENT.finditer(text):
        replacement = bindings.get(match[1])
        if replacement is None:
            continue
        plain = match.start() - position
        if column < column_in_result + plain:
            break
        column_in_result += plain
        if column < column_in_result + len(replacement):
            return match.end() - 1 if is_last else match.start()
        column_in_result += len(replacement)
        position = match.end()
    return min(position + column - column_in_result, len(text))


def split_source(name: str, text: str, path: Path | None = None) -> SourceFile:
    """Return a text as a source file. name: its name in messages. path: the file; None for a text without a file."""
    return SourceFile(name, text, lines_of(text), path)


def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines of a source text without their ends, LF or CR LF, and without a byte-order mark."""
    lines = text.removeprefix("\ufeff").split("\n")
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    return tuple(line.removesuffix("\r") for line in lines)


def shown(text: str) -> str:
    """Return a text for display, with the replacement character for bytes that are not UTF-8."""
    return _BYTES.sub("\ufffd", text)


def read_source(path: Path, limit: int = MAX_FILE_BYTES, *, errors: str = "strict") -> SourceFile:
    """Read the source file `path`, of at most `limit` bytes.

    errors: the treatment of bytes that are not UTF-8, as in `bytes.decode`. Raises `SourceError` (E0103, E0105, E0106)
    without a span if the file cannot be read or is not text.
    """
    try:
        data = read_bytes(path, limit)
        text = data.decode("utf-8", errors)
    except TooLargeError as error:
        raise SourceError("E0105", f"cannot read {path}: {error}", None, help="make several files of it") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"{path} is not UTF-8 text: byte {data[error.start]:#04x} in line {line}"
        raise SourceError("E0103", message, None, help="save the file as UTF-8") from None
    except (OSError, ValueError) as error:
        raise SourceError("E0106", f"cannot read {path}: {reason_of(error)}", None) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        message = f"{path} is not text: a NUL character in line {line}"
        raise SourceError("E0103", message, None, help="save the file as UTF-8")
    return split_source(str(path), text, path)
