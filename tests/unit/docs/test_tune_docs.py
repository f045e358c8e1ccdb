"""docs/tune.md tells the truth: its Python, and what its text says of launches."""

from __future__ import annotations

import pytest

from simt.exploration.sessions.launches import FULL, TRIALS
from tests.pages import Page, simt

PAGE = Page("docs/tune.md")


@pytest.mark.nightly
def test_30_trials_find_the_best_of_60() -> None:
    command = next(line for line in PAGE.text.splitlines() if line.startswith("    simt tune opencl/"))
    whole = simt(command.strip())
    assert whole.startswith("opencl/histogram.cl on gtx280: 60 launches, all run\n")
    best = next(line for line in whole.splitlines() if line.startswith("   1 "))
    assert best in PAGE.blocks("console")[1]


def test_the_numbers_of_launches() -> None:
    assert f"Spaces of up to {FULL} launches are run in full. Of a larger one, {TRIALS} are run" in PAGE.text


def test_the_python(capsys: pytest.CaptureFixture[str]) -> None:
    PAGE.run_python()
    last, command = capsys.readouterr().out.splitlines()[-2:]
    assert last.startswith("{'define.n': 32, 'define.height': 16, 'define.width': 16} 21135 1.2053")
    assert last.endswith(" 17787")
    assert command == "simt run mm_local -m gtx280_core -D n=32 -D height=16 -D width=16"


@pytest.mark.nightly
def test_what_why_says() -> None:
    page = Page("docs/why.md")
    shown = page.block("", having="with work-groups of other sizes")
    command = next(line for line in page.text.splitlines() if "`simt why opencl/" in line).split("`")[1]
    assert shown in simt(command)
