"""Measures of agreement between predictions and simulations: errors, correlations, shares.

Kendall's tau and Pearson's correlation are a few lines of numpy here, so that scipy, which nothing else in simt needs,
need not be installed.
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
    """Measures of `points` predictions. Errors are (predicted - simulated) / simulated, as fractions.

    `mape`: mean absolute error. `bias`: mean error. `within`: share of points whose error is at most 10, 25, 50 per
    cent. Correlations are of cycles, NaN if they are not defined: fewer than two points, or all of them equal.
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
        """Return plain values; NaN, which JSON cannot say, as None."""
        values = asdict(self)
        values["within"] = {str(limit): share for limit, share in zip(WITHIN, self.within, strict=True)}
        return {
            name: None if isinstance(value, float) and not math.isfinite(value) else value
            for name, value in values.items()
        }


def measures(predicted: Sequence[float], simulated: Sequence[float]) -> Measures:
    """Compute the measures.

    Raises `ValueError` without points, with unequal lengths, or if something took no cycles.
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


def pearson(one: np.ndarray, other: np.ndarray) -> float:
    """Return Pearson's correlation of two float arrays [n]; NaN if one does not vary."""
    a, b = one - one.mean(), other - other.mean()
    scale = math.sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / scale if scale else math.nan


def kendall_tau(one: np.ndarray, other: np.ndarray) -> float:
    """Return Kendall's tau-b of two arrays [n]: agreeing less disagreeing pairs, over pairs, corrected for ties.

    Every pair is looked at, a row at a time: n = 4000 takes a tenth of a second. NaN if one does not vary.
    """
    agreement = varied_one = varied_other = 0
    for k in range(1, len(one)):
        a, b = np.sign(one[:k] - one[k]), np.sign(other[:k] - other[k])
        agreement += int(a @ b)
        varied_one += int(np.count_nonzero(a))
        varied_other += int(np.count_nonzero(b))
    scale = math.sqrt(float(varied_one) * float(varied_other))
    return agreement / scale if scale else math.nan
