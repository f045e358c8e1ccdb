"""Inputs and expected result of blur.cl: a random picture of bytes, blurred."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 0  # equal bits

N = 32


def launch(program: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the default sizes."""
    return (N, N), (16, 4)


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, Any]:
    """Return `picture` (uint8[height * width]) and room for `blurred`."""
    width, height = (N, N) if launch is None else launch.size[:2]
    return {
        "picture": rng.integers(0, 256, height * width, dtype=np.uint8),
        "blurred": np.zeros(height * width, np.uint8),
    }


def expected(program: Any, inputs: dict[str, Any], launch: Any = None) -> dict[str, np.ndarray]:
    """Return `blurred` (uint8[height * width])."""
    width, height = (N, N) if launch is None else launch.size[:2]
    wide = np.pad(inputs["picture"].reshape(height, width).astype(np.uint32), 1, mode="edge")
    rows = wide[:, :-2] + 2 * wide[:, 1:-1] + wide[:, 2:]
    blurred = (rows[:-2] + 2 * rows[1:-1] + rows[2:] + 8) // 16
    return {"blurred": blurred.astype(np.uint8).reshape(-1)}
