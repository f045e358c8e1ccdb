"""Inputs and expected results of iterations.s: random numbers of turns, and the same numbers counted."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `iterations` (uint32[threads]), 0 to 255 as in the article's figure 8."""
    return {"iterations": rng.integers(0, 256, program.equ["threads"], dtype=np.uint32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `turns` (uint32[threads])."""
    return {"turns": inputs["iterations"]}
