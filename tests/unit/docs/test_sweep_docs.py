"""docs/sweeps.md tells the truth: its plan, its Python, its commands, the columns and codes that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simt.exploration import SweepResults
from simt.exploration.plans.reading import load_plan
from simt.exploration.records.layout import COLUMNS
from tests.pages import Page, simt
from tests.paths import ROOT

PAGE = Page("docs/sweeps.md")


def test_the_plan(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(PAGE.block("toml"))
    sweep = load_plan(tmp_path / "plan.toml")
    assert sweep.size == 2 * 4 * 8 * 2 * 2
    assert sweep.settings == {"local.words": 8192}


def test_the_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    PAGE.run_python()
    assert capsys.readouterr().out.startswith("{'done': 16}\nfpga4 2 ")


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    first = [line.strip() for line in PAGE.text.split("Without `-o`")[0].splitlines() if line.startswith("    simt ")]
    assert len(first) == 3
    for command in first:
        simt(command)
    simt("simt sweep fft128.s --set banks=2,4 --set lds.latency=1..3 -o FILE")
    shown = [
        line.strip() for line in PAGE.text.split("## Looking at results")[1].splitlines() if "simt sweep show" in line
    ]
    for command in shown:
        simt(re.split(r"\s{2,}", command)[0])
    assert len(shown) == 4


def test_columns_and_codes() -> None:
    named = set(re.findall(r"`([a-z_]+)`", PAGE.text.split("| column | |")[1].split("A point that fails")[0]))
    assert set(COLUMNS) - named == {"key", "threads", "warps", "busy", "issue", "warp", "lane"}
    for code in set(re.findall(r"E07\d\d", PAGE.text)):
        assert simt(f"simt explain {code}").startswith(code)


def test_every_code_of_sweeps_is_explained_and_used() -> None:
    folder = ROOT / "simt"
    used = {
        code
        for path in folder.rglob("*.py")
        if path.name != "errors.py"
        for code in re.findall(r'"(E07[678]\d)"', path.read_text(encoding="utf-8"))
    } | {"E0762"}  # the class's own
    explained = {line.split()[0] for line in simt("simt explain").splitlines() if re.match("E07[678]", line)}
    assert used == explained


def test_the_package_names_what_it_exports() -> None:
    import simt.exploration as package

    assert {name: getattr(package, name).__name__ for name in package.__all__} == {
        name: name for name in package.__all__
    }
    assert package.SweepResults is SweepResults
    with pytest.raises(AttributeError):
        _ = package.nothing
