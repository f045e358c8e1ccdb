"""Names beside points, and the axis from 0: nothing covers a point, and no mark is cut off."""

from __future__ import annotations

import pytest

pytest.importorskip("matplotlib")

from simt.views.kit.figure import Axes, Figure, from_zero, new_figure
from simt.views.kit.labels import Mark, label_points


def scatter(spots: list[tuple[float, float]]) -> tuple[Figure, Axes]:
    figure, (axes,) = new_figure(5.0, 4.0)
    axes.plot(*zip(*spots, strict=True), "o", ms=5)
    axes.legend(["points"], loc="upper right")
    return figure, axes


@pytest.mark.parametrize("count", [1, 4, 9])
def test_names_cover_no_point_and_no_name(count: int) -> None:
    """Points in a heap: their names stand around it."""
    spots = [(1.0 + 0.02 * (k % 3), 1.0 + 0.03 * (k // 3)) for k in range(count)]
    figure, axes = scatter([*spots, (0.0, 0.0), (3.0, 3.0)])
    marks = [Mark(*spot, 2.5) for spot in spots]
    label_points(axes, [(*spot, f"banks {k}, warp 8") for k, spot in enumerate(spots)], marks, 6)
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in axes.texts]
    assert [text.get_text() for text in axes.texts] == [f"banks {k}, warp 8" for k in range(count)]
    # The extent of a text with a line to its point has the line too: these are compared by their texts alone.
    near = [box for box, text in zip(boxes, axes.texts, strict=True) if text.arrow_patch is None]
    assert not any(one.overlaps(other) for k, one in enumerate(near) for other in near[:k])
    for spot in spots:
        x, y = axes.transData.transform(spot)
        assert not any(box.contains(x, y) for box in near)
    assert all(axes.get_window_extent().contains(*corner) for box in near for corner in box.corners())
    assert not any(box.overlaps(axes.get_legend().get_window_extent()) for box in near)


def test_a_name_at_the_edge_stays_inside() -> None:
    figure, axes = scatter([(0.0, 0.0), (1.0, 1.0)])
    label_points(axes, [(1.0, 1.0, "a name of many letters")], [Mark(1.0, 1.0, 2.5)], 8)
    figure.draw_without_rendering()
    assert axes.get_window_extent().x1 >= axes.texts[0].get_window_extent().x1


@pytest.mark.parametrize("values", [[3790.0, 4200.0], [1.0, 1000.0], [0.0, 0.0]])
def test_an_axis_from_zero_shows_whole_marks(values: list[float]) -> None:
    _, axes = scatter(list(enumerate(values)))
    from_zero(axes)
    low, high = axes.get_ylim()
    assert low == 0
    assert high >= 1.05 * max(values)
    assert high > 0
