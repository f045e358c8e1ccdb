"""docs/memory.md tells the truth about launches: its commands print what it says, its Python too."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from simt.cli.main import cli
from simt.memory.storage.layout import Layout
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "memory.md").read_text(encoding="utf-8").split("## 10. Behind a kernel")[1]


def block(language: str) -> str:
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return str(text)


def test_the_commands_print_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for text in block("console").split("$ simt ")[1:]:
        command, *lines = text.splitlines()
        result = CliRunner().invoke(cli, shlex.split(command))
        assert result.exit_code == 0, result.output
        assert set(lines) <= set(result.stdout.splitlines())
    assert "3 objects in use" in result.stdout


def test_the_python_prints_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    code = block("python")
    exec(compile(code, "docs/memory.md", "exec"), {})
    (told,) = re.findall(r"^print\(.*  # (.*)$", code, re.MULTILINE)
    assert capsys.readouterr().out == f"{told}\n"


def test_where_textures_begin() -> None:
    places = Layout().partitions
    assert [places["texture", (texture, 0)][0] % 16 for texture in range(6)] == [0, 4, 8, 12, 0, 4]


def test_the_banks_of_the_page() -> None:
    """4096 bytes of a row, 8 banks, one channel: the default of `memory.part`."""
    layout = Layout()
    found = [layout.address_of(0), layout.address_of(4), layout.partitions["texture", (0, 0)][0]]
    assert [address // 4096 % 8 for address in found] == [4, 5, 4]
