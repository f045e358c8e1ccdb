"""How kernels are compiled.

`block` is a part of the cycle loop, inlined where it is called; `kernel` a function of its own; `entry` what Python
calls, cached on disk.

Measured with numba 0.68 on the cycle engine, nanoseconds per simulated cycle: plain calls 370 (an array argument is
passed as seven or more scalars, and a block takes a dozen arrays); inlined in LLVM 260; without reference counts 64.
Kernels allocate nothing and their arrays outlive the call, so counting references (two atomic operations per array and
call) protects nothing. Division checks are off because every divisor is a validated machine key of at least 1. LLVM's
loop vectoriser is off while the cycle engine compiles: its loops are over a few slots, instances or lanes, and the
vectoriser's versions of them made an FFT 10 % slower. (The functional engine is faster with it.)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numba
from numba import njit

__all__ = ["block", "entry", "kernel", "without_vectorizer"]

OPTIONS = {"nogil": True, "_nrt": False, "error_model": "numpy"}

INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
block = njit(forceinline=True, **INNER, **OPTIONS)
kernel = njit(**INNER, **OPTIONS)
entry = njit(cache=True, no_cfunc_wrapper=True, **OPTIONS)


@contextmanager
def without_vectorizer() -> Iterator[None]:
    """Compile what is compiled inside without LLVM's loop vectoriser; numba has no option for it per function."""
    before = numba.config.LOOP_VECTORIZE
    numba.config.LOOP_VECTORIZE = 0
    try:
        yield
    finally:
        numba.config.LOOP_VECTORIZE = before
