"""The picture of one access: lanes on one axis, words or banks on the other, a colour for each transaction or pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simt.views.kit.figure import Axes, Figure, figure_style, inches, new_figure, points
from simt.views.kit.palette import HEAT_COLORS, rgb
from simt.views.kit.text import clip, plural
from simt.views.kit.window import core_text
from simt.views.run.access_cells import buffer_place, cells_of

if TYPE_CHECKING:
    from simt.views.run.access import OneAccess

WIDTH = 10.0  # inches
_CELL = 0.14  # inches of a lane's row
_COLUMNS = 256  # most columns
_NAMED = 8  # most columns with the name of their address
_TITLE = 110  # letters
# Colours of transactions in turn (Okabe and Ito, without yellow, which is too pale for lines).
_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#5a1400", "#7d7d7d")
_MOST_WRITTEN = 512  # most cells of a picture that has the names of words in them
_PALE = 0.22  # of its colour that a word has which is moved and not asked for
_LINE = "#d0d0d0"


def draw_access(view: OneAccess) -> Figure:
    """Draw the view as a figure. Raises `FigureError`."""
    result, lanes = view.result, len(view.lanes.addresses)
    title = f"{result.program.name} on {view.machine}{core_text(result)}: {view.line.place}  {view.line.text()}"
    facts = f"{view.facts.kind} of warp {view.warp} in cycle {view.cycle}: {view.facts.text()}"
    with figure_style():
        figure, [axis] = new_figure(WIDTH, max(1.2, lanes * _CELL) + 1.35)
        figure.suptitle(f"{clip(title, _TITLE)}\n{facts}", x=0.01, ha="left", fontsize=points(11))
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
    image = np.full((*part.shape, 3), 255, np.uint8)
    for number in range(len(view.lanes.transactions)):
        full = np.array(rgb(_COLORS[number % len(_COLORS)]))
        image[part == number] = 255 - _PALE * (255 - full)
        image[(part == number) & asked] = full
    _cells(axis, image)
    begins = np.flatnonzero(np.diff(cells.columns, prepend=cells.columns[0] - 2 * words) != words)
    axis.vlines(begins - 0.5, -0.5, lanes - 0.5, color="black", linewidth=0.5)
    shown = begins[:: -(-len(begins) // _NAMED)]
    axis.set_xticks(shown - 0.5, [buffer_place(view, 4 * int(cells.columns[place])) for place in shown], ha="left")
    axis.tick_params(axis="x", length=6)
    count = plural(len(view.lanes.transactions), "transaction")
    axis.set_xlabel(
        f"{plural(words, 'word')} of memory a column, in {count}, a colour for each; "
        "full: asked for, pale: moved and not asked for by the lane, or by all"
    )


def _draw_banks(axis: Axes, view: OneAccess) -> None:
    from matplotlib.patches import Patch

    cells, machine = cells_of(view), view.result.machine
    image = np.full((*cells.part.shape, 3), 255, np.uint8)
    most = max(1, *cells.degrees)
    shades = {number: HEAT_COLORS[min(number - 1, len(HEAT_COLORS) - 1)] for number in range(1, most + 1)}
    for number, color in shades.items():
        image[cells.part == number] = rgb(color)
    _cells(axis, image)
    if image.shape[0] * image.shape[1] <= _MOST_WRITTEN:
        for lane, name in zip(view.active, cells.names, strict=True):
            [bank] = np.flatnonzero(cells.asked[lane])
            color = "white" if cells.parts[lane] > 3 else "black"
            axis.text(int(bank), lane, clip(name, 12), ha="center", va="center", fontsize=points(7), color=color)
    for first, degree in zip(range(0, len(image), machine.lds.lanes), cells.degrees, strict=True):
        axis.axhline(first - 0.5, color="black", linewidth=0.8)
        axis.text(
            1.005, first + min(machine.lds.lanes, len(image) - first) / 2 - 0.5, plural(degree, "pass", "es"),
            transform=axis.get_yaxis_transform(), va="center", fontsize=points(8),
        )  # fmt: skip
    banks = image.shape[1]
    axis.set_xticks(range(0, banks, max(1, banks // 16)))
    axis.set_xlabel(f"bank of local memory, beats of {plural(machine.lds.lanes, 'lane')}")
    shown = [Patch(facecolor=color, edgecolor="black", linewidth=0.4) for color in shades.values()][: len(HEAT_COLORS)]
    names = [f"pass {number}" + ("+" if number == len(HEAT_COLORS) < most else "") for number in shades]
    axis.legend(shown, names[: len(shown)], loc="upper left", bbox_to_anchor=(1.09, 1.0), frameon=False)


def _cells(axis: Axes, image: np.ndarray) -> None:
    rows, columns = image.shape[:2]
    axis.imshow(image, aspect="auto", interpolation="nearest", extent=(-0.5, columns - 0.5, rows - 0.5, -0.5))
    axis.hlines(np.arange(rows + 1) - 0.5, -0.5, columns - 0.5, color=_LINE, linewidth=0.3)
    if columns <= inches(WIDTH) * 12:
        axis.vlines(np.arange(columns + 1) - 0.5, -0.5, rows - 0.5, color=_LINE, linewidth=0.3)
