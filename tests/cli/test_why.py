"""`simt why`: what it prints, and with what it ends."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from tests.commands import invoke

simt = partial(invoke, "why")


def test_why_names_the_limit_and_what_helps() -> None:
    shown = simt("transpose", "-q", status=0)
    lines = shown.output.splitlines()
    assert lines[0] == "transpose on fpga4: 2185 cycles"
    assert lines[3].split()[:4] == ["bank", "conflicts", "1412", "-773"]
    assert "      measured by -s ideal.banks=true" in lines
    assert "pad the pitch to" in shown.output
    chain = lines.index("the chain of instructions that bounds the run")
    assert lines[chain + 1].split()[:3] == ["bank_conflict", "35.1", "%,"]
    assert lines[chain + 4].split()[:4] == ["768", "35.1", "%", "bank_conflict"]
    assert max(map(len, lines)) <= 80


def test_its_settings_are_those_of_run() -> None:
    found = json.loads(simt("transpose", "--json", "-q").output)
    [banks] = [change for change in found["changes"] if "banks of local memory" in change["text"]]
    settings = [word for key, value in banks["keys"].items() for word in ("-s", f"{key}={value}")]
    again = invoke("run", "transpose", "--json", "-q", *settings)
    assert json.loads(again.output)["cycles"] == banks["cycles"]
    assert sum(piece["end"] - piece["begin"] for piece in found["chain"]["pieces"]) == found["cycles"]


def test_a_trap_has_nothing_to_explain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.s").write_text(".threads 4\n.local x u32[4]\n ld.local r0, [x + 100000]\n ret\n")
    shown = simt("bad.s")
    assert shown.exit_code in (3, 4)
    assert "what would help" not in shown.output


def test_it_writes_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert simt("transpose", "-q", "-o", "why.txt").output == ""
    assert Path("why.txt").read_text().startswith("transpose on fpga4: 2185 cycles\n")
    simt("transpose", "-q", "-o", "why.json")
    assert json.loads(Path("why.json").read_text())["cycles"] == 2185
    refused = simt("transpose", "-o", "why.svg")
    assert (refused.exit_code, Path("why.svg").exists()) == (2, False)
    assert "error[E0653]: an explanation is written as .txt or .json, not why.svg" in refused.stderr
