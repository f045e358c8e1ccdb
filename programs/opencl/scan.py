"""Inputs and expected results of scan.cl: running sums of groups of random words, modulo 2^32."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 0  # equal bits

N, GROUP = 512, 64


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes."""
    return N, GROUP


def inputs(program: Any, rng: np.random.Generator) -> dict[str, Any]:
    """Return `x` (uint32[n]) and room for `sums`."""
    return {"x": rng.integers(0, 1 << 32, N, dtype=np.uint32), "sums": np.zeros(N, np.uint32)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `sums` (uint32[n])."""
    return {"sums": np.cumsum(inputs["x"].reshape(-1, GROUP), axis=1, dtype=np.uint32).reshape(-1)}
