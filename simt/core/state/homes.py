"""The warp in which a thread began, where warps form (docs/processor.md, section 30)."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block


@block
def home_of(core, w, lane):
    """Return the warp in which the thread of a lane of warp w began."""
    if core.divergence is not None:
        if core.spec.forms != 0:
            return core.divergence.homes[w, lane]
    return np.int64(w)


@block
def return_home(divergence, w):
    """Set the lanes of a warp as at its start: they hold the threads that begin in it."""
    for lane in range(divergence.homes.shape[1]):
        divergence.homes[w, lane] = w
