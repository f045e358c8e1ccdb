"""Inputs and expected results of escape.s: points around the Mandelbrot set, iterated in float32 as the kernel does."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # counts of turns, every operation rounded as on the machine


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return the points `cr`, `ci` (float32[threads])."""
    threads = program.equ["threads"]
    return {
        "cr": rng.uniform(-2.0, 0.6, threads).astype(np.float32),
        "ci": rng.uniform(-1.2, 1.2, threads).astype(np.float32),
    }


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `turns` (uint32[threads])."""
    limit = int(program.equ["limit"])
    points = zip(inputs["cr"], inputs["ci"], strict=True)
    return {"turns": np.array([_turns(real, imaginary, limit) for real, imaginary in points], np.uint32)}


def _turns(real: np.float32, imaginary: np.float32, limit: int) -> int:
    x = y = np.float32(0)
    for turn in range(limit):
        xx, yy = x * x, y * y
        if xx + yy > np.float32(4):
            return turn
        xy = x * y
        x, y = (xx - yy) + real, (xy + xy) + imaginary
    return limit
