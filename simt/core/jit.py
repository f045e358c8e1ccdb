"""How kernels are compiled.

`block` is a part of the cycle loop, inlined where it is called; `kernel` a function of its own; `entry` what Python
calls, cached on disk.

Measured with numba 0.68 on the cycle engine, nanoseconds per simulated cycle: plain calls 370 (an array argument is
passed as seven or more scalars, and a block takes a dozen arrays); inlined in LLVM 260; without reference counts 64.
Kernels allocate nothing and their arrays outlive the call, so counting references (two atomic operations per array and
call) protects nothing. Division checks are off because every divisor is a validated machine key of at least 1.
"""

from __future__ import annotations

from numba import njit

__all__ = ["block", "entry", "kernel"]

OPTIONS = {"nogil": True, "_nrt": False, "error_model": "numpy"}

block = njit(forceinline=True, **OPTIONS)
kernel = njit(**OPTIONS)
entry = njit(cache=True, **OPTIONS)
