"""Pareto fronts and the volume below them, held against their definitions on small whole numbers, where ties abound."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benches.volume import hypervolume
from simt.exploration.records.results import pareto_front


@st.composite
def points(draw: st.DrawFn, most: int = 4) -> list[tuple[int, ...]]:
    width = draw(st.integers(1, most))
    return draw(st.lists(st.tuples(*[st.integers(0, 4)] * width), max_size=24))


def beats(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return all(x <= y for x, y in zip(a, b, strict=True)) and any(x < y for x, y in zip(a, b, strict=True))


@given(points())
def test_the_front_is_what_nothing_beats(costs: list[tuple[int, ...]]) -> None:
    front = pareto_front(costs)
    wanted = [index for index, cost in enumerate(costs) if not any(beats(other, cost) for other in costs)]
    assert sorted(index for group in front for index in group) == wanted
    values = [{costs[index] for index in group} for group in front]
    assert all(len(value) == 1 for value in values)  # groups are of equals
    leaders = [costs[group[0]] for group in front]
    assert leaders == sorted(set(leaders))  # all equals in one group, in order
    assert all(group == sorted(group) for group in front)


def test_many_points_on_a_front() -> None:
    """More than the room that the search for it begins with."""
    costs = [(k, 99 - k) for k in range(100)]
    assert pareto_front(costs[::-1]) == [[99 - k] for k in range(100)]
    assert pareto_front([]) == []
    assert pareto_front([(2.5, -1.0), (2.5, -1.0), (3.0, -1.0)]) == [[0, 1]]


@given(points(3))
def test_the_volume_is_a_count_of_cells(costs: list[tuple[int, ...]]) -> None:
    """On whole numbers the volume is the count of unit cells that some point is at least as good as."""
    width = len(costs[0]) if costs else 1
    cells = list(product(range(5), repeat=width))
    wanted = sum(any(all(x <= y for x, y in zip(cost, cell, strict=True)) for cost in costs) for cell in cells)
    assert hypervolume(costs, (5,) * width) == wanted


def test_points_beyond_the_reference_have_no_volume() -> None:
    assert hypervolume([(1.0, 6.0), (6.0, 1.0)], (5.0, 5.0)) == 0.0
    assert hypervolume([(1.0, 4.0), (6.0, 1.0)], (5.0, 5.0)) == pytest.approx(4.0)
