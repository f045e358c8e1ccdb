"""Gates: verdicts on runs, the lines that lost, baselines, and mistakes in launches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import simt
from isa.reporting.diagnostics import AssemblyError, SimtError
from simt.diagnosis.gates.cases import GateError
from simt.diagnosis.gates.verdicts import Verdict
from tests.gates import CONFLICT, GATE, KERNEL, write

ORACLE = """\
TOLERANCE = 0
def inputs(program, rng):
    return {}
def expected(program, inputs):
    return {"x": [0, 1, 2, 3, 0, 0, 0, 0]}
"""
pytestmark = pytest.mark.usefixtures("empty_folder")


def updated(kernel: str = KERNEL, gate: str = GATE) -> None:
    write(kernel, gate)
    assert simt.gate(update=True).passed


# --- verdicts ---------------------------------------------------------------------------------------------------------


def test_one_bank_conflict_is_over_the_limit_and_has_its_line() -> None:
    updated()
    write(CONFLICT)
    gated = simt.gate()
    [judged] = gated.cases
    assert judged.before is not None
    assert (judged.before.cycles, judged.cycles, judged.change, judged.most) == (20, 21, 1, 20)
    assert judged.verdict is Verdict.OVER
    assert [(line.shown.place, line.slots) for line in judged.lines] == [("one.s:4", {"bank_conflict": 1})]
    assert str(gated).splitlines()[:3] == [
        "gate.toml: 1 case, 1 over the limit",
        "  over the limit  one on fpga4  20  21  +1 (+5.0 %)  +0 %",
        "    +1  one.s:4  bank_conflict +1  st.local [r1 + x], r1",
    ]
    assert "| `one on fpga4` | 20 | 21 | +1 (+5.0 %) | +0 % | **over the limit** |" in gated.markdown()
    assert "| `one on fpga4` | `one.s:4` | +1 | `bank_conflict` +1 | `st.local [r1 + x], r1` |" in gated.markdown()
    [row] = gated.to_dict()["cases"]
    assert row["lines"] == [{"file": "one.s", "line": 4, "source": "st.local [r1 + x], r1", "is_new": False,
                             "is_gone": False, "slots": {"bank_conflict": 1}}]  # fmt: skip
    assert gated.table["cycles"].tolist() == [21]


@pytest.mark.parametrize(
    ("limit", "before", "now", "verdict"),
    [
        ('"+5 %"', KERNEL, CONFLICT, Verdict.SLOWER),  # 21 is 5 % more than 20
        ('"+4.999 %"', KERNEL, CONFLICT, Verdict.OVER),
        ('"baseline"', KERNEL, KERNEL, Verdict.SAME),
        ('"baseline"', CONFLICT, KERNEL, Verdict.FASTER),
        ("21", KERNEL, CONFLICT, Verdict.SLOWER),
        ("20", KERNEL, CONFLICT, Verdict.OVER),
        ("20", CONFLICT, KERNEL, Verdict.FASTER),
        ("20", None, KERNEL, Verdict.NEW),
        ("19", None, KERNEL, Verdict.OVER),
        ('"+9 %"', None, KERNEL, Verdict.MISSING),
    ],
)
def test_limits(limit: str, before: str | None, now: str, verdict: Verdict) -> None:
    if before is not None:
        updated(before)
    write(now, f"limit = {limit}\n{GATE}")
    gated = simt.gate()
    [judged] = gated.cases
    assert judged.verdict is verdict
    assert gated.passed == judged.passed == (verdict not in (Verdict.OVER, Verdict.MISSING))


def test_a_wrong_result_fails_whatever_its_cycles() -> None:
    Path("one.py").write_text(ORACLE)
    updated()
    write(CONFLICT, f"limit = 99\n{GATE}")
    gated = simt.gate()
    [judged] = gated.cases
    assert judged.verdict is Verdict.WRONG
    assert judged.problem == "`x[6]` is 6 and should be 0: all bits must agree"
    assert judged.problem in str(gated)
    assert "should be 0" in gated.markdown()
    before = Path("gate.json").read_text()
    assert not simt.gate(update=True).passed  # it does not become the baseline
    assert Path("gate.json").read_text() == before
    Path("one.py").write_text("raise ValueError('no')\n")
    with pytest.raises(SimtError, match="E0604"):
        simt.gate()


def test_an_oracle_that_fails_after_the_run_fails_its_case() -> None:
    write(gate=GATE + '[[case]]\nkernel = "dot"\nlimit = 9999\n')
    Path("one.py").write_text("def inputs(program, rng):\n    return {}\ndef expected(program, inputs):\n    1 / 0\n")
    one, dot = simt.gate().cases
    assert (one.verdict, dot.verdict) == (Verdict.WRONG, Verdict.NEW)
    assert "ZeroDivisionError" in one.problem


@pytest.mark.parametrize(
    ("kernel", "words", "problem"),
    [
        (KERNEL.replace("r1 + x", "r1 + 4096"), "", "4096"),
        (".threads 4\nagain: jmp again\n", "max_cycles = 99\n", "99"),
    ],
)
def test_a_run_that_does_not_end_fails(kernel: str, words: str, problem: str) -> None:
    updated()
    write(kernel, f"{GATE}limit = 999\n{words}")
    gated = simt.gate()
    [judged] = gated.cases
    assert judged.verdict is Verdict.STOPPED
    assert problem in judged.problem
    assert judged.change is None
    assert not judged.lines
    assert not simt.gate(update=True).is_written


# --- what is reported -------------------------------------------------------------------------------------------------


def test_a_machine_that_was_changed_since_the_baseline_is_reported() -> None:
    Path("mine.toml").write_text('base = "fpga4"\n')
    updated(gate=f'{GATE}machine = "mine.toml"\n')
    Path("mine.toml").write_text('base = "fpga4"\nlds.latency = 4\ndescription = "other"\n')
    gated = simt.gate()
    [judged] = gated.cases
    assert judged.differences == {"lds.latency": (3, 4)}
    assert judged.verdict is Verdict.OVER
    assert "    not as in the baseline: lds.latency: 3 -> 4\n" in str(gated)
    assert "- `one on mine`: not as in the baseline: lds.latency: 3 -\\> 4\n" in gated.markdown()


def test_another_launch_is_reported_even_if_its_cycles_are_the_same() -> None:
    gate = '[[case]]\nkernel = "dot"\n'
    Path("gate.toml").write_text(gate)
    simt.gate(update=True)
    Path("gate.toml").write_text(gate + "seed = 2\n")
    gated = simt.gate()
    assert gated.passed
    assert list(gated.cases[0].differences) == ["seed", "input x", "input y"]
    assert "not as in the baseline: seed: 1 -> 2" in str(gated)


def test_another_version_of_simt_is_reported_for_cases_that_changed() -> None:
    updated()
    file = Path("gate.json")
    file.write_text(file.read_text().replace(f'"version": "{simt.__version__}"', '"version": "0.0.9"'))
    assert "0.0.9" not in str(simt.gate())
    write(CONFLICT)
    assert f"gate.json is from simt 0.0.9, and this is {simt.__version__}\n" in str(simt.gate())


def test_a_missing_baseline_names_the_way_out() -> None:
    write()
    assert str(simt.gate()).splitlines() == [
        "gate.toml: 1 case, 1 no baseline",
        "  no baseline  one on fpga4  -  20    +0 %",
        "no baseline: `simt gate gate.toml --update` writes it to gate.json; commit it",
        "without an oracle, so that only cycles are compared: 1 case",
    ]


def test_a_screenful_of_cases_is_shown_and_the_others_are_counted() -> None:
    write(CONFLICT, "".join(f'{GATE}name = "case {number}"\nlimit = 20\n' for number in range(40)))
    gated = simt.gate()
    lines = str(gated).splitlines()
    assert lines[0] == "gate.toml: 40 cases, 40 over the limit"
    assert lines[1].endswith("  21  1 above  20")
    assert lines[-4:-2] == ["  and 22 more cases: -o FILE.md lists all", "what costs them: `simt why one.s -m fpga4`"]
    assert len(lines) <= 24
    assert gated.markdown().count("**over the limit**") == 40


def test_marks_of_markdown_in_a_source_stay_text() -> None:
    updated()
    write(CONFLICT.replace("r1\n    ret", "r1 ; a | b `c` <i>\n    ret"))
    assert "``st.local [r1 + x], r1 ; a \\| b `c` <i>``" in simt.gate().markdown()


# --- the baseline -----------------------------------------------------------------------------------------------------


def test_an_update_keeps_what_did_not_run_and_drops_what_the_gate_has_not() -> None:
    both = GATE + f'{GATE}name = "two"\n'
    updated(gate=both)
    first = json.loads(Path("gate.json").read_text())["cases"]
    write(CONFLICT, both)
    gated = simt.gate(only=["two"], update=True)
    assert [judged.case.name for judged in gated.cases] == ["two on fpga4"]
    assert gated.is_written
    second = json.loads(Path("gate.json").read_text())["cases"]
    assert second["one on fpga4"] == first["one on fpga4"]
    assert (first["two on fpga4"]["cycles"], second["two on fpga4"]["cycles"]) == (20, 21)
    write(KERNEL, GATE)
    assert simt.gate().unused == ["two on fpga4"]
    assert "in gate.json but not in the gate (--update drops them): two on fpga4\n" in str(simt.gate())
    assert simt.gate(update=True).unused == []
    assert list(json.loads(Path("gate.json").read_text())["cases"]) == ["one on fpga4"]
    assert not simt.gate(update=True).is_written


def test_an_update_that_is_over_a_limit_of_cycles_fails() -> None:
    write(gate=GATE + "limit = 19\n")
    gated = simt.gate(update=True)
    assert gated.is_written
    assert not gated.passed


def test_settings_of_this_folder_and_the_environment_do_not_apply(monkeypatch: pytest.MonkeyPatch) -> None:
    updated(CONFLICT)
    Path("simt.toml").write_text("[machine]\nlocal.banks = 8\n")
    monkeypatch.setenv("SIMT_SET", "lds.latency=9")
    monkeypatch.setenv("SIMT_MACHINE", "fpga8")
    assert simt.gate().cases[0].verdict is Verdict.SAME


# --- mistakes in launches ---------------------------------------------------------------------------------------------


def test_mistakes_in_launches_have_their_places_in_the_gate() -> None:
    write(
        gate="""\
