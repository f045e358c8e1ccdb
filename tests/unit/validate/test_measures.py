"""Errors and correlations, against values worked by hand and against numpy."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simt.validate.measures import kendall_tau, measures, pearson


def test_errors_of_a_worked_example() -> None:
    found = measures([110, 80, 300, 400], [100, 100, 200, 400])
    assert found.points == 4
    assert found.mape == pytest.approx((0.1 + 0.2 + 0.5 + 0) / 4)
    assert found.median == pytest.approx(0.15)
    assert found.largest == pytest.approx(0.5)
    assert found.bias == pytest.approx((0.1 - 0.2 + 0.5) / 4)
    assert found.within == (0.5, 0.75, 1.0)


def test_tau_of_a_worked_example() -> None:
    """Of six pairs five agree and one does not: 4 / 6."""
    assert kendall_tau(np.array([1, 2, 3, 4]), np.array([1, 3, 2, 4])) == pytest.approx(4 / 6)


def test_tau_with_ties() -> None:
    """Three pairs, one tied in the first: (2 - 0) / sqrt(2 x 3)."""
    assert kendall_tau(np.array([1, 1, 2]), np.array([1, 2, 3])) == pytest.approx(2 / math.sqrt(6))


def test_tau_and_pearson_of_perfect_and_reversed_orders() -> None:
    one = np.arange(50.0)
    assert kendall_tau(one, one**3) == 1
    assert kendall_tau(one, -one) == -1
    assert pearson(one, 3 * one + 1) == pytest.approx(1)


def test_pearson_agrees_with_numpy() -> None:
    one, other = np.random.default_rng(1).standard_normal((2, 200))
    assert pearson(one, other) == pytest.approx(float(np.corrcoef(one, other)[0, 1]))


def test_what_does_not_vary_has_no_correlation() -> None:
    found = measures([5.0, 5.0], [4, 4])
    assert math.isnan(found.pearson)
    assert math.isnan(found.tau)
    assert found.to_dict()["tau"] is None
    assert found.to_dict()["within"] == {"10": 0.0, "25": 1.0, "50": 1.0}


@pytest.mark.parametrize(("guess", "truth"), [([], []), ([1], [1, 2]), ([1], [0]), ([math.inf], [1])])
def test_what_has_no_error_is_refused(guess: list[float], truth: list[float]) -> None:
    with pytest.raises(ValueError, match=r"predict|share"):
        measures(guess, truth)
