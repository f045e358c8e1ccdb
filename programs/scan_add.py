"""Inputs and expected results of scan_add.s: random prefix sums of groups, and sums of the groups before."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 1e-6  # largest relative error allowed: max|got - want| / max|want|


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes: n work-items in groups of `group`."""
    return program.equ["n"], program.equ["group"]


def inputs(program: Any, rng: np.random.Generator, launch: Any = None) -> dict[str, np.ndarray]:
    """Return `y` (float32[n]) and `sums` (float32[n / group])."""
    _check(program, launch)
    n, group = program.equ["n"], program.equ["group"]
    return {
        "y": rng.standard_normal(n).astype(np.float32),
        "sums": rng.standard_normal(n // group).astype(np.float32),
    }


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `y` (float64[n]) with the sum of the group before added, but in the first group."""
    parts = inputs["y"].astype(np.float64).reshape(-1, program.equ["group"])
    parts[1:] += inputs["sums"].astype(np.float64)[:-1, np.newaxis]
    return {"y": parts.reshape(-1)}


def _check(program: Any, sizes: Any) -> None:
    """Refuse a launch that the kernel was not assembled for."""
    whole, group = launch(program)
    if sizes is not None and (sizes.size, sizes.local) != ((whole, 1), (group, 1)):
        raise ValueError(
            f"the kernel is for {whole} work-items in groups of {group}: set -D n=... and -D group=... to the launch's"
        )
