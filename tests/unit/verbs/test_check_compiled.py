"""What `simt.check` sees of compiled kernels that optimisation would have folded away, and what it must not report."""

from __future__ import annotations

from collections.abc import Collection
from itertools import cycle, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from isa.program.program import Program
from simt.compiler.errors import CompileError
from simt.launch.languages import Source
from simt.views.run.findings import findings_text
from tests.examples import nightly_but

MACHINES = ("gtx280_core", "hd5870_core", "fpga4")

# A kernel's body on line 3 and behind; the findings: code, what, line.
WRONG = {
    "scalar": ("float a;\n out[i] = a;", [("C005", "a", 4)]),
    "one branch": ("float a;\n if (n > 9) a = 1.0f;\n out[i] = a;", [("C005", "a", 5)]),
    "some lanes": ("float a;\n if (i < 3) a = 1.0f;\n out[i] = a;", [("C005", "a", 5)]),
    "sum in a loop": ("float a;\n for (int k = 0; k < 4; ++k)\n  a += x[k];\n out[i] = a;", [("C005", "a", 5)]),
    "no case": (
        "float a;\n switch (n) { case 1: a = 1.0f; break; case 2: a = 2.0f; }\n out[i] = a;", [("C005", "a", 5)]),
    "anew in each turn": (
        "for (int k = 0; k < 2; ++k) {\n  float a;\n  if (k == 0) a = 1.0f;\n  out[i] += a;\n }", [("C005", "a", 6)]),
    "pointer": ("global const float* p;\n if (n > 9) p = x;\n out[i] = n > 99 ? p[0] : 0.0f;", []),
    "through a pointer": ("float a[2], *p = a;\n p[0] = 1.0f;\n out[i] = p[0] + p[1];", [("C010", "a[1]", 5)]),
    "private array": ("float a[4];\n a[0] = 1.0f;\n out[i] = a[n - 1];", [("C010", "a[2]", 5)]),
    "private hole": (
        "float a[4];\n for (int k = 0; k < 3; ++k) a[k] = x[k];\n float s = 0.0f;\n for (int k = 0; k < 4; ++k)\n"
        "  s += a[k];\n out[i] = s;", [("C010", "a[3]", 7)]),
    "in a function": ("float a;\n if (n == 7) a = 1.0f;\n out[i] = twice(a);", [("C005", "a", 5)]),
    "member": ("struct P p;\n p.one = 1.0f;\n out[i] = p.one + p.two;", [("C010", "p[4]", 5)]),
    "copied member": ("struct P p, q;\n p.one = 1.0f;\n q = p;\n out[i] = q.one + q.two;", [("C010", "q[4]", 6)]),
    "vector": ("float4 v;\n v.xyz = (float3)(1.0f);\n out[i] = v.x + v.w;", [("C005", "v", 5)]),
    "local": ("local float t[8];\n out[i] = t[i];", [("C008", "t[0]", 4)]),
    "local hole": (
        "local float t[8];\n if (i < 7) t[i] = 1.0f;\n barrier(CLK_LOCAL_MEM_FENCE);\n out[i] = t[7];",
        [("C008", "t[7]", 6)]),
    "local behind": ("local float t[8], u[8];\n u[i] = 1.0f; t[i] = 2.0f;\n out[i] = 0.0f;\n t[i + 1] = out[i];",
                     [("C011", "t[8]", 6)]),
    "local before": (
        "local float t[8], u[8];\n t[i] = 1.0f;\n u[i] = 1.0f;\n u[i - 1] += 0.0f;", [("C011", "u[-1]", 6)]),
    "private behind": ("float a[4] = {1, 2, 3, 4}, b[4] = {0};\n for (int k = 0; k <= 4; ++k)\n"
                       "  b[k] = a[3] + k;\n out[i] = b[n];", [("C011", "b[4]", 5)]),
    "buffer behind": ("out[i] = x[i + 1];", [("C011", "x[8]", 3)]),
    "stored behind": ("out[i + 1] = x[i];", [("C011", "out[8]", 3)]),
    "vector behind": ("out[i] = vload4(0, x + i).x;", [("C011", "x[8]", 3)]),
    "inner array": (
        "local float t[8][8];\n for (int k = 0; k < 8; ++k) t[i][k] = k;\n barrier(CLK_LOCAL_MEM_FENCE);\n"
        " out[i] = t[3][i + 1];", [("C011", "t[][8]", 6)]),
    "array in a structure": ("struct R r;\n for (int k = 0; k < 8; ++k) r.b[k & 3] = k;\n r.a[n + 1] = 1.0f;\n"
                             " out[i] = r.b[n];", [("C011", "r.a[4]", 5)]),
    "many elements": (
        "float a[300];\n for (int k = 0; k < 299; ++k) a[k] = x[k & 7];\n float s = 0.0f;\n"
        " for (int k = 0; k < 300; ++k)\n  s += a[k];\n out[i] = s;", [("C010", "a[299]", 7)]),
    "either": ("local float t[8], u[9];\n local float* p = n > 2 ? t : u;\n u[i] = 0.0f;\n p[i + 1] = 1.0f;",
               [("C011", "t or u", 6)]),
}  # fmt: skip
FINE = {
    "all lanes branch": "float a;\n if (n == 3) a = 1.0f;\n out[i] = a;",
    "same condition": "float a;\n if (i < 3) a = 1.0f;\n out[i] = 0.0f;\n if (i < 3) out[i] = a;",
    "unused merge": "float a;\n if (i < 3) a = 1.0f;\n out[i] = i < 3 ? a : 0.0f;",
    "later turn": "float a;\n for (int k = 0; k < 3; ++k) {\n  if (k > 0) out[i] = a;\n  a = k;\n }",
    "both branches": "float a;\n if (i & 1) a = 1.0f; else a = 2.0f;\n out[i] = a;",
    "vector by parts": "float4 v;\n v.x = 1.0f; v.y = v.x; v.zw = v.xy;\n out[i] = dot(v, v);",
    "three of four": "float4 v;\n v.xyz = (float3)(1.0f);\n float3 w = v.xyz;\n out[i] = w.x + w.y + w.z;",
    "union": "union { float f; uint u; } v;\n v.f = 1.0f;\n out[i] = v.u;",
    "struct with padding": "struct Q q, r;\n q.one = 1; q.two = 2.0f;\n r = q;\n out[i] = r.one + r.two;",
    "ways to a pointer": "float a[2] = {1, 2}, b[2] = {3, 4}, *p = i & 1 ? a : b;\n out[i] = p[n & 1];",
    "filled by a function": "float a[4];\n fill(a, 4);\n out[i] = a[n];",
    "swapped": "float a[2] = {1, 2}, b[2] = {3, 4}, *p = a, *q = b;\n"
    " for (int k = 0; k < n; ++k) { float* s = p; p = q; q = s; }\n out[i] = p[0] + q[1];",
    "end of a loop": "int k;\n for (k = 0; k < 4; ++k) if (x[k] > 99.0f) break;\n out[i] = k;",
    "last elements": "local float t[8];\n t[7 - i] = x[7 - i];\n barrier(CLK_LOCAL_MEM_FENCE);\n out[i] = t[7 - i];",
    "pointer behind the end": "global const float* end = x + 8;\n float s = 0.0f;\n"
    " for (global const float* p = x; p != end; ++p) s += *p;\n out[i] = s;",
    "rows one behind the other": "float a[4][4], *p = &a[0][0];\n for (int k = 0; k < 16; ++k) p[k] = k;\n"
    " float s = 0.0f;\n for (int k = 0; k < 16; ++k) s += a[0][k];\n out[i] = s;",
    "array of one at the end": "struct T { int n; float rest[1]; };\n private float a[4];\n"
    " private struct T* p = (private struct T*)a;\n p->rest[2] = 1.0f;\n out[i] = a[3];",
    "whole array of vectors": "float4 v[2];\n v[0] = vload4(0, x); v[1] = vload4(1, x);\n out[i] = v[n & 1].w;",
}
SOURCE = """struct P { float one, two; }; struct Q { char one; float two; }; struct R { float a[4], b[4]; };
float twice(float v) { return v + v; } void fill(float* p, int n) { for (int k = 0; k < n; ++k) p[k] = k; } HEAD
BODY
}
"""
HEAD = "kernel void k(global const float* x, global float* out, int n) { int i = get_local_id(0);"
# A source of one name and one text is parsed once, for all machines.
pytestmark = pytest.mark.usefixtures("empty_folder")


