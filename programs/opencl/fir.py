"""Inputs and expected result of fir.cl: random samples, filtered."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|

N = 512
HALF = (-0.0016, -0.0062, -0.0120, -0.0049, 0.0323, 0.1021, 0.1779, 0.2124)  # of the symmetric taps


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes."""
    return N, 64


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, Any]:
    """Return `x` (float32[n + 15]) and room for `y`."""
    n = N if launch is None else launch.size[0]
    return {"x": rng.standard_normal(n + 15).astype(np.float32), "y": np.zeros(n, np.float32)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `y` (float64[n])."""
    taps = np.array([*HALF, *reversed(HALF)])
    return {"y": np.convolve(inputs["x"].astype(np.float64), taps, "valid")}
