"""`simt check` on compiled kernels speaks their language: lines, names and words of the source, each pair once."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import simt
from simt.result.findings import Findings
from simt.result.result import Result
from simt.views.run.findings import finding_diagnostics
from simt.views.run.stops import stop_diagnostic
from tests.commands import invoke

# Each turn of the loop, which is unrolled, is an instruction of its own on both sides of the race.
OPENCL = """kernel void turned(global float* out) {
  local float tile[4][64];
  int i = get_local_id(0);
  for (int k = 0; k < 4; ++k)
    tile[k][i] = i;
  float s = 0;
  for (int k = 0; k < 4; ++k)
    s += tile[k][63 - i];
  out[i] = s;
}
"""
FAR = """kernel void far(global int* out) {
  int i = get_local_id(0);
  out[i] = i;
  out[63 - i] = 2 * i;
}
kernel void one(global int* out) { out[get_local_id(0) / 2] += 1; }
"""
PYTHON = """from simt.lang import Global, barrier, f32, kernel, local, local_id


@kernel
def turned(out: Global[f32]):
    tile = local(f32, 64)
    i = local_id(0)
    tile[i] = f32(i)
    out[i] = tile[63 - i]
"""
LAUNCH = ["-m", "gtx280_core", "--global-size", "64", "--local-size", "64", "--in", "out=64"]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"k.cl": OPENCL, "far.cl": FAR, "p.py": PYTHON}.items():
        Path(name).write_text(text)


def checked(kernel: str, machine: str = "gtx280_core", **inputs: object) -> Result:
    values = inputs or {"out": np.zeros(64, np.int32 if "far" in kernel else np.float32)}
    return simt.check(kernel, machine, global_size=64, local_size=64, inputs=values)


def pairs(result: Result) -> list[tuple[str, int, int]]:
    """Code and lines of each race, the smaller line first."""
    lines = [each.line for each in result.program.locations]
    assert result.findings is not None
    races = [each for each in result.findings.found if each.other is not None]
    return [(each.code, *sorted((lines[each.access.pc], lines[each.other.pc]))) for each in races if each.other]


def test_a_pair_of_lines_is_reported_once_with_its_number() -> None:
    result = checked("k.cl")
    assert result.findings is not None
    # Warp 0 loads 32 words of each row before warp 1 stores them, and warp 1 loads those that warp 0 has stored.
    assert pairs(result) == [("C002", 5, 8)]
    [race] = [each for each in result.findings.found if each.other is not None]
    assert race.count == 4 * 64


def test_text_json_and_python_have_the_same_findings() -> None:
    arguments = ["k.cl", *LAUNCH]
    text = invoke("check", *arguments).stdout
    data = json.loads(invoke("check", *arguments, "--json").stdout)
    found = checked("k.cl").findings
    assert found is not None
    assert [each["what"] for each in data["found"]] == [each.what for each in found.found]
    assert [each["count"] for each in data["found"]] == [each.count for each in found.found]
    heads = [line for line in text.splitlines() if line.startswith("error[")]
    assert [head[6:10] for head in heads] == [each.code for each in found.found]
    assert all(each.what in head for head, each in zip(heads, found.found, strict=True))
    assert "races on 256 words (1 pair of lines)" in text.splitlines()[-1]


@pytest.mark.parametrize(
    ("kernel", "word"),
    [
        ("k.cl", "`barrier(CLK_LOCAL_MEM_FENCE)`"),
        ("far.cl::far", "`barrier(CLK_GLOBAL_MEM_FENCE)`"),
        ("p.py", "`barrier()`"),
    ],
)
def test_advice_names_the_barrier_of_the_language(kernel: str, word: str) -> None:
    result = checked(kernel)
    advice = {each.code: each.help for each in finding_diagnostics(result)}
    assert advice["C002"] == f"put a {word} between the two, where every work-item comes by"
    assert not any("`bar`" in each or ".counts_on" in each for each in advice.values())


def test_a_barrier_is_asked_for_within_a_line_only_of_a_loop() -> None:
    advice = {each.code: each.help for each in finding_diagnostics(checked("far.cl::one"))}
    assert advice["C003"].startswith("use an atomic function, or give each work-item elements of its own; ")


def test_a_deadlock_is_reported_in_the_words_of_the_language() -> None:
    Path("d.cl").write_text(
        "kernel void d(global int* out) {\n int i = get_local_id(0);\n if (i > 31) return;\n"
        " barrier(CLK_LOCAL_MEM_FENCE);\n out[i] = i;\n}\n"
    )
    found = invoke("check", "d.cl", *LAUNCH)
    assert "let the idle ones pass this `barrier(CLK_LOCAL_MEM_FENCE)` too, before their `return`" in found.output


NAMES = """struct P { float one; float two[3]; };
kernel void names(global const float4* x, global float* out, local float* pool, global struct P* p) {
  local float tile[4][17];
  local uchar4 bytes[64];
  local short halves[64];
  int i = get_local_id(0);
  tile[i / 16][i % 16] = x[0].x;
  halves[i] = bytes[i].x = pool[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  pool[1] = i;
  out[i] = tile[3][16];
  out[0] += bytes[i].y;
  halves[1] = i;
  bytes[7].w = i;
  pool[2] = i;
  p[i / 32].two[1] = i;
  out[2] = x[i].y;
}
"""
# By line: what is raced on, read or left, first in the kernel's order. It does not depend on where buffers lie.
SAID = {
    10: {"pool[1]"}, 11: {"tile[3][16]"}, 12: {"out[0]", "bytes[0].y"}, 13: {"halves[1]"}, 14: {"bytes[7].w"},
    15: {"pool[2]"}, 16: {"p[0] (bytes 8 to 11)"}, 17: {"x[8]"},
}  # fmt: skip
PYTHON_NAMES = """from simt.lang import Global, f32, kernel, local, local_id, private


@kernel
def names(x: Global[f32, 2], out: Global[f32, 2]):
    tile = local(f32, 4, 17)
    own = private(f32, 2, 3)
    i = local_id(0)
    own[0, i % 3] = f32(1)
    tile[i // 16, i % 16] = x[i // 8, 7]
    out[0, 7] = tile[3, 16] + own[1, i % 3]
    out[i // 8, 7] = x[(i + 1) // 8, 7]
"""


@pytest.mark.parametrize("machine", ["gtx280_core", "hd5870_core", "fpga4"])
def test_elements_have_the_names_of_the_source(machine: str) -> None:
    Path("names.cl").write_text(NAMES)
    result = checked("names.cl", machine, x=np.zeros(32, np.float32), out=np.zeros(64, np.float32), pool=64, p=256)
    assert result.findings is not None
    said: dict[int, set[str]] = {}
    for each in result.findings.found:
        said.setdefault(result.program.locations[each.access.pc].line, set()).add(each.what)
    assert {line: said.get(line, set()) & names for line, names in SAID.items()} == SAID


@pytest.mark.parametrize("machine", ["gtx280_core", "fpga4"])
def test_python_writes_indices_in_one_pair_of_brackets(machine: str) -> None:
    Path("names.py").write_text(PYTHON_NAMES)
    result = checked("names.py", machine, x=np.zeros((8, 8), np.float32), out=np.zeros((8, 8), np.float32))
    assert result.findings is not None
    found = {each.what for each in result.findings.found}
    assert found >= {"tile[3, 16]", "own[1, 0]", "out[0, 7]", "x[8, 7]"}
    assert all("[" in each and "," in each for each in found)


def test_barriers_are_of_the_memory_that_the_source_names() -> None:
    """On a machine without global memory its arrays lie in local memory; the source says `global` all the same."""
    advice = [each.help for each in finding_diagnostics(checked("far.cl::far", "fpga4"))]
    assert any("`barrier(CLK_GLOBAL_MEM_FENCE)`" in each for each in advice)
    assert not any("LOCAL" in each for each in advice)


OUTSIDE = """kernel void o(global const float4* x, global float* out, int n) {
  local float tile[4][8];
  float own[8];
  int i = get_local_id(0);
  for (int k = 0; k < 8; ++k) own[(k * n) % 8] = i;
  tile[i / 8 + n * 1000][i % 8] = x[i].y;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[i / 8][7 - i % 8] + own[i & 7];
}
"""


@pytest.mark.parametrize(
    ("n", "lengths", "expected"),
    [
        (-1, (128, 32), "a warp stores to `own[-1]`, which is outside the array"),
        (8, (128, 32), "a warp stores to `tile[8000][0]`, which is outside the array"),
        (0, (16, 32), "a warp loads from `x[4].y`, which is outside the array"),
        (0, (128, 31), "a warp stores to `out[31]`, which is outside the array"),
    ],
)
def test_a_trap_names_the_element(n: int, lengths: tuple[int, int], expected: str) -> None:
    Path("o.cl").write_text(OUTSIDE)
    x, out = (np.zeros(length, np.float32) for length in lengths)
    result = simt.run("o.cl", "gtx280_core", global_size=32, local_size=32, inputs={"x": x, "out": out, "n": n})
    told = stop_diagnostic(result)
    assert told.message == expected
    assert not any("address" in note for note in told.notes)


def test_a_kept_kernel_has_its_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled is kept in this process and on disk; what comes from there gives the same messages."""
    found = []
    for _ in range(2):
        monkeypatch.setattr("simt.launch.kept._latest", {})
        found.append([(each.what, each.count) for each in (checked("k.cl").findings or Findings(())).found])
    assert found[0] == found[1]
    assert ("tile[0][32]", 256) in found[0]
