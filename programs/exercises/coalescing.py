"""Sizes, inputs and expected results of coalescing.s and coalescing.cl."""

import numpy as np

TOLERANCE = 1e-6  # largest relative error that is allowed
ITEMS, EACH = 1024, 16


def launch(program):
    """Return the number of work-items of the launch, and of a work-group."""
    return ITEMS, 128


def inputs(program, rng):
    """Return `x` (float32[16384]), and room for `y`."""
    return {"x": rng.random(ITEMS * EACH, dtype=np.float32), "y": np.zeros(ITEMS * EACH, np.float32)}


def expected(program, inputs):
    """Return `y` (float32[16384])."""
    return {"y": 2 * inputs["x"] + 1}
