"""Sizes, inputs and expected result of the kernel in rows.py: simt run rows.py --oracle check.py."""

import numpy as np

TOLERANCE = 1e-5  # largest relative error that is allowed
ROWS, COLUMNS = 64, 12


def launch(program):
    """Return the number of work-items of the launch, and of a work-group."""
    return ROWS, ROWS


def inputs(program, rng):
    """Return the matrix `x`, and room for the sums, `total`."""
    return {"x": rng.random(ROWS * COLUMNS, dtype=np.float32), "total": np.zeros(ROWS, np.float32)}


def expected(program, inputs):
    """Return the sums of the rows, `total`."""
    return {"total": inputs["x"].reshape(ROWS, COLUMNS).sum(axis=1, dtype=np.float64)}
