"""Inputs and expected results of two_exit.s: random words, and what each thread alone would visit."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `x` (uint32[threads]), 0 to 63."""
    return {"x": rng.integers(0, 64, program.equ["threads"], dtype=np.uint32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `visits` (uint32[blocks * threads]): the visits to block b by thread t at b * threads + t."""
    return {"visits": np.array([_visits(int(x)) for x in inputs["x"]], np.uint32).T.reshape(-1)}


def _visits(x: int) -> list[int]:
    left, stop = x & 7, x >> 3 & 7
    visits = [1, 0, 0, 0, 1]
    while True:
        visits[1] += 1
        if left == 0:
            return visits
        visits[2] += 1
        if left == stop:
            return visits
        visits[3] += 1
        left -= 1
