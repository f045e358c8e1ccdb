"""Inputs and expected results of early_exit.s: random start values, and the sums that each thread leaves."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `x` (uint32[threads]), 0 to 15."""
    return {"x": rng.integers(0, 16, program.equ["threads"], dtype=np.uint32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `sum` and `ended` (uint32[threads]); `ended` is 1 for threads that came to the end of the kernel."""
    results = [_thread(int(x), int(program.equ["enough"])) for x in inputs["x"]]
    return {"sum": np.array([s for s, _ in results], np.uint32), "ended": np.array([e for _, e in results], np.uint32)}


def _thread(x: int, enough: int) -> tuple[int, int]:
    if x == 0:
        return 1000, 0
    total = 0
    while x:
        total += x
        if total > enough:
            return total, 0
        x -= 1
    return total, 1
