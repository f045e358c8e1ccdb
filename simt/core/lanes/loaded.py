"""Loads: words that wait in `operands.loaded` until their instruction retires."""

from __future__ import annotations

from simt.core.jit import block


@block
def load_write(operation, warp, w, lanes, operands):
    """Write back a load of local memory."""
    d = operation.d_base + w * operation.d_warp
    first = w * lanes
    words, loaded, mask = operands.words, operands.loaded, warp.mask
    for lane in range(lanes):
        if (mask >> lane) & 1:
            words[d + lane] = loaded[first + lane]


@block
def global_write(operation, warp, w, row, lanes, operands):
    """Write back a load or atomic of global memory, to registers that follow one another.

    row: the row of `operands.loaded` with its words.
    """
    stride = operands.loaded.shape[0] // 4
    for k in range(operation.words):
        d = operation.d_base + w * operation.d_warp + k * lanes
        first = k * stride + row * lanes
        for lane in range(lanes):
            if (warp.mask >> lane) & 1:
                operands.words[d + lane] = operands.loaded[first + lane]
