"""README tells the truth: its sample output is that of its first command, and its links lead somewhere."""

from __future__ import annotations

import re
import shlex

import pytest
from click.testing import CliRunner

from simt.cli.main import cli
from tests.paths import ROOT

pytestmark = pytest.mark.smoke
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language: str, first: str) -> str:
    """The fenced block of this language that contains `first`."""
    found = [
        text for text in re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE) if first in text
    ]
    assert len(found) == 1
    return str(found[0])


def run(command: str) -> str:
    """The standard output of a `simt` command line."""
    name, *arguments = shlex.split(command, comments=True)
    assert name == "simt"
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_sample_output_is_that_of_the_first_command() -> None:
    command = re.search(r"^    python3 -m venv .* && \.venv/bin/(simt run .*)$", README, re.MULTILINE)
    assert command is not None
    printed = run(command[1]).splitlines()
    gap = False
    for line in block("", "fft128 on fpga4").splitlines():
        if line.strip() == "...":
            gap = True
            continue
        place = printed.index(line) if line in printed else -1
        assert place == 0 or (gap and place > 0), f"{line!r} where simt prints {printed[:1]}"
        del printed[: place + 1]
        gap = False
    assert gap or not printed


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)", README)
    assert len(links) > 15
    assert [link for link in links if not (ROOT / link).exists()] == []
