"""The tables of an experiment: numbers of a picture, and lines for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simt.files import csv_text
from simt.views.kit.text import aligned


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers of a picture: the name of its file without suffix, column names, and rows of plain values."""

    name: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[object]]

    def to_csv(self) -> str:
        """A header line and a line per row, separated by commas."""
        return csv_text([self.columns, *self.rows])


def text_table(columns: Sequence[str], rows: Sequence[Sequence[object]], indent: str = "  ") -> list[str]:
    """Lines with the columns aligned: texts beginning with a digit to the right, others to the left."""
    cells = [[str(value) for value in row] for row in rows]
    left = [k for k in range(len(columns)) if all(not row[k] or row[k][0].isalpha() for row in cells)]
    return aligned([columns, *cells], left, indent)
