"""Inputs and expected result of queens.cl: the ways of eight queens, by the first two."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 0  # equal bits

N = 8


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes."""
    return N * N, N * N


def inputs(program: Any, rng: np.random.Generator) -> dict[str, Any]:
    """Return room for `ways` (uint32[64])."""
    return {"ways": np.zeros(N * N, np.uint32)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `ways` (uint32[64])."""
    ways = np.zeros(N * N, np.uint32)
    for columns in permutations(range(N)):
        if (
            len({row + column for row, column in enumerate(columns)})
            == N
            == len({row - c for row, c in enumerate(columns)})
        ):
            ways[columns[0] * N + columns[1]] += 1
    return {"ways": ways}
