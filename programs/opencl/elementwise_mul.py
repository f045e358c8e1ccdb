"""Inputs and expected result of elementwise_mul.cl: products of two random vectors."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 0  # equal bits

N = 1024


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes."""
    return N, 64


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, Any]:
    """Return `a` and `b` (float32[n]) and room for `result`."""
    n = N if launch is None else launch.size[0]
    a, b = rng.standard_normal((2, n)).astype(np.float32)
    return {"a": a, "b": b, "result": np.zeros(n, np.float32)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `result` (float32[n])."""
    return {"result": inputs["a"] * inputs["b"]}
