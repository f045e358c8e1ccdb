"""A pipeline of a kernel that is launched twice, its oracle and its machine, for tests."""

from __future__ import annotations

__all__ = ["MACHINE", "ORACLE", "PLAN", "SCALE"]

MACHINE = 'base = "fpga4"\nmemory.policy = "simple"\nmemory.coalescing = "segments"\n'
SCALE = """\
.kernel scale
.equ shift 1
.threads 4
.param more u32 = 0
.buffer a, u32, 16
.buffer b, u32, 16
    shl.b32    r1, global_id_x, 2
    ld.global  r2, [r1 + a]
    shl.b32    r2, r2, shift
    add.u32    r2, r2, more
    st.global  [r1 + b], r2
    ret
"""
PLAN = """\
name = "twice"
machine = "small.toml"
[define]
shift = 2

[[launch]]
kernel = "scale.s"
global_size = 16
local_size = 4
buffers = { a = "x", b = "y" }

[[launch]]
kernel = "scale.s"
global_size = [8, 2]
local_size = [4, 1]
define = { shift = 1 }
buffers = { a = "y", b = "x" }
params = { more = 5 }
"""
ORACLE = """\
TOLERANCE = 0
def inputs(program, rng):
    return {"x": rng.integers(0, 1000, program.buffers["x"].length).astype("uint32")}
def expected(program, inputs):
    y = inputs["x"] * 4
    x = inputs["x"].copy()
    x[:8] = y[:8] * 2 + 5
    return {"x": x, "y": y}
"""
