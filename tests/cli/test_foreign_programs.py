"""An assembled program of somebody else's names files; none of them is opened."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import isa
import simt
from isa.forms.objfile import dump_program
from tests.commands import invoke

LINE = "root:x:0:0:the first line"
SECRET = "the line below it"
KERNEL = ".threads 4\n    mov.b32 r1, 1\n    ret\n"


def _file(path: Path) -> None:
    path.write_text(f"{LINE}\n{SECRET}\n")


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.fixture(params=[_file, _pipe, _device])
def forged(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A program file `forged.json` whose instructions quote the first line of `target`, and an oracle beside that."""
    monkeypatch.chdir(tmp_path)
    make: Callable[[Path], None] = request.param
    target = tmp_path / "target"
    make(target)
    target.with_suffix(".py").write_text("open('marker', 'w').close()\n")
    data: dict[str, Any] = json.loads(dump_program(isa.assemble(KERNEL)))
    data["sources"] = [[str(target), None, None]]
    data["locations"] = [[str(target), 1, 1, LINE]] * 2
    Path("forged.json").write_text(json.dumps(data))
    return data


def test_what_a_program_file_names_is_not_shown(forged: dict[str, Any]) -> None:
    for command in ("run --view source", "report -o page.html", "run --json", "disasm"):
        verb, *options = command.split()
        result = invoke(verb, "forged.json", *options)
        shown = result.output + (Path("page.html").read_text() if verb == "report" else "")
        assert result.exit_code == 0, result.output
        assert SECRET not in shown
    assert not Path("marker").exists()


def test_no_oracle_beside_a_file_that_a_program_names_runs(forged: dict[str, Any]) -> None:
    assert simt.run(isa.load_program("forged.json"), "fpga4", oracle=True).check is None
    assert not Path("marker").exists()
