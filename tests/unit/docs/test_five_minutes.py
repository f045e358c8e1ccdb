"""docs/guides/five-minutes.md and README: the commands are the ones that `simt init` names."""

from __future__ import annotations

import re
from pathlib import Path

import simt
from docs.site.session import Command, steps
from tests.pages import Page
from tests.paths import ROOT

PAGE = ROOT / "docs/guides/five-minutes.md"


def test_the_commands_are_the_ones_that_init_names(tmp_path: Path) -> None:
    named = simt.init(tmp_path / "new").commands[1:]
    shown = [step.line for step in steps(PAGE.read_text(encoding="utf-8")) if isinstance(step, Command)]
    assert [line for line in shown if line in ("simt init", *named)] == ["simt init", *named]
    section = Page("README.md").text.partition("## The first five minutes")[2].partition("\n## ")[0]
    assert re.findall(r"^    (simt .*?)(?:  .*)?$", section, re.MULTILINE) == ["simt init", *named]
