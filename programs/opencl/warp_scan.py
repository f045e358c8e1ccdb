"""Inputs and expected results of warp_scan.cl: the running sums of groups of random integers, modulo 2^32."""

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
    """Return `x` (int32[n]) and room for `y`."""
    n = N if launch is None else launch.size[0]
    return {"x": rng.integers(-(1 << 31), 1 << 31, n, dtype=np.int32), "y": np.zeros(n, np.int32)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `y` (int32[n])."""
    return {"y": np.cumsum(inputs["x"].reshape(-1, GROUP), axis=1, dtype=np.int32).reshape(-1)}
