"""docs/explore.md tells the truth: its front, commands, plan, Python, objectives and samplers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benches.fronts import fft_front
from simt.exploration.search.objectives import OBJECTIVES
from simt.exploration.search.search import SAMPLERS, load_search
from simt.views.studies.explore_tables import exploration_text
from tests.pages import Page, simt

PAGE = Page("docs/explore.md")


@pytest.mark.nightly
def test_the_front_and_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    commands = [
        line.strip() for line in PAGE.text.split("The second command")[0].splitlines() if line.startswith("    ")
    ]
    assert len(commands) == 4
    printed = [simt(command) for command in commands]
    shown = PAGE.text.split("```\n")[1]
    assert printed[1] == shown
    assert exploration_text(fft_front()) == shown
    assert Path("front.svg").stat().st_size > 10_000


def test_the_plan(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(PAGE.block("toml"))
    search = load_search(tmp_path / "plan.toml")
    assert (search.space.size, search.method, search.part.name) == (8, "exhaustive", "XC4VSX25")
    assert [each.name for each in search.objectives] == ["time", "slices", "fpu_efficiency"]


def test_the_python(capsys: pytest.CaptureFixture[str]) -> None:
    PAGE.run_python()
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("{'local.banks': 2, 'vliw.slots': 1} (32.41")


def test_objectives_and_samplers() -> None:
    rows = PAGE.text.split("## Objectives")[1].split("Resources and the clock")[0].splitlines()
    named = {
        name: row.rstrip("| ").endswith("large")
        for row in rows
        if row.startswith("| `")
        for name in re.findall(r"`([a-z_0-9]+)`", row.split("|")[1])
    }
    assert named == {name: objective.is_large_good for name, objective in OBJECTIVES.items()}
    samplers = re.findall(r"^\| `(\w+)` \|", PAGE.text.split("## Large spaces")[1].split("## Files")[0], re.MULTILINE)
    assert set(samplers) == set(SAMPLERS) - {"auto"}
