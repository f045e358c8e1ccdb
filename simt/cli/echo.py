"""The one place where text leaves for standard output and standard error.

Names, comments and paths may come from anybody, and a terminal obeys control characters: they can set its title, hide
lines, or reverse text. All except newlines, tabs and our styles leave as `\\u001b`, in JSON, TOML and CSV as well.
"""

from __future__ import annotations

import os
import re
import sys
from typing import Any, TextIO

import click

_LEAST_COLUMNS = 40  # the fewest columns that a text is fitted to

# C0 and C1 controls, marks and overrides of direction, line separators, and halves of pairs, which no stream encodes.
_HOSTILE = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
# Bold, dim, colours, and back to plain; nothing that hides text or moves the cursor.
_STYLE = r"\x1b\[(?:0|1|2|49|(?:1;)?3[0-7]|[34]8;5;\d{1,3}|[34]8;2;\d{1,3};\d{1,3};\d{1,3})m"
_NEUTRALISED = {False: re.compile(_HOSTILE), True: re.compile(f"(?P<style>{_STYLE})|{_HOSTILE}")}


def neutral(text: str, *, is_colored: bool = False) -> str:
    """Return `text`, with characters that a terminal would obey written as escapes. is_colored: whether our styles
    stay.
    """
    return _NEUTRALISED[is_colored].sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return match[0] if match.lastgroup else f"\\u{ord(match[0]):04x}"


def is_colored(stream: TextIO) -> bool:
    """Return whether text on a stream has colours: never with NO_COLOR, always with FORCE_COLOR, else on terminals."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def columns(stream: TextIO | None) -> int | None:
    """Return the columns of a stream: COLUMNS, or the columns of its terminal; None if neither is known."""
    text = os.environ.get("COLUMNS", "")
    if text.isdecimal() and 0 < int(text) < 100_000:
        return max(int(text), _LEAST_COLUMNS)
    if stream is None or not stream.isatty():
        return None
    try:
        return max(os.get_terminal_size(stream.fileno()).columns, _LEAST_COLUMNS)
    except (OSError, ValueError):  # a terminal that does not say how wide it is
        from simt.views.kit.text import MOST_COLUMNS

        return MOST_COLUMNS


def tell(text: str) -> None:
    """Write sentences to standard error, folded to its width, if known; later lines hang below the first word."""
    from isa.reporting.diagnostics import folded

    width = columns(sys.stderr)
    lines = [part for line in text.split("\n") for part in folded(line, width, _indent(line) + "  ")]
    echo("\n".join(lines), err=True)


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def echo(text: str | bytes, *, err: bool = False, nl: bool = True) -> None:
    """Write text to standard output or standard error; bytes, such as a picture, are written as they are."""
    stream: Any = sys.stderr if err else sys.stdout
    has_color = stream is not None and is_colored(stream)
    if isinstance(text, str):
        text = neutral(text, is_colored=has_color)
    click.echo(text, err=err, nl=nl, color=has_color)
