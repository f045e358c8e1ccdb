"""The smallest kernel of global memory that computes something, for tests of launches on devices."""

from __future__ import annotations

__all__ = ["SCALE"]

SCALE = """\
.kernel scale
.threads 16
.buffer x, f32
.buffer y, f32
.param a f32 = 2.0
    shl.b32   r0, global_id, 2
    ld.global r1, [r0 + x]
    mul.f32   r2, r1, a
    st.global [r0 + y], r2
    ret
"""
