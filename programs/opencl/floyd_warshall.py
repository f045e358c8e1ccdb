"""Inputs and expected result of floyd_warshall.cl: the shortest ways of a random graph."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 0  # equal bits

N = 32


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes."""
    return N, N


def inputs(program: Any, rng: np.random.Generator) -> dict[str, Any]:
    """Return `distance` (uint32[n * n]): a quarter of the ways are there, the others are far."""
    distance = np.where(rng.random((N, N)) < 0.25, rng.integers(1, 100, (N, N)), 1 << 20).astype(np.uint32)
    np.fill_diagonal(distance, 0)
    return {"distance": distance.reshape(-1)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `distance` (uint32[n * n])."""
    table = inputs["distance"].reshape(N, N).copy()
    for over in range(N):
        table = np.minimum(table, table[:, over : over + 1] + table[over : over + 1])
    return {"distance": table.reshape(-1)}
