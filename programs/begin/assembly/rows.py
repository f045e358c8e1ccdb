"""Inputs and expected result of rows.s."""

import numpy as np

TOLERANCE = 1e-5  # largest relative error that is allowed


def inputs(program, rng):
    """Return the matrix `x`, whose rows are `pitch` words apart."""
    return {"x": rng.random(56 * program.equ["pitch"], dtype=np.float32)}


def expected(program, inputs):
    """Return the sums of the rows, `total`."""
    rows = inputs["x"].reshape(56, program.equ["pitch"])[:, : program.equ["columns"]]
    return {"total": rows.sum(axis=1, dtype=np.float64)}
