"""Arrays of every type of elements on machines that keep all of them in local memory, beside one that does not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import simt
from isa import assemble
from simt.launch.inputs import InputError
from simt.machine import Machine
from simt.machine.loading import presets

TYPES = {
    "uchar": np.uint8, "char": np.int8, "ushort": np.uint16, "short": np.int16, "uint": np.uint32, "int": np.int32,
    "ulong": np.uint64, "long": np.int64, "float": np.float32,
}  # fmt: skip
NEAR = Machine.load("fpga4")
FAR = Machine.load("article_core", {"memory.policy": "simple"})
WITH_DOUBLES = Machine.load("fpga4", {"dpu.count": 1})


def kernel(folder: Path, text: str) -> Path:
    path = folder / "f.cl"
    path.write_text(text)
    return path


@pytest.mark.parametrize("machine", [NEAR, FAR], ids=["near", "far"])
@pytest.mark.parametrize("kind", TYPES)
def test_scalars(kind: str, machine: Machine, tmp_path: Path) -> None:
    """Neighbouring lanes store parts of one word, and none is lost; the array has no whole number of words."""
    path = kernel(
        tmp_path,
        f"kernel void f(global {kind} *x, global {kind} *y) {{ local {kind} t[13]; int i = get_global_id(0);\n"
        "  if (i < 13) t[i] = x[i]; barrier(1); if (i < 13) y[i] = t[12 - i] + 1; }",
    )
    x = np.arange(13).astype(TYPES[kind]) * 9
    x[3] = np.iinfo(TYPES[kind]).max if kind != "float" else 0.5
    done = simt.run(path, machine, inputs={"x": x, "y": 13}, global_size=16, local_size=16)
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(done.arrays["y"], x[::-1] + TYPES[kind](1))
    assert done.arrays["y"].dtype == TYPES[kind]
    np.testing.assert_array_equal(done.arrays["x"], x)


@pytest.mark.parametrize("machine", [NEAR, FAR], ids=["near", "far"])
def test_vectors_and_structures(machine: Machine, tmp_path: Path) -> None:
    path = kernel(
        tmp_path,
        "typedef struct { uchar tag; ushort size; float weight[2]; } entry;\n"
        "kernel void f(global uchar4 *x, global short3 *y, global entry *z, global float2 *w) {\n"
        "  int i = get_global_id(0); x[i] = x[i].wzyx; y[i] += (short3)(i, 1, -1);\n"
        "  z[i].size += z[i].tag; z[i].weight[1] = w[i].y; w[i] = w[i].yx; }",
    )
    x, y = np.arange(32, dtype=np.uint8), np.arange(32, dtype=np.int16)
    z = np.zeros(8, np.dtype([("tag", "u1"), ("size", "u2"), ("weight", "f4", 2)], align=True))
    z["tag"], z["size"] = 200, np.arange(8) * 9000
    w = np.arange(16, dtype=np.float32)
    done = simt.run(path, machine, inputs={"x": x, "y": y, "z": z, "w": w}, global_size=8, local_size=8)
    np.testing.assert_array_equal(done.arrays["x"].reshape(8, 4), x.reshape(8, 4)[:, ::-1])
    wanted = y.reshape(8, 4).copy()
    wanted[:, :3] += np.stack((np.arange(8), np.full(8, 1), np.full(8, -1)), axis=1).astype(np.int16)
    np.testing.assert_array_equal(done.arrays["y"].reshape(8, 4)[:, :3], wanted[:, :3])
    found = done.arrays["z"].view(z.dtype)
    np.testing.assert_array_equal(found["size"], (np.arange(8) * 9000 + 200).astype(np.uint16))
    np.testing.assert_array_equal(found["weight"][:, 1], w[1::2])
    np.testing.assert_array_equal(done.arrays["w"].reshape(8, 2), w.reshape(8, 2)[:, ::-1])


def test_a_length_counts_what_the_pointer_points_to(tmp_path: Path) -> None:
    """Of `local float4 *t` it took the length for one of floats, and the next array lay in the middle of `t`."""
    path = kernel(
        tmp_path,
        "kernel void f(global float *x, local float4 *t, local int *u) { int i = get_local_id(0); u[i] = 7;\n"
        "  t[i] = (float4)(i); barrier(1); x[i] = t[15 - i].y + u[i]; }",
    )
    for machine in (NEAR, FAR):
        done = simt.run(path, machine, inputs={"x": 16, "t": 16, "u": 16}, global_size=16, local_size=16)
        np.testing.assert_array_equal(done.arrays["x"], 22 - np.arange(16))


def test_doubles_where_the_machine_computes_with_them(tmp_path: Path) -> None:
    path = kernel(tmp_path, "kernel void f(global double *x) { x[get_global_id(0)] *= 1.5; }")
    with pytest.raises(simt.SimtError) as refused:
        simt.run(path, NEAR, inputs={"x": np.arange(8.0)}, global_size=8, local_size=8)
    assert refused.value.code == "E0972"
    assert "-s dpu.count=1" in refused.value.help
    assert any(f"-m {name}" in refused.value.help for name in presets() if Machine.load(name).has("dpu"))
    done = simt.run(path, WITH_DOUBLES, inputs={"x": np.arange(8.0)}, global_size=8, local_size=8)
    np.testing.assert_array_equal(done.arrays["x"], 1.5 * np.arange(8.0))


def test_arrays_of_the_assembly(tmp_path: Path) -> None:
    """Addresses count words, lengths elements; the name stands for the first word."""
    program = assemble(".threads 4\n.local x u8[5]\n.local y f64[2]\n ld.local.u8 r1, [thread_id + 4 * x + 1]\n"
                       " st.local [thread_id + y], r1\n ret\n")  # fmt: skip
    assert (program.locals["y"].address, program.local_words) == (2, 6)
    done = simt.run(program, NEAR, inputs={"x": [1, 2, 3, 4, 255]})
    np.testing.assert_array_equal(done.arrays["x"], np.array([1, 2, 3, 4, 255], np.uint8))
    np.testing.assert_array_equal(done.arrays["y"].view(np.uint32), [2, 3, 4, 255])
    with pytest.raises(InputError) as refused:
        simt.run(program, NEAR, inputs={"x": [1, 2, 3, 4]})
    assert refused.value.message == "`x` has 5 elements and the input has 4 (shape 4)"


@pytest.mark.parametrize(
    ("name", "group"),
    [("blur", (16, 4)), ("histogram", 64), ("stencil", (8, 8)), ("reduce", 64), ("pps_conf", 64)],
)  # fmt: skip
def test_shipped_kernels(name: str, group: int | tuple[int, int]) -> None:
    """One work-group of them, whose arrays fit into the local memory of the FPGA paper's smallest processor."""
    from simt.launch.programs import programs_folder

    done = simt.run(programs_folder() / "opencl" / f"{name}.cl", NEAR, global_size=group, local_size=group)
    assert done.check is not None
    assert done.check.passed
