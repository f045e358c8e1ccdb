"""`simt check` on compiled kernels speaks their language: lines, names and words of the source, each pair once."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import simt
from simt.cli.main import cli
from simt.result.result import Result
from simt.views.findings import finding_diagnostics

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
LAUNCH = ["-m", "gtx280_core", "--global", "64", "--local", "64", "--in", "out=64"]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"k.cl": OPENCL, "far.cl": FAR, "p.py": PYTHON}.items():
        Path(name).write_text(text)


def checked(kernel: str, machine: str = "gtx280_core", **inputs: object) -> Result:
    values = inputs or {"out": np.zeros(64, np.int32 if "far" in kernel else np.float32)}
    return simt.check(kernel, machine, size=64, group=64, inputs=values)


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
    text = CliRunner().invoke(cli, ["check", *arguments]).stdout
    data = json.loads(CliRunner().invoke(cli, ["check", *arguments, "--json"]).stdout)
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
    assert advice["C002"] == f"put a {word} that every work-item comes by between the two"
    assert not any("`bar`" in each or ".counts_on" in each for each in advice.values())


def test_no_barrier_is_asked_for_within_a_line() -> None:
    advice = {each.code: each.help for each in finding_diagnostics(checked("far.cl::one"))}
    assert advice["C003"] == "use an atomic function, or give each work-item elements of its own"


def test_a_deadlock_is_reported_in_the_words_of_the_language() -> None:
    Path("d.cl").write_text(
        "kernel void d(global int* out) {\n int i = get_local_id(0);\n if (i > 31) return;\n"
        " barrier(CLK_LOCAL_MEM_FENCE);\n out[i] = i;\n}\n"
    )
    found = CliRunner().invoke(cli, ["check", "d.cl", *LAUNCH])
    assert "let the idle ones pass this `barrier(CLK_LOCAL_MEM_FENCE)` too, before their `return`" in found.output
