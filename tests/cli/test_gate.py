"""`simt gate`: exit statuses, what it prints and writes."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

import simt
from tests.commands import invoke
from tests.gates import CONFLICT, GATE, write

OVER = """\
gate.toml: 1 case, 1 over the limit
  over the limit  one on fpga4  20  21  +1 (+5.0 %)  +0 %
    +1  one.s:4  bank_conflict +1  st.local [r1 + x], r1
if this is meant: `simt gate gate.toml --update`, and commit gate.json
without an oracle, so that only cycles are compared: 1 case
"""
pytestmark = pytest.mark.usefixtures("empty_folder")
gate = partial(invoke, "gate")


def test_a_gate_from_its_first_baseline_on() -> None:
    write()
    missing = gate()
    assert (missing.exit_code, missing.stderr) == (1, "")
    assert "no baseline: `simt gate gate.toml --update` writes it to gate.json; commit it\n" in missing.stdout
    written = gate("--update", status=0)
    assert "gate.json is written: commit it\n" in written.stdout
    same = gate()
    assert (same.exit_code, same.stdout.splitlines()[0]) == (0, "gate.toml: 1 case, all the same as the baseline")
    write(CONFLICT)
    over = gate("gate.toml")
    assert (over.exit_code, over.stdout, over.stderr) == (1, OVER, "")
    again = gate("--update", status=0)
    assert again.stdout.splitlines()[0] == "gate.toml: 1 case, 1 slower"
    assert gate().exit_code == 0


def test_outputs_say_the_same() -> None:
    write()
    gate("--update")
    write(CONFLICT)
    gated = simt.gate()
    for suffix, text in ((".txt", str(gated)), (".md", gated.markdown())):
        shown = gate("-o", f"out{suffix}")
        assert (shown.exit_code, shown.stdout) == (1, OVER)
        assert shown.stderr.startswith(f"wrote out{suffix}: ")
        assert Path(f"out{suffix}").read_text() == text
    assert json.loads(gate("--json").stdout) == json.loads(json.dumps(gated.to_dict()))
    gate("-o", "out.json", "-q")
    assert json.loads(Path("out.json").read_text()) == json.loads(json.dumps(gated.to_dict()))
    assert gate("--markdown").stdout == gated.markdown()


def test_quiet_says_only_what_went_wrong() -> None:
    write()
    gate("--update")
    assert gate("-q").output == ""
    write(CONFLICT)
    assert gate("-q").output == OVER


def test_an_own_oracle_is_reported_with_what_leaves_it_alone() -> None:
    write()
    Path("one.py").write_text(
        "def inputs(program, rng):\n    return {}\ndef expected(program, inputs):\n    return {}\n"
    )
    note = "note: one.py is run for inputs and expected results; oracle = false skips it\n"
    assert gate().stderr == note
    assert gate("-q").stderr == ""
    write(gate=GATE + "oracle = false\n")
    assert gate().stderr == ""


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["none.toml"], 2, "there is no gate `none.toml`"),
        (["--json", "--markdown"], 2, "--json and --markdown exclude each other"),
        (["--only", "two"], 2, "`gate.toml` has no case with `two` in its name"),
        (["-o", "out.html"], 2, "the outcome of a gate is written as .txt, .md, .json, not out.html"),
        (["-o", "none/out.md"], 2, "there is no folder none"),
        (["bad.toml"], 2, " --> bad.toml:2:10\n"),
        (["wrong.toml"], 3, " --> wrong.s:1:5\n"),
    ],
)
def test_mistakes(words: list[str], status: int, told: str) -> None:
    write()
    Path("bad.toml").write_text('[[case]]\nkernel = "oen.s"\n')
    Path("wrong.toml").write_text('[[case]]\nkernel = "wrong.s"\n')
    Path("wrong.s").write_text("    add.u33 r1, r1\n")
    shown = gate(*words, status=status)
    assert told in shown.stderr
    assert shown.stdout == ""


def test_mistakes_are_json_under_json() -> None:
    Path("gate.toml").write_text('[[case]]\nkernel = "dott"\n')
    told = json.loads(gate("--json").stderr)
    assert (told["code"], told["file"], told["line"]) == ("E0650", "gate.toml", 2)


def test_a_baseline_that_cannot_be_written_is_reported_before_the_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    write()
    Path("gate.json").mkdir()
    monkeypatch.setattr("simt.verbs.gate.prepare", None)
    shown = gate("--update", status=2)
    assert "gate.json" in shown.stderr
