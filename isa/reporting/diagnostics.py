"""Errors with codes, reports in the style of rustc, suggestions.

Every error that a user can cause, in any part of the project, is a `SimtError`. A `Diagnostic` is a message about a
place in a source file; `render` draws a list of diagnostics with source lines and carets. `simt explain CODE` shows the
page of a code (`isa.explanations`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os.path import commonprefix
from typing import Any

MAX_REPORTED = 20
_WINDOW = 140  # the most columns of a source line that a report shows
_QUOTED = 60  # the most characters of the user's text that a message repeats
_LEAST = 30  # the columns of an excerpt, at least
_CUT = "..."
_TAB = "    "
_BEGUN = 3  # characters by which a name is known
_EQUALS = 3  # candidates that may be equally alike
_CANDIDATES = 1000  # the most words that a suggestion is chosen from, as comparing takes time


class SimtError(Exception):
    """An error that a user can cause, with a stable `code` and the exit status of the command line.

    help: what to write instead, or "". result: what was computed in spite of the error, such as the `Result` of a run,
    or None.
    """

    code = "E0000"
    exit_status = 2
    result: Any = None

    def __init__(self, message: str, *, code: str | None = None, help: str = "") -> None:  # noqa: A002
        super().__init__(message)
        self.message = message
        self.help = help
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        report = f"error[{self.code}]: {self.message}"
        return f"{report}\n  = help: {self.help}" if self.help else report

    def _render_traceback_(self) -> list[str]:
        """Return the lines that a notebook shows in place of a traceback."""
        from isa.reporting.cells import cell_lines

        return cell_lines(self, str(self))


class ProgramError(SimtError):
    """A program that cannot be loaded or launched."""

    code = "E0340"


class ArgumentError(ProgramError):
    """Arguments of a function or options of a command that are unknown or contradict each other."""

    code = "E0670"


@dataclass(frozen=True)
class Diagnostic:
    """One message about one place. Lines and columns count from 1; line 0 means no place."""

    code: str
    severity: str  # "error" or "warning"
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    end_column: int = 0  # the column after the last caret
    source_line: str = ""
    label: str = ""  # stands beside the carets
    help: str = ""
    notes: tuple[str, ...] = ()


class PlacedError(SimtError):
    """An error with a list of `diagnostics`. `str()` renders the list, or the message if the list is empty."""

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        help: str = "",  # noqa: A002
        diagnostics: Sequence[Diagnostic] = (),
    ) -> None:
        super().__init__(message, code=code, help=help)
        self.diagnostics = list(diagnostics)

    def __str__(self) -> str:
        return render(self.diagnostics) if self.diagnostics else super().__str__()


class ReportedError(PlacedError):
    """An error made of `diagnostics`. Its message and code are from the first diagnostic with the severity "error"."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        first = next((entry for entry in diagnostics if entry.severity == "error"), None)
        message, code = (first.message, first.code) if first else ("it failed", None)
        super().__init__(message, code=code, diagnostics=diagnostics)

    def __reduce__(self) -> tuple[type[ReportedError], tuple[list[Diagnostic]]]:
        return type(self), (self.diagnostics,)