machine = "fpga44"
[[case]]
kernel = "one.s"
[[case]]
kernel = "oen.s"
machine = "fpga4"
[[case]]
name = "keys"
kernel = "one.s"
machine = ["fpga4", "fpga8"]
set = { "local.bankz" = 3, scheduler.policy = "x" }
[[case]]
name = "symbol"
kernel = "one.s"
machine = "fpga4"
define = { q = 3 }
[[case]]
name = "input"
kernel = "one.s"
machine = "fpga4"
in = { q = 3 }
[[case]]
name = "oracle"
kernel = "one.s"
machine = "fpga4"
oracle = "q.py"
[[case]]
name = "size"
kernel = "one.s"
machine = "fpga4"
global_size = 7
local_size = 3
"""
    )
    with pytest.raises(GateError) as refused:
        simt.gate()
    mistakes = [(mistake.code, mistake.line) for mistake in refused.value.diagnostics]
    assert mistakes == [
        ("E0406", 1), ("E0650", 5), ("E0401", 11), ("E0404", 11), ("E0320", 16), ("E0601", 21), ("E0604", 26),
        ("E0505", 31),
    ]  # fmt: skip
    assert {mistake.file for mistake in refused.value.diagnostics} == {"gate.toml"}
    assert [entry.column for entry in refused.value.diagnostics if entry.line == 11] == [25, 47]
    assert "--no-oracle" not in str(refused.value)
    assert refused.value.diagnostics[6].help == "oracle = false runs without one"
    assert not Path("gate.json").exists()


def test_a_mistake_in_a_kernel_stays_in_the_kernel() -> None:
    write("    add.u33 r1, r1, 1\n    ret\n")
    with pytest.raises(AssemblyError) as refused:
        simt.gate()
    assert [(mistake.file, mistake.line) for mistake in refused.value.diagnostics if mistake.severity == "error"] == [
        ("one.s", 1)
    ]
    assert refused.value.exit_status == 3


def test_progress_counts_cases_and_ends_the_gate() -> None:
    write(gate='machine = ["fpga4", "fpga8", "fpga16"]\n' + GATE)
    counts: list[int] = []
    simt.gate(update=True, progress=counts.append)
    assert sorted(set(counts)) == [0, 1, 2]
    answers: Iterator[bool] = iter([False, False, True])
    with pytest.raises(KeyboardInterrupt):
        simt.gate(progress=lambda _: next(answers, True))
