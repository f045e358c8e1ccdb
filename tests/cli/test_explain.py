"""`simt explain`."""

from __future__ import annotations

import json
import re
import shlex
from functools import partial
from itertools import pairwise

import click
import pytest

from isa.explanations import explanations
from simt.cli.main import cli
from simt.core.state.reasons import LANE_KINDS, REASON_HELP
from simt.core.state.traps import TRAP_KINDS
from simt.result.stops import DISAGREEMENT, STOP_CODES
from tests.commands import invoke
from tests.paths import ROOT

PAGES = explanations("isa", "simt")
WORDS = [name for name, page in PAGES.items() if not page.is_code]
simt = partial(invoke, "explain")


def test_the_list_of_codes_and_reasons() -> None:
    output = simt().output
    assert "\nE0405  machine keys that contradict each other\n" in output
    assert "\nT004   a barrier that can never open (deadlock)\n" in output
    assert "\nbank_conflict    several words of one local-memory bank, served one by one\n" in output
    titles = json.loads(simt("--json").output)
    assert titles["E0405"] == "machine keys that contradict each other"
    assert set(titles) == set(PAGES)
    assert [line.split()[0] for line in output.splitlines() if line[5:7] == "  " or line[15:17] == "  "] == [*PAGES]


def test_one_code_in_any_case() -> None:
    assert simt("e0405").output.startswith("E0405: machine keys that contradict each other\n\n")
    assert json.loads(simt("E0405", "--json").output)["code"] == "E0405"


def test_a_reason_and_a_stop_by_name_in_any_case() -> None:
    page = simt("bank_conflict").output
    assert page.startswith("bank_conflict: several words of one local-memory bank, served one by one\n\n")
    assert simt("Bank_Conflict").output == page
    assert simt("deadlock").output == simt("T004").output
    assert simt("deadlock").output.startswith("T004: a barrier that can never open\n")


@pytest.mark.parametrize("columns", [60, 80, 132])
def test_a_page_fills_the_columns_of_the_screen(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for name, page in PAGES.items():
        shown = simt(name).output
        assert shown.split() == str(page).split()
        for line, following in pairwise(shown.splitlines()):
            if line.startswith("    ") or not following or following.startswith(("    ", "- ")):
                continue
            assert len(line) <= columns, name
            if line and line[-1] != ":":
                assert len(line) + 1 + len(following.split()[0]) > columns, (name, line)


def test_every_code_that_the_sources_use_is_explained_and_no_other() -> None:
    used = {
        code
        for folder in ("isa", "simt")
        for path in (ROOT / folder).rglob("*.py")
        for code in re.findall(r'"([CEWT]\d{3,4})"', path.read_text())
    }
    base_classes = {"E0000", "E0100"}  # always replaced by the code of what is wrong
    assert used - base_classes == {name for name, page in PAGES.items() if page.is_code}


def test_every_word_of_the_ledgers_has_its_page_and_every_stop() -> None:
    assert sorted(WORDS) == sorted([*REASON_HELP, *LANE_KINDS])
    assert {reason: PAGES[reason].title for reason in REASON_HELP} == REASON_HELP
    assert set(TRAP_KINDS) - {"none"} <= set(STOP_CODES)
    assert {name for name in PAGES if name.startswith("T")} == {*STOP_CODES.values(), DISAGREEMENT}


@pytest.mark.parametrize("word", WORDS)
def test_a_page_of_the_ledgers(word: str) -> None:
    """It fits a terminal, says when the word is charged and where to see it, and its commands can be given."""
    body = PAGES[word].body
    assert max(map(len, str(PAGES[word]).splitlines())) <= 79
    assert "\nCharged: " in body
    assert "docs/processor.md" in body
    commands = [line for line in body.splitlines() if line.startswith("    simt ")]
    assert commands
    for command in commands:
        _, *arguments = shlex.split(command.replace("sweep", "sweep run"), comments=True)
        parsed: click.Command | None = cli
        while isinstance(parsed, click.Group):
            name, parsed, arguments = parsed.resolve_command(click.Context(parsed), arguments)
        assert parsed is not None, command
        parsed.make_context(name, arguments)


def test_an_unknown_code() -> None:
    simt("E0400x", status=2)
    meant = {"bankconflict": "bank_conflict", "dead_lock": "deadlock", "E0400x": "E0400", "xyzzy": ""}
    for word, name in meant.items():
        shown = simt(word).stderr
        assert shown.startswith(f"error[E0670]: there is no code or reason `{word}`\n")
        assert shown.endswith(f"help: did you mean `{name}`?\n" if name else "help: `simt explain` lists them\n")
