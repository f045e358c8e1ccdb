"""Names beside points: none of them covers a point, another name, or the legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from simt.views.kit.figure import Axes, points
from simt.views.kit.theme import SOFT


class Mark(NamedTuple):
    """A point of a picture, which has to stay visible: its place in data, and its radius in points."""

    x: float
    y: float
    radius: float


# Distances from a point to its name in points, and directions, the best ones first.
_GAPS = (4.0, 8.0, 14.0, 22.0, 32.0)
_SIDES = ((1, 1), (-1, 1), (1, -1), (-1, -1), (0, 1), (0, -1), (1, 0), (-1, 0))
_LEADER = 10.0  # points from which a line leads from the name to its point


def label_points(axes: Axes, names: Sequence[tuple[float, float, str]], marks: Sequence[Mark], size: float) -> None:
    """Write names beside points of a panel, each where it covers least.

    names: (x, y, text), with x and y in the units of the axes. marks: all points of the panel. size: the size of the
    text in points. Call it when everything else is drawn: the layout of the figure must not change afterwards.
    """
    figure: Any = axes.figure
    figure.draw_without_rendering()  # places in pixels are known only then
    unit = figure.dpi / 72
    # Boxes are left, bottom, right and top in pixels.
    room = np.array(axes.get_window_extent().extents)
    around = ((axes.transData.transform((mark.x, mark.y)), (mark.radius + 1) * unit) for mark in marks)
    taken = [np.concatenate([centre - radius, centre + radius]) for centre, radius in around]
    things = [*axes.texts, *filter(None, [axes.get_legend()])]
    taken += [np.array(thing.get_window_extent().extents) for thing in things]
    for x, y, name in names:
        probe = axes.text(0, 0, name, fontsize=points(size))
        extent = probe.get_window_extent().size
        probe.remove()
        spot, covered = axes.transData.transform((x, y)), np.reshape(taken, (-1, 4))
        candidates = [
            (_cost(box, room, covered) + gap / 100, gap, offset, box)
            for gap in _GAPS
            for offset in (_offset(gap, side, extent / unit) for side in _SIDES)
            for corner in [spot + np.multiply(offset, unit)]
            for box in [np.concatenate([corner, corner + extent])]
        ]
        _, gap, offset, box = min(candidates, key=lambda candidate: candidate[0])
        taken.append(box)
        line = {"arrowstyle": "-", "color": SOFT, "lw": 0.5, "shrinkA": 0, "shrinkB": 3}
        text = axes.annotate(
            name, (x, y), xytext=offset, textcoords="offset points", fontsize=points(size), va="bottom",
            arrowprops=line if gap >= _LEADER else None,
        )  # fmt: skip
        text.set_in_layout(False)


def _cost(box: np.ndarray, room: np.ndarray, taken: np.ndarray) -> float:
    """Return the badness of a place: the area outside of the panel counts most, then the covered things."""
    return 4 * (float(np.prod(box[2:] - box[:2])) - _shared(box, room[np.newaxis])) + _shared(box, taken)


def _shared(box: np.ndarray, others: np.ndarray) -> float:
    """Return the area that a box shares with the boxes `others`, [n, 4], summed over these."""
    sides = np.minimum(box[2:], others[:, 2:]) - np.maximum(box[:2], others[:, :2])
    return float(np.maximum(sides, 0.0).prod(axis=1).sum())


def _offset(gap: float, side: tuple[int, int], extent: np.ndarray) -> tuple[float, float]:
    """Return the place of the lower left corner of a name beside its point, in points."""
    (across, up), (width, height) = side, extent
    x = gap if across > 0 else -gap - width if across < 0 else -width / 2
    y = gap if up > 0 else -gap - height if up < 0 else -height / 2
    return x, y
