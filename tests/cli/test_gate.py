"""`simt gate`: exit statuses, what it prints and writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import simt
from simt.cli.main import cli
from tests.gates import CONFLICT, GATE, write

OVER = """\
gate.toml: 1 case, 1 over the limit
  over the limit  one on fpga4  20  21  +1 (+5.0 %)  +0 %
    +1  one.s:4  bank_conflict +1  st.local [r1 + x], r1
if this is meant: `simt gate gate.toml --update`, and commit gate.json
without an oracle, so that only cycles are compared: 1 case
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["gate", *arguments], catch_exceptions=False)


def test_a_gate_from_its_first_baseline_on() -> None:
    write()
    missing = invoke()
    assert (missing.exit_code, missing.stderr) == (1, "")
    assert "no baseline: `simt gate gate.toml --update` writes it to gate.json; commit it\n" in missing.stdout
    written = invoke("--update")
    assert written.exit_code == 0
    assert "gate.json is written: commit it\n" in written.stdout
    same = invoke()
    assert (same.exit_code, same.stdout.splitlines()[0]) == (0, "gate.toml: 1 case, all the same as the baseline")
    write(CONFLICT)
    over = invoke("gate.toml")
    assert (over.exit_code, over.stdout, over.stderr) == (1, OVER, "")
    again = invoke("--update")
    assert again.exit_code == 0
    assert again.stdout.splitlines()[0] == "gate.toml: 1 case, 1 slower"
    assert invoke().exit_code == 0


def test_outputs_say_the_same() -> None:
    write()
    invoke("--update")
    write(CONFLICT)
    gated = simt.gate()
    for suffix, text in ((".txt", str(gated)), (".md", gated.markdown())):
        shown = invoke("-o", f"out{suffix}")
        assert (shown.exit_code, shown.stdout) == (1, OVER)
        assert shown.stderr.startswith(f"wrote out{suffix}: ")
        assert Path(f"out{suffix}").read_text() == text
    assert json.loads(invoke("--json").stdout) == json.loads(json.dumps(gated.to_dict()))
    invoke("-o", "out.json", "-q")
    assert json.loads(Path("out.json").read_text()) == json.loads(json.dumps(gated.to_dict()))
    assert invoke("--markdown").stdout == gated.markdown()


def test_quiet_says_only_what_went_wrong() -> None:
    write()
    invoke("--update")
    assert invoke("-q").output == ""
    write(CONFLICT)
    assert invoke("-q").output == OVER


def test_an_own_oracle_is_reported_with_what_leaves_it_alone() -> None:
    write()
    Path("one.py").write_text(
        "def inputs(program, rng):\n    return {}\ndef expected(program, inputs):\n    return {}\n"
    )
    note = "note: one.py is run for inputs and expected results; oracle = false skips it\n"
    assert invoke().stderr == note
    assert invoke("-q").stderr == ""
    write(gate=GATE + "oracle = false\n")
    assert invoke().stderr == ""


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
    shown = invoke(*words)
    assert shown.exit_code == status
    assert told in shown.stderr
    assert shown.stdout == ""


def test_mistakes_are_json_under_json() -> None:
    Path("gate.toml").write_text('[[case]]\nkernel = "dott"\n')
    told = json.loads(invoke("--json").stderr)
    assert (told["code"], told["file"], told["line"]) == ("E0650", "gate.toml", 2)


def test_a_baseline_that_cannot_be_written_is_reported_before_the_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    write()
    Path("gate.json").mkdir()
    monkeypatch.setattr("simt.verbs.gate.prepare", None)
    shown = invoke("--update")
    assert shown.exit_code == 2
    assert "gate.json" in shown.stderr
