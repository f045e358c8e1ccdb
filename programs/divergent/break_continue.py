"""Inputs and expected results of break_continue.s: random start values, and the same loop in Python."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `x` (uint32[threads]), 0 to 99."""
    return {"x": rng.integers(0, 100, program.equ["threads"], dtype=np.uint32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `sum` and `turns` (uint32[threads])."""
    results = [_thread(int(x), int(program.equ["limit"])) for x in inputs["x"]]
    return {"sum": np.array([s for s, _ in results], np.uint32), "turns": np.array([t for _, t in results], np.uint32)}


def _thread(x: int, limit: int) -> tuple[int, int]:
    total = turns = 0
    while turns < limit:
        turns += 1
        x += 1
        if x % 32 == 0:
            break
        if x % 4 == 0:
            continue
        total = total + x & 0xFFFFFFFF
        total ^= total << 1 & 0xFFFFFFFF
    return total, turns
