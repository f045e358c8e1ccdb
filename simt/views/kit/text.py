"""Pieces of terminal text: colour, bars, clipped cells, numbers. All are plain strings."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from isa.reporting.diagnostics import number_text as number_text
from isa.reporting.diagnostics import plural as plural

MOST_LINES = 24  # the lines of a screen, with the prompt
# Blanks at which no line is folded: `5 %`, `-s KEY=VALUE`.
TOGETHER = re.compile(r" (?=%)|(?:(?<= -[a-zA-Z])|(?<=^-[a-zA-Z])) ")
MOST_COLUMNS = 80
_width = ContextVar("_width", default=MOST_COLUMNS)  # of sentences
_STYLES = {"bold": "1", "dim": "2", "good": "32", "bad": "1;31", "issued": "34", "lost": "33"}


def screenful(text: str) -> str:
    """Cut a text to the lines and columns of a screen. The last line says how many lines are left out, if any."""
    lines = text.rstrip("\n").split("\n")
    kept = [cut(line) for line in lines[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        kept[-1] = f"... {len(lines) - MOST_LINES + 1} more lines: print() shows them"
    return "\n".join(kept)


def paint(text: str, style: str, color: bool) -> str:
    """Return `text` in one of the styles bold, dim, good, bad, issued, lost, as ANSI codes if `color`."""
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if color and text else text


def bar(value: float, largest: float, width: int) -> str:
    """Return a bar of marks, `width` of them for the largest value; at least one for a value above 0, else ""."""
    if value <= 0 or largest <= 0:
        return ""
    return "#" * max(1, round(width * value / largest))


def clip(text: str, width: int = MOST_COLUMNS) -> str:
    """Return `text` in at most `width` columns.

    Unprintable characters become blanks, runs of blanks become a single one, and blanks at the ends are removed.
    """
    return cut(" ".join("".join(c if c.isprintable() else " " for c in text).split()), width)


def cut(line: str, width: int = MOST_COLUMNS) -> str:
    """Return a line in at most `width` columns. Unlike `clip`, it keeps all blanks."""
    return line if len(line) <= width else line[: max(0, width - 3)] + "..."[: max(0, width)]


def printable(text: str, most: int = 240) -> str:
    """Return `text` on one line, of at most `most` characters; unprintable and bidirectional ones become a mark."""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text.expandtabs(4))
    return cut(shown, most)


def percent(part: float, whole: float) -> str:
    """Return a share with one decimal, e.g. `28.8 %`; empty if the whole is 0."""
    return f"{100 * part / whole:.1f} %" if whole else ""


def signed_percent(share: float) -> str:
    """Return a deviation with its sign, e.g. `-1.7 %`."""
    return f"{100 * share:+.1f} %"


def changes_text(slots: Mapping[str, int], mark: Callable[[str], str] = str) -> str:
    """Return the change of slots by reason, the largest first. mark: returns a reason as it is shown."""
    largest = sorted(slots.items(), key=lambda row: -abs(row[1]))
    return ", ".join(f"{mark(reason)} {count:+}" for reason, count in largest)


def si(value: float, unit: str) -> str:
    """Return a quantity with three digits and the prefix that suits it, e.g. `35.8 us`."""
    for factor, prefix in ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "u"), (1e-9, "n")):
        if abs(value) >= factor * 0.9995 or factor == 1e-9:
            return f"{value / factor:.3g} {prefix}{unit}"
    raise AssertionError("the last factor always fits")


def aligned(rows: Sequence[Sequence[str]], left: Collection[int], indent: str = "  ") -> list[str]:
    """Return a line per row, its cells in columns: columns in `left` are left-aligned, the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]

    def cell(text: str, k: int) -> str:
        return text.ljust(widths[k]) if k in left else text.rjust(widths[k])

    return [(indent + "  ".join(cell(text, k) for k, text in enumerate(row))).rstrip() for row in rows]


def is_number(text: str) -> bool:
    """Return whether a cell holds a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def table(rows: Sequence[Sequence[str]], color: bool) -> list[str]:
    """Return a line per row, the first one a bold head. Columns of numbers and shares are to the right."""
    texts = [
        k
        for k in range(len(rows[0]))
        if any(row[k] not in ("", "-", "=") and not is_number(row[k].removesuffix(" %")) for row in rows[1:])
    ]
    head, *others = aligned(rows, texts, "")
    return [paint(head, "bold", color), *others]


def head_and_changes(label: str, name: str) -> tuple[str, str]:
    """Split a machine's label, "article32 with branch.policy=ipdom_stack", into its name and its changes ("" if none).

    label: the result of `simt.machine.describe.label`. name: the machine's name.
    """
    start = f"{name} with "
    return (name, label.removeprefix(start)) if label.startswith(start) else (label or name, "")


def settings_lines(changes: str, width: int, most: int) -> list[str]:
    """Settings, separated by commas, in at most `most` lines of `width` columns.

    The settings that fit are shown whole, and the last line has the number of the others. If not even the first setting
    fits, the result is a single line that is cut.
    """
    from textwrap import wrap

    settings = changes.split(", ")
    for shown in range(len(settings), 0, -1):
        left = len(settings) - shown
        lines = wrap(", ".join(settings[:shown]) + (f" and {left} more" if left else ""), width, break_on_hyphens=False)
        if len(lines) <= most:
            return lines
    return [clip(changes, width)]


def lane_text(numbers: list[int]) -> str:
    """Return numbers as text in ascending order, with runs of three or more joined: `0 to 3, 7, 8`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}, {b}" if b == a + 1 else f"{a} to {b}" for a, b in runs)


def encodes(text: str, encoding: str | None) -> bool:
    """Return whether an encoding (None for ASCII) has all characters of a text; False for an unknown encoding."""
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@contextmanager
def folding(width: int | None) -> Iterator[None]:
    """Have `hung` fold at the width of the screen, in columns, but at 80 at most; None for an unknown width."""
    before = _width.set(min(width or MOST_COLUMNS, MOST_COLUMNS))
    try:
        yield
    finally:
        _width.reset(before)


def hung(indent: str, text: str) -> list[str]:
    """Return the lines of a text after an indentation, the later ones indented by 2 more, or by 6 at most."""
    from textwrap import wrap

    after = " " * min(len(indent), 4) + "  "
    glued = TOGETHER.sub("\0", text)
    lines = wrap(
        glued, _width.get(), initial_indent=indent, subsequent_indent=after, break_on_hyphens=False,
        break_long_words=False,
    )  # fmt: skip
    return [line.replace("\0", " ") for line in lines]
