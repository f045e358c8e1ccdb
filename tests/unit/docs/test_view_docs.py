"""docs/views.md: its output is what the commands print, and its Python runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from simt.cli.main import cli
from tests.paths import ROOT

PAGE = (ROOT / "docs/views.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n\$ simt (.*)\n([^`]*)```", PAGE)


@pytest.mark.parametrize(("command", "output"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_output_is_real(command: str, output: str) -> None:
    shown = CliRunner().invoke(cli, command.split(), env={"COLUMNS": "100"})
    assert shown.exit_code == 0
    assert shown.stdout == output


def test_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code, {})
    assert "execution mask of warp 0" in capsys.readouterr().out
    assert (tmp_path / "figure6.svg").is_file()


def test_every_view_is_described() -> None:
    from simt.views.time.timelines import VIEWS

    assert [name for name in re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) if name != "all"] == list(VIEWS)
