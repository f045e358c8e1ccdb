"""Inputs and expected result of histogram.cl: how often each of 64 values occurs among random bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 0  # equal bits

N, BINS = 4096, 64


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes."""
    return N, 64


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, Any]:
    """Return `data` (uint8[n]), small values more often, and `bins` of 0."""
    n = N if launch is None else launch.size[0]
    data = np.minimum(rng.geometric(0.05, n), 255).astype(np.uint8)
    return {"data": data, "bins": np.zeros(BINS, np.uint32)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `bins` (uint32[64])."""
    return {"bins": np.bincount(inputs["data"] % BINS, minlength=BINS).astype(np.uint32)}
