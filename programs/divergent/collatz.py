"""Inputs and expected results of collatz.s: random start values and their step counts."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `x` (uint32[threads]), 1 to 1000: no value on the way to 1 leaves 32 bits."""
    return {"x": rng.integers(1, 1001, program.equ["threads"], dtype=np.uint32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `steps` (uint32[threads])."""
    return {"steps": np.array([_steps(int(x)) for x in inputs["x"]], np.uint32)}


def _steps(x: int) -> int:
    steps = 0
    while x > 1:
        x = 3 * x + 1 if x % 2 else x // 2
        steps += 1
    return steps
