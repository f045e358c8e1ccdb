"""Inputs and expected results of scan.toml: random floats and their prefix sums."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return the elements `x` (float32, one for each element of the buffer)."""
    return {"x": rng.standard_normal(program.buffers["x"].length).astype(np.float32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return all inclusive prefix sums `y` (float64)."""
    return {"y": np.cumsum(inputs["x"].astype(np.float64))}
