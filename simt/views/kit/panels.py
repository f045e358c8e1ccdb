"""The contents of views over time: grids of states, curves, heat maps and listings over a window of cycles.

`simt.views.time.terminal` draws all panels, and `simt.views.time.pictures` all but listings. If a window has more
cycles than columns, and the terminal does not fold it, a column stands for a bin of several cycles. The functions of
this module fill the bins.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from simt.views.kit.palette import Looks


@dataclass(frozen=True, eq=False)
class Grid:
    """A state per row and cycle.

    - rows: the labels of the rows.
    - cells: integers [rows, cycles], indices into `states`.
    - looks: the looks of the states.
    - counted, also: the states whose shares of the cycles are shown at the end of a row.
    - cell_word: the word for cells, in the plural.
    - row_word: the word for a row, if all rows are of one kind.
    - is_lanes: whether rows are lanes, which pictures draw as square cells.
    """

    title: str
    rows: tuple[str, ...]
    cells: np.ndarray
    looks: Looks
    counted: str
    cell_word: str
    row_word: str = ""
    is_lanes: bool = False
    also: tuple[str, ...] = ()

    @property
    def states(self) -> tuple[str, ...]:
        """The names of the states in the order of their numbers."""
        return tuple(self.looks)

    def counts(self) -> dict[str, int]:
        """Return the number of cells of each state that occurs, in the order of `states`."""
        counts = np.bincount(self.cells.ravel(), minlength=len(self.states))
        return {name: int(count) for name, count in zip(self.states, counts, strict=True) if count}

    def row_shares(self) -> list[float]:
        """Return the share of the states `counted` and `also` in each row, 0 to 1."""
        wanted = [self.states.index(state) for state in (self.counted, *self.also)]
        return [float(share) for share in np.isin(self.cells, wanted).mean(axis=1)]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON, with rows as runs: [[state, cycles], ...]."""
        runs: list[list[list[object]]] = [[] for _ in self.rows]
        row, start, stop = runs_of(self.cells)
        for place, state, length in zip(row, self.cells[row, start], (stop - start).tolist(), strict=True):
            runs[place].append([self.states[state], length])
        rows = [{"row": label, "runs": own} for label, own in zip(self.rows, runs, strict=True)]
        return {"kind": "grid", "title": self.title, "counts": self.counts(), "rows": rows}


@dataclass(frozen=True, eq=False)
class Curve:
    """A number per cycle: an amount or, with `weights`, the amount divided by the weight.

    A cycle with the weight 0 has no number.

    - amounts, weights: int64 [cycles]. A bin shows the largest amount, or the sum of amounts over the sum of weights.
    - largest: the top of the axis.
    - unit: "%" for quotients in percent.
    """

    title: str
    amounts: np.ndarray
    largest: int
    weights: np.ndarray | None = None
    unit: str = ""

    def values(self, size: int = 1) -> np.ndarray:
        """Return the value of each bin of `size` cycles, float64 [bins]; nan for bins without a value."""
        starts = np.arange(0, len(self.amounts), size)
        if self.weights is None:
            return np.maximum.reduceat(self.amounts, starts).astype(np.float64)
        amounts, weights = np.add.reduceat(self.amounts, starts), np.add.reduceat(self.weights, starts)
        scale = 100.0 if self.unit == "%" else 1.0
        return np.where(weights > 0, scale * amounts / np.maximum(weights, 1), np.nan)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON: a value per cycle, None if there is none."""
        values = [None if np.isnan(value) else float(value) for value in self.values()]
        return {"kind": "curve", "title": self.title, "unit": self.unit, "values": values}


@dataclass(frozen=True, eq=False)
class Heat:
    """An amount per row and cycle. A bin shows its largest amount.

    - rows: the labels of the rows.
    - values: int64 [rows, cycles]; 0 for none.
    - least, most: the smallest and the largest possible amount, which are the ends of the colour scale.
    - word: the word for the counted things, in the plural.
    - notes: a remark on each row.
    - is_numbered: whether the names of rows are only numbers, some of which a drawing may leave out.
    """

    title: str
    rows: tuple[str, ...]
    values: np.ndarray
    least: int
    most: int
    word: str
    notes: tuple[str, ...] = ()
    is_numbered: bool = False

    @property
    def is_empty(self) -> bool:
        """Return whether every amount is 0."""
        return not self.values.any()

    def warmth(self, amount: int) -> float:
        """Return the position of an amount on the logarithmic scale from `least` (0) to `most` (1)."""
        if amount <= self.least or self.most <= self.least:
            return 0.0
        return min(1.0, math.log(amount / self.least) / math.log(self.most / self.least))

    def means(self) -> list[float]:
        """Return the mean of the nonzero amounts of each row, 0 if it has none."""
        return [float(row.sum() / max(1, np.count_nonzero(row))) for row in self.values]

    def binned(self, size: int) -> np.ndarray:
        """Return the largest value of every `size` cycles, int64 [rows, bins]."""
        starts = np.arange(0, self.values.shape[1], size)
        binned: np.ndarray = np.maximum.reduceat(self.values, starts, axis=1)
        return binned

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON, with rows as [column, value] pairs; column 0 is the window's first cycle."""
        rows = []
        for label, values in zip(self.rows, self.values, strict=True):
            columns = np.flatnonzero(values)
            pairs = [[int(column), int(values[column])] for column in columns]
            rows.append({"row": label, "values": pairs})
        return {"kind": "heat", "title": self.title, "word": self.word, "rows": rows}


