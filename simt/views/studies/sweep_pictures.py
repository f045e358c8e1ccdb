"""Pictures of a sweep: lines over an axis, a heat map over two, a Pareto front. Equal results give equal bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from simt.exploration.errors import SweepError
from simt.exploration.plans.axes import are_numbers
from simt.exploration.records.results import SweepResults
from simt.views.kit.figure import COLORS, MARKS, Axes, Figure, figure_style, from_zero, inches, new_figure, points
from simt.views.kit.labels import Mark, label_points
from simt.views.kit.text import number_text
from simt.views.studies.sweep_tables import by_kernel, hidden_axes, pivot, short_names

if TYPE_CHECKING:
    from matplotlib.image import AxesImage

_MOST_LINES = 28
_MOST_ABREAST = 3  # panels
_LETTERS = 10  # letters of a title per inch
_MOST_NAMES = 24  # points of a front with a name


def lines_picture(results: SweepResults, x: str, series: str | None, value: str) -> Figure:
    """Return `value` over the axis `x`: a panel for each kernel, a line for each value of the axis `series`.

    series: None for a single line. A point without a result leaves a gap. Raises `SweepError` (E0769), `FigureError`.
    """
    lines = pivot(results, x, series, value)[1]
    if len(lines) > _MOST_LINES:
        message = f"{len(lines)} lines cannot be distinguished"
        raise SweepError(message, code="E0769", help="--where KEY=VALUE chooses some")
    with figure_style():
        figure, panels = _panels(results, (x, series), 6.4, 4.0)
        for axes, part in panels:
            across, _, values = pivot(part, x, series, value)
            places = _places(across)
            for k, line in enumerate(lines):
                axes.plot(
                    places, [values.get((a, line), float("nan")) for a in across],
                    "-" if k < len(COLORS) else "--" if k < 2 * len(COLORS) else ":", color=COLORS[k % len(COLORS)],
                    marker=MARKS[k % len(MARKS)], ms=4, label=f"{_short(results, series)} = {line}" if series else None,
                )  # fmt: skip
            _ticks(axes, places, across)
            axes.set(xlabel=results.find(x), ylabel=results.find(value))
            from_zero(axes)
            axes.grid(axis="y")
            if series and lines:
                axes.legend(ncols=1 + len(lines) // 15)
    return figure


def heat_picture(results: SweepResults, x: str, y: str, value: str) -> Figure:
    """Return a heat map of `value` over the axes `x` and `y`, a panel for each kernel. Cells without a result are grey.

    Raises `SweepError` (E0769), `FigureError`.
    """
    across, down, _ = pivot(results, x, y, value)
    width, height = 1.8 + max(3.2, 0.62 * len(across)), 1.4 + max(1.6, 0.4 * len(down))
    with figure_style():
        figure, panels = _panels(results, (x, y), width, height)
        for axes, part in panels:
            across, down, values = pivot(part, x, y, value)
            image = _heat(axes, across, down, values)
            axes.set(xlabel=results.find(x), ylabel=results.find(y))
            figure.colorbar(image, ax=axes, label=results.find(value))
    return figure


def _heat(axes: Axes, across: Sequence[Any], down: Sequence[Any], values: Mapping[tuple[Any, Any], float]) -> AxesImage:
    cells = np.array([[values.get((a, b), np.nan) for a in across] for b in down], float)
    axes.set_facecolor("#eeeeee")
    image = axes.imshow(cells, cmap="viridis_r", aspect="auto")
    if len(across) * len(down) <= 400:
        low, high = (float(np.nanmin(cells)), float(np.nanmax(cells))) if values else (0.0, 1.0)
        for (row, column), cell in np.ndenumerate(cells):
            is_dark = cell > (low + high) / 2
            text = "-" if np.isnan(cell) else number_text(float(cell))
            color = "black" if np.isnan(cell) or not is_dark else "white"
            axes.text(column, row, text, ha="center", va="center", color=color, fontsize=points(7))
    axes.set_xticks(range(len(across)), [str(a) for a in across])
    axes.set_yticks(range(len(down)), [str(b) for b in down])
    return image


def front_picture(results: SweepResults, objectives: Sequence[str]) -> Figure:
    """All points by two objectives, with the Pareto front as a stepped line; a panel for each kernel.

    objectives: columns; after a minus, large is good. Raises `SweepError` (E0769) unless there are two, `FigureError`.
    """
    if len(objectives) != 2:
        raise SweepError("a picture of a Pareto front has two objectives", code="E0769", help="the table takes more")
    names = [results.find(name.removeprefix("-")) for name in objectives]
    with figure_style():
        figure, panels = _panels(results, results.axes, 6.4, 4.4, by_kernel(results, *names))
        for axes, part in panels:
            _front(axes, part, names, part.front(objectives))
            axes.set(xlabel=names[0], ylabel=names[1])
            axes.grid()
            axes.legend()
        for axes, part in panels:
            _name(axes, part, names, part.front(objectives))
    return figure


def _front(axes: Axes, results: SweepResults, names: Sequence[str], front: Sequence[int]) -> None:
    """Draw the points of one kernel by the two columns `names`, and a stepped line through the front."""
    xs, ys = ([float("nan") if number is None else number for number in results.numbers(name)] for name in names)
    front = sorted(front, key=lambda row: (xs[row], ys[row]))
    status = results.column("status")
    good = [row for row in range(len(results)) if status[row] == "done"]
    axes.plot([xs[row] for row in good], [ys[row] for row in good], "o", ms=3, color="#999999", label="points")
    axes.plot(
        [xs[row] for row in front], [ys[row] for row in front], drawstyle="steps-post", marker="o", ms=5,
        color=COLORS[1], label="Pareto front",
    )  # fmt: skip


def _name(axes: Axes, results: SweepResults, names: Sequence[str], front: Sequence[int]) -> None:
    """Write the values of the axes beside the points of the front. Axes with one value are the same for all points."""
    xs, ys = (results.numbers(name) for name in names)
    status = results.column("status")
    places = {row: (x, y) for row, (x, y) in enumerate(zip(xs, ys, strict=True)) if x is not None and y is not None}
    marks = [Mark(*place, 2.5 if row in front else 1.5) for row, place in places.items() if status[row] == "done"]
    values = {axis: column for axis in results.axes if len({*(column := results.column(axis))}) > 1}
    texts = {row: ", ".join(f"{_short(results, axis)} {values[axis][row]}" for axis in values) for row in front}
    label_points(axes, [(*places[row], texts[row]) for row in front[:_MOST_NAMES] if row in places], marks, 6)


def _panels(
    results: SweepResults, shown: Sequence[str | None], width: float, height: float,
    parts: Sequence[tuple[str, SweepResults]] | None = None,
) -> tuple[Figure, list[tuple[Axes, SweepResults]]]:  # fmt: skip
    """Return a figure with a panel of `width` x `height` inches for each part of the results, by default a kernel.

    The title of a panel has its kernels, and the axes that are not among `shown`.
    """
    parts = by_kernel(results, *shown) if parts is None else parts
    columns = min(len(parts), _MOST_ABREAST)
    rows = -(-len(parts) // columns)
    figure, axes = new_figure(width * columns, height * rows, rows, columns)
    for unused in axes[len(parts) :]:
        unused.remove()
    kernels = ", ".join(results.facts["identity"]["plan"]["programs"])
    for panel, (name, part) in zip(axes, parts, strict=False):
        title = f"{name or kernels}{hidden_axes(part, *shown)}"
        panel.set_title(
            fill(title, int(inches(width * columns) / columns * _LETTERS / points(1)), break_on_hyphens=False)
        )
    return figure, list(zip(axes, (part for _, part in parts), strict=False))


def _short(results: SweepResults, axis: str | None) -> str:
    name = results.find(axis or "program")
    return short_names([*dict.fromkeys([*results.axes, name])])[name]


def _places(values: Sequence[Any]) -> list[float]:
    """Return the positions of an axis's values: the values if they are evenly spaced numbers, else 0, 1, 2, ..."""
    if len(values) > 2 and are_numbers(values) and len({b - a for a, b in pairwise(values)}) == 1:
        return [float(value) for value in values]
    return [float(k) for k in range(len(values))]


def _ticks(axes: Axes, places: Sequence[float], values: Sequence[Any]) -> None:
    if len(values) <= 16:
        axes.set_xticks(list(places), [str(value) for value in values])
    elif list(places) != [float(k) for k in range(len(values))]:
        return
    else:
        step = -(-len(values) // 16)
        axes.set_xticks(list(places)[::step], [str(value) for value in values][::step])
