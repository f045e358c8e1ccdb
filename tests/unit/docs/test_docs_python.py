"""The Python in the documentation runs as printed."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import simt
from simt.core.state.dram import COMMANDS
from tests.pages import Page
from tests.paths import ROOT

DOCS = ROOT / "docs"


def test_experiments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "figures").mkdir()
    Page("docs/experiments.md").run_python()
    assert "mean iterations of a wave" in capsys.readouterr().out
    assert (tmp_path / "figures" / "figure-8.svg").is_file()


def test_experiments_are_an_attribute_of_simt() -> None:
    from simt import experiments

    assert simt.experiments is experiments
    assert "experiments" in dir(simt)


def test_the_python_interface(capsys: pytest.CaptureFixture[str]) -> None:
    page = Page("docs/python.md")
    for block in page.blocks("python"):
        exec(block, {})
    *launch, passed, is_clean, predicted, first, result, best, points = capsys.readouterr().out.splitlines()
    assert launch[0] == "mm_local on gtx280: 64x64 work-items in 16 groups of 16x16"
    assert passed.endswith("True")
    assert is_clean == "True"
    assert float(predicted) > 0
    assert (first, best, points) == ("2342 True", "8 3 1993", "3")
    assert result in page.text.replace("\n", " ")


def test_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Page("docs/report.md").run_python()
    assert (tmp_path / "report.html").stat().st_size > 10_000


def test_control_flow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its comments are the values."""
    monkeypatch.chdir(tmp_path)
    page = Page("docs/control-flow.md")
    (tmp_path / "shapes.s").write_text(page.block("{code-block} asm").partition("\n\n")[2])
    names: dict[str, Any] = {}
    found = 0
    for line in page.block("python").splitlines():
        code, _, comment = line.partition("  # ")
        if comment:
            assert eval(code, names) == ast.literal_eval(comment.split(": by ")[0]), code
            found += 1
        else:
            exec(code, names)
    assert found == 4


def test_devices(capsys: pytest.CaptureFixture[str]) -> None:
    Page("docs/devices.md").run_python()
    told = capsys.readouterr().out.splitlines()
    cycles, per_core = told[0].split(" ", 1)
    assert ast.literal_eval(per_core) == [int(cycles)] * 4
    assert told[1] == "2 ['warps']"
    assert told[3].startswith("Bound(resource='memory bandwidth'")


def test_dram(capsys: pytest.CaptureFixture[str]) -> None:
    """The numbers of commands among them."""
    code = Page("docs/dram.md").block("python")
    exec(compile(code, "docs/dram.md", "exec"), {})
    assert capsys.readouterr().out == code.rpartition("  # ")[2]
    words = " ".join((DOCS / "dram.md").read_text(encoding="utf-8").split())
    assert "`command` is 0 for an activate, 1 for a read, 2 for a write, 3 for a precharge and 4 for a refresh" in words
    assert COMMANDS == ("activate", "read", "write", "precharge", "refresh")
