"""Inputs and expected result of saxpy.cl: a random vector times a number, added to another."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 0  # equal bits: the product is rounded before the sum

N = 1000  # in 16 groups, the last of them not full


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes."""
    return 1024, 64


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, Any]:
    """Return `x` and `y` (float32[n]), `a` and `n`."""
    n = N if launch is None else min(N, launch.size[0])
    x, y = rng.standard_normal((2, n)).astype(np.float32)
    return {"x": x, "y": y, "a": np.float32(1.7), "n": n}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `y` (float32[n])."""
    return {"y": np.float32(inputs["a"]) * inputs["x"] + inputs["y"]}
