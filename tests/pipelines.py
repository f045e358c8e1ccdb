"""Pipelines for tests: a kernel that is launched twice, with its oracle and its machine; and kernels in languages."""

from __future__ import annotations

__all__ = ["DECAY", "LANGUAGES", "MACHINE", "OPENCL", "ORACLE", "PLAN", "SCALE"]

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
OPENCL = """\
#ifndef SCALE
#define SCALE 1
#endif
__kernel void add(__global const float *x, __global float *y, float more) {
    int i = get_global_id(0);
    y[i] = SCALE * x[i] + more;
}
__kernel void twice(__global float *y) { y[get_global_id(0)] *= 2; }
"""
DECAY = """\
from simt.lang import Global, f32, global_id, kernel

@kernel
def decay(y: Global[f32], step: f32):
    i = global_id()
    y[i] = y[i] / 2 + step
"""
LANGUAGES = """\
machine = "small.toml"
[define]
SCALE = 3
[buffers]
y = 16
[[launch]]
kernel = "kernels.cl::add"
global_size = 16
params = { more = 1 }
[[launch]]
name = "doubled"
kernel = "kernels.cl::twice"
global_size = 16
[[launch]]
kernel = "decay.py"
global_size = 16
each = { step = [1, 2] }
"""
