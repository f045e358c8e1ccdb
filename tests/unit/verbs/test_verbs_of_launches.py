"""Every verb of a kernel takes a launch of a pipeline, with the buffers that the launches before it leave."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import simt
from simt.exploration.points.workload import Interrupted, prepare
from simt.launch.words import Words
from tests.commands import invoke
from tests.pipelines import MACHINE

KERNELS = """\
#ifndef TURNS
#define TURNS 1
#endif
__kernel void fill(__global uint *a, uint by) { a[get_global_id(0)] = by * get_global_id(0); }
__kernel void spin(__global const uint *a, __global uint *b) {
    uint i = get_global_id(0), sum = 0;
    for (uint k = 0; k < 4 * TURNS; ++k) sum = sum * 5 + a[(i * k) % 32];
    b[i] = sum;
}
"""
PIPELINE = """\
machine = "small.toml"
[define]
TURNS = 1
[buffers]
a = 32
b = 32
[[launch]]
each = { by = [1, 5] }
[[launch.launch]]
kernel = "kernels.cl::fill"
global_size = 32
local_size = 8
[[launch.launch]]
kernel = "kernels.cl::spin"
global_size = 32
local_size = 8
"""
NAME = "p.toml:4"
A = 5 * np.arange(32)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("kernels.cl", KERNELS), ("p.toml", PIPELINE), ("small.toml", MACHINE)):
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def cycles() -> int:
    return simt.run_pipeline("p.toml").launches[3].cycles


def test_the_verbs_of_one_run(cycles: int) -> None:
    launch = simt.Launch(NAME)
    assert launch.inputs["a"].tolist() == A.tolist()
    assert simt.run(NAME).cycles == launch.run().cycles == cycles
    assert simt.trace(NAME).run.cycles == cycles
    assert simt.why(NAME).run.cycles == cycles
    assert "spin" in str(simt.report(NAME))
    assert simt.check(NAME).findings is not None
    compared = simt.diff("p.toml:2", NAME)
    assert compared.after.cycles == cycles
    assert simt.diff(NAME, NAME, banks=8).ratio == 1


def test_the_models(cycles: int) -> None:
    assert simt.model(NAME).cycles == pytest.approx(cycles, rel=0.3)
    assert simt.model_measured(NAME).cycles == pytest.approx(cycles, rel=0.3)
    assert simt.model_analysis(NAME).program.name == "spin"
    row = simt.compare(NAME, axes={"fpu.latency": [8, 16]}, counts="both").records()
    assert [one["status"] for one in row] == ["done"] * 4
    assert {one["simulated"] for one in row} == {cycles}


def test_sweeps(cycles: int) -> None:
    found = simt.sweep(NAME, {"alu.latency": [2, 8], "define.TURNS": [1, 4]}).records()
    assert [row["status"] for row in found] == ["done"] * 4
    alone = [
        simt.run(NAME, set={"alu.latency": latency}, defines={"TURNS": turns}).cycles
        for latency in (2, 8) for turns in (1, 4)
    ]  # fmt: skip
    assert [row["cycles"] for row in found] == alone
    assert simt.sweep(NAME, {"local_size": [8, 16]}).records()[0]["cycles"] == cycles
    wrong = simt.sweep("p.toml:4", {"local_size": [7]}).records()
    assert wrong[0]["status"] == "sizes"
    with pytest.raises(simt.SimtError, match="no kernel of the pipeline has `TURN`"):
        simt.sweep(NAME, {"define.TURN": [1, 2]})


def test_another_size_must_give_the_same() -> None:
    """Half of the work-items leave half of the words as they were."""
    right = simt.run(NAME, local_size=16)
    assert right.check is not None
    assert (right.check.passed, right.check.oracle) == (True, "p.toml:4")
    wrong = simt.run(NAME, global_size=16)
    assert wrong.check is not None
    assert not wrong.check.passed
    assert simt.run(NAME, global_size=16, oracle=False).check is None
    rows = simt.sweep(NAME, {"global_size": [16, 32]}).records()
    assert [row["status"] for row in rows] == ["wrong", "done"]
    done = invoke("run", NAME, "--global-size", "16")
    assert (done.exit_code, "expected by p.toml:4" in done.stderr) == (1, True)


def test_a_sweep_in_a_file_is_finished(folder: Path) -> None:
    first = simt.sweep(NAME, {"alu.latency": [2, 8]}, output="s.sqlite")
    again = simt.sweep(output="s.sqlite")
    assert (first.done, again.done, again.size) == (2, 2, 2)
    Path("kernels.cl").write_text(KERNELS.replace("sum = 0", "sum = 1"))
    with pytest.raises(simt.SimtError, match=r"p\.toml:4` was edited"):
        simt.sweep(NAME, {"alu.latency": [2, 8]}, output="s.sqlite")


def test_the_end_of_a_sweep_ends_the_launches_before_it() -> None:
    with pytest.raises(Interrupted):
        prepare(NAME, Words(), machine=simt.Machine.load("small.toml"), is_over=lambda: True)


def test_tune_and_explore(cycles: int) -> None:
    tuned = simt.tune(NAME)
    assert tuned.default is not None
    assert tuned.default.row["cycles"] == cycles
    assert tuned.best.row["cycles"] <= cycles
    assert len(tuned.launches) >= 2
    explored = simt.explore(NAME, {"alu.latency": [2, 4]}, minimise=["cycles"], budget=2)
    assert explored.records()


GATE = """\
machine = "small.toml"
[[case]]
kernel = "p.toml:4"
[[case]]
kernel = "p.toml:spin"
name = "named"
"""


def test_gates(cycles: int) -> None:
    Path("gate.toml").write_text(GATE.partition('[[case]]\nkernel = "p.toml:spin"')[0])
    assert not simt.gate().passed
    assert simt.gate(update=True).passed
    (case,) = simt.gate().cases
    assert (case.case.name, case.cycles) == ("p:4 on small", cycles)
    Path("gate.toml").write_text(GATE)
    with pytest.raises(simt.SimtError, match="has 2 launches `spin`: say which, 2, 4") as caught:
        simt.gate()
    assert caught.value.diagnostics[0].line == 5


@pytest.mark.parametrize(
    "command",
    [
        "run {}", "run {} --view source", "trace {} --view warps", "report {} -o r.html", "why {}", "check {}",
        "model {}", "model measured {}", "model analysis {}", "diff p.toml:2 {}", "diff {} p.toml:1",
        "sweep {} --set alu.latency=2,4", "tune {}", "tune {} -D TURNS=1,3",
        "explore {} --set alu.latency=2,4 --minimise cycles",
        "compare {} --set alu.latency=2,4 --counts both", "trace {} --cycles 0:50 -o t.json",
    ],
)  # fmt: skip
def test_the_commands(command: str) -> None:
    invoke(*command.format(NAME).split(), status=0)
    missing = invoke(*command.format("p.toml:9").split(), status=2)
    assert "`p.toml` has no launch `9`: it has 1 fill, 2 spin, 3 fill, 4 spin" in missing.stderr


@pytest.mark.parametrize("name", ["p.toml", "bitonic.toml"])
def test_a_whole_pipeline_is_no_plan(name: str) -> None:
    done = invoke("sweep", name, status=2)
    assert f"`{name}` is a pipeline of kernels, not the plan of a sweep" in done.stderr
    assert f"one of its launches, {name}:1" in done.stderr


def test_a_foreign_oracle_is_told_and_run() -> None:
    Path("p.py").write_text("def inputs(program, rng): return {}\ndef expected(program, inputs): return {}\n")
    for words in (["why"], ["sweep", "--set", "alu.latency=2"], ["compare"], ["tune"]):
        done = invoke(words[0], NAME, *words[1:])
        assert "p.py is run for inputs and expected results" in done.stderr, done.output
    done = invoke("model", NAME)
    assert "p.py is not run" in done.stderr


def test_how_a_launch_is_shown() -> None:
    done = invoke("run", NAME, "--json")
    data = json.loads(done.stdout)
    assert (data["program"]["name"], data["check"]) == ("spin", None)
    text = invoke("run", NAME).stdout
    assert "spin on small" in text


WHOLE = """\
machine = "small.toml"
[[case]]
kernel = "p.toml"
"""


def test_a_gate_of_a_whole_pipeline() -> None:
    """Its cycles are the sum over its launches; a line that costs more is named with the launches of its table."""
    Path("gate.toml").write_text(WHOLE)
    assert simt.gate(update=True).passed
    (case,) = simt.gate().cases
    result = simt.run_pipeline("p.toml")
    assert (case.case.name, case.verdict, case.cycles) == ("p on small", "same", result.cycles)
    assert case.run.instructions == sum(launched.instructions for launched in result.launches)
    assert sum(case.run.ledgers.issue.values()) == sum(
        sum(launched.ledgers.issue.values()) for launched in result.launches
    )
    Path("kernels.cl").write_text(KERNELS.replace("sum = sum * 5", "sum = sum * 5 * i"))
    gated = simt.gate()
    (slower,) = gated.cases
    assert (gated.passed, slower.verdict) == (False, "over the limit")
    assert slower.change == simt.run_pipeline("p.toml").cycles - result.cycles > 0
    assert slower.lines[0].shown.file == "2-4: kernels.cl"
    assert sum(line.total for line in slower.lines) + sum(slower.nowhere.values()) == sum(
        slower.run.ledgers.issue.values()
    ) - sum(case.run.ledgers.issue.values())
    assert "2-4: kernels.cl:7" in str(gated)
    assert "`2-4: kernels.cl:7`" in gated.markdown()
    done = invoke("gate")
    assert (done.exit_code, "over the limit  p on small" in done.stdout) == (1, True)


@pytest.mark.parametrize(
    ("more", "said", "line"),
    [
        ("global_size = 8", "global_size goes with one kernel, and `p.toml` is a pipeline of several", 2),
        ("in = { c = 3 }", "has no array or parameter `c`", 4),
        ("define = { N = 3 }", "no kernel of the pipeline has `N`", 0),
    ],
)
def test_mistakes_in_a_gate_of_a_pipeline(more: str, said: str, line: int) -> None:
    Path("gate.toml").write_text(WHOLE + more + "\n")
    with pytest.raises(simt.SimtError) as caught:
        simt.gate()
    assert said in caught.value.diagnostics[0].message, caught.value
    assert not line or caught.value.diagnostics[0].line == line


def test_a_loop_that_does_not_end_fails_a_gate() -> None:
    Path("p.toml").write_text(
        'machine = "small.toml"\n[buffers]\na = 8\nb = 8\n[[launch]]\nkernel = "kernels.cl::fill"\nglobal_size = 8\n'
        'params = { by = 3 }\nrepeat = 2\nuntil = "b"\n[[launch]]\nkernel = "kernels.cl::spin"\nglobal_size = 8\n'
    )
    Path("kernels.cl").write_text(
        KERNELS.replace("uint *a, uint by) { ", "uint *a, __global uint *b, uint by) { b[0] = 9; ")
    )
    Path("gate.toml").write_text(WHOLE + "limit = 100000\n")
    (case,) = simt.gate().cases
    assert (case.verdict, case.passed) == ("stopped", False)
    assert "the loop of the launches 1 to 2 does not end: after 2 rounds `b[0]` is 9, not 0" in case.problem
