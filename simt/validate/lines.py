"""Lines of CSV files of measurements: rows with their numbers, the first line, numbers with their units."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TypeVar

from isa.reporting.diagnostics import SimtError, did_you_mean, listed, quote, suggest
from simt.files import read_text

# The units of a measurement, each in seconds; cycles are of the machine's clock.
UNITS: dict[str, float | None] = {
    "cycles": None, "seconds": 1.0, "milliseconds": 1e-3, "microseconds": 1e-6, "nanoseconds": 1e-9,
}  # fmt: skip
_MOST_BYTES = 1_000_000  # of a file
_Entry = TypeVar("_Entry")


@dataclass(frozen=True, slots=True)
class Mistake:
    """A line that is not used: its number in the file, from 1, the code of the error, the reason and advice."""

    number: int
    code: str
    reason: str
    help: str = ""

    def __str__(self) -> str:
        return f"line {self.number}: {self.code}: {self.reason}" + (f" ({self.help})" if self.help else "")

    def to_dict(self) -> dict[str, object]:
        """Return plain values for JSON."""
        return {"line": self.number, "code": self.code, "reason": self.reason, "help": self.help or None}


class LineError(SimtError):
    """A line that cannot be used."""

    code = "E0825"


@dataclass(frozen=True, slots=True)
class Head:
    """The first line of a file of measurements.

    - needed: the columns that it has to name, besides a unit.
    - known: all columns with a meaning of their own, for a guess at what was meant.
    - example: a first line, for advice.
    - error: makes the error for a file that cannot be read, from a message and keyword `help`.
    - is_closed: whether columns that are neither known nor a unit are mistakes.
    """

    needed: Sequence[str]
    known: Sequence[str]
    example: str
    error: Callable[..., SimtError]
    is_closed: bool = False

    def read(
        self, name: str, what: str, entry: Callable[[int, dict[str, str]], _Entry]
    ) -> tuple[tuple[_Entry, ...], tuple[Mistake, ...]]:
        """Return the entries of a file, or of standard input for `-`, and the lines that cannot be used.

        what: the entries in a word. entry: makes an entry of the number of a line and of its cells by column; it raises
        `SimtError` for a line that cannot be used. Raises `FileError`, and the error for a file without entries.
        """
        rows = self._rows(read_text(name, _MOST_BYTES), name)
        number, head = next(rows, (1, []))
        columns = [cell.strip() for cell in head]
        self._check(columns, number, name)
        entries: list[_Entry] = []
        mistakes: list[Mistake] = []
        for number, cells in rows:
            try:
                entries.append(entry(number, _named(columns, cells)))
            except SimtError as error:
                mistakes.append(Mistake(number, error.code, error.message, error.help))
        if not entries and not mistakes:
            raise self.error(f"{quote(name)} has no {what} below its first line")
        return tuple(entries), tuple(mistakes)

    def _check(self, columns: Sequence[str], number: int, name: str) -> None:
        """Raise the error for a line that lacks a needed column, has one twice, or has one that it must not have."""
        missing = [column for column in self.needed if column not in columns]
        if not any(unit in columns for unit in UNITS):
            missing.append(f"a unit ({listed(UNITS)})")
        place, known = f"line {number} of {quote(name)}", [*self.known, *UNITS]
        if missing:
            guesses = [guess for column in columns if column and (guess := suggest(column, known))]
            near = next((guess for guess in guesses if guess not in columns), "")
            separator = next((mark for mark in ";\t" if len(columns) == 1 and mark in columns[0]), "")
            help_text = f"did you mean `{near}`?" if near else f"the first line names the columns: {self.example}"
            if separator:
                help_text = "commas stand between the cells of a line, not " + ("tabs" if separator == "\t" else "`;`")
            raise self.error(f"{place} names no column for {listed(missing, 'and')}", help=help_text)
        twice = [column for column, count in Counter(columns).items() if column and count > 1]
        if twice:
            raise self.error(f"{place} names the column {quote(twice[0])} twice")
        others = [column for column in columns if column not in known] if self.is_closed else []
        if others:
            advice = did_you_mean(others[0], known, f"the units are {listed(UNITS)}; others: {listed(self.known)}")
            raise self.error(f"{place} names the column {quote(others[0])}, which is not known", help=advice)

    def _rows(self, text: str, name: str) -> Iterator[tuple[int, list[str]]]:
        """Yield the number of the first line and the cells of each row that is neither blank nor a remark.

        Raises the error for text that is not CSV.
        """
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        while True:
            number = reader.line_num + 1
            try:
                cells = next(reader, None)
            except csv.Error as error:
                raise self.error(f"line {number} of {quote(name)} is not CSV: {error}") from None
            if cells is None:
                return
            if any(cell.strip() for cell in cells) and not cells[0].lstrip().startswith("#"):
                yield number, cells


def _named(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """Return the cells that are not blank, by column. Raises `LineError` for a wrong number of cells."""
    if len(cells) != len(columns):
        raise LineError(f"it has {len(cells)} cells, and the first line names {len(columns)} columns")
    return {column: cell.strip() for column, cell in zip(columns, cells, strict=True) if cell.strip()}


def measurement(cells: Mapping[str, str]) -> tuple[float, str]:
    """Return the number and the unit of a line. Raises `LineError` unless there is exactly one, above 0."""
    units = [unit for unit in UNITS if unit in cells]
    if len(units) > 1:
        raise LineError(f"it has {listed(units, 'and')}: one measurement has one unit", help="leave one cell empty")
    if not units:
        raise LineError("it has no measurement")
    (unit,) = units
    value = number_of(cells[unit])
    if value is None or value <= 0:
        message = f"`{unit}` is a number above 0, not {quote(cells[unit])}"
        raise LineError(message, help=f"a number alone; the name of the column is its unit: {listed(UNITS)}")
    return value, unit


def number_of(text: str) -> float | None:
    """Return the number that a cell holds; None if it is not a finite number."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) and "_" not in text else None
