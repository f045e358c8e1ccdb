"""Inputs and expected result of bitonic_sort.cl: rows of random integers, sorted."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 0  # equal bits

ROWS, N = 4, 128


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes."""
    return ROWS * N // 2, N // 2


def inputs(program: Any, rng: np.random.Generator) -> dict[str, Any]:
    """Return `data` (int32[rows * n])."""
    return {"data": rng.integers(-(1 << 31), 1 << 31, ROWS * N, dtype=np.int32)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `data` (int32[rows * n]), every row sorted."""
    return {"data": np.sort(inputs["data"].reshape(ROWS, N), axis=1).reshape(-1)}