def findings(text: str, machine: str) -> list[tuple[str, str, int]]:
    """Code, what and line of each finding of a kernel, run by one work-group of eight."""
    Path("k.cl").write_text(SOURCE.replace("HEAD", HEAD).replace("BODY", text))
    values = {"x": np.arange(8, dtype=np.float32), "out": np.zeros(8, np.float32), "n": 3}
    result = simt.check("k.cl::k", machine, global_size=8, local_size=8, inputs=values)
    assert result.findings is not None
    lines = result.program.locations
    found = [(each.code, each.what, lines[each.access.pc].line) for each in result.findings.found]
    return [each for each in found if each[0] not in ("C001", "C002", "C003", "C004")]


def on_a_machine_each(names: Collection[str]) -> list[Any]:
    """Each name on one machine in every run, and on all by night."""
    return nightly_but([*zip(names, cycle(MACHINES), strict=False)], product(names, MACHINES))


@pytest.mark.parametrize("where", on_a_machine_each(WRONG), ids="-".join)
def test_what_is_wrong_is_reported_with_its_line(where: tuple[str, str]) -> None:
    name, machine = where
    text, expected = WRONG[name]
    found = findings(text, machine)
    assert found == expected


@pytest.mark.parametrize("where", on_a_machine_each(FINE), ids="-".join)
def test_what_is_right_is_not(where: tuple[str, str]) -> None:
    name, machine = where
    assert findings(FINE[name], machine) == []


