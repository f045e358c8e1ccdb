"""Inputs and expected results of pps_conf.cl: running sums of groups of random numbers, each without its own number."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|

N, GROUP = 1024, 64


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes: a work-item for two elements."""
    return N // 2, GROUP


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, Any]:
    """Return `x` (float32[n]) and room for `y`."""
    n = N if launch is None else 2 * launch.size[0]
    return {"x": rng.standard_normal(n).astype(np.float32), "y": np.zeros(n, np.float32)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return the exclusive sums `y` (float64[n]), begun anew with each group's 2 GROUP elements."""
    parts = inputs["x"].astype(np.float64).reshape(-1, 2 * GROUP)
    return {"y": (np.cumsum(parts, axis=1) - parts).reshape(-1)}
