"""Measures of agreement between predictions and simulations: errors, correlations, shares.

Kendall's tau and Pearson's correlation are a few lines of numpy here, so that simt does not need scipy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

WITHIN = (10, 25, 50)  # per cent


@dataclass(frozen=True, slots=True)
class Measures:
    """The agreement of predictions with simulations, over `points` points.

    An error is (predicted - simulated) / simulated.

    - mape, median, largest: the mean, median and largest absolute error.
    - bias: the mean error.
    - pearson, tau: correlations of cycles; NaN if predictions or simulations are all equal.
    - within: the shares of points whose absolute error is at most 10, 25 and 50 per cent.
    """

    points: int
    mape: float
    median: float
    largest: float
    bias: float
    pearson: float
    tau: float
    within: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON, with None in place of NaN."""
        values = asdict(self)
        values["within"] = {str(limit): share for limit, share in zip(WITHIN, self.within, strict=True)}
        return {
            name: None if isinstance(value, float) and not math.isfinite(value) else value
            for name, value in values.items()
        }


def measures(predicted: Sequence[float], simulated: Sequence[float]) -> Measures:
    """Compare predicted with simulated cycles, point by point.

    Raises `ValueError` without points, with unequal lengths, if a simulation took no cycles, or if a prediction is not
    finite.
    """
    guess, truth = np.asarray(predicted, float), np.asarray(simulated, float)
    if guess.shape != truth.shape or guess.ndim != 1 or not len(guess):
        raise ValueError("as many predictions as simulations, and at least one")
    if not (truth > 0).all() or not np.isfinite(guess).all():
        raise ValueError("an error is a share of the simulated cycles: they are positive, and predictions finite")
    errors = (guess - truth) / truth
    size = np.abs(errors)
    return Measures(
        points=len(guess),
        mape=float(size.mean()),
        median=float(np.median(size)),
        largest=float(size.max()),
        bias=float(errors.mean()),
        pearson=pearson(guess, truth),
        tau=kendall_tau(guess, truth),
        within=tuple(float((size <= limit / 100).mean()) for limit in WITHIN),
    )


def pearson(first: np.ndarray, second: np.ndarray) -> float:
    """Return Pearson's correlation of two float arrays [n]; NaN if one does not vary."""
    a, b = first - first.mean(), second - second.mean()
    scale = math.sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / scale if scale else math.nan


def kendall_tau(first: np.ndarray, second: np.ndarray) -> float:
    """Return Kendall's tau-b of two arrays [n]; NaN if one does not vary.

    Tau is the number of agreeing pairs minus the number of disagreeing pairs, over all pairs, corrected for ties. The
    time is quadratic: n = 4000 takes a tenth of a second.
    """
    agreement = varied_first = varied_second = 0
    for k in range(1, len(first)):
        a, b = np.sign(first[:k] - first[k]), np.sign(second[:k] - second[k])
        agreement += int(a @ b)
        varied_first += int(np.count_nonzero(a))
        varied_second += int(np.count_nonzero(b))
    scale = math.sqrt(float(varied_first) * float(varied_second))
    return agreement / scale if scale else math.nan
