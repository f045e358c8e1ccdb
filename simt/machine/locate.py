"""The places of the keys of a TOML text.

`tomllib` gives values without places. This scanner reads a text that `tomllib` has accepted, and so does not check it.
"""

from __future__ import annotations

import contextlib
import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}#\n]*")
_BLANK = re.compile(r"[ \t]*")
_BETWEEN = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING = re.compile(  # the long delimiters before the short ones; up to two quotes may stand before the closing three
    r'"""(?:[^\\]|\\.)*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a line. Lines and columns count from 1. end_column: the column after the part. text: the whole line."""

    line: int
    column: int
    end_column: int
    text: str


NOWHERE = Span(0, 0, 0, "")  # of a mistake in a file that is at none of its lines


@dataclass(frozen=True, slots=True)
class Place:
    """The places of a key and of its value. The value of a table is its header or its inline table."""

    key: Span
    value: Span


def locate(text: str) -> dict[tuple[str, ...], Place]:
    """Return the place of every key of a valid TOML text, by the key's path.

    Elements of arrays are left out. A key in a table in an array has "[]" in its path in place of the element.
    The place of a table is its header or its inline table. An array of tables has the place of its first table.
    """
    scanner = _Scanner(text)
    scanner.document()
    return scanner.places


def locate_tables(text: str, name: str, tables: object) -> Mapping[tuple[str, ...], Place]:
    """Return the place of every key as `locate` does, with the tables `[[name]]` of an array distinguished.

    tables: the array, as `tomllib` returns it. The paths of its table number k begin with (name, "k"). If the tables
    are written in another form, such as an inline array, they are not distinguished.
    """
    lines = text.split("\n")
    head = re.compile(rf"\s*\[\[\s*{re.escape(name)}\s*\]\]")
    starts = [number for number, line in enumerate(lines) if head.match(line)]
    if not isinstance(tables, list) or len(starts) != len(tables):
        return locate(text)
    places: dict[tuple[str, ...], Place] = {}
    for number, (start, end) in enumerate(pairwise([0, *starts, len(lines)])):
        own = "\n" * start + "\n".join(lines[start:end])
        with contextlib.suppress(ValueError, AssertionError):  # a text of several lines that looks like the head of one
            for key, place in locate(own).items():
                places[(name, str(number - 1), *key[1:]) if number else key] = place
    return places


def nearest(places: Mapping[tuple[str, ...], Place], path: tuple[str, ...], *, at_key: bool = False) -> Span:
    """Return the place of the value at a path, or of the nearest table around it; `NOWHERE` without one.

    at_key: whether to return the place of the key.
    """
    exact = path
    while exact and exact not in places:
        exact = exact[:-1]
    if not exact:
        return NOWHERE
    return places[exact].key if at_key or exact != path else places[exact].value


class _Scanner:
    """A scanner of a text. at: the index of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.places: dict[tuple[str, ...], Place] = {}
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def document(self) -> None:
        table: tuple[str, ...] = ()
        while True:
            self.skip(_BETWEEN)
            if self.at >= len(self.text):
                return
            if self.text[self.at] == "[":
                start = self.at
                self.skip(re.compile(r"\[{1,2}"))
                table, _ = self.path()
                self.skip(re.compile(r"[ \t]*\]{1,2}"))
                span = self.span(start, self.at)
                self.place(table, span, span)
            else:
                self.pair(table)

    def pair(self, table: tuple[str, ...]) -> None:
        """Scan `key = value` in a table."""
        path, span = self.path()
        self.skip(re.compile(r"[ \t]*=[ \t]*"))
        start = self.at
        self.value(table + path)
        self.place(table + path, span, self.span(start, self.at), len(table))

    def place(self, path: tuple[str, ...], key: Span, value: Span, known: int = 0) -> None:
        """Record the place of `path`, and of the tables around it that have more than `known` parts."""
        for depth in range(known + 1, len(path)):
            self.places.setdefault(path[:depth], Place(key, value))
        self.places[path] = Place(key, value)

    def path(self) -> tuple[tuple[str, ...], Span]:
        """Scan a dotted key, and return its parts and its place."""
        self.skip(_BLANK)
        start, parts = self.at, []
        while True:
            parts.append(self.string() if self.text[self.at] in "\"'" else self.skip(_BARE_KEY))
            end = self.at
            self.skip(_BLANK)
            if self.text[self.at : self.at + 1] != ".":
                self.at = end
                return tuple(parts), self.span(start, end)
            self.at += 1
            self.skip(_BLANK)

    def value(self, path: tuple[str, ...]) -> None:
        """Scan the value of the key `path`."""
        opening = self.text[self.at]
        if opening in "\"'":
            self.string()
        elif opening == "[":
            self.sequence("]", lambda: self.value((*path, "[]")))
        elif opening == "{":
            self.sequence("}", lambda: self.pair(path))
        else:
            value = self.skip(_BARE_VALUE)
            self.at -= len(value) - len(value.rstrip())

    def sequence(self, closing: str, item: Callable[[], None]) -> None:
        """Scan items with commas between them, up to `closing`."""
        self.at += 1
        while True:
            self.skip(re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*"))
            if self.text[self.at] == closing:
                self.at += 1
                return
            item()

    def string(self) -> str:
        """Scan a quoted string, and return its value."""
        value: str = tomllib.loads(f"s = {self.skip(_STRING)}")["s"]
        return value

    def skip(self, pattern: re.Pattern[str]) -> str:
        """Skip the text here that matches `pattern`, and return it; "" without a match."""
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match[0] if match else ""

    def span(self, start: int, end: int) -> Span:
        """Return the part of the text from `start` to `end`, cut at the end of its first line."""
        line = min(bisect_right(self.starts, start), len(self.lines)) - 1
        text = self.lines[line].rstrip("\r")
        column = start - self.starts[line] + 1
        return Span(line + 1, column, max(column + 1, min(end - self.starts[line], len(text)) + 1), text)
