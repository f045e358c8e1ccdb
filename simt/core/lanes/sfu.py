"""The SFU: reciprocal, square root and its reciprocal. Lane semantics only; results are written as the FPU's are."""

from __future__ import annotations

import numpy as np

from isa.table.table import opcode
from simt.core.jit import block

RECIPROCAL, ROOT, RECIPROCAL_ROOT = opcode("rcp.f32"), opcode("sqrt.f32"), opcode("rsqrt.f32")
FIRST, LAST = min(RECIPROCAL, ROOT, RECIPROCAL_ROOT), max(RECIPROCAL, ROOT, RECIPROCAL_ROOT)


@block
def sfu_lane(op, x):
    """Compute one lane: the float32 result of the float x. A root's reciprocal is rounded once, at the end."""
    if op == RECIPROCAL:
        return np.float32(1.0) / x
    if op == ROOT:
        return np.sqrt(x)
    return np.float32(1.0 / np.sqrt(np.float64(x)))
