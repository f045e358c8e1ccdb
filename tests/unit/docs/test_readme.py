"""README tells the truth: its sample output is that of its first command, and its links lead somewhere."""

from __future__ import annotations

import re

import pytest

from tests.pages import Page, simt
from tests.paths import ROOT

pytestmark = pytest.mark.smoke
README = Page("README.md")


def test_the_sample_output_is_that_of_the_first_command() -> None:
    command = re.search(r"^    python3 -m venv .* && \.venv/bin/(simt run .*)$", README.text, re.MULTILINE)
    assert command is not None
    printed = simt(command[1]).splitlines()
    gap = False
    for line in README.block("", "fft128 on fpga4").splitlines():
        if line.strip() == "...":
            gap = True
            continue
        place = printed.index(line) if line in printed else -1
        assert place == 0 or (gap and place > 0), f"{line!r} where simt prints {printed[:1]}"
        del printed[: place + 1]
        gap = False
    assert gap or not printed


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)", README.text)
    assert len(links) > 15
    assert [link for link in links if not (ROOT / link).exists()] == []