@dataclass(frozen=True)
class Listing:
    """Lines of text below a grid, the first a heading: the issued instructions. Pictures omit it."""

    lines: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON: the lines without the heading."""
        return {"kind": "listing", "lines": list(self.lines[1:])}


Panel = Grid | Curve | Heat | Listing


def runs_of(cells: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the runs of equal cells in rows [rows, columns]: the row, first column and end of each, int64 [runs]."""
    rows, columns = cells.shape
    is_first = np.ones(cells.shape, bool)
    np.not_equal(cells[:, 1:], cells[:, :-1], out=is_first[:, 1:])
    places = np.flatnonzero(is_first)
    lengths = np.diff(places, append=rows * columns)
    row, start = np.divmod(places, columns)
    return row, start, start + lengths


def bin_size(cycles: int, columns: int) -> int:
    """Return the cycles per column by which `cycles` fit into `columns`: 1, 2 or 5 times a power of ten."""
    sizes = (int(factor * 10**power) for power in count() for factor in (1, 2, 5))
    return next(size for size in sizes if -(-cycles // size) <= max(1, columns))


def _counts(cells: np.ndarray, states: int, size: int) -> np.ndarray:
    """Return the number of cells of each state in each bin of `size` cycles, int64 [states, rows, bins]."""
    starts = np.arange(0, cells.shape[1], size)
    counts = np.zeros((states, cells.shape[0], len(starts)), np.int64)
    for state in np.unique(cells):
        counts[state] = np.add.reduceat(cells == state, starts, axis=1, dtype=np.int64)
    return counts


def most_frequent(cells: np.ndarray, states: int, size: int) -> np.ndarray:
    """Return the most frequent state in each bin of `size` cycles, uint8 [rows, bins]; the first among equals."""
    return cells.astype(np.uint8) if size == 1 else _counts(cells, states, size).argmax(axis=0).astype(np.uint8)


def share_rows(cells: np.ndarray, states: int, size: int, height: int) -> np.ndarray:
    """Every row of cells as `height` thin rows, uint8 [rows x height, bins].

    In each bin, the thin rows are divided among the states of the bin.

    The share of a state in the thin rows is its share in the cycles of the bin, so that rare states are seen as well.
    States follow each other in the order of their numbers.
    """
    counts = _counts(cells, states, size)
    tops = np.cumsum(counts, axis=0) * height  # [states, rows, bins]: the end of each state's part, times the cycles
    cycles = counts.sum(axis=0)
    levels = np.arange(height) + 0.5
    # The state of a thin row is the first one whose part ends below its middle.
    shown = np.empty((cells.shape[0], height, counts.shape[2]), np.uint8)
    for row in range(cells.shape[0]):
        below = tops[:, row, None, :] <= (levels[:, None] * cycles[row])[None]
        shown[row] = below.sum(axis=0)
    return shown.reshape(-1, counts.shape[2])
