"""`simt explain`."""

from __future__ import annotations

import json
import re

from click.testing import CliRunner, Result

from isa.diagnostics import EXPLANATIONS
from simt.cli.main import cli
from tests.paths import ROOT


def simt(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["explain", *arguments])


def test_the_list_of_codes() -> None:
    output = simt().output
    assert "\nE0405  machine keys that contradict each other\n" in output
    assert json.loads(simt("--json").output)["E0405"] == "machine keys that contradict each other"
    assert len(output.splitlines()) == len(EXPLANATIONS)


def test_one_code_in_any_case() -> None:
    assert simt("e0405").output.startswith("E0405: machine keys that contradict each other\n\n")
    assert json.loads(simt("E0405", "--json").output)["code"] == "E0405"


def test_every_code_that_the_sources_use_is_explained() -> None:
    simt()  # registers them
    used: dict[str, str] = {}
    for folder in ("isa", "simt"):
        for path in (ROOT / folder).rglob("*.py"):
            for code in re.findall(r'"([ET]\d{3,4})"', path.read_text()):
                used.setdefault(code, str(path.relative_to(ROOT)))
    for base_class in ("E0000", "E0100"):  # always replaced by the code of what is wrong
        del used[base_class]
    assert {code: path for code, path in used.items() if code not in EXPLANATIONS} == {}


def test_an_unknown_code() -> None:
    result = simt("E0400x")
    assert result.exit_code == 2
    assert "There is no code `E0400x`. Did you mean E0400?" in result.stderr
