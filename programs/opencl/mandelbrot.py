"""Inputs and expected result of mandelbrot.cl: a part of the set."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 0  # equal bits: every operation is rounded alike

N = 32


def launch(program: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the default sizes."""
    return (N, N), (16, 4)


def inputs(program: Any, rng: np.random.Generator) -> dict[str, Any]:
    """Return room for `steps` (uint32[n * n]), `left`, `top`, `step` and `most`."""
    place = {"left": np.float32(-2.0), "top": np.float32(-1.25), "step": np.float32(2.5 / N)}
    return {"steps": np.zeros(N * N, np.uint32), **place, "most": 64}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `steps` (uint32[n * n])."""
    step = np.float32(inputs["step"])
    at = np.arange(N, dtype=np.float32)
    cx = np.float32(inputs["left"]) + step * at[None, :]
    cy = np.float32(inputs["top"]) + step * at[:, None]
    x, y = np.zeros((2, N, N), np.float32)
    steps, here = np.zeros((N, N), np.uint32), np.ones((N, N), bool)
    for _ in range(inputs["most"]):
        here &= x * x + y * y <= 4
        x, y = np.where(here, (x * x - y * y) + cx, x), np.where(here, 2 * x * y + cy, y)
        steps += here
    return {"steps": steps.reshape(-1)}
