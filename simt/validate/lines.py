"""Lines of CSV files of measurements: rows with their numbers, the first line, numbers with their units."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from isa.reporting.diagnostics import SimtError, listed, quote, suggest

# The units of a measurement, each in seconds; cycles are of the machine's clock.
UNITS: dict[str, float | None] = {
    "cycles": None, "seconds": 1.0, "milliseconds": 1e-3, "microseconds": 1e-6, "nanoseconds": 1e-9,
}  # fmt: skip
MOST_BYTES = 1_000_000  # of a file


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
    """

    needed: Sequence[str]
    known: Sequence[str]
    example: str
    error: Callable[..., SimtError]

    def check(self, columns: Sequence[str], number: int, name: str) -> None:
        """Raise the error for a line that lacks a needed column, or has one twice. name: the file's."""
        missing = [column for column in self.needed if column not in columns]
        if not any(unit in columns for unit in UNITS):
            missing.append(f"a unit ({listed(UNITS)})")
        place = f"line {number} of {quote(name)}"
        if missing:
            guesses = [guess for column in columns if column and (guess := suggest(column, [*self.known, *UNITS]))]
            near = next((guess for guess in guesses if guess not in columns), "")
            separator = next((mark for mark in ";\t" if len(columns) == 1 and mark in columns[0]), "")
            help_text = f"did you mean `{near}`?" if near else f"the first line names the columns: {self.example}"
            if separator:
                help_text = "commas stand between the cells of a line, not " + ("tabs" if separator == "\t" else "`;`")
            raise self.error(f"{place} names no column for {listed(missing, 'and')}", help=help_text)
        twice = [column for column, count in Counter(columns).items() if column and count > 1]
        if twice:
            raise self.error(f"{place} names the column {quote(twice[0])} twice")

    def rows(self, text: str, name: str) -> Iterator[tuple[int, list[str]]]:
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


def named(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
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
