"""Inputs and expected result of mailbox.s: random words, and the odd ones at the even places before them."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `value` (uint32[threads])."""
    return {"value": rng.integers(0, 1 << 32, program.equ["threads"], dtype=np.uint32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `taken` (uint32[threads]): 0 at odd places."""
    value = inputs["value"]
    taken = np.zeros(len(value), np.uint32)
    taken[::2] = value[1::2]
    return {"taken": taken}
