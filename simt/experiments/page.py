"""An experiment as one HTML file: pictures, its text, its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simt.experiments.tables import Table
from simt.views.pages.engine import page, picture


def experiment_page(title: str, text: str, tables: Sequence[Table], pictures: Mapping[str, str]) -> str:
    """The page of a report. text: its text, split at empty lines. pictures: SVG by name."""
    shown = [(table.name, [table.columns, *([_cell(each) for each in row] for row in table.rows)]) for table in tables]
    return page(
        "experiment",
        title=title,
        pictures=[(name, picture(svg)) for name, svg in pictures.items()],
        blocks=text.strip("\n").split("\n\n"),
        tables=shown,
    )


def _cell(value: object) -> str:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
