"""The tables of an experiment: numbers behind a picture, and lines for a terminal."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """Numbers behind a picture: the name of its file without suffix, column names, and rows of plain values."""

    name: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[object]]

    def to_csv(self) -> str:
        """A header line and a line per row, separated by commas."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return stream.getvalue()


def text_table(columns: Sequence[str], rows: Sequence[Sequence[object]], indent: str = "  ") -> list[str]:
    """Lines with the columns aligned: numbers and what begins with a digit to the right, other texts to the left."""
    cells = [[str(value) for value in row] for row in rows]
    widths = [max(len(name), *(len(row[k]) for row in cells)) if cells else len(name) for k, name in enumerate(columns)]
    is_text = [all(not row[k] or row[k][0].isalpha() for row in cells) for k in range(len(columns))]
    lines = []
    for row in [list(columns), *cells]:
        parts = [
            text.ljust(width) if left else text.rjust(width)
            for text, width, left in zip(row, widths, is_text, strict=True)
        ]
        lines.append((indent + "  ".join(parts)).rstrip())
    return lines
