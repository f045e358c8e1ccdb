"""Inputs and expected results of elementwise_mul.s: two random vectors and their products, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "operations"]

TOLERANCE = 0.0  # one rounding, the same one as numpy's: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return the factors `x` and `y` (float32[n])."""
    n = program.equ["n"]
    return {name: rng.standard_normal(n).astype(np.float32) for name in ("x", "y")}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the products `z` (float32[n])."""
    with np.errstate(all="ignore"):  # own data may overflow, as the kernel's product does
        return {"z": inputs["x"] * inputs["y"]}


def operations(program: Any) -> int:
    """Return the multiplications: one per element."""
    return int(program.equ["n"])
