"""Inputs and expected results of conflicts.s: a random matrix and the sums of its rows."""

import numpy as np

TOLERANCE = 1e-5  # largest relative error that is allowed: the order of a sum is free


def inputs(program, rng):
    """Return the matrix `x` (float32[rows * columns], row after row)."""
    return {"x": rng.random(program.equ["rows"] * program.equ["columns"], dtype=np.float32)}


def expected(program, inputs):
    """Return the sums of the rows, `total` (float64[rows])."""
    rows = inputs["x"].reshape(program.equ["rows"], program.equ["columns"])
    return {"total": rows.sum(axis=1, dtype=np.float64)}
