"""Inputs and expected results of black_scholes.cl: prices of random options."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|

N = 256


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes."""
    return N, 64


def inputs(program: Any, rng: np.random.Generator) -> dict[str, Any]:
    """Return `spot`, `strike` and `years` (float32[n]), room for `call` and `put`, `rate` and `volatility`."""
    given = {
        "spot": rng.uniform(5, 30, N), "strike": rng.uniform(1, 100, N), "years": rng.uniform(0.25, 10, N),
        "call": np.zeros(N), "put": np.zeros(N),
    }  # fmt: skip
    arrays = {name: array.astype(np.float32) for name, array in given.items()}
    return {**arrays, "rate": np.float32(0.02), "volatility": np.float32(0.3)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `call` and `put` (float64[n])."""
    spot, strike, years = (inputs[name].astype(np.float64) for name in ("spot", "strike", "years"))
    rate, volatility = float(inputs["rate"]), float(inputs["volatility"])
    d1 = (np.log(spot / strike) + (rate + volatility**2 / 2) * years) / (volatility * np.sqrt(years))
    normal = np.vectorize(lambda x: math.erfc(-x / math.sqrt(2)) / 2)
    later = strike * np.exp(-rate * years)
    call = spot * normal(d1) - later * normal(d1 - volatility * np.sqrt(years))
    return {"call": call, "put": call + later - spot}
