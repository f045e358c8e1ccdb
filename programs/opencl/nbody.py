"""Inputs and expected result of nbody.cl: the accelerations of random bodies."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|

N = 64


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes."""
    return N, 64


def inputs(program: Any, rng: np.random.Generator) -> dict[str, Any]:
    """Return `bodies` (float32[4 n]: place and mass), room for `acceleration`, `count` and `softening`."""
    bodies = rng.standard_normal((N, 4)).astype(np.float32)
    bodies[:, 3] = rng.random(N, dtype=np.float32)
    room = np.zeros(4 * N, np.float32)
    return {"bodies": bodies.reshape(-1), "acceleration": room, "count": N, "softening": np.float32(0.01)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return `acceleration` (float64[4 n])."""
    bodies = inputs["bodies"].astype(np.float64).reshape(N, 4)
    way = bodies[None, :, :3] - bodies[:, None, :3]
    cubed = ((way**2).sum(axis=2) + float(inputs["softening"])) ** -1.5
    sums = (way * (bodies[None, :, 3] * cubed)[:, :, None]).sum(axis=1)
    return {"acceleration": np.pad(sums, ((0, 0), (0, 1))).reshape(-1)}
