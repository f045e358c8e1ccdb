"""Inputs and expected result of lu.cl: a random matrix with a large diagonal, as two triangles."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|

N = 16


def launch(program: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the default sizes."""
    return (N, N), (N, N)


def inputs(program: Any, rng: np.random.Generator) -> dict[str, Any]:
    """Return `matrix` (float32[n * n])."""
    matrix = rng.standard_normal((N, N)) + N * np.eye(N)
    return {"matrix": matrix.astype(np.float32).reshape(-1)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `matrix` (float64[n * n])."""
    a = inputs["matrix"].astype(np.float64).reshape(N, N)
    for step in range(N - 1):
        a[step + 1 :, step] /= a[step, step]
        a[step + 1 :, step + 1 :] -= np.outer(a[step + 1 :, step], a[step, step + 1 :])
    return {"matrix": a.reshape(-1)}
