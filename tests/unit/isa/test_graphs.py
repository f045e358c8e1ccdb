"""Walks over graphs whose nodes are of any kind."""

from __future__ import annotations

from isa.flow.graphs import postorder, reach

WAYS = {"a": "bc", "b": "d", "c": "d", "d": "be", "e": "", "f": "a"}


def test_what_is_reached() -> None:
    assert sorted(reach("a", WAYS.__getitem__)) == list("abcde")
    assert sorted(reach("bc", WAYS.__getitem__, ends="d")) == list("bcd")
    assert reach("d", WAYS.__getitem__, ends="d") == ["d"]


def test_postorder() -> None:
    assert postorder("a", WAYS.__getitem__) == ["e", "d", "b", "c", "a"]


def test_a_long_way_needs_no_deep_calls() -> None:
    assert postorder(0, lambda number: [number + 1] if number < 100_000 else [])[-1] == 0
