"""Names beside points: none of them covers a point, another name, or the legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

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

_Box = tuple[float, float, float, float]  # left, bottom, right and top in pixels


def label_points(axes: Axes, names: Sequence[tuple[float, float, str]], marks: Sequence[Mark], size: float) -> None:
    """Write names beside points of a panel, each where it covers least.

    names: (x, y, text), with x and y in the units of the axes. marks: all points of the panel. size: the size of the
    text in points. Call it when everything else is drawn: the layout of the figure must not change afterwards.
    """
    figure: Any = axes.figure
    figure.draw_without_rendering()  # places in pixels are known only then
    unit = figure.dpi / 72
    room = _box(axes)
    taken = [_around(axes, mark, unit) for mark in marks]
    taken += [_box(text) for text in axes.texts]
    if axes.get_legend() is not None:
        taken.append(_box(axes.get_legend()))
    for x, y, name in names:
        probe = axes.text(0, 0, name, fontsize=points(size))
        left, bottom, right, top = _box(probe)
        probe.remove()
        extent = (right - left) / unit, (top - bottom) / unit
        spot = tuple(map(float, axes.transData.transform((x, y))))
        candidates = [
            (_cost(box, room, taken) + gap / 100, gap, offset, box)
            for gap in _GAPS
            for offset in (_offset(gap, side, extent) for side in _SIDES)
            for box in [_placed(spot, offset, extent, unit)]
        ]
        _, gap, offset, box = min(candidates, key=lambda candidate: candidate[0])
        taken.append(box)
        line = {"arrowstyle": "-", "color": SOFT, "lw": 0.5, "shrinkA": 0, "shrinkB": 3}
        text = axes.annotate(
            name, (x, y), xytext=offset, textcoords="offset points", fontsize=points(size), va="bottom",
            arrowprops=line if gap >= _LEADER else None,
        )  # fmt: skip
        text.set_in_layout(False)


def _cost(box: _Box, room: _Box, taken: Sequence[_Box]) -> float:
    """Return the badness of a place: the area outside of the panel counts most, then the covered things."""
    return 4 * (_area(box) - _shared(box, room)) + sum(_shared(box, other) for other in taken)


def _placed(spot: Sequence[float], offset: tuple[float, float], extent: tuple[float, float], unit: float) -> _Box:
    """Return the box of a name in pixels: its lower left corner is `offset` points from a spot, its size `extent`."""
    left, bottom = spot[0] + offset[0] * unit, spot[1] + offset[1] * unit
    return left, bottom, left + extent[0] * unit, bottom + extent[1] * unit


def _offset(gap: float, side: tuple[int, int], extent: tuple[float, float]) -> tuple[float, float]:
    """Return the place of the lower left corner of a name beside its point, in points."""
    (across, up), (width, height) = side, extent
    x = gap if across > 0 else -gap - width if across < 0 else -width / 2
    y = gap if up > 0 else -gap - height if up < 0 else -height / 2
    return x, y


def _box(artist: object) -> _Box:
    bounds = artist.get_window_extent()  # type: ignore[attr-defined]
    return float(bounds.x0), float(bounds.y0), float(bounds.x1), float(bounds.y1)


def _around(axes: Axes, mark: Mark, unit: float) -> _Box:
    x, y = map(float, axes.transData.transform((mark.x, mark.y)))
    radius = (mark.radius + 1) * unit
    return x - radius, y - radius, x + radius, y + radius


def _area(box: _Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _shared(one: _Box, other: _Box) -> float:
    """Return the area that two boxes share."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0
