"""docs/views.md: its output is what the commands print, and its Python runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pages import Page, simt

PAGE = Page("docs/views.md")
CONSOLE = re.findall(r"```console\n\$ (.*)\n([^`]*)```", PAGE.text)


@pytest.mark.parametrize(("command", "output"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_output_is_real(command: str, output: str) -> None:
    assert simt(command, env={"COLUMNS": "100"}) == output


def test_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    PAGE.run_python()
    assert "execution mask of warp 0" in capsys.readouterr().out
    assert (tmp_path / "figure6.svg").is_file()


def test_every_view_is_described() -> None:
    from simt.views.time.timelines import VIEWS

    assert [name for name in re.findall(r"^\| `(\w+)` \|", PAGE.text, re.MULTILINE) if name != "all"] == list(VIEWS)
