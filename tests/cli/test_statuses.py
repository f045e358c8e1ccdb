"""With what commands end, and how they say why: one table of statuses, and JSON where JSON was asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from isa.reporting.diagnostics import AssemblyError, SimtError
from simt.cli import main as module
from simt.cli.main import cli
from simt.cli.reporting import STATUSES
from tests.commands import invoke
from tests.paths import ROOT

# A mistake for every command that has --json: arguments, status, code, and the place if there is one.
MISTAKES = [
    ("run bad.s", 3, "E0201", ("bad.s", 2, 1)),
    ("run wrong.s", 4, "T005", ("wrong.s", 2, 8)),
    ("run dot --banks 3", 2, "E0405", ("--banks", 1, 9)),
    ("trace bad.s", 3, "E0201", ("bad.s", 2, 1)),
    ("experiment stack-depth --warp-sizes 3", 2, "E0672", ("command line", 1, 29)),
    ("sweep run plan.toml", 2, "E0762", None),
    ("sweep resume no.sqlite", 2, "E0763", None),
    ("sweep show bad.s", 2, "E0765", None),
    ("explore dot --constraint x", 2, "E0776", None),
    ("tune fft128", 2, "E0781", None),
    ("model counts counts.toml", 2, "E0801", ("counts.toml", 3, 1)),
    ("model predict bad.s", 3, "E0201", ("bad.s", 2, 1)),
    ("model measured nope", 2, "E0650", None),
    ("model analysis wrong.s --max-steps 9", 2, "E0844", ("wrong.s", 2, 8)),
    ("model sensitivity bad.s", 3, "E0201", ("bad.s", 2, 1)),
    ("model paper mm_lokal", 2, "E0809", None),
    ("model figures -s cores=0", 2, "E0805", ("-s", 1, 4)),
    ("model parameters -d nope", 2, "E0806", None),
    ("check nope", 2, "E0650", None),
    ("check wrong.s --max-cycles 100", 4, "T005", ("wrong.s", 2, 8)),
    ("why nope", 2, "E0650", None),
    ("why wrong.s", 4, "T005", ("wrong.s", 2, 8)),
    ("diff dot no.json", 2, "E0651", None),
    ("gate plan.toml", 2, "E0668", None),
    ("compare nope", 2, "E0650", None),
    ("calibrate -m machine.toml", 2, "E0403", ("machine.toml", 2, 15)),
    ("asm bad.s", 3, "E0201", ("bad.s", 2, 1)),
    ("disasm bad.s", 2, "E0340", None),
    ("memory map bad.s", 2, "E0934", None),
    ("memory run bad.s --config ddr2-667-3", 2, "E0660", ("bad.s", 1, 1)),
    ("memory run bad.s --config ddr2-667", 2, "E0430", None),
    ("memory clients plan.toml", 2, "E0432", None),
    ("memory bench ddr2-66", 2, "E0430", None),
    ("init no/where", 2, "E0652", None),
    ("kernels nope", 2, "E0650", None),
    ("isa nope", 2, "E0670", ("command line", 1, 10)),
    ("machine list more", 2, "E0670", ("command line", 1, 19)),
    ("machine show -s lds.latency=0", 2, "E0403", ("-s", 1, 13)),
    ("machine diff fpga4 nope", 2, "E0406", None),
    ("machine schema nope", 2, "E0670", ("command line", 1, 26)),
    ("explain E9999", 2, "E0670", ("command line", 1, 14)),
    ("warm nope", 2, "E0670", ("command line", 1, 11)),
    ("doctor more", 2, "E0670", ("command line", 1, 13)),
]  # fmt: skip


@pytest.mark.parametrize("verb", ["run", "trace", "why"])
def test_an_empty_machine_is_a_mistake(verb: str) -> None:
    """`-m "$MACHINE"`, with a variable that is not set, must not mean the default machine."""
    result = invoke(verb, "dot", "-m", "")
    assert (result.exit_code, result.stderr.split("\n")[0]) == (2, "error[E0406]: there is no machine ``")


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "bad.s": ".threads 4\nnope r1\n",
        "wrong.s": ".threads 4\nagain: jmp again\n",
        "plan.toml": "a = \n",
        "counts.toml": "work_items = 64\nlocal_size = 64\nnope = 1\n",
        "machine.toml": 'base = "fpga4"\nlds.latency = 0\n',
    }.items():
        Path(name).write_text(text, encoding="utf-8")


def commands_with_json(group: click.Group, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands_with_json(command, (*before, name))
        elif command is not None and any("--json" in option.opts for option in command.params):
            yield (*before, name)


@pytest.mark.parametrize(("words", "status", "code", "place"), MISTAKES)
def test_errors_are_json_where_it_was_asked_for(
    words: str, status: int, code: str, place: tuple[str, int, int] | None
) -> None:
    limit = ["--max-cycles", "100"] if "wrong.s" in words and "analysis" not in words else []
    result = invoke(*words.split(), *limit, "--json", status=status)
    note = ("compiling the engine", "  once per kind and installation")  # with a cold cache
    lines = [json.loads(line) for line in result.stderr.splitlines() if not line.startswith(note)]
    first = next(line for line in lines if line["severity"] == "error")
    assert first.keys() == {"code", "severity", "message", "file", "line", "column", "help"}
    assert (first["code"], bool(first["message"])) == (code, True)
    if place is None:
        assert first["line"] is first["column"] is None
    else:
        assert (first["file"], first["line"], first["column"]) == place


def test_no_command_with_json_is_left_out() -> None:
    tried = {tuple(words.split()[:count]) for words, *_ in MISTAKES for count in (1, 2)}
    left = {name for name in commands_with_json(cli) if name not in tried}
    assert {name[0] for name in left} == {"experiment"}, "whose options are those of one function"


def test_the_next_command_tells_errors_as_text() -> None:
    for arguments in (["run", "nope", "--json"], ["run", "nope"]):
        text = invoke(*arguments).stderr
    assert text.startswith("error[E0650]: ")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError("x"), OSError(28, "No space left on device")])
def test_what_has_no_code_has_a_word(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    @click.option("--json", is_flag=True)
    def broken(json: bool) -> None:
        raise error

    monkeypatch.setattr(module, "import_module", lambda _: type("Broken", (), {"isa": broken}))
    result = CliRunner().invoke(cli, ["isa", "--json"])
    status, code = {
        KeyboardInterrupt: (130, "interrupted"), ZeroDivisionError: (70, "internal"), OSError: (2, "E0652"),
    }[type(error)]  # fmt: skip
    assert (result.exit_code, json.loads(result.stderr)["code"]) == (status, code)


def test_one_table_of_statuses() -> None:
    page = (ROOT / "docs/statuses.md").read_text(encoding="utf-8")
    assert {int(number): text for number, text in re.findall(r"^\| (\d+) \| (.*) \|$", page, re.MULTILINE)} == STATUSES
    shown = " ".join(invoke("explain", "--help").output.partition("of every verb:")[2].split())
    assert shown == " ".join(f"{status} {text}" for status, text in STATUSES.items())
    assert {SimtError.exit_status, AssemblyError.exit_status} <= STATUSES.keys()
