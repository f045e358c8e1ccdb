"""Inputs and expected result of spin_lock.s: the sum of random words, and a lock that is free again."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `value` (uint32[threads]), `total` and `lock` (uint32[1])."""
    value = rng.integers(0, 1 << 32, program.equ["threads"], dtype=np.uint32)
    return {"value": value, "total": np.zeros(1, np.uint32), "lock": np.zeros(1, np.uint32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `total` and `lock` (uint32[1])."""
    total = int(inputs["value"].sum(dtype=np.uint64)) & 0xFFFF_FFFF
    return {"total": np.array([total], np.uint32), "lock": np.zeros(1, np.uint32)}
