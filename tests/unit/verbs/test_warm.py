"""Kinds of engine: each has a machine that needs it, and `simt warm` compiles those that are not there."""

from __future__ import annotations

import json

import pytest

import simt
from simt.core.engine.kinds import KINDS, kind_of, optional_groups
from simt.core.engine.names import CORELESS, OPTIONAL
from simt.machine import Machine
from tests.commands import invoke
from tests.compiling import announced


@pytest.mark.parametrize("name", [name for name in KINDS if name not in CORELESS])
def test_the_machine_of_a_kind_needs_it(name: str) -> None:
    kind = KINDS[name]
    machine = Machine.load("fpga4", kind.keys)
    assert machine.is_device == (kind.engine in ("device", "groups", "check_groups"))
    assert len(optional_groups(machine)) == len(OPTIONAL)
    assert kind_of(kind.engine, machine) is kind
    assert len({(each.engine, each.groups) for each in KINDS.values()}) == len(KINDS)


def test_every_shipped_machine_has_its_kind() -> None:
    from simt.machine import presets

    for name in presets():
        machine = Machine.load(name)
        for engine in ("device", "groups") if machine.is_device else ("cycle", "functional"):
            assert kind_of(engine, machine).engine == engine


def test_what_is_missing_is_compiled_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    none = KINDS["plain"].groups
    missing = {("cycle", none), ("functional", none)}
    monkeypatch.setattr("simt.core.engine.kinds.compile_needed", lambda engine, groups: (engine, groups) in missing)
    seen = []
    assert simt.warm("plain", "masks", "functional", progress=lambda *told: seen.append(told)) == [
        "plain",
        "functional",
    ]
    assert [(kind.name, number, count) for kind, number, count in seen] == [("plain", 0, 2), ("functional", 1, 2)]
    assert simt.warm("functional", "plain", progress=lambda *_: True) == []
    shown = invoke("warm", "plain", "masks", status=0)
    assert shown.stderr == f"compiling plain, 1 of 1, some {KINDS['plain'].seconds} s\n"
    listed = invoke("warm", "--list").stdout
    assert [line.split()[:2] for line in listed.splitlines()][:2] == [["plain", "-"], ["masks", "compiled"]]
    assert json.loads(invoke("warm", "masks", "--json", "-q").stdout)["compiled"] == {"masks": True}
    doctor = json.loads(invoke("doctor", "--json").stdout)
    assert [name for name, there in doctor["cache"]["kinds"].items() if not there] == ["plain", "functional"]


def test_a_kind_that_there_is_not() -> None:
    with pytest.raises(
        simt.SimtError, match=r"there is no kind of engine `bundels`\n  = help: did you mean `bundles`\?"
    ):
        simt.warm("bundels")
    assert invoke("warm", "bundels").exit_code == 2
    for option in (["--fresh"], ["-j", "2"]):
        refused = invoke("warm", "--list", *option, status=2)
        assert "--list compiles nothing: leave out --fresh and --jobs" in refused.stderr


def test_the_note_names_the_kind(capsys: pytest.CaptureFixture[str]) -> None:
    from simt.cli.reporting import compile_note, progress_shown

    with progress_shown("cycle", is_quiet=False) as progress:
        for kind in KINDS.values():
            compile_note(progress, is_quiet=False)(kind)
    lines = capsys.readouterr().err.splitlines()
    assert lines[5] == announced("device").splitlines()[0]
    assert max(map(len, lines)) <= 80
    assert len(lines) == 1 + len(KINDS), "how often it happens is said once"
