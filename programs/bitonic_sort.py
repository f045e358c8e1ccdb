"""Inputs and expected results of bitonic_sort.s: random words, some of them equal, and the same words sorted."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return the words `x` (uint32[n]); one in eight occurs more than once, and both ends of the range occur."""
    n = program.equ["n"]
    x = rng.integers(0, 1 << 32, n, dtype=np.uint32)
    x[: n // 8] = x[n // 8 : 2 * (n // 8)]
    x[-2:] = 0, 0xFFFF_FFFF
    return {"x": rng.permutation(x)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the sorted words `x` (uint32[n])."""
    return {"x": np.sort(inputs["x"])}
