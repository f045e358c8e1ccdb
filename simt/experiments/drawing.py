"""The drawings of several experiments: histories as strips of exact pixels, and legends of colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simt.views.kit.figure import DPI, Axes, Figure, figure_style, new_figure
from simt.views.kit.palette import rgb

_WIDEST = 2000  # pixels of cells
_LEFT, _RIGHT, _TOP, _BOTTOM = 1.1, 0.25, 0.62, 0.42  # inches


@dataclass(frozen=True, eq=False)
class Strip:
    """A block of rows over time. A strip without a title is drawn close below the strip before it.

    - cells: uint8 [rows, cycles], indices into `colors`.
    - lanes: the number of rows per label.
    - labels: the texts at the left, from top to bottom.
    """

    title: str
    cells: np.ndarray
    colors: Mapping[str, str]
    lanes: int
    labels: Sequence[str]


def draw_cells(axes: Axes, cells: np.ndarray, colors: Mapping[str, str]) -> None:
    """Fill the axes with cells of colour. cells: uint8 [rows, columns], indices into `colors`."""
    table = np.array([rgb(color) for color in colors.values()], np.uint8)
    rows, columns = cells.shape
    axes.imshow(table[cells], aspect="auto", interpolation="none", extent=(0, columns, rows, 0))


def present_colors(colors: Mapping[str, str], drawn: Iterable[np.ndarray]) -> dict[str, str]:
    """Return the entries of `colors` whose indices occur in the arrays `drawn`."""
    present = {index for cells in drawn for index in np.unique(cells).tolist()}
    return {name: color for index, (name, color) in enumerate(colors.items()) if index in present}


def color_legend(axes: Axes, colors: Mapping[str, str], **options: Any) -> None:
    """Draw a legend of named colours, each with a thin frame so that white is visible. options: for `Axes.legend`."""
    from matplotlib.patches import Patch

    handles = [Patch(facecolor=color, edgecolor="#444444", linewidth=0.5, label=name) for name, color in colors.items()]
    axes.legend(handles=handles, ncols=len(handles), handlelength=1.2, columnspacing=1.2, **options)


def strips_figure(title: str, strips: Sequence[Strip], legend: Mapping[str, str]) -> Figure:
    """Draw strips below each other on one time axis. All cells are equally wide, a whole number of pixels.

    legend: the colours to explain, by name.
    """
    cycles = max(strip.cells.shape[1] for strip in strips)
    across = max(1, _WIDEST // cycles)
    heights, gaps = [], []
    for strip in strips:
        per_row = 24 if strip.lanes == 1 else max(1, min(4, 560 // len(strip.cells)))
        heights.append(per_row * len(strip.cells) / DPI)
        gaps.append(0.34 if strip.title else 0.04)
    width = _LEFT + across * cycles / DPI + _RIGHT
    height = _TOP + sum(heights) + sum(gaps) + _BOTTOM
    figure, axes_list = new_figure(width, height, rows=len(strips))
    figure.set_layout_engine("none")
    with figure_style():
        figure.text(0.12 / width, 1 - 0.2 / height, title, fontsize=10, fontweight="bold", va="center")
        top = height - _TOP
        for strip, axes, tall, gap in zip(strips, axes_list, heights, gaps, strict=True):
            top -= gap + tall
            columns = strip.cells.shape[1]
            axes.set_position((_LEFT / width, top / height, across * columns / DPI / width, tall / height))
            draw_cells(axes, strip.cells, strip.colors)
            axes.set_yticks([(k + 0.5) * strip.lanes for k in range(len(strip.labels))], strip.labels)
            axes.tick_params(left=False)
            for k in range(1, len(strip.labels)):
                axes.axhline(k * strip.lanes, color="#00a0a0" if strip.lanes > 1 else "white", linewidth=0.8)
            if strip.title:
                axes.set_title(strip.title, fontsize=9)
            if strip is not strips[-1]:
                axes.set_xticks([])
        axes_list[-1].set_xlabel("cycle")
        color_legend(axes_list[0], legend, loc="lower right", bbox_to_anchor=(1.0, 1.0 + 0.30 / heights[0]))
    return figure
