"""Inputs and expected result of dot.s: two random vectors and their dot product in double precision."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "operations"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `x` and `y` (float32[n]), positive, so that the relative error of the sum is well defined."""
    n = program.equ["n"]
    return {name: rng.random(n, dtype=np.float32) for name in ("x", "y")}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the dot product `result` (float64[1])."""
    return {"result": np.array([inputs["x"].astype(np.float64) @ inputs["y"].astype(np.float64)])}


def operations(program: Any) -> int:
    """Return the floating-point operations: a multiplication and an addition per element."""
    return 2 * int(program.equ["n"])
