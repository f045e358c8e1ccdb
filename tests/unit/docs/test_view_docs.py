"""docs/views.md: its Python runs, and its lists are complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from isa.table.units import UNITS
from tests.pages import Page
from tests.paths import ROOT

PAGE = Page("docs/views.md")


def test_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    PAGE.run_python()
    assert "execution mask of warp 0" in capsys.readouterr().out
    assert (tmp_path / "figure6.svg").is_file()


def test_every_unit_has_its_stage_and_its_signals_in_the_page_on_traces() -> None:
    text = (ROOT / "docs/traces.md").read_text()
    (row,) = re.findall(r"^\| unit \|.*", text, re.MULTILINE)
    assert re.findall(r"`(\w+)`", row) == [*(unit.stage for unit in UNITS.values()), *UNITS]
    (signals,) = re.findall(r"^\| `core\.alu.*", text, re.MULTILINE)
    assert {name for name, unit in UNITS.items() if unit.is_pipeline} <= set(re.findall(r"([a-z]+)[N0]`", signals))


def test_every_view_is_described() -> None:
    from simt.views.time.timelines import VIEWS

    assert [name for name in re.findall(r"^\| `(\w+)` \|", PAGE.text, re.MULTILINE) if name != "all"] == list(VIEWS)
