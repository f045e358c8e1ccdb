"""Inputs and expected results of pps_br.s: random floats and the prefix sums of each group's part."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes: n work-items in groups of `group`."""
    return program.equ["n"], program.equ["group"]


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, np.ndarray]:
    """Return the elements `x` (float32[n x stride])."""
    _check(program, launch)
    return {"x": rng.standard_normal(program.equ["n"] * program.equ["stride"]).astype(np.float32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the inclusive prefix sums `y` (float64[n]), begun anew with each group of `group` elements."""
    stride = program.equ["stride"]
    parts = inputs["x"][stride - 1 :: stride].astype(np.float64).reshape(-1, program.equ["group"])
    return {"y": np.cumsum(parts, axis=1).reshape(-1)}


def _check(program: Any, sizes: Any) -> None:
    """Refuse a launch that the kernel was not assembled for."""
    whole, group = launch(program)
    if sizes is not None and (sizes.size, sizes.local) != ((whole, 1), (group, 1)):
        raise ValueError(
            f"the kernel is for {whole} work-items in groups of {group}: set -D n=... and -D group=... to the launch's"
        )
