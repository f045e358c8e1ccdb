"""The base of outcomes of verbs' functions: tables that show themselves as the command prints them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Self

from simt.views.kit.text import MOST_LINES, screenful

if TYPE_CHECKING:
    import numpy as np
    from pandas import DataFrame


class Shown:
    """An outcome of rows.

    `str()` is the text that the command prints; `repr()`, also in a notebook, cuts it to a screenful. A subclass
    defines the text, the rows (`records`), and the columns that a notebook shows (`head`).
    """

    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return the rows, a mapping by column each; all have the same columns."""
        raise NotImplementedError

    def head(self) -> Sequence[str]:
        """Return the columns that a notebook shows; if empty, it shows the first eight."""
        return ()

    def title(self) -> str:
        """Return the heading above the rows in a notebook."""
        return str(self).split("\n", 1)[0]

    @property
    def table(self) -> np.ndarray:
        """The rows as a structured array [rows], a field for each column; missing numbers are NaN, missing texts ""."""
        return structured(self.records())

    def frame(self) -> DataFrame:
        """Return the rows as a frame of pandas. Raises `FrameError` if pandas is not installed."""
        from simt.result.tables import frame

        return frame(self.table)

    def __repr__(self) -> str:
        return screenful(str(self))

    def _repr_html_(self) -> str:
        from simt.views.notebook.html import rows_html

        rows = self.records()
        head = list(self.head()) or list(rows[0] if rows else ())[:8]
        most = MOST_LINES - 4
        shown = [[_cell(row[name]) for name in head] for row in rows[:most]]
        return rows_html(self.title(), head, shown, len(rows) - most)

    @classmethod
    def of(cls, outcome: Any, **more: Any) -> Self:
        """Return an outcome of this class with the fields of another outcome, and the further fields `more`."""
        return cls(**{field.name: getattr(outcome, field.name) for field in fields(outcome)}, **more)


def structured(rows: Sequence[Mapping[str, Any]]) -> np.ndarray:
    """Return rows as a structured array [rows]: a column is bool, int64, float64 (NaN for None) or text."""
    from simt.result.tables import structured as table_of

    return table_of({name: _column([row[name] for row in rows]) for name in (rows[0] if rows else ())}, len(rows))


def _column(values: Sequence[Any]) -> np.ndarray:
    import numpy as np

    kinds = {type(value) for value in values if value is not None}
    if kinds == {bool} and None not in values:
        return np.array(values, bool)
    if kinds <= {int, float} and (kinds or not values):
        is_whole = kinds == {int} and None not in values
        return np.array([np.nan if value is None else value for value in values], np.int64 if is_whole else np.float64)
    return np.array(["" if value is None else str(value) for value in values], np.str_)


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)[:40]
