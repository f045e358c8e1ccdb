"""Inputs and expected results of transpose.s: a random matrix and its transpose, row after row."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # a copy: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return the matrix `x` (float32[n * n])."""
    return {"x": rng.standard_normal(program.equ["n"] ** 2).astype(np.float32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the transpose `y` (float32[n * pitch]); the padding at the end of its rows stays 0."""
    n, pitch = program.equ["n"], program.equ["pitch"]
    y = np.zeros((n, pitch), dtype=np.float32)
    y[:, :n] = inputs["x"].reshape(n, n).T
    return {"y": y.reshape(-1)}
