"""Inputs and expected results of add64.s: random 64-bit numbers as pairs of words, their sums and carries."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `a` and `b` (uint32[2n], low words first); the first pairs carry out of the low word, or out of both."""
    n = program.equ["n"]
    a, b = (rng.integers(0, 1 << 32, 2 * n, dtype=np.uint32) for _ in range(2))
    a[:6] = 0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF
    b[:6] = 1, 0, 1, 0, 0xFFFF_FFFF, 0xFFFF_FFFF
    return {"a": a, "b": b}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the sums `s` (uint32[2n], low words first) and the carries out `carry` (uint32[n])."""
    a, b = (
        inputs[name][0::2].astype(np.uint64) + (inputs[name][1::2].astype(np.uint64) << np.uint64(32))
        for name in ("a", "b")
    )
    total = a + b
    words = np.stack([total & np.uint64(0xFFFF_FFFF), total >> np.uint64(32)], axis=1)
    return {"s": words.astype(np.uint32).reshape(-1), "carry": (total < a).astype(np.uint32)}
