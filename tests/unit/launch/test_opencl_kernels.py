"""The shipped kernels in OpenCL C and in Python are right; what the command line says of them and of mistakes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from simt.launch.programs import programs_folder
from tests.commands import invoke
from tests.paths import ROOT
from tests.shipped import OPENCL, OVER_LANES, PYTHON

pytest.importorskip("clang.cindex", reason="libclang is an extra")
FOLDER = programs_folder()
MACHINE: dict[str, Any] = {"machine": "gtx280", "set": {"branch.policy": "ipdom_stack", **OVER_LANES}}


@pytest.mark.parametrize("kernel", [*OPENCL, *PYTHON])
def test_a_shipped_kernel(kernel: str) -> None:
    """A kernel in Python has the parameters of the one in OpenCL C, and is right by the same oracle."""
    oracle = FOLDER / "opencl" / Path(kernel.partition("::")[0]).with_suffix(".py").name
    result = simt.run(kernel, engine="functional", oracle=oracle, **MACHINE)
    assert result.completed
    assert result.check is not None
    assert result.check.passed, result.check


def test_the_list_of_shipped_kernels() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"\((opencl/\w+\.cl|python/\w+\.py)\)", text)
    assert set(listed) == {kernel.partition("::")[0] for kernel in (*OPENCL, *PYTHON)}


def test_lines_are_those_of_the_source() -> None:
    result = simt.run(FOLDER / "opencl" / "saxpy.cl", **MACHINE)
    assert {"y[i] = a * x[i] + y[i];", "if (i < n)"} <= {line["source"] for line in result.lines}
    shown = invoke("run", "opencl/saxpy.cl", "-m", "gtx280", "-s", "branch.policy=ipdom_stack")
    assert re.search(r"saxpy\.cl:7 .* y\[i\] = a \* x\[i\] \+ y\[i\];", shown.output)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("kernel void f(global float *x) { x[0] = y; }", ["undeclared identifier 'y'", "k.cl:1:41"]),
        ("kernel void f() {}\nkernel void g() {}", ["2 kernels", "`f`, `g`"]),
        ("int f(int n) { return n ? f(n - 1) : 0; }\nkernel void g(global int *x) { x[0] = f(3); }", ["calls itself"]),
        ('#include "/etc/passwd"\nkernel void f() {}', ["/etc/passwd"]),
    ],
)
def test_mistakes(text: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.cl").write_text(text)
    shown = invoke("run", "k.cl", "-m", "gtx280", "--global-size", "1", "--local-size", "1")
    assert shown.exit_code in (2, 3), shown.output
    assert all(word in shown.output for word in words), shown.output
    assert "root:" not in shown.output


def test_a_macro_of_the_command_line_stands_in_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.cl").write_text("kernel void f(global float *x) { x[0] = y; }")
    shown = invoke("asm", "k.cl", "-D", "y=z", "-m", "gtx280")
    assert "undeclared identifier 'z'" in shown.output
    assert "= note: expanded from macro 'y'\n" in shown.output


def test_the_python_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "page_of_languages.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    import page_of_languages  # type: ignore[import-not-found]

    assert np.array_equal(page_of_languages.result.buffers["y"], page_of_languages.y)


def test_the_mistakes_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")
    lacking, text = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("k.cl").write_text("kernel void f(global int *x) {\n  int i = 0;\n  x[i] = sub_group_reduce_add(x[i]);\n}\n")
    assert lacking.strip() in invoke("asm", "k.cl", "-m", "g80").output
    head = "from simt.lang import *\n\n@kernel\ndef f(x: Global[f32], sums: Global[f32], n: u32):\n\n    total = 0\n"
    Path("kernels.py").write_text(f"{head}    for i in range(n):\n\n        total += x[i]\n    sums[0] = total\n")
    shown = invoke("run", "kernels.py", "-m", "gtx280")
    assert text.strip() in shown.output


def test_parameters_that_the_assembler_could_not_name(tmp_path: Path) -> None:
    """The launch and the program call them alike."""
    kernel = tmp_path / "k.cl"
    kernel.write_text(
        "kernel void k(global float *r1, float pi, uint groups, local float *s0) {\n"
        "  s0[get_local_id(0)] = pi;\n  r1[get_global_id(0)] = s0[get_local_id(0)] + groups;\n}\n"
    )
    given = {"v_r1": np.zeros(4, np.float32), "v_pi": 1.5, "v_groups": 2, "v_s0": 4}
    result = simt.run(kernel, inputs=given, global_size=4, local_size=4, engine="functional", **MACHINE)
    assert result.buffers["v_r1"].tolist() == [3.5] * 4
