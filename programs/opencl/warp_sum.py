"""Inputs and expected results of warp_sum.cl: the sums of groups of random numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|

N, GROUP = 1024, 64


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes."""
    return N, GROUP


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, Any]:
    """Return `x` (float32[n]), positive, and room for `sums`."""
    n = N if launch is None else launch.size[0]
    return {"x": rng.random(n, dtype=np.float32), "sums": np.zeros(n // GROUP, np.float32)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `sums` (float64[n / group])."""
    return {"sums": inputs["x"].astype(np.float64).reshape(-1, GROUP).sum(axis=1)}
