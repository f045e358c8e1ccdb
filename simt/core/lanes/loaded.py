"""Loads: words that wait in `operands.loaded` until their instruction retires."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.jit.vector_memory import load_lanes, store_lanes
from simt.core.jit.vectors import EVERY, STEP


@block
def copy_lanes(target, place, source, first, lanes, mask):
    """Copy the words of the lanes of a set from `source`, from word `first` on, to `target` from `place` on."""
    for lane in range(0, lanes, STEP):
        count = min(lanes - lane, STEP)
        value = load_lanes(source, first + lane, np.int64(1), count)
        store_lanes(target, place + lane, value, (mask >> lane) & EVERY, count)


@block
def load_write(operation, warp, w, lanes, operands):
    """Write back a load of local memory."""
    d = operation.d_base + w * operation.d_warp
    copy_lanes(operands.words, d, operands.loaded, w * lanes, lanes, warp.mask)


@block
def global_write(operation, warp, w, row, lanes, operands):
    """Write back a load or atomic of global memory, to registers that follow one another.

    row: the row of `operands.loaded` with the loaded words.
    """
    stride = operands.loaded.shape[0] // 4
    for k in range(operation.words):
        d = operation.d_base + w * operation.d_warp + k * lanes
        copy_lanes(operands.words, d, operands.loaded, k * stride + row * lanes, lanes, warp.mask)
