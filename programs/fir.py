"""Inputs and expected results of fir.s: random samples and the filtered signal in double precision."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "operations"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|

# The constants of fir.s: the first half of a symmetric filter.
HALF = np.array([-0.002409, -0.004162, 0.009536, 0.019971, -0.037954, -0.069573, 0.137361, 0.447230], dtype=np.float32)
COEFFICIENTS = np.concatenate([HALF, HALF[::-1]])


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return the samples `x` (float32[n + taps - 1]), the past first."""
    return {"x": rng.standard_normal(program.equ["n"] + program.equ["taps"] - 1).astype(np.float32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the filtered signal `y` (float64[n])."""
    return {"y": np.convolve(inputs["x"].astype(np.float64), COEFFICIENTS.astype(np.float64), mode="valid")}


def operations(program: Any) -> int:
    """Return the floating-point operations: `taps` multiplications and `taps` - 1 additions per output."""
    return int(program.equ["n"]) * (2 * int(program.equ["taps"]) - 1)
