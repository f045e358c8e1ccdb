"""Inputs and expected results of horner_f64.s: random coefficients and places, and the polynomial at each of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch", "operations"]

TOLERANCE = 0.0  # every step is rounded as numpy rounds it


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes: n work-items in groups of 128, or fewer if that does not divide n."""
    n = program.equ["n"]
    return n, math.gcd(n, 128)


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, np.ndarray]:
    """Return the coefficients `c` (float64[degree + 1], highest power first) and the places `x` (float64[n])."""
    n, degree = program.equ["n"], program.equ["degree"]
    if launch is not None and launch.size != (n, 1):
        raise ValueError(f"the kernel is for {n} work-items: set -D n=... to the size of the launch")
    return {"c": rng.standard_normal(degree + 1), "x": rng.uniform(-1.5, 1.5, n)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the values `y` (float64[n]): a multiplication and an addition for each coefficient, each rounded."""
    values = np.full(program.equ["n"], inputs["c"][0])
    for coefficient in inputs["c"][1:]:
        values = values * inputs["x"] + coefficient
    return {"y": values}


def operations(program: Any) -> int:
    """Return the floating-point operations: a multiplication and an addition per step."""
    return 2 * int(program.equ["n"]) * int(program.equ["degree"])
