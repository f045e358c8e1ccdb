"""Inputs and expected results of divergence.s: random words, and what each is after its steps."""

import numpy as np

TOLERANCE = 0  # integers: equal bits
STEPS = {"even": 8, "odd": 24}


def inputs(program, rng):
    """Return `x` (uint32[items])."""
    return {"x": rng.integers(0, 1 << 32, program.equ["items"], dtype=np.uint32)}


def expected(program, inputs):
    """Return `y` (uint32[items])."""
    y = inputs["x"].copy()
    for first, kind in enumerate(STEPS):
        for _ in range(STEPS[kind]):
            y[first::2] = y[first::2] * np.uint32(1664525) + np.uint32(1013904223)
    return {"y": y}
