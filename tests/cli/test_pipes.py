"""A pipe or a device in the place of a file is refused by every option that writes one: it may wait for a reader."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from simt.cli.main import cli
from tests.commands import invoke

# In {} stands the file; the pipe has the name that the format of the output asks for.
WRITERS = {
    "run dot -o {}": ".json", "run dot --out x={}": ".npy", "trace dot -o {}": ".vcd", "report dot -o {}": ".html",
    "experiment issue-width -o {}": "", "sweep run dot --set banks=2,4 -o {}": ".sqlite",
    "sweep export done.sqlite -o {}": ".csv", "sweep show done.sqlite --plot lines -x banks -o {}": ".svg",
    "explore dot --set banks=2,4 -o {}": ".sqlite", "explore dot --set banks=2,4 --plot {}": ".svg",
    "tune dot --set banks=2,4 -o {}": ".sqlite", "tune dot --set banks=2,4 --csv {}": ".csv",
    "model predict dot -m fpga4 -o {}": ".txt", "model measured dot -m fpga4 -o {}": ".txt",
    "model sensitivity dot -m fpga4 -o {}": ".txt", "model analysis dot -m fpga4 -o {}": ".txt",
    "model counts done.toml -o {}": ".txt",
    "model paper mm_local -o {}": ".txt", "model figures -o {}": ".txt", "model parameters -o {}": ".toml",
    "model paper mm_local --save-counts {}": ".toml", "compare dot -m fpga4 -o {}": ".html",
    "compare dot -m fpga4 --plot scatter -o {}": ".svg", "calibrate -m fpga4 -o {}": ".toml",
    "asm dot -o {}": ".hex", "disasm done.hex -o {}": ".s", "machine show -o {}": ".toml",
    "why dot -o {}": ".txt", "check dot -o {}": ".txt", "diff dot dot -o {}": ".txt", "memory clients -o {}": ".svg",
    "memory bench -o {}": ".svg", "memory run done.trc --config ddr2-667-3 --commands {}": ".csv",
    "gate done.toml -o {}": ".md", "memory map -o {}": ".json", "memory run done.trc --config ddr2-667-3 -o {}": ".csv",
}  # fmt: skip


@pytest.fixture
def pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A pipe; it is open, so that a command that writes to it does not wait for ever."""
    monkeypatch.chdir(tmp_path)
    path = Path("pipe")
    os.mkfifo(path)
    end = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    yield path
    os.close(end)


def call(command: str, status: int) -> str:
    return invoke(*command.split(), status=status).stderr


@pytest.mark.parametrize("command", WRITERS)
def test_as_an_output(command: str, pipe: Path) -> None:
    if "done" in command:
        call("sweep run dot --set banks=2 -o done.sqlite", 0)
        call("asm dot -o done.hex", 0)
        Path("done.trc").write_text("0 0x0 R\n")
        Path("done.toml").write_text("work_items = 64\nlocal_size = 64\n")
    named = pipe.rename(f"pipe{WRITERS[command]}")
    told = call(command.format(named), 2)
    is_sqlite, is_folder = named.suffix == ".sqlite", "experiment" in command
    why = "is a device or a pipe, not a" if is_sqlite else "is a file, not a folder" if is_folder else "it is a pipe or"
    assert why in told
    assert named.is_fifo()


def test_no_option_that_writes_a_file_is_left_out() -> None:
    tried = {tuple(word for word in command.split() if not word.startswith("{")) for command in WRITERS}
    for names, option in _writing(cli):
        flags = {flag for flag in option.opts if flag.startswith("-")}
        assert any(words[: len(names)] == names and flags & {*words} for words in tried), (names, flags)


def _writing(group: click.Group, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Option]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from list(_writing(command, (*before, name)))[: 1 if name == "experiment" else None]
        elif command is not None:
            for option in command.params:
                if isinstance(option, click.Option) and _is_written(option):
                    yield (*before, name), option


def _is_written(option: click.Option) -> bool:
    return "--out" in option.opts or ({"-o", "--plot"} & {*option.opts} and option.metavar in ("FILE", "FOLDER"))


@pytest.mark.parametrize(
    "command", ["run {}", "asm {}", "model counts {}", "model paper mm_local -d {}", "model {}", "asm includes.s"]
)
def test_as_an_input(command: str, pipe: Path) -> None:
    Path("includes.s").write_text('.include "pipe"\nret\n')
    assert "is a pipe or a device, not a file" in call(command.format(pipe), 3 if "includes" in command else 2)
