"""Inputs and expected results of switch.s: random words, and the same cases in Python."""

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
    values = [int(x) for x in inputs["x"]]
    for _ in range(int(program.equ["rounds"])):
        values = [_case(value) & 0xFFFFFFFF for value in values]
    return {"y": np.array(values, np.uint32)}


def _case(x: int) -> int:
    match x & 7:
        case 0:
            return x + 13
        case 1:
            return 3 * x
        case 2:
            return (x ^ 0xFF) >> 1
        case 3:
            return ~x
        case _:
            return (x ^ x >> 3) + 1
