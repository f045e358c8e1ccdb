"""Inputs and expected results of march.s: random fog with clouds, and the rays in numpy."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact
PATCH = 32  # neighbouring columns that are in a cloud together


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `step` (uint32[threads]) and `density` (uint32[rows * threads]); half of the patches are clouds."""
    threads, rows = int(program.equ["threads"]), int(program.equ["rows"])
    is_cloud = (rng.random((rows, -(-threads // PATCH))) < 0.5).repeat(PATCH, axis=1)[:, :threads]
    return {
        "step": rng.integers(96, 145, threads, dtype=np.uint32),
        "density": rng.integers(0, np.where(is_cloud, 40, 8)).astype(np.uint32).reshape(-1),
    }


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `warm` and `cold` (uint32[threads])."""
    threads, rows = int(program.equ["threads"]), int(program.equ["rows"])
    cloud = int(program.equ["cloud"])
    thread, step = np.arange(threads), inputs["step"].astype(np.int64)
    density = inputs["density"].astype(np.int64)
    place, through = np.zeros(threads, np.int64), np.full(threads, 1 << 16, np.int64)
    warm, cold = np.zeros(threads, np.int64), np.zeros(threads, np.int64)
    on = np.ones(threads, bool)
    while on.any():
        sample = density[np.minimum(place >> 8, rows - 1) * threads + thread]
        depth = np.minimum(place >> 6, 256)
        light = np.where(on, (sample * step >> 8) * through >> 8, 0)
        through -= light
        warm += depth * light >> 8
        cold += (256 - depth) * light >> 8
        excess = sample - cloud
        light = np.where(on & (excess > 0), (excess * step >> 8) * through >> 8, 0)
        through -= light
        warm += _lamp(place, excess) * light >> 8
        cold += _lamp((place << 2) + thread, excess) * light >> 8
        jitter = (place * 1103515245 + 12345 & 0xFFFFFFFF) >> 28
        place += np.where(on, step + jitter, 0)
        on &= (place < rows << 8) & (through > 64)
    return {"warm": warm.astype(np.uint32), "cold": cold.astype(np.uint32)}


def _lamp(wave: np.ndarray, excess: np.ndarray) -> np.ndarray:
    return np.minimum(np.abs((wave & 511) - 256) * excess >> 4, 255)
