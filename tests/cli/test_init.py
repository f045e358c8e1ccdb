"""`simt init`, and a newcomer's way from it to a diagnosis: five commands, of which none prints more than a screen."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import Result

import simt
from simt.verbs.init import LANGUAGES
from tests.commands import invoke

LINES, COLUMNS = 24, 80
pytestmark = pytest.mark.usefixtures("empty_folder")


def say(text: str) -> Result:
    return invoke(*shlex.split(text)[1:], env={"COLUMNS": str(COLUMNS)})


def commands(shown: Result) -> list[str]:
    return [line.strip() for line in shown.output.splitlines() if line.startswith("  ")]


def test_from_nothing_to_a_diagnosis_in_five_commands_of_a_screen_each() -> None:
    begun = say("simt init")
    told = [begun, *map(say, commands(begun))]
    assert len(told) == 5
    for shown in told:
        assert shown.exit_code == 0, shown.output
        lines = shown.output.splitlines()  # with standard error
        assert len(lines) < LINES, "no room for the prompt"
        assert max(map(len, lines)) <= COLUMNS
    _, run, why, trace, diff = (shown.stdout for shown in told)
    assert "check   passed" in run
    assert "bank_conflict" in run
    assert "pad the pitch to\n    13; saves" in why
    assert "  8 banks of local memory; saves 312 cycles (24.2 %)\n" in why
    assert "bank_conflict" in trace
    assert "\n1287 -> 975 cycles, -312 (-24.2 %)\n" in diff


def test_the_advice_for_the_kernel_saves_what_it_says() -> None:
    say("simt init")
    before, after = (simt.run("rows.s", "machine.toml", defines=defines) for defines in ({}, {"pitch": 13}))
    assert after.check is not None
    assert after.check.passed
    [pitch, *_] = simt.why("rows.s", "machine.toml").changes
    assert before.cycles - after.cycles == pitch.saved == 468


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_way(lang: str) -> None:
    begun = say(f"simt init 'my folder' --lang {lang}")
    first, *others = commands(begun)
    assert first == "cd 'my folder'"
    assert [command.split()[1] for command in others] == ["run", "why", "trace", "diff"]
    files = sorted(path.name for path in Path("my folder").iterdir())
    assert files == sorted(begun.output.partition(":")[0].removeprefix("wrote ").replace(" and ", ", ").split(", "))
    run, *_, diff = others
    for command in (run, diff):
        words = [f"my folder/{word}" if Path("my folder", word).is_file() else word for word in shlex.split(command)]
        shown = say(shlex.join(words))
        assert shown.exit_code == 0, shown.output
        assert ("check   passed" if command == run else " cycles, -") in shown.output


@pytest.mark.parametrize("name", ["rows.s", "rows.py", "machine.toml"])
def test_nothing_is_overwritten(name: str) -> None:
    Path(name).write_text("mine")
    refused = say("simt init")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == (
        f"error[E0652]: `{name}` is there already, and nothing is overwritten\n"
        "  = help: work in an empty folder, or move it away\n"
    )
    assert [path.name for path in Path().iterdir()] == [name]
    assert Path(name).read_text() == "mine"


def test_a_folder_that_cannot_be_made() -> None:
    refused = say("simt init no/where")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("error[E0652]: cannot write `no/where`: no such file or directory")
    Path("file").touch()
    assert say("simt init file").exit_code == 2
    assert say("simt init --lang fortran").exit_code == 2
    with pytest.raises(simt.SimtError, match=r"there is no language `opnecl`\n  = help: did you mean `opencl`\?"):
        simt.init("x", lang="opnecl")
    assert not Path("x").exists()


def test_json() -> None:
    data = json.loads(say("simt init f --json").output)
    assert data["files"] == ["f/rows.s", "f/rows.py", "f/machine.toml"]
    assert data["commands"][:2] == ["cd f", "simt run rows.s -m machine.toml"]
