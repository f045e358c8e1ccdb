"""Kernels in cells of a notebook: their lines, what a cell shows, and what it says of mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from isa.reporting.diagnostics import SimtError
from simt.views.notebook import register as notebook

pytest.importorskip("IPython")
from IPython.core.interactiveshell import InteractiveShell  # after what it needs

FUNCTION = """\
from simt.lang import Global, device, f32, global_id, kernel

HALF = 0.5

@device
def mean(one, other):
    return HALF * (one + other)
"""
KERNEL = """\
import numpy as np
import simt

@kernel
def smooth(x: Global[f32], y: Global[f32]):
    i = global_id()
    y[i] = mean(x[i], x[i ^ 1])

x, y = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
result = simt.run(smooth, "fpga4", inputs={"x": x, "y": y}, global_size=64)
smooth(x, y, global_size=64)
"""


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    made = InteractiveShell.instance(user_module=ModuleType("cells"))  # type: ignore[no-untyped-call]
    made.history_manager.enabled = False
    notebook.register_formatters()
    yield made
    InteractiveShell.clear_instance()  # type: ignore[no-untyped-call]


def test_a_kernel_in_a_cell_and_a_function_of_another(shell: Any) -> None:
    for cell in (FUNCTION, KERNEL):
        shell.run_cell(cell, store_history=True).raise_error()
    result, y = (shell.user_module.__dict__[name] for name in ("result", "y"))
    assert result.arrays["y"].tolist() == y.tolist()
    lines = {(row["file"], row["line"]): row["source"] for row in result.lines}
    assert lines["In[1].py", 7] == "return HALF * (one + other)"
    assert lines["In[2].py", 7] == "y[i] = mean(x[i], x[i ^ 1])"
    shown, _ = shell.display_formatter.format(result)
    assert "In[2].py:7" in shown["text/html"]
    assert "<code>y[i] = mean(x[i], x[i ^ 1])</code>" in shown["text/html"]
    assert "64 threads = 16 warps x 4 lanes" in shown["text/html"]


def test_a_mistake_in_a_cell(shell: Any) -> None:
    found = shell.run_cell(FUNCTION + KERNEL.replace("x[i ^ 1]", "x[0.5]"), store_history=True)
    assert isinstance(found.error_in_exec, SimtError)
    assert "--> In[1].py:14:25" in str(found.error_in_exec)
    assert "y[i] = mean(x[i], x[0.5])" in str(found.error_in_exec)


def test_a_mistake_is_one_message(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    shell.run_cell('import simt\nbanks = 8\nsimt.run("fft128", bankz=banks)')
    printed, _ = capsys.readouterr()
    assert printed == (
        "error[E0401]: unknown machine key `bankz`\n"
        " --> overrides:1:1\n"
        "  |\n"
        "1 | bankz = 8\n"
        "  | ^^^^^\n"
        "  = help: did you mean `banks`?\n"
        '  = line 3 of the cell: simt.run("fft128", bankz=banks)\n'
    )


def test_a_mistake_in_a_file_names_it(shell: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "helper.py").write_text("import simt\n\n\ndef explained(name):\n    return simt.explain(name)\n")
    shell.run_cell(f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nimport helper")
    capsys.readouterr()
    shell.run_cell('helper.explained("E9999")')
    printed, _ = capsys.readouterr()
    assert printed.endswith("\n  = line 5 of helper.py: return simt.explain(name)\n")


def test_a_long_message_is_cut_to_a_screen(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    kernel = ".kernel k\\n.threads 4\\n" + "moof\\n" * 10
    capsys.readouterr()
    shell.run_cell(f'import simt\nsimt.assemble("{kernel}")')
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 24
    assert lines[0] == "error[E0201]: unknown instruction `moof`"
    assert lines[-2].endswith("more lines: import sys; print(sys.last_value)")
    assert lines[-1].startswith("  = line 2 of the cell: simt.assemble(")


def test_ctrl_c_says_where_the_finished_points_are(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    shell.run_cell("from simt.interruption import kept")
    capsys.readouterr()
    shell.run_cell("with kept(lambda: 7):\n    raise KeyboardInterrupt")
    printed, _ = capsys.readouterr()
    assert printed.startswith("interrupted: what was done before is kept\n  = help: import sys; sys.last_value.done\n")
    shell.run_cell("import sys; print(sys.last_value.done)")
    assert capsys.readouterr().out == "7\n"
