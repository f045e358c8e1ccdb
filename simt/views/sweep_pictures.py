"""Pictures of a sweep: lines over an axis, a heat map over two, a Pareto front. Equal results give equal bytes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from simt.exploration.errors import SweepError
from simt.exploration.results import SweepResults
from simt.views.figure import COLORS, MARKS, figure_style, new_figure
from simt.views.sweep_tables import hidden_axes, pivot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MOST_LINES = 28


def lines_picture(results: SweepResults, x: str, series: str | None, value: str) -> Figure:
    """`value` over the axis `x`, a line for each value of `series`. Points without a result leave a gap."""
    across, lines, found = pivot(results, x, series, value)
    if len(lines) > _MOST_LINES:
        message = f"{len(lines)} lines cannot be told apart"
        raise SweepError(message, code="E0769", help="--where KEY=VALUE chooses some")
    with figure_style():
        figure, (axes,) = new_figure(6.4, 4.0)
        places = _places(across)
        for k, line in enumerate(lines):
            heights = [found.get((a, line), float("nan")) for a in across]
            label = f"{_short(series)} = {line}" if series else None
            style = "-" if k < len(COLORS) else "--" if k < 2 * len(COLORS) else ":"
            axes.plot(
                places,
                heights,
                style,
                color=COLORS[k % len(COLORS)],
                marker=MARKS[k % len(MARKS)],
                ms=4,
                label=label,
            )
        _ticks(axes, places, across)
        axes.set_xlabel(results.find(x))
        axes.set_ylabel(results.find(value))
        axes.set_ylim(bottom=0)
        axes.grid(axis="y")
        axes.set_title(_title(results, hidden_axes(results, x, series)))
        if series and lines:
            axes.legend(ncols=1 + len(lines) // 15)
    return figure


def heat_picture(results: SweepResults, x: str, y: str, value: str) -> Figure:
    """`value` over two axes, as colour and as number; hatched where no run came to its end."""
    import numpy as np

    across, down, found = pivot(results, x, y, value)
    cells = np.array([[found.get((a, b), np.nan) for a in across] for b in down], float)
    with figure_style():
        figure, (axes,) = new_figure(1.8 + max(3.2, 0.62 * len(across)), 1.4 + max(1.6, 0.4 * len(down)))
        axes.set_facecolor("#eeeeee")
        image = axes.imshow(cells, cmap="viridis_r", aspect="auto")
        if len(across) * len(down) <= 400:
            low, high = (float(np.nanmin(cells)), float(np.nanmax(cells))) if found else (0.0, 1.0)
            for (row, column), cell in np.ndenumerate(cells):
                is_dark = cell > (low + high) / 2
                text = "-" if np.isnan(cell) else f"{cell:.0f}" if 1000 <= abs(cell) < 1e7 else f"{cell:.4g}"
                color = "black" if np.isnan(cell) or not is_dark else "white"
                axes.text(column, row, text, ha="center", va="center", color=color, fontsize=7)
        axes.set_xticks(range(len(across)), [str(a) for a in across])
        axes.set_yticks(range(len(down)), [str(b) for b in down])
        axes.set_xlabel(results.find(x))
        axes.set_ylabel(results.find(y))
        axes.set_title(_title(results, hidden_axes(results, x, y)))
        figure.colorbar(image, ax=axes, label=results.find(value))
    return figure


def front_picture(results: SweepResults, objectives: Sequence[str]) -> Figure:
    """All points by two objectives, with the Pareto front as a stair, its points named by their axes."""
    if len(objectives) != 2:
        raise SweepError("a picture of a Pareto front has two objectives", code="E0769", help="the table takes more")
    names = [results.find(name.removeprefix("-")) for name in objectives]
    xs, ys = ([float("nan") if each is None else each for each in results.numbers(name)] for name in names)
    front = sorted(results.front(objectives), key=lambda row: (xs[row], ys[row]))
    status = results.column("status")
    good = [row for row in range(len(results)) if status[row] == "done"]
    with figure_style():
        figure, (axes,) = new_figure(6.4, 4.4)
        axes.plot([xs[row] for row in good], [ys[row] for row in good], "o", ms=3, color="#999999", label="points")
        axes.plot(
            [xs[row] for row in front], [ys[row] for row in front], drawstyle="steps-post", marker="o", ms=5,
            color=COLORS[1], label="Pareto front",
        )  # fmt: skip
        axes_values = {axis: results.column(axis) for axis in results.axes}
        for row in front[:24]:
            text = ", ".join(f"{_short(axis)} {values[row]}" for axis, values in axes_values.items())
            axes.annotate(text, (xs[row], ys[row]), xytext=(4, 4), textcoords="offset points", fontsize=6)
        axes.set_xlabel(names[0])
        axes.set_ylabel(names[1])
        axes.grid()
        axes.set_title(_title(results, ""))
        axes.legend()
    return figure


def _title(results: SweepResults, note: str) -> str:
    kernels = ", ".join(results.facts["identity"]["plan"]["programs"])
    return f"{kernels}{note}"


def _short(axis: str | None) -> str:
    return (axis or "").rpartition(".")[2]


def _places(values: Sequence[Any]) -> list[float]:
    """Where the values of an axis stand: numbers as they are if they rise evenly, else one after the other."""
    if len(values) > 2 and all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        steps = {b - a for a, b in pairwise(values)}
        if len(steps) == 1:
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
