"""Text of about 100 columns, fitted to a narrower screen.

The gaps between the columns of a table are made smaller. If a table is still too wide, its last columns go to a line of
their own below each row. A line that is still too long is folded, and continues below the last cell of the line. Codes
of colours take no column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from textwrap import fill

from simt.views.kit.text import TOGETHER

_STYLE = re.compile(r"\x1b\[[0-9;]*m")
_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_ROOM = 24  # columns of a folded cell, at least
_HANG = 4  # columns before a cell that goes to lines of its own

Line = list[str]  # a string per column: a character, preceded by its styles


def fitted(text: str, width: int) -> str:
    """Return the text with lines of at most `width` columns, except for lines without blanks at which to fold them."""
    if all(len(line) <= width for line in text.split("\n")):
        return text
    out: list[str] = []
    for _, lines in groupby(text.split("\n"), key=lambda line: bool(_GAP.search(_STYLE.sub("", line)))):
        rows, ends = zip(*map(_columns, lines), strict=True)
        narrowed = _narrowed(rows, width)
        parting = _parting(narrowed, width)
        for row, end in zip(narrowed, ends, strict=True):
            folded = _folded(row, width) if parting is None else _parted(row, *parting, width)
            folded[-1] += end
            out += folded
    return "\n".join(out)


def refilled(text: str, width: int) -> str:
    """Return a page of Markdown whose paragraphs and items are filled to `width` columns; its code is unchanged."""
    parts = re.split(r"\n(?=\n|- |    )", text.rstrip("\n"))
    return "\n".join(_refilled(part, width) for part in parts) + "\n"


def _refilled(part: str, width: int) -> str:
    words = part.split()
    if part.startswith("    ") or not words:
        return part
    blank = "\n" if part.startswith("\n") else ""
    hanging = "  " if words[0] == "-" else ""
    part = " ".join(words)
    return blank + fill(part, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)


def _columns(line: str) -> tuple[Line, str]:
    """Return the columns of a line, and the codes of styles after the last column."""
    columns: Line = []
    styles, column = "", 0
    for style in [*_STYLE.finditer(line), None]:
        for character in line[column : style.start() if style else len(line)]:
            columns.append(styles + character)
            styles = ""
        if style:
            styles, column = styles + style[0], style.end()
    return columns, styles


def _narrowed(rows: Sequence[Line], width: int) -> list[Line]:
    """Return the rows of a table with smaller gaps between columns, if they are too wide.

    Gaps have at most two blanks, or at most one if only this fits. If nothing fits, they have at most two.
    """
    narrowed = list(rows)
    for least in (2, 1):
        if max(map(len, narrowed)) > width:
            narrowed = _closed(rows, least)
    return narrowed if max(map(len, narrowed)) <= width else _closed(rows, 2)


def _closed(rows: Sequence[Line], least: int) -> list[Line]:
    """Return the rows of a table with gaps of at most `least` blanks between columns; the indentation stays."""
    longest = max(map(len, rows))
    indent = min(next((k for k, column in enumerate(row) if column != " "), longest) for row in rows)
    blank = [all(k >= len(row) or row[k] == " " for row in rows) for k in range(longest)]
    kept = [k < indent or not blank[k] or not all(blank[k - least : k]) for k in range(longest)]
    return [[column for k, column in enumerate(row) if kept[k]] for row in rows]


def _parting(rows: Sequence[Line], width: int) -> tuple[int, int] | None:
    """Return where to part the rows of a table that is too wide, and the indentation of the second part.

    The second part is folded if it does not fit, as long as there is hardly any room for it beside the first. None if
    at least half of the rows fit, if there is one row, or if no column in their right half will do.
    """
    longest = max(map(len, rows))
    if 2 * sum(len(row) > width for row in rows) <= len(rows) or len(rows) == 1:
        return None
    blank = [all(k >= len(row) or row[k][-1] == " " for row in rows) for k in range(longest)]
    begins = [k for k in range(2, longest) if blank[k - 2] and blank[k - 1] and not blank[k]]
    for begin in reversed(begins):
        indents = [k for k in begins if k <= min(begin, width - (longest - begin))]
        if width // 2 <= begin <= width + 1 and indents:
            return begin, indents[-1]
    last = begins[-1] if begins else 0
    return (last, _HANG) if width - _ROOM < last <= width + 1 else None


def _parted(row: Line, begin: int, indent: int, width: int) -> list[str]:
    """Return a row in two lines or more, the second from the column `begin` on; in one if nothing is there."""
    first, second = "".join(row[:begin]).rstrip(), row[begin:]
    return [first, *_folded([*" " * indent, *second], width)] if "".join(second).strip() else [first]


def _folded(row: Line, width: int) -> list[str]:
    """Return the lines of a folded row. They continue below the last cell with room, else indented by two columns."""
    if len(row) <= width:
        return ["".join(row)]
    plain = "".join(column[-1] for column in row)
    indent = len(plain) - len(plain.lstrip())
    cells = [gap.end() for gap in _GAP.finditer(plain) if gap.end() <= width - _ROOM]
    hang = cells[-1] if cells else min(indent + 2, width // 2)
    lines: list[str] = []
    glued = TOGETHER.sub("_", plain)
    start, before = 0, 0  # position in the row; columns of the indentation before it
    while len(row) - start + before > width:
        cut = glued.rfind(" ", start + (hang - before if not start else 0) + 1, start + width - before + 1)
        if cut < 0:
            cut = glued.find(" ", start + width - before)
            if cut < 0:
                break
        lines.append(" " * before + "".join(row[start:cut]).rstrip())
        start = cut
        while start < len(row) and plain[start] == " ":
            start += 1
        before = hang
    return [*lines, " " * before + "".join(row[start:])]
