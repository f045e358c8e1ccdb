"""Inputs and expected results of bitonic.toml: random words, and the same in order."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0  # the words are equal


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return the words `data` (uint32, one for each element of the buffer)."""
    return {"data": rng.integers(0, 1 << 32, program.buffers["data"].length, dtype=np.uint32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `data` in ascending order."""
    return {"data": np.sort(inputs["data"])}
