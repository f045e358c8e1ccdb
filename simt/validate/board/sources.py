"""The microkernels in OpenCL C, for boards: what each is given, and how its steps keep a compiler from merging them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from simt.machine import Machine
from simt.validate.board.plan import Launch
from simt.validate.hardware import BUFFER_WORDS, ROWS_WORDS

_HEAD = """\
// Microkernels of `simt calibrate --plan`, to be measured on a board.
//
// Each line of the CSV file beside this file is a launch: its kernel, its work-items (threads in each of the groups),
// its turns and its stride in bytes. Arguments:
//   out     a buffer of a uint for each work-item
//   turns   the column `turns`
//   zero    0: no compiler may know it
//   stride  the column `stride`, 0 where it is empty
//   data    a buffer of {words} uints: for chain_ld_global each holds its own place in bytes, 4 times its number; for
//           the other kernels 0
// Build without optimisations of floating point (no -cl-fast-relaxed-math). Look into the compiled kernel: its loop has
// to have one instruction of the kind in each step; otherwise the reading is of something else. Take the time of the
// kernel on the device (profiling events), the mean of 10 launches or more after one that does not count, and their
// standard deviation as `spread`. Two launches that differ in their steps alone give the time of a step.

#define WARP {warp}u
#define AT(space, words, x) (*(space const uint *)((space const char *)words + (x)))
{macros}
"""
_MACRO = "#define R{count}(step) {body}"
_KERNEL = """
{before}__kernel void {name}(__global uint *out, uint turns, uint zero, uint stride, __global const uint *data)
{{
    {start}
    for (uint turn = 0; turn < turns; turn++) {{
        R{steps}({step})
    }}
    out[get_global_id(0)] = {end};
}}
"""
# By instruction: declarations, a step, the result. Two values that each need the other are not added up beforehand.
_INTEGERS = "uint x = get_global_id(0) + zero, y = zero + 1u;"
_FLOATS = "float x = 1.0f + zero, y = 0.5f + zero;"
_DOUBLES = "double x = 1.0 + zero, y = 0.5 + zero;"
_PLACE = "uint x = get_local_id(0) % WARP * stride + zero;"
_CHAINS: dict[str, tuple[str, str, str]] = {
    "add.u32": (_INTEGERS, "x += y; y += x;", "x + y"),
    "mul.u32": (_INTEGERS, "x *= y; y *= x;", "x + y"),
    "shl.b32": ("uint x = get_global_id(0) + 1u, y = zero + 1u & 31u;", "x <<= y; x <<= y;", "x"),
    "div.u32": (_INTEGERS, "x /= y; y /= x;", "x + y"),
    "add.f32": (_FLOATS, "x += y; y += x;", "as_uint(x + y)"),
    "mul.f32": (_FLOATS, "x *= y; y *= x;", "as_uint(x + y)"),
    "rcp.f32": (_FLOATS, "x = native_recip(x); x = native_recip(x);", "as_uint(x)"),
    "sqrt.f32": (_FLOATS, "x = native_sqrt(x); x = native_sqrt(x);", "as_uint(x)"),
    "add.f64": (_DOUBLES, "x += y; y += x;", "(uint)(x + y)"),
    "mul.f64": (_DOUBLES, "x *= y; y *= x;", "(uint)(x + y)"),
    "bar": (_INTEGERS, "barrier(CLK_LOCAL_MEM_FENCE); barrier(CLK_LOCAL_MEM_FENCE);", "x"),
    "ld.local": (_PLACE, "x = AT(__local, words, x); x = AT(__local, words, x);", "x"),
    "ld.global": (_PLACE, "x = AT(__global, data, x); x = AT(__global, data, x);", "x"),
}
_PAIR = 2  # steps of an entry of `_CHAINS`
_APART = 32  # words between the loads of a flight, so that no two are of one line


def opencl(launches: Iterable[Launch], machine: Machine) -> str:
    """Return the kernels of launches as OpenCL C. machine: has the lanes of a warp and the words of local memory."""
    kernels = {launch.kernel: launch for launch in launches}
    bodies = [_kernel(launch, machine) for launch in kernels.values()]
    most = max((launch.steps for launch in kernels.values()), default=1)
    macros = "\n".join(_macro(1 << k) for k in range(most.bit_length()))
    return _HEAD.format(words=max(BUFFER_WORDS, ROWS_WORDS), warp=machine.warp_size, macros=macros) + "".join(bodies)


def _macro(count: int) -> str:
    """Return the macro that repeats a step. count: a power of two."""
    if count == 1:
        return _MACRO.format(count=1, body="step")
    return _MACRO.format(count=count, body=f"R{count // 2}(step) R{count // 2}(step)")


def _kernel(launch: Launch, machine: Machine) -> str:
    before, start, step, end, steps = _parts(launch, machine)
    return _KERNEL.format(before=before, name=launch.kernel, start=start, step=step, end=end, steps=steps)


def _parts(launch: Launch, machine: Machine) -> tuple[str, str, str, str, int]:
    """Return what stands before the kernel, its declarations, its step, its result, and how often the step stands."""
    microkernel = launch.microkernel
    if microkernel.kind == "stream":
        step = f"x ^= data[i]; i = i + get_global_size(0) & {ROWS_WORDS - 1}u;"
        return "", "uint x = zero, i = get_global_id(0);", step, "x", launch.steps
    if microkernel.kind == "flight":
        return "", "uint x = zero;", _flight(range(microkernel.loads)), "x", launch.steps
    start, step, end = _CHAINS[microkernel.instruction]
    if microkernel.instruction == "ld.local":
        size = machine.local.words
        start = (
            f"__local uint words[{size}];\n    for (uint i = get_local_id(0); i < {size}u; i += get_local_size(0))\n"
            f"        words[i] = 4u * i;\n    barrier(CLK_LOCAL_MEM_FENCE);\n    {start}"
        )
    before = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" if microkernel.instruction.endswith("f64") else ""
    return before, start, step, end, launch.steps // _PAIR


def _flight(numbers: Sequence[int]) -> str:
    """Return a step of loads that do not need each other; the loads of the next step need all of them."""
    loads = " ".join(f"uint a{k} = data[x + {_APART * k}u];" for k in numbers)
    values = [f"a{k}" for k in numbers]
    while len(values) > 1:
        pairs = [values[k : k + 2] for k in range(0, len(values), 2)]
        values = [f"({' | '.join(pair)})" for pair in pairs]
    return f"{{ {loads} x = {values[0]} & zero; }}"
