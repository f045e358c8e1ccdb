"""Inputs and expected result of the kernels of mm.cl: the product of two random matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|

N = 64


def launch(program: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the default sizes."""
    return (N, N), (16, 16)


def inputs(program: Any, rng: np.random.Generator) -> dict[str, Any]:
    """Return `a` and `b` (float32[n * n], row after row), room for `c`, and `n`."""
    a, b = rng.standard_normal((2, N * N)).astype(np.float32)
    return {"a": a, "b": b, "c": np.zeros(N * N, np.float32), "n": N}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return the product `c` (float64[n * n], row after row)."""
    a, b = (inputs[name].astype(np.float64).reshape(N, N) for name in ("a", "b"))
    return {"c": (a @ b).reshape(-1)}
