"""Inputs and expected result of stencil.cl: one step of heat on a random square."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|

N = 64


def launch(program: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the default sizes."""
    return (N, N), (16, 4)


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, Any]:
    """Return `now` (float32[height * width]), room for `next`, and `speed`."""
    width, height = (N, N) if launch is None else launch.size[:2]
    now = rng.random(height * width, dtype=np.float32)
    return {"now": now, "next": np.zeros(height * width, np.float32), "speed": np.float32(0.2)}


def expected(program: Any, inputs: dict[str, Any], launch: Any = None) -> dict[str, np.ndarray]:
    """Return `next` (float64[height * width])."""
    width, height = (N, N) if launch is None else launch.size[:2]
    now = inputs["now"].astype(np.float64).reshape(height, width)
    after = now.copy()
    around = now[1:-1, :-2] + now[1:-1, 2:] + now[:-2, 1:-1] + now[2:, 1:-1]
    after[1:-1, 1:-1] += float(inputs["speed"]) * (around / 4 - now[1:-1, 1:-1])
    return {"next": after.reshape(-1)}
