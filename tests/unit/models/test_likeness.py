"""Intervals of predictions: made of the errors on the most similar points."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest

import simt
from simt.models.refined import Profile, predict
from simt.models.refined.likeness import NAMES, NEIGHBOURS, Interval, interval_of, known_errors


def test_known_points_have_all_features() -> None:
    header = files("simt.models.refined").joinpath("errors.csv").read_text(encoding="utf-8").partition("\n")[0]
    assert header.split(",") == [*NAMES, "simulated/predicted"]
    points = known_errors()
    assert len(points) > 500
    assert points.shape[1] == len(NAMES) + 1
    assert np.all((points[:, -1] > 0.1) & (points[:, -1] < 10))


def test_an_interval_is_of_the_nearest_points_and_holds_the_prediction() -> None:
    near = [[0.0] * len(NAMES) + [1.0 + k / 100] for k in range(NEIGHBOURS)]
    far = [[1.0] * len(NAMES) + [9.0]] * 100
    interval = interval_of((0.1,) * len(NAMES), 1000.0, np.array(near + far))
    assert interval.low == 1000
    assert interval.high == pytest.approx(1000 + 10 * (NEIGHBOURS - 2)), "the highest one is left out"
    assert interval.points == NEIGHBOURS
    assert 0 < interval.mean_error < 0.4


def test_a_kind_of_launch_on_which_the_model_fails_is_named() -> None:
    assert Interval(900, 1100, 0.05, 50).text(1000).endswith("the model is 5.0 % off: expect 900 to 1100 cycles")
    assert Interval(500, 1500, 0.3, 50).text(1000).startswith("do not trust the number: ")


def test_a_prediction_has_its_interval() -> None:
    found = predict(Profile.of_result(simt.run("fft128", "fpga4")))
    assert found.interval.low <= found.cycles <= found.interval.high
    assert found.interval.text(found.cycles) in found.prediction().notes
    assert found.interval.low <= 3828 * 1.001
    assert found.interval.width(found.cycles) == pytest.approx(
        (found.interval.high - found.interval.low) / found.cycles
    )
