"""Views as pictures: the panels of `simt.views.time.timelines` drawn by matplotlib, for SVG and PNG.

If a window has more cycles than a picture has columns, a column is a bin of cycles. Its height is divided among the
states of the bin (`panels.share_rows`). Rows of lanes are too low for this, and show the most frequent state, as the
terminal and the report do. Legends are made from all cycles, so that they include states that are too rare to be seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any

import numpy as np

from simt.result.result import Result
from simt.views.kit.figure import Axes, Figure, figure_style, inches, new_figure, points
from simt.views.kit.palette import HEAT_COLORS, REASON_LOOKS, rgb
from simt.views.kit.panels import Curve, Grid, Heat, Listing, Panel, bin_size, most_frequent, runs_of, share_rows
from simt.views.kit.text import clip, head_and_changes, percent, plural, settings_lines
from simt.views.kit.theme import CURVE
from simt.views.kit.window import core_text, cycle_text
from simt.views.time.timelines import make_panels

WIDTH = 10.0  # inches
_CYCLES = 1000  # longest window with a column per cycle
_COLUMNS = 500  # columns of a longer window
_LEAST_WIDTH = 4.5  # inches: a title fits
_BESIDE = 2.3  # inches beside the cells: labels and the legend
_CELL = 0.11  # inches of a lane's cell, where cells are square
_SQUARE_CYCLES = 80  # most cycles drawn as square cells
_RECTANGLES = 4000  # most cells drawn as shapes; more become an image
_THIN_ROWS = 20  # thin rows per row if a column stands for several cycles
_NAMED_ROWS = 8  # of a heat map with numbered rows: if it has more, only every fourth is named
_LETTERS = 11  # letters of the title per inch
_LABELS = 12  # room at the left of a panel for the labels of rows, in letters
_LINE = "#8c8c8c"


def draw_views(
    result: Result, names: Sequence[str], window: range, *, warp: int | None = None, machine: str = ""
) -> Figure:
    """Return a figure with the views of these names, one below the other.

    warp: the only warp to show, None for all. machine: its name, by default the name in the run; its changed keys are
    below the title. Raises `ViewError`, `FigureError`.
    """
    panels = [panel for name in names for panel in make_panels(result, name, window, warp)]
    name, changes = head_and_changes(machine, result.machine.name)
    when = f"{cycle_text(window)} of {plural(result.cycles, 'cycle')}"
    title = f"{result.program.name} on {name}{core_text(result)}, {when}"
    return draw_panels(panels, window, title, f"with {changes}" if changes else "")


def draw_panels(panels: Sequence[Panel], window: range, title: str, changes: str = "", moment: str = "cycle") -> Figure:
    """Return a figure with the panels, one below the other; listings are omitted.

    changes: settings, separated by commas, for the lines below the title. moment: the word for a column. Raises
    `FigureError`.
    """
    shown = [panel for panel in panels if not isinstance(panel, Listing)]
    is_narrow = len(window) <= _SQUARE_CYCLES and all(isinstance(panel, Grid) and panel.is_lanes for panel in shown)
    width = max(_LEAST_WIDTH, len(window) * _CELL + _BESIDE) if is_narrow else WIDTH
    is_square = is_narrow and width > _LEAST_WIDTH  # the cells of fewer cycles are wide, so that they fill the picture
    heights = [_height(panel) for panel in shown]
    letters = round(inches(width) * _LETTERS / points(1))
    below = settings_lines(changes, letters, len(changes)) if changes else []
    with figure_style():
        from matplotlib.ticker import MaxNLocator

        height = sum(heights) + 0.62 * len(shown) + 0.45 + 0.19 * len(below)
        figure, axes = new_figure(width, height, len(shown), height_ratios=heights, sharex=True)
        figure.suptitle("\n".join([_folded(title, letters), *below]), x=0.01, ha="left", fontsize=points(11))
        for panel, axis in zip(shown, axes, strict=True):
            drawers: dict[type, Any] = {Grid: _grid, Curve: _curve, Heat: _heat}
            size = 1 if len(window) <= _CYCLES else bin_size(len(window), _COLUMNS)
            drawers[type(panel)](axis, panel, window, size)
            title = panel.title + (f", {size} {moment}s a column" if size > 1 else "")
            axis.set_title(_folded(title, letters - _LABELS))
            if is_square:
                axis.set_aspect("equal", anchor="W")
        # Cell c stands above the number of its cycle.
        axes[-1].set(xlim=(window.start - 0.5, window.stop - 0.5), xlabel=moment)
        axes[-1].xaxis.set_major_locator(MaxNLocator(nbins=max(4, round(inches(width))), integer=True, min_n_ticks=1))
        axes[-1].xaxis.set_major_formatter("{x:.0f}")
    return figure


def _folded(title: str, letters: int) -> str:
    """Return a title, folded to `letters` per line if `picture_size` is in force."""
    return fill(title, max(letters, 10)) if inches(0.0) or points(1.0) != 1.0 else title


def _height(panel: Panel) -> float:
    if isinstance(panel, Curve):
        return 1.1
    assert not isinstance(panel, Listing)
    rows = max(1, len(panel.rows))
    if isinstance(panel, Grid):
        legend = 0.17 * len(panel.counts())
        return max(rows * (_CELL if panel.is_lanes else 0.2 if rows > 1 else 0.4), legend, 0.5)
    if panel.is_empty:
        return 0.5
    return max((0.07 if panel.is_numbered and rows > _NAMED_ROWS else 0.17) * rows, 0.8)


def _grid(axis: Axes, grid: Grid, window: range, size: int) -> None:
    colors = [look.color for look in grid.looks.values()]
    rows, columns = len(grid.rows), len(window)
    edges = (window.start - 0.5, window.stop - 0.5)
    if size > 1 and grid.is_lanes:
        _draw_image(axis, most_frequent(grid.cells, len(grid.looks), size), colors, rows, window, size)
    elif size > 1:
        _draw_image(axis, _share_cells(grid, size), colors, rows, window, size)
    else:
        _draw_cells(axis, grid.cells, colors, window)
    if grid.is_lanes:
        axis.spines[["top", "right"]].set_visible(True)
        if columns <= 2 * _SQUARE_CYCLES:
            axis.vlines(np.arange(window.start, window.stop + 1) - 0.5, -0.5, rows - 0.5, color=_LINE, linewidth=0.3)
            axis.hlines(np.arange(rows + 1) - 0.5, *edges, color=_LINE, linewidth=0.3)
    else:
        axis.hlines(np.arange(1, rows) - 0.5, *edges, color="white", linewidth=0.4)
    _row_labels(axis, grid.rows, grid.row_word)
    counts = grid.counts()
    total = sum(counts.values())
    _place_legend(axis, {_legend(state, count, total): grid.looks[state].color for state, count in counts.items()})


def _share_cells(grid: Grid, size: int) -> np.ndarray:
    """Return `share_rows` with the counted state at the bottom, uint8 [rows x `_THIN_ROWS`, bins]."""
    names = grid.states
    foot = names.index(grid.counted)
    order = np.array([state for state in reversed(range(len(names))) if state != foot] + [foot])
    place = np.argsort(order)  # positions of the states, from the top
    shown: np.ndarray = order[share_rows(place[grid.cells], len(names), size, _THIN_ROWS)]
    return shown


def _legend(state: str, count: int, total: int) -> str:
    return f"{state} {percent(count, total) if 1000 * count >= total else f'{count} of {total}'}"


def _place_legend(axis: Axes, colors: Mapping[str, str], title: str = "") -> None:
    from matplotlib.patches import Patch

    axis.legend(
        handles=[Patch(facecolor=c, edgecolor="#606060", linewidth=0.5, label=name) for name, c in colors.items()],
        title=title or None,
        alignment="left",
        loc="upper left",
        bbox_to_anchor=(1.01, 1.02),
        borderaxespad=0.0,
        handlelength=1.2,
        handleheight=0.9,
        labelspacing=0.35,
    )


def _row_labels(axis: Axes, rows: Sequence[str], word: str) -> None:
    """Label the rows, the first on top; only some of them if there are many."""
    step = 1 if len(rows) <= 20 else 4 if len(rows) <= 40 else 8
    axis.set_ylim(len(rows) - 0.5, -0.5)
    axis.set_yticks(range(0, len(rows), step), list(rows)[::step])
    axis.tick_params(axis="y", length=0)
    if word:
        axis.set_ylabel(word)


def _draw_cells(axis: Axes, cells: np.ndarray, colors: Sequence[str], window: range) -> None:
    """Draw each run of equal cells in a row as a rectangle; if there are too many, draw an image."""
    rows, starts, ends = runs_of(cells)
    if len(rows) > _RECTANGLES:
        _draw_image(axis, cells, colors, cells.shape[0], window, 1)
        return
    left = window.start - 0.5
    states = cells[rows, starts]
    for state in np.unique(states):
        mine = states == state
        _rectangles(axis, left + starts[mine], left + ends[mine], rows[mine], colors[state])


def _draw_image(axis: Axes, cells: np.ndarray, colors: Sequence[str], rows: int, window: range, size: int) -> None:
    """Draw cells as an image over `rows` rows, in which a column is `size` cycles."""
    table = np.array([rgb(color) for color in colors], np.uint8)
    left = window.start - 0.5
    extent = (left, left + cells.shape[1] * size, rows - 0.5, -0.5)
    axis.imshow(table[cells], extent=extent, aspect="auto", interpolation="nearest", origin="upper")


def _rectangles(axis: Axes, low: np.ndarray, high: np.ndarray, rows: np.ndarray, color: str) -> None:
    from matplotlib.collections import PolyCollection

    corners = np.empty((len(rows), 4, 2))
    corners[:, [0, 3], 0], corners[:, [1, 2], 0] = low[:, None], high[:, None]
    corners[:, [0, 1], 1], corners[:, [2, 3], 1] = rows[:, None] - 0.5, rows[:, None] + 0.5
    # Without smoothing no seam shows between neighbours.
    axis.add_collection(PolyCollection(list(corners), facecolors=color, edgecolors="none", antialiaseds=False))


def _curve(axis: Axes, curve: Curve, window: range, size: int) -> None:
    from matplotlib.ticker import MaxNLocator

    values = curve.values(size)
    edges = np.minimum(window.start + np.arange(len(values) + 1) * size, window.stop) - 0.5
    axis.stairs(np.nan_to_num(values), edges, fill=True, color=REASON_LOOKS["dep_alu"].color)
    axis.stairs(values, edges, baseline=None, color=CURVE)
    axis.set_ylim(0, curve.largest * 1.08)
    axis.yaxis.grid(True)
    if curve.unit == "%":
        axis.set_yticks([0, 25, 50, 75, 100])
        axis.set_ylabel(curve.unit)
    else:
        axis.yaxis.set_major_locator(MaxNLocator(nbins=4, integer=True, min_n_ticks=1))


def _heat(axis: Axes, heat: Heat, window: range, size: int) -> None:
    if heat.is_empty:
        axis.text(0.5, 0.5, "none in these cycles", transform=axis.transAxes, ha="center", va="center")
        axis.set_yticks([])
        return
    binned = heat.binned(size)
    amounts = [int(amount) for amount in np.unique(binned) if amount]
    chosen = {amount: HEAT_COLORS[round((len(HEAT_COLORS) - 1) * heat.warmth(amount))] for amount in amounts}
    left = window.start - 0.5
    # An access takes one column, which is too thin to see in a long picture: none is narrower than 1/400.
    least_width = len(window) / 400
    for amount in amounts:  # the largest last, on top
        rows, columns = np.nonzero(binned == amount)
        low = left + columns * size
        _rectangles(axis, low, low + max(size, least_width), rows, chosen[amount])
    axis.set_facecolor("#ececec")
    axis.set_ylim(len(heat.rows) - 0.5, -0.5)
    labels = heat.rows
    # Numbered rows need no name each if they are many.
    step = 4 if heat.is_numbered and len(labels) > _NAMED_ROWS else 1
    if heat.notes and step == 1:
        labels = tuple(f"{row}   {clip(note, 34)}".rstrip() for row, note in zip(heat.rows, heat.notes, strict=True))
    axis.set_yticks(range(0, len(heat.rows), step), list(labels)[::step], fontsize=points(7))
    axis.tick_params(axis="y", length=0)
    axis.hlines(
        np.arange(1, len(heat.rows)) - 0.5, left, window.stop - 0.5, color="white", linewidth=0.8 if step == 1 else 0.3
    )
    listed = np.linspace(0, len(amounts) - 1, min(12, len(amounts))).round().astype(int)
    _place_legend(axis, {str(amounts[k]): chosen[amounts[k]] for k in listed}, heat.word)
