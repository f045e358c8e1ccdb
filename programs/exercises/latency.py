"""Sizes, inputs and expected results of latency.s and latency.cl."""

import numpy as np

TOLERANCE = 1e-5  # largest relative error that is allowed: the order of a sum is free
COLUMNS, ROWS = 256, 16


def launch(program):
    """Return the number of work-items of the launch, and of a work-group."""
    return COLUMNS, 64


def inputs(program, rng):
    """Return `x` (float32[4096], row after row), and room for `total`."""
    return {"x": rng.random(COLUMNS * ROWS, dtype=np.float32), "total": np.zeros(COLUMNS, np.float32)}


def expected(program, inputs):
    """Return the sums of the columns, `total` (float64[256])."""
    return {"total": inputs["x"].reshape(ROWS, COLUMNS).sum(axis=0, dtype=np.float64)}
