"""The SFU: reciprocal, square root and its reciprocal. Lane semantics only; results are written as the FPU's are."""

from __future__ import annotations

from isa.table.table import opcode
from simt.core.jit import block
from simt.core.jit.vectors import root, to_double, to_single

RECIPROCAL, ROOT, RECIPROCAL_ROOT = opcode("rcp.f32"), opcode("sqrt.f32"), opcode("rsqrt.f32")
FIRST, LAST = min(RECIPROCAL, ROOT, RECIPROCAL_ROOT), max(RECIPROCAL, ROOT, RECIPROCAL_ROOT)


@block
def sfu_value(op, x):
    """Return a float32 vector of the results of the vector x. A root's reciprocal is rounded once, at the end."""
    if op == RECIPROCAL:
        return 1.0 / x
    if op == ROOT:
        return root(x)
    return to_single(1.0 / root(to_double(x)))
