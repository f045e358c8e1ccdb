"""Inputs and expected result of spin_lock.cl: the sum of random words, and a lock that is free again."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 0  # equal bits

N, GROUP = 128, 64


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes."""
    return N, GROUP


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, Any]:
    """Return `value` (uint32[n]), and `lock` and `total` of 0."""
    n = N if launch is None else launch.size[0]
    value = rng.integers(0, 1 << 32, n, dtype=np.uint32)
    return {"value": value, "lock": np.zeros(1, np.uint32), "total": np.zeros(1, np.uint32)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `total` and `lock` (uint32[1])."""
    total = int(inputs["value"].sum(dtype=np.uint64)) & 0xFFFF_FFFF
    return {"total": np.array([total], np.uint32), "lock": np.zeros(1, np.uint32)}
