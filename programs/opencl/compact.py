"""Inputs and expected results of compact.cl: random integers, half of them negative."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 0  # equal bits

N, GROUP = 1024, 64


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes."""
    return N, GROUP


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, Any]:
    """Return `x` (int32[n]), and room for `y` and `counts`."""
    n = N if launch is None else launch.size[0]
    x = rng.integers(-1000, 1000, n, dtype=np.int32)
    return {"x": x, "y": np.zeros(n, np.int32), "counts": np.zeros(n // GROUP, np.uint32)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `y` (int32[n]), in each group the elements that stay and zeros, and `counts` (uint32[n / group])."""
    rows = inputs["x"].reshape(-1, GROUP)
    kept = [row[row >= 0] for row in rows]
    y = np.array([np.pad(row, (0, GROUP - row.size)) for row in kept], np.int32)
    return {"y": y.reshape(-1), "counts": np.array([row.size for row in kept], np.uint32)}
