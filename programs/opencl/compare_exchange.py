"""Inputs and expected result of compare_exchange.cl: random words, each pair in the order of its step."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 0  # the words are equal

N = 1024
SIZE, STRIDE = 256, 32  # the step of phase 8 whose pairs are 32 words apart


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes: a work-item for each pair."""
    return N // 2, 64


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, Any]:
    """Return `data` (uint32, two words for each work-item), `size` and `stride`."""
    n = N if launch is None else 2 * launch.size[0]
    return {"data": rng.integers(0, 1 << 32, n, dtype=np.uint32), "size": SIZE, "stride": STRIDE}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `data` (uint32): of two words `stride` apart the smaller first, or last where runs descend."""
    data, size, stride = inputs["data"], int(inputs["size"]), int(inputs["stride"])
    low = np.arange(data.size)
    low = low[(low & stride) == 0]
    first, second = data[low], data[low + stride]
    is_up = (low & size) == 0
    result = data.copy()
    result[low] = np.where(is_up, np.minimum(first, second), np.maximum(first, second))
    result[low + stride] = np.where(is_up, np.maximum(first, second), np.minimum(first, second))
    return {"data": result}
