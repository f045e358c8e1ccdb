"""Drawings that experiments share: histories as strips of exact pixels, and legends of colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simt.views.kit.figure import DPI, Axes, Figure, figure_style, new_figure
from simt.views.kit.palette import rgb

_WIDEST = 2000  # pixels of cells
_LEFT, _RIGHT, _TOP, _BOTTOM = 1.1, 0.25, 0.62, 0.42  # inches


@dataclass(frozen=True, eq=False)
class Strip:
    """A block of rows over time. cells: uint8 [rows, cycles], indices into the colours; `lanes` rows per label.

    A strip without a title belongs to the one above it.
    """

    title: str
    cells: np.ndarray
    colors: Mapping[str, str]
    lanes: int
    labels: Sequence[str]


def color_image(cells: np.ndarray, colors: Mapping[str, str]) -> np.ndarray:
    """uint8 [rows, columns, 3]: the colours of states; cells are indices into `colors`."""
    table = np.array([rgb(color) for color in colors.values()], np.uint8)
    image: np.ndarray = table[cells]
    return image


def color_legend(axes: Axes, colors: Mapping[str, str], **options: Any) -> None:
    """A legend of named colours, each with a thin frame so that white is visible."""
    from matplotlib.patches import Patch

    handles = [Patch(facecolor=color, edgecolor="#444444", linewidth=0.5, label=name) for name, color in colors.items()]
    axes.legend(handles=handles, ncols=len(handles), handlelength=1.2, columnspacing=1.2, **options)


def strips_figure(title: str, strips: Sequence[Strip], legend: Mapping[str, str]) -> Figure:
    """Strips below each other on one time axis, every cell the same whole number of pixels wide."""
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
            image = color_image(strip.cells, strip.colors)
            axes.imshow(image, aspect="auto", interpolation="none", extent=(0, columns, len(strip.cells), 0))
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