class AssemblyError(ReportedError):
    """Source text that cannot be assembled; `diagnostics` lists errors and warnings."""

    code = "E0100"
    exit_status = 3


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that is most like `word`, or None if no candidate is like it.

    A word of three characters or more that one candidate alone begins with is that candidate: `bank_conflict` for
    `bank`. Of candidates that are equally alike, it is the one that begins most like the word: `add.u32` for `ad.u32`.

    The result is None for a word of more than 60 characters. Of more than 1000 candidates, only the 1000 with the most
    similar lengths are compared.
    """
    if len(word) > _QUOTED:
        return None
    names = sorted(set(candidates))
    if len(names) > _CANDIDATES:
        names = sorted(names, key=lambda name: abs(len(name) - len(word)))[:_CANDIDATES]
    by_lower = {name.lower(): name for name in reversed(names)}
    if word.lower() in by_lower:
        return by_lower[word.lower()]
    begun = [name for name in names if name.lower().startswith(word.lower())]
    if len(begun) == 1 and len(word) >= _BEGUN:
        return begun[0]
    import difflib  # which takes a millisecond, and most commands have nothing to suggest

    for text in (word, word.lower()):
        if close := difflib.get_close_matches(text, names, _EQUALS, 0.6):
            likeness = {name: difflib.SequenceMatcher(None, name, text).ratio() for name in close}
            return max(close, key=lambda name: (likeness[name], len(commonprefix([name, text]))))  # noqa: RUF071
    return None


def did_you_mean(word: str, candidates: Iterable[str], otherwise: str = "") -> str:
    """Return advice for an unknown word: the candidate that is most like it, else `otherwise`."""
    guess = suggest(word, candidates)
    return f"did you mean `{guess}`?" if guess else otherwise


def quote(text: str) -> str:
    """Return `text` in backquotes for a message: cut to 60 characters, with unprintable ones escaped."""
    shown = text if len(text) <= _QUOTED else text[: _QUOTED - 3] + "..."
    return f"`{_printable(shown)[0]}`"


def listed(words: Iterable[str], last: str = "or") -> str:
    """Return the words, at least one, as an enumeration with the conjunction `last`: `a, b or c`."""
    *others, final = words
    return f"{', '.join(others)} {last} {final}" if others else final


def plural(count: int, word: str, ending: str = "s") -> str:
    """Return a number with its noun: `1 warp`, `2 warps`. ending: the letters that make the noun a plural."""
    return f"{count} {word}" if count == 1 else f"{count} {word}{ending}"


def number_text(value: float, digits: int = 4) -> str:
    """Return a number in the form of all texts for people: without marks between thousands, without an exponent.

    A whole number is shown with all digits, so that a user can copy it into an option. Any other number is rounded to
    `digits` significant digits, or to a whole number if its whole part already has that number of digits.
    """
    if float(value).is_integer() and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.0f}" if 10 ** (digits - 1) <= abs(value) < 1e15 else f"{value:.{digits}g}"


def render(diagnostics: Sequence[Diagnostic], color: bool = False, width: int | None = None) -> str:
    """Return the report of diagnostics, each with its source line and carets.

    - color: for a terminal with colours.
    - width: the columns to which texts and the excerpts of source lines are fitted; None if they are not limited.

    At most `MAX_REPORTED` errors are shown, and "and N more errors" counts the others. With errors, at most
    `MAX_REPORTED` warnings are shown.
    """
    errors = [entry for entry in diagnostics if entry.severity == "error"]
    warnings = [entry for entry in diagnostics if entry.severity != "error"]
    if errors:  # more warnings would only push the errors off the screen
        warnings = warnings[:MAX_REPORTED]
    shown = set(map(id, errors[:MAX_REPORTED] + warnings))
    blocks = [_render_one(entry, color, width) for entry in diagnostics if id(entry) in shown]
    if len(errors) > MAX_REPORTED:
        blocks.append(_paint(f"and {plural(len(errors) - MAX_REPORTED, 'more error')}", "1", color))
    return "\n\n".join(blocks)


def _render_one(entry: Diagnostic, color: bool, width: int | None) -> str:
    hue = "1;31" if entry.severity == "error" else "1;33"
    head = f"{entry.severity}[{entry.code}]"
    first, *others = folded(f"{head}: {_clean(entry.message)}", width, "  ")
    lines = [_paint(head, hue, color) + _paint(first[len(head) :], "1", color)]
    lines += [_paint(line, "1", color) for line in others]
    number = str(entry.line) if entry.line else ""
    margin = " " * max(len(number), 1)
    bar = _paint("|", "1;34", color)
    if entry.file:
        place = f"{_clean(entry.file)}:{entry.line}:{entry.column}" if entry.line else _clean(entry.file)
        lines.append(f"{margin}{_paint('-->', '1;34', color)} {place}")
    if entry.line:
        lines.append(f"{margin} {bar}")
        text, *marks = _marked(entry, None if width is None else max(width - len(margin) - 3, _LEAST))
        lines.append(f"{_paint(number, '1;34', color)} {bar} {text}".rstrip())
        lines += [f"{margin} {bar} {_paint(mark, hue, color)}" for mark in marks]
    for kind, text in [*(("note", note) for note in entry.notes), *([("help", entry.help)] if entry.help else [])]:
        first, *others = folded(f"{margin} = {kind}: {_clean(text)}", width, " " * len(f"{margin} = "))
        start = f"{margin} {_paint('=', '1;34', color)} {_paint(kind, '1', color)}"
        lines += [start + first[len(f"{margin} = {kind}") :], *others]
    return "\n".join(lines)


def folded(text: str, width: int | None, hanging: str = "") -> list[str]:
    """Return the lines of a text in at most `width` columns, except for longer words; None: one line.

    hanging: the blanks with which the second and later lines begin.
    """
    if width is None or len(text) <= width:
        return [text]
    from textwrap import wrap

    return wrap(text, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)


def _marked(entry: Diagnostic, room: int | None) -> list[str]:
    """Return an excerpt of the source line, and the carets below it with the label, in lines of `room` columns.

    A label that does not fit beside the carets is below them.
    """
    is_long = room is not None and len(entry.source_line.expandtabs(len(_TAB))) > room
    text, start, count = _excerpt(entry, room - 2 * len(_CUT) if room is not None and is_long else _WINDOW)
    label, carets = _clean(entry.label), " " * start + "^" * count
    if not label:
        return [text, carets]
    if room is None or len(carets) + 1 + len(label) <= room:
        return [text, f"{carets} {label}"]
    indent = " " * max(0, min(start, room - len(label)))
    return [text, carets, *folded(indent + label, room, indent)]


def _excerpt(entry: Diagnostic, most: int) -> tuple[str, int, int]:
    """Return the part of the source line to show, the screen column of the first caret, the number of carets.

    most: the largest number of characters of the source line.
    """
    source = entry.source_line
    first = min(max(entry.column - 1, 0), len(source))
    last = min(max(entry.end_column - 1, first), len(source))
    left, right = 0, len(source)
    if right > most:
        left = max(0, min(first - most // 3, right - most))
        right = left + most
        last = min(last, right)
    head, head_width = _printable(source[left:first])
    marked, marked_width = _printable(source[first:last])
    tail, _ = _printable(source[last:right])
    before, after = _CUT if left else "", _CUT if right < len(source) else ""
    return before + head + marked + tail + after, len(before) + head_width, max(marked_width, 1)


def _printable(text: str) -> tuple[str, int]:
    """Return `text` with tabs as spaces and unprintable characters escaped, and its width in columns."""
    if text.isascii() and text.isprintable():
        return text, len(text)
    from unicodedata import combining, east_asian_width  # only for the rare line

    shown: list[str] = []
    width = 0
    for character in text:
        if character == "\t":
            piece = _TAB
        elif character.isprintable():
            piece = character
        else:
            piece = character.encode("unicode_escape").decode("ascii")
        shown.append(piece)
        if len(piece) == 1:
            width += 0 if combining(piece) else 2 if east_asian_width(piece) in "WF" else 1
        else:
            width += len(piece)
    return "".join(shown), width


def _clean(text: str) -> str:
    return _printable(text)[0]


def _paint(text: str, style: str, color: bool) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if color else text
