"""The picture of one access: lanes on one axis, words or banks on the other, a colour for each transaction or pass."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

import numpy as np

from simt.views.kit.figure import Axes, Figure, figure_style, inches, new_figure, points
from simt.views.kit.palette import HEAT_COLORS, rgb
from simt.views.kit.panels import runs_of
from simt.views.kit.text import clip, plural
from simt.views.kit.theme import GRID, INK
from simt.views.kit.window import core_text
from simt.views.run.access import OneAccess
from simt.views.run.access_cells import buffer_place, cells_of

WIDTH = 10.0  # inches
_CELL = 0.14  # inches of a lane's row
_COLUMNS = 256  # most columns
_NAMED = 8  # most columns with the name of their address
_LETTERS = 11  # of the title per inch
# Colours of transactions in turn (Okabe and Ito, without yellow, which is too pale for lines).
_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#5a1400", "#7d7d7d")
_SMALL = 16  # letters of the names in cells per inch
_PALE = 0.22  # of its colour that a word has which is moved and not asked for
_LINE = GRID


def draw_access(view: OneAccess) -> Figure:
    """Draw the view as a figure. Raises `FigureError`."""
    result, lanes = view.result, len(view.lanes.addresses)
    title = f"{result.program.name} on {view.machine}{core_text(result)}: {view.line.place}  {view.line.text()}"
    facts = f"{view.facts.kind} of warp {view.warp} in cycle {view.cycle}: {view.facts.text()}"
    with figure_style():
        figure, [axis] = new_figure(WIDTH, max(1.2, lanes * _CELL) + 1.35)
        letters = round(inches(WIDTH) * _LETTERS / points(1))
        lines = [fill(line, letters) for line in (clip(title, 2 * _LETTERS * round(WIDTH)), facts)]
        figure.suptitle("\n".join(lines), x=0.01, ha="left", fontsize=points(11))
        if view.is_global:
            _draw_words(axis, view)
        else:
            _draw_banks(axis, view)
        ticks = range(0, lanes, max(1, lanes // 16))
        below = {lanes + 1: "all"} if view.is_global else {}
        axis.set(ylabel="lane", ylim=(lanes + (1.5 if below else -0.5), -0.5))
        axis.set_yticks([*ticks, *below], [*map(str, ticks), *below.values()])
        axis.spines[["top", "right"]].set_visible(True)
    return figure


def _draw_words(axis: Axes, view: OneAccess) -> None:
    cells, words = cells_of(view).binned(_COLUMNS)
    part, asked, lanes = cells.part, cells.asked, len(cells.part)
    # Two rows below the lanes: an empty one, and one for all lanes together.
    none = np.full((1, part.shape[1]), -1)
    asked_by_any, part_of_any = cells.together()
    part = np.concatenate([part, none, part_of_any[np.newaxis]])
    asked = np.concatenate([asked, none > 0, asked_by_any[np.newaxis]])
    colors = [color for full in _COLORS for color in (_paled(full), full)]
    _draw_cells(axis, np.where(part < 0, -1, 2 * (part % len(_COLORS)) + asked), colors)
    begins = np.flatnonzero(np.diff(cells.columns, prepend=cells.columns[0] - 2 * words) != words)
    axis.vlines(begins - 0.5, -0.5, lanes - 0.5, color=INK, linewidth=0.5)
    shown = begins[:: -(-len(begins) // max(1, round(_NAMED * inches(WIDTH) / WIDTH)))]
    axis.set_xticks(shown - 0.5, [buffer_place(view, 4 * int(cells.columns[place])) for place in shown], ha="left")
    axis.tick_params(axis="x", length=6)
    count = plural(len(view.lanes.transactions), "transaction")
    text = (
        f"{plural(words, 'word')} of memory a column, in {count}, a colour for each; "
        "full: asked for, pale: moved and not asked for by the lane, or by all"
    )
    axis.set_xlabel(fill(text, round(1.2 * inches(WIDTH) * _LETTERS / points(1))))


def _draw_banks(axis: Axes, view: OneAccess) -> None:
    from matplotlib.patches import Patch

    cells, machine = cells_of(view), view.result.machine
    most = max(1, *cells.degrees)
    shades = {number: HEAT_COLORS[min(number - 1, len(HEAT_COLORS) - 1)] for number in range(1, most + 1)}
    _draw_cells(axis, np.where(cells.part < 0, -1, cells.part - 1), list(shades.values()))
    if max(map(len, cells.names)) * cells.part.shape[1] <= _SMALL * inches(WIDTH) / points(1):
        for lane, name in zip(view.active, cells.names, strict=True):
            [bank] = np.flatnonzero(cells.asked[lane])
            color = "white" if cells.parts[lane] > 3 else "black"
            axis.text(int(bank), lane, name, ha="center", va="center", fontsize=points(7), color=color)
    for first, degree in zip(range(0, len(cells.part), machine.lds.lanes), cells.degrees, strict=True):
        axis.axhline(first - 0.5, color=INK, linewidth=0.8)
        axis.text(
            1.005, first + min(machine.lds.lanes, len(cells.part) - first) / 2 - 0.5, plural(degree, "pass", "es"),
            transform=axis.get_yaxis_transform(), va="center", fontsize=points(8),
        )  # fmt: skip
    banks = cells.part.shape[1]
    axis.set_xticks(range(0, banks, max(1, banks // 16)))
    axis.set_xlabel(f"bank of local memory, beats of {plural(machine.lds.lanes, 'lane')}")
    shown = [Patch(facecolor=color, edgecolor=INK, linewidth=0.4) for color in shades.values()][: len(HEAT_COLORS)]
    names = [f"pass {number}" + ("+" if number == len(HEAT_COLORS) < most else "") for number in shades]
    axis.legend(shown, names[: len(shown)], loc="upper left", bbox_to_anchor=(1.09, 1.0), frameon=False)


def _draw_cells(axis: Axes, codes: np.ndarray, colors: Sequence[str]) -> None:
    """Draw cells as shapes. codes: int [rows, columns], indices into `colors`, or -1 for an empty cell."""
    rows, columns = codes.shape
    row, start, stop = runs_of(codes)
    for code in np.unique(codes[codes >= 0]).tolist():
        for place in range(rows):
            chosen = (row == place) & (codes[row, start] == code)
            spans = [(begin - 0.5, end - begin) for begin, end in zip(start[chosen], stop[chosen], strict=True)]
            if spans:
                axis.broken_barh(spans, (place - 0.5, 1), facecolors=colors[code], linewidth=0)
    axis.set_xlim(-0.5, columns - 0.5)
    axis.hlines(np.arange(rows + 1) - 0.5, -0.5, columns - 0.5, color=_LINE, linewidth=0.3)
    if columns <= inches(WIDTH) * 12:
        axis.vlines(np.arange(columns + 1) - 0.5, -0.5, rows - 0.5, color=_LINE, linewidth=0.3)


def _paled(color: str) -> str:
    return "#" + "".join(f"{round(255 - _PALE * (255 - part)):02x}" for part in rgb(color))
