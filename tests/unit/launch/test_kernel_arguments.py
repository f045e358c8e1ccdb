"""What a launch gives to a kernel in a language: values of every kind arrive, and each mistake says what to write."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import simt
from isa.reporting.diagnostics import SimtError
from simt.lang import Global, Local, f32, f64, global_id, kernel, local_id, s8, s64, u32
from simt.launch.programs import oracle_beside
from tests.commands import invoke

SOURCE = """\
from simt.lang import Global, Local, f32, global_id, kernel, s8, u32


@kernel
def add(x: Global[f32], y: Global[f32], a: s8, n: u32):
    i = global_id()
    if i < n:
        y[i] = x[i] + a


@kernel
def turned(x: Global[f32], room: Local[f32]):
    room[31 - global_id()] = x[global_id()]
    x[global_id()] = room[global_id()]
"""


@kernel
def mixed(y: Global[f64], room: Local[f32], byte: s8, long: s64, double: f64, single: f32, count: u32):
    room[local_id()] = single
    y[global_id()] = room[local_id()] + byte + long * double + count


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("k.py").write_text(SOURCE)
    Path("none.py").write_text("def add(x):\n    return x\n")
    return tmp_path


def simt_says(*arguments: str) -> Any:
    return invoke(*arguments, "-m", "gtx280")


def test_numbers_of_every_size() -> None:
    given = {"byte": -3, "long": 1 << 40, "double": 0.25, "single": 1.5, "count": 7}
    result = simt.run(
        mixed, "gtx280", inputs={"y": 4, "room": 4, **given}, global_size=4, local_size=4, engine="functional"
    )
    assert result.buffers["y"].tolist() == [1.5 - 3 + 2.0**38 + 7] * 4


def test_vectors_and_structures(tmp_path: Path) -> None:
    pytest.importorskip("clang.cindex", reason="libclang is an extra")
    file = tmp_path / "k.cl"
    file.write_text(
        "struct S { float a; uchar b; short c; };\n"
        "kernel void k(global float *y, struct S s, uchar2 u, double2 d, float4 v) {\n"
        "  y[0] = s.a + s.b * s.c;\n  y[1] = u.y;\n  y[2] = d.x - d.y;\n  y[3] = v.w;\n}\n"
    )
    fields = np.dtype([("a", "f4"), ("b", "u1"), ("c", "i2")], align=True)
    given = {"y": 4, "s": np.array((1.5, 3, -2), fields), "u": (1, 200), "d": (1.25, 0.25), "v": np.arange(4)}
    launch: Any = {"machine": "gtx280", "global_size": 1, "local_size": 1, "engine": "functional"}
    assert simt.run(file, inputs=given, **launch).buffers["y"].tolist() == [-4.5, 200, 1, 3]
    mistakes = (
        ({"u": (1, 300)}, "300, is not in 0 to 255"),
        ({"v": 1}, "`v` takes 4 numbers, not 1"),
        ({"s": (1.5, 3)}, r"`s` is a structure, and the input is of type float64\n  = help: .*, or its 2 words"),
    )
    for wrong, words in mistakes:
        with pytest.raises(SimtError, match=words):
            simt.run(file, inputs={**given, **wrong}, **launch)


@pytest.mark.parametrize("machine", ["gtx280", "fpga4"])
def test_arrays_of_structures(tmp_path: Path, machine: str) -> None:
    pytest.importorskip("clang.cindex", reason="libclang is an extra")
    file = tmp_path / "k.cl"
    file.write_text(
        "typedef struct { float x; int n; float2 v; } S;\n"
        "kernel void k(global S *s, global float *y) {\n"
        "  int i = get_global_id(0);\n  s[i].n += i;\n  y[i] = s[i].x * s[i].v.y;\n}\n"
    )
    fields = np.dtype([("x", "f4"), ("n", "i4"), ("v", "f4", 2)])
    given = np.array([(1.5, 3, (0, 2)), (-1, 4, (5, 0.5)), (0, 5, (1, 1)), (4, -6, (0, -3))], fields)
    result = simt.run(file, machine, inputs={"s": given, "y": 4}, global_size=4, local_size=4, engine="functional")
    assert result.arrays["y"].tolist() == [3, -0.5, 0, -12]
    assert result.arrays["s"].view(fields)["n"].tolist() == [3, 5, 7, -3]
    np.save(tmp_path / "s.npy", given)
    again = simt.run(
        file, machine, inputs={"s": tmp_path / "s.npy", "y": 4}, global_size=4, local_size=4, engine="functional"
    )
    assert again.arrays["y"].tolist() == [3, -0.5, 0, -12]
    with pytest.raises(SimtError, match=r"`y` has type .*, which is not one of numbers"):
        simt.run(file, machine, inputs={"s": given, "y": given}, global_size=4, local_size=4)
    with pytest.raises(SimtError, match=r"`s` has type .*, which is not one of numbers"):
        simt.run(file, machine, inputs={"s": np.zeros(4, [("x", object)]), "y": 4}, global_size=4, local_size=4)


def test_work_groups_that_cannot_share_their_arrays_are_refused(tmp_path: Path) -> None:
    """Without global memory each has arrays of its own, and nothing would be left of them."""
    pytest.importorskip("clang.cindex", reason="libclang is an extra")
    file = tmp_path / "twice.cl"
    file.write_text("kernel void twice(global const int *x, global int *y) { y[get_global_id(0)] = 2 * x[0]; }\n")
    given: Any = {"inputs": {"x": [3], "y": 16}, "global_size": 16}
    with pytest.raises(SimtError, match=r"(?s)E0507.*the 2 work-groups of `twice` share `x`, and fpga4 has no global"):
        simt.run(file, "fpga4", local_size=8, **given)
    assert simt.run(file, "fpga4", local_size=16, **given).arrays["y"].tolist() == [6] * 16


def test_arrays_by_their_numbers_or_their_length(folder: Path) -> None:
    given = ["--in", "x=1.5,2,3", "--in", "y=3", "--in", "a=-1", "--in", "n=3", "--out", "y=y.csv"]
    shown = simt_says("run", "k.py::add", "--global-size", "3", *given)
    assert shown.exit_code == 0, shown.output
    assert np.loadtxt("y.csv").tolist() == [0.5, 1, 2]


GIVEN = {"x": "64", "y": "64", "a": "1", "n": "64"}


@pytest.mark.parametrize(
    ("changed", "status", "words"),
    [
        ({"x": None}, 2, ["E0602", "the array `x` of `add` is not given", "--in x=FILE, or --in x=1024"]),
        ({"n": None}, 2, ["E0602", "the parameter `n` of `add` is not given", "--in n=NUMBER"]),
        ({"m": "1"}, 2, ["E0601", "no array or parameter `m`", "it has: x, y, a, n"]),
        ({"x": "0.5"}, 2, ["E0602", "`x` is an array and the input is one number", "or its length"]),
        ({"a": "300"}, 2, ["E0602", "300 is not in -128 to 127, the range of s8"]),
        ({"n": "-1"}, 2, ["E0602", "-1 is not in 0 to 4294967295, the range of u32"]),
        ({"n": "1.5"}, 2, ["E0602", "1.5 is not a whole number"]),
        ({"n": "1,2"}, 2, ["E0602", "the parameter `n` takes one number, not 2"]),
        ({"x": "16"}, 4, ["T011", "k.py:8", "`x` has 16 elements", "lanes 16 to 31", "more elements (--in)"]),
    ],
)
def test_mistakes(folder: Path, changed: dict[str, str | None], status: int, words: list[str]) -> None:
    given = [f"--in={name}={value}" for name, value in {**GIVEN, **changed}.items() if value is not None]
    shown = simt_says("run", "k.py::add", "--global-size", "64", *given)
    assert shown.exit_code == status, shown.output
    assert all(word in shown.output for word in words), shown.output


def test_an_empty_file_is_told_by_its_name(folder: Path) -> None:
    pytest.importorskip("clang.cindex", reason="libclang is an extra")
    Path("empty.cl").write_text("")
    assert "there is no kernel in empty.cl\n" in simt_says("run", "empty.cl").output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["k.py"], ["there are 2 kernels in k.py", "name one, as in k.py::add; the kernels are `add`, `turned`"]),
        (["k.py::ad"], ["there is no kernel `ad` in k.py", "did you mean `add`?"]),
        (["none.py"], ["there is no kernel in none.py", "a function marked `@kernel`"]),
        (["saxpi.py"], ["there is no kernel `saxpi.py`", "did you mean the shipped kernel `python/saxpy.py`?"]),
        (["histogram"], ["there is no kernel `histogram`", "did you mean the shipped kernel `opencl/histogram.cl`?"]),
        (["nothing.cl"], ["there is no kernel `nothing.cl`", "`simt kernels` lists"]),
    ],
)
def test_names(folder: Path, arguments: list[str], words: list[str]) -> None:
    shown = simt_says("run", *arguments)
    assert shown.exit_code == 2, shown.output
    assert all(word in shown.output for word in words), shown.output


@pytest.mark.parametrize(("given", "length"), [([], 64), (["--local-size", "32"], 32), (["--in", "room=100"], 100)])
def test_lengths_in_a_listing(folder: Path, given: list[str], length: int) -> None:
    shown = simt_says("asm", "k.py::turned", *given)
    assert f"room f32[{length}]" in shown.output
    refused = invoke("asm", "dot", "--in", "x=3")
    assert "inputs are for kernels in languages, not for assembly" in refused.output
    assert "= help: assembly is assembled alike for all machines; `simt run KERNEL -m MACHINE` checks" in refused.output


def test_a_group_that_the_kernel_names(folder: Path) -> None:
    Path("tiles.py").write_text(
        "from simt.lang import Global, global_id, kernel, s32\n\n\n@kernel(local_size=(8, 4))\n"
        "def tiles(x: Global[s32]):\n    x[8 * global_id(1) + global_id(0)] = 1\n"
    )
    assert "tiles: 32 threads" in simt_says("asm", "tiles.py").output
    shown = simt_says("run", "tiles.py", "--global-size", "8x8", "--in", "x=64")
    assert "8x8 work-items in 2 groups of 8x4" in shown.output
    assert "32 threads = 1 warp" in simt_says("run", "tiles.py", "--in", "x=64").output


def test_a_kernel_in_python_is_not_taken_for_an_oracle(folder: Path) -> None:
    given = [f"--in={name}={value}" for name, value in GIVEN.items()]
    shown = simt_says("run", "k.py::add", "--global-size", "64", *given)
    assert "check    none: no --oracle" in shown.output
    assert "is not run" not in shown.output


def test_a_script_is_not_the_oracle_of_the_kernel_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would run itself."""
    script = tmp_path / "k.py"
    script.touch()
    monkeypatch.delenv("SIMT_NO_ORACLES", raising=False)
    assert oracle_beside(tmp_path / "k.cl") == script
    monkeypatch.setitem(sys.modules, "__main__", SimpleNamespace(__file__=str(script)))
    assert oracle_beside(tmp_path / "k.cl") is None


def test_an_array_with_an_element_for_each_work_item_has_a_wrong_index(folder: Path) -> None:
    Path("far.py").write_text(
        "from simt.lang import Global, f32, global_id, kernel\n\n\n"
        "@kernel\ndef far(x: Global[f32], y: Global[f32]):\n    i = global_id(0)\n    y[i] = x[2 * i]\n"
    )
    shown = simt_says("run", "far.py", "--global-size", "64", "--in=x=64", "--in=y=64")
    assert (
        "the launch has 64 work-items, and `x` an element for each: check the index that this line makes"
        in shown.output
    )