def test_a_program_that_has_no_room_for_probes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Source, *given: Any, is_watched: bool = False, **others: Any) -> Program:
        if is_watched:
            raise CompileError("the kernel needs 5000 instructions and program memory holds 4096")
        return compiled(self, *given, **others)

    compiled = Source.compiled
    monkeypatch.setattr(Source, "compiled", refuse)
    Path("k.cl").write_text(SOURCE.replace("HEAD", HEAD).replace("BODY", "float a;\n out[i] = a;"))
    values = {"x": np.arange(8, dtype=np.float32), "out": np.zeros(8, np.float32), "n": 3}
    result = simt.check("k.cl::k", MACHINES[0], global_size=8, local_size=8, inputs=values)
    assert result.findings is not None
    assert result.findings.is_clean  # of what was looked at
    assert result.findings.unseen.startswith("the kernel needs 5000")
    assert "variables and bounds not looked at, since with probes the kernel needs 5000" in findings_text(result)


def test_what_is_printed_of_a_program_with_probes() -> None:
    Path("k.cl").write_text(SOURCE.replace("HEAD", HEAD).replace("BODY", WRONG["either"][0]))
    values = {"x": np.arange(8, dtype=np.float32), "out": np.zeros(8, np.float32), "n": 3}
    result = simt.check("k.cl::k", MACHINES[0], global_size=8, local_size=8, inputs=values)
    text = findings_text(result)
    assert "error[C011]: an access to t or u is outside of it" in text
    assert "accesses it: warp 0, lane 7 (thread 7)" in text
    assert text.splitlines()[-1].startswith(
        "k on gtx280_core: races on 1 word (1 pair of lines), no uninitialised reads, 1 out of"
    )


def test_a_kernel_in_python_is_held_against_bounds() -> None:
    Path("k.py").write_text(
        "from simt.lang import *\n\n\n@kernel\ndef k(x: Global[f32], out: Global[f32]):\n    i = local_id(0)\n"
        "    t = local(f32, 8)\n    t[i] = x[i]\n    barrier()\n    out[i] = t[7 - i] + t[i + 1]\n"
    )
    values = {"x": np.arange(8, dtype=np.float32), "out": np.zeros(8, np.float32)}
    result = simt.check("k.py::k", MACHINES[0], global_size=8, local_size=8, inputs=values)
    assert result.findings is not None
    found = [(each.code, each.what, result.program.locations[each.access.pc].line) for each in result.findings.found]
    assert found == [("C011", "t[8]", 10)]


def test_a_kernel_that_another_one_calls_has_probes() -> None:
    Path("k.cl").write_text(
        "kernel void k(global float* out, int n) {\n out[get_global_id(0) + n] = 1.0f;\n}\n"
        "kernel void other(global float* out) {\n k(out, 1);\n}\n"
    )
    result = simt.check("k.cl::k", MACHINES[0], global_size=8, local_size=8, inputs={"out": 8, "n": 1})
    assert result.findings is not None
    assert not result.findings.unseen
    assert [(each.code, each.what) for each in result.findings.found] == [("C011", "out[8]")]
