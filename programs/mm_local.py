"""Inputs and expected results of mm_local.s: two random matrices and their product in double precision."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch", "operations"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|


def launch(program: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the default sizes: n x n work-items in groups of width x height."""
    symbols = program.equ
    return (symbols["n"], symbols["n"]), (symbols["width"], symbols["height"])


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, np.ndarray]:
    """Return the factors `a` and `b` (float32[n * n], row after row)."""
    n = program.equ["n"]
    _check(program, launch)
    return {name: rng.standard_normal(n * n).astype(np.float32) for name in ("a", "b")}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the product `c` (float64[n * n], row after row)."""
    n = program.equ["n"]
    a, b = (inputs[name].astype(np.float64).reshape(n, n) for name in ("a", "b"))
    return {"c": (a @ b).reshape(-1)}


def operations(program: Any) -> int:
    """Return the floating-point operations: n multiplications and n additions per result."""
    return 2 * int(program.equ["n"]) ** 3


def _check(program: Any, sizes: Any) -> None:
    """Refuse a launch that the kernel was not assembled for."""
    whole, group = launch(program)
    if sizes is not None and (sizes.size, sizes.local) != (whole, group):
        raise ValueError(
            f"the kernel is for {whole[0]}x{whole[1]} work-items in groups of {group[0]}x{group[1]}: "
            "set -D n=..., -D width=..., -D height=... to the sizes of the launch"
        )
