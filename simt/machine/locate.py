"""The places of the keys of a TOML text.

`tomllib` gives values without places. This scanner reads a text that `tomllib` has accepted, and so does not check it.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}#\n]*")
_BLANK = re.compile(r"[ \t]*")
_BETWEEN = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING = re.compile(  # the long delimiters before the short ones; up to two quotes may stand before the closing three
    r'"""(?:[^\\]|\\.)*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'", re.DOTALL
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


def locate(text: str) -> Mapping[tuple[str, ...], Place]:
    """Return the place of every key of a valid TOML text, by the key's path.

    The place of a table is its header or its inline table. An array of tables has the place of its first table. The
    path of the table number k of an array has "k" after the array's own path, for tables written as `[[name]]`, as
    `[[name.inner]]` in an outer table of the same kind, and in an inline array.
    """
    scanner = _Scanner(text)
    scanner.document()
    return scanner.places


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
        self.counts: dict[tuple[str, ...], int] = {}  # the tables so far of each array of tables
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
                is_array = len(self.skip(re.compile(r"\[{1,2}"))) == 2
                table, _ = self.path()
                self.skip(re.compile(r"[ \t]*\]{1,2}"))
                span = self.span(start, self.at)
                table = self.numbered(table, is_array=is_array)
                self.place(table, span, span)
            else:
                self.pair(table)

    def numbered(self, table: tuple[str, ...], *, is_array: bool) -> tuple[str, ...]:
        """Return the path of a header with the number of the last table after each array of tables.

        is_array: whether the header begins a table of an array.
        """
        path: tuple[str, ...] = ()
        for place, part in enumerate(table, 1):
            path = (*path, part)
            if is_array and place == len(table):
                self.counts[path] = self.counts.get(path, 0) + 1
            if path in self.counts:
                path = (*path, str(self.counts[path] - 1))
        return path

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
            numbers = count()
            self.sequence("]", lambda: self.value((*path, str(next(numbers)))))
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
