"""Inputs and expected results of prefix_sum.s: random words and their running sums modulo 2^32."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return the words `x` (uint32[n])."""
    return {"x": rng.integers(0, 1 << 32, program.equ["n"], dtype=np.uint32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the inclusive prefix sums `y` (uint32[n])."""
    return {"y": np.cumsum(inputs["x"], dtype=np.uint32)}
