"""Names of kernels and of what is in them: letters of other alphabets, words of assembly, parameters without one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from isa.reporting.diagnostics import ArgumentError, SimtError
from simt.compiler.types import assembly_name, parameter_names
from simt.lang import Global, f32, global_id, kernel, s32
from simt.launch.kernels import named_kernels
from tests.commands import invoke

MACHINE: dict[str, Any] = {"machine": "gtx280", "global_size": 32, "local_size": 32, "engine": "functional"}
LETTERS = r"""
struct Größe { int länge; float4 vier; };
__constant int gerüst[40] = {5, 6, 7};
struct Größe hälfte(struct Größe ganz) { ganz.länge /= 2; return ganz; }
int \u00e4h(int x) { return x + 1; }

__attribute__((reqd_work_group_size(32, 1, 1)))
__kernel void größe(__global int *wärme, int α, int β, float4 Übergang, __global int *数)
{
    __local int mühe[32];
    int zähler = 0, i = get_local_id(0);
    struct Größe ganz = {2 * β, Übergang};
schleife:
    zähler++;
    if (zähler < α)
        goto schleife;
    mühe[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    wärme[i] = zähler + hälfte(ganz).länge + 数[mühe[31 - i]] + gerüst[i % 3] + äh((int)ganz.vier.y);
}
"""


@kernel
def größe(wärme: Global[f32], α: f32, β: s32):
    zähler = α * 2
    wärme[global_id()] += zähler + β


def cl_file(tmp_path: Path, text: str) -> Path:
    pytest.importorskip("clang.cindex", reason="libclang is an extra")
    file = tmp_path / "k.cl"
    file.write_text(text)
    return file


def test_letters_of_other_alphabets(tmp_path: Path) -> None:
    file = cl_file(tmp_path, LETTERS)
    given = {
        "warme": 32, "u3b1": 3, "u3b2": 10, "Ubergang": [1, 2, 3, 4], "u6570": np.arange(32, dtype=np.int32),
    }  # fmt: skip
    result = simt.run(f"{file}::größe", inputs=given, **MACHINE)
    at = np.arange(32)
    assert result.program.name == "größe"
    assert result.buffers["warme"].tolist() == (3 + 10 + (31 - at) + np.array([5, 6, 7])[at % 3] + 3).tolist()
    own = dict(zip(("wärme", "α", "β", "Übergang", "数"), given.values(), strict=True))
    assert simt.run(f"{file}::größe", inputs=own, **MACHINE).to_json() == result.to_json()
    with pytest.raises(SimtError, match="`wärme` is `warme` in assembly, which has a value already"):
        simt.run(f"{file}::größe", inputs=given | {"wärme": 32}, **MACHINE)


def test_letters_of_other_alphabets_in_python() -> None:
    given = {"warme": np.arange(32, dtype=np.float32), "u3b1": 3, "u3b2": 10}
    result = simt.run(größe, inputs=given, **MACHINE)
    assert result.buffers["warme"].tolist() == [number + 16 for number in range(32)]


@pytest.mark.parametrize("spelled", ["", "v_"])
def test_names_of_assembly_in_the_command_line_and_the_oracle(
    spelled: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    text = (
        "__kernel void f(global int *r1, int warp_size) { r1[get_global_id(0)] = warp_size + (int)get_global_id(0); }"
    )
    cl_file(tmp_path, text).with_suffix(".py").write_text(
        f"import numpy as np\ndef inputs(program, rng):\n    return {{'{spelled}r1': np.zeros(32, int), "
        f"'{spelled}warp_size': 5}}\ndef expected(program, inputs):\n"
        f"    return {{'{spelled}r1': inputs['v_warp_size'] + np.arange(32)}}\n"
    )
    monkeypatch.chdir(tmp_path)
    words = [
        "run",
        "k.cl::f",
        "-m",
        "gtx280",
        "-g",
        "32",
        "-l",
        "32",
        "--out",
        f"{spelled}r1=o.npy",
        "--engine",
        "functional",
    ]
    result = invoke(*words)
    assert "check    passed" in result.output
    assert np.load("o.npy").tolist() == list(range(5, 37))
    result = invoke(*words, "--in", f"{spelled}warp_size=7")
    assert np.load("o.npy").tolist() == list(range(7, 39))
    result = invoke(*words[:-4], "--no-oracle")
    assert "the array `r1` of `f` is not given\n  = help: --in r1=FILE, or --in r1=1024 " in result.stderr


def test_names_that_words_of_a_vector_have_too(tmp_path: Path) -> None:
    text = (
        "__kernel void k(float2 x, int x_0, __global float *y, int r1, int v_r1, int) {\n"
        "    float t[8]; for (int n = 0; n < 8; n++) t[n] = n;\n"
        "    y[get_global_id(0)] = t[x_0 + (int)y[0]] + x.x + 10 * x.y + r1 + v_r1; }"
    )
    given = {"x": [1, 2], "x_0_": 3, "y": 32, "v_r1": 100, "v_r1_": 1000, "unnamed_5": 0}
    result = simt.run(cl_file(tmp_path, text), inputs=given, **MACHINE)
    assert result.completed
    assert result.buffers["y"][0] == 3 + 1 + 20 + 1100


def test_the_names_of_the_assembly() -> None:
    assert [assembly_name(name) for name in ("größe", "ñ", "α", "a.b", "r1", "4", "x")] == [
        "groudfe", "n", "u3b1", "a_b", "v_r1", "v_4", "x",
    ]  # fmt: skip
    given = [("x", True), ("x_0", False), ("x_0_", False), ("y", False), ("y_1", False), ("ä", False), ("a", False)]
    assert parameter_names(given) == ["x", "x_0_", "x_0__", "y", "y_1", "a", "a_"]


@pytest.mark.parametrize("kernel", [None, 5, [None]])
def test_what_is_no_kernel_is_refused(kernel: object) -> None:
    with pytest.raises(ArgumentError, match="is not a kernel"):
        named_kernels(kernel)  # type: ignore[arg-type]
