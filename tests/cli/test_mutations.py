"""Damaged files through every reader of the command line: a few of those that `python -m benches.mutations` makes."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path

import click
import pytest

from benches import mutations
from benches.mutations import Reader, Step, called, command, fuzz, readers
from simt.cli.main import cli

# Inputs in every run: as many as take about a twentieth of a second. The nightly run has a million others.
COUNTS = {
    "s": 15, "json": 60, "hex": 40, "machine": 20, "simt.toml": 20, "settings": 40, "plan": 50, "search": 125,
    "counts": 40, "device": 40, "pipeline": 20, "gate": 40, "baseline": 40, "cl": 4, "py": 10, "ll": 100, "npy": 20,
    "npz": 15, "csv": 15, "txt": 15, "channel": 50, "channel.toml": 50, "requests": 20, "memory": 150, "clients": 25,
    "saved": 15, "results": 15,
}  # fmt: skip


@pytest.mark.parametrize("name", COUNTS)
def test_mutants(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ends, faults = fuzz(name, 1, range(COUNTS[name]), runs=False)
    assert not faults
    assert ends.total() == COUNTS[name]
    assert len(ends) > 1, "inputs come to several ends"


def test_every_reader_is_there() -> None:
    assert list(COUNTS) == list(readers())


def endless(path: Path) -> None:
    while True:
        path.exists()


def waiting(path: Path) -> None:
    threading.Event().wait()


def broken(path: Path) -> None:
    raise KeyError(path.name)


class Misbehaving(type(cli)):  # type: ignore[misc]
    """The command line with verbs that do what none may do."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        def act() -> None:
            if cmd_name == "doctor":
                raise KeyError
            click.echo("\x07" if cmd_name == "isa" else "no", err=True)
            ctx.exit(2)

        return click.Command(cmd_name, callback=act)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (partial(called, endless), "longer than 0.05 s"),
        (partial(called, waiting), "longer than 0.05 s"),
        (partial(called, broken), "KeyError: 'x.txt'"),
        (partial(command, "isa"), "it prints '\\x07'"),
        (partial(command, "doctor"), "status 70: internal error: KeyError"),
        (partial(command, "warm"), "an error without a code: no"),
    ],
    ids=["endless", "waiting", "exception", "control", "internal", "code"],
)
def test_what_is_a_fault(step: Step, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told, and the input is kept."""
    monkeypatch.chdir(tmp_path)
    if message.startswith("longer"):  # the others take what they take, on a busy machine too
        monkeypatch.setattr(mutations, "_SECONDS", 0.05)
    monkeypatch.setattr(mutations, "_PATIENCE", 1)
    monkeypatch.setattr(mutations, "readers", lambda: {"mine": Reader("x.txt", lambda rng: b"x", (step,))})
    monkeypatch.setattr(mutations, "cli", Misbehaving("simt"))
    _, (fault,) = fuzz("mine", 1, range(1), tmp_path)
    assert message in fault
    assert (tmp_path / "mine-0.txt").read_bytes() == b"x"
