"""Inputs and expected results of nested_if.s: random words, and the same decisions in Python."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `x` (uint32[threads])."""
    return {"x": rng.integers(0, 1 << 32, program.equ["threads"], dtype=np.uint32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `y` (uint32[threads])."""
    return {"y": np.array([_result(int(x)) & 0xFFFFFFFF for x in inputs["x"]], np.uint32)}


def _result(x: int) -> int:
    y = 1
    if x & 1:
        y += x
        if x & 2:
            y = y << 1
            if x & 4:
                y = ((y & 0xFFFFFFFF) ^ 0x55) + x
        else:
            y -= 3
        y = (y & 0xFFFFFFFF) ^ x
    elif x & 2:
        y = y | x if x & 4 else int(f"{(x << 3) + 7 & 0xFFFFFFFF:032b}"[::-1], 2)
    else:
        y = ~x
    return y + 1
