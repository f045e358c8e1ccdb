"""The language of kernels in Python: types, functions, and the decorators that mark kernels.

from simt.lang import Global, f32, global_id, kernel, u32

@kernel
def saxpy(x: Global[f32], y: Global[f32], a: f32, n: u32):
    i = global_id(0)
    if i < n:
        y[i] = a * x[i] + y[i]
"""

from __future__ import annotations

from simt.lang import functions, subgroups, types, vectors
from simt.lang.kernel import Device, Kernel, device, kernel
from simt.lang.types import Constant, Global, Local

globals().update({name: getattr(functions, name) for name in functions.NAMES})
globals().update({name: getattr(subgroups, name) for name in subgroups.NAMES})
globals().update(types.SCALARS)
globals().update(vectors.VECTORS)

__all__ = [
    "Constant",
    "Device",
    "Global",
    "Kernel",
    "Local",
    "device",
    "kernel",
    *functions.NAMES,
    *subgroups.NAMES,
    *types.SCALARS,
    *vectors.VECTORS,
]
