"""Ranking launches: by cycles, with what fails apart, the default launch, and the bound."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import simt
from simt.exploration import Sweep, SweepError, SweepResults, run_sweep
from simt.exploration.plans.commands import run_command
from simt.exploration.search.search import Space
from simt.exploration.sessions.launches import FULL, TRIALS, launch_search
from simt.interruption import PartlyDone
from simt.verbs.tune import Tuned, launches
from tests.commands import invoke

# Right with work-groups of 64 alone.
KERNEL = """.buffer y, u32, 256
    shl.b32 r0, global_id, 2
    mov.b32 r1, group_id
    st.global [r0 + y], r1
    ret
"""
ORACLE = """import numpy as np

def launch(program):
    return 256, 64

def inputs(program, rng):
    return {"y": np.zeros(256, np.uint32)}

def expected(program, inputs):
    return {"y": np.arange(256, dtype=np.uint32) // 64}
"""
SIZES = {"local_size": ["32", "32x4", "8x8", "16x16"]}
WORDS: dict[str, Any] = {"machine": "gtx280_core", "defines": {"n": 32}}


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("groups.s").write_text(KERNEL)
    Path("groups.py").write_text(ORACLE)
    return "groups.s"


def sentences(tuned: Tuned) -> str:
    """The text, unfolded: its blanks and ends of lines are single blanks."""
    return " ".join(str(tuned).split())


@pytest.fixture(scope="module")
def found() -> Any:
    return simt.tune("mm_global", SIZES, **WORDS)


# --- the ranking ------------------------------------------------------------------------------------------------------


def test_the_ranking_is_the_order_of_the_sweep(found: Any) -> None:
    rows = sorted(run_sweep(Sweep.of("mm_global", SIZES, **WORDS)).results, key=lambda row: row["cycles"])
    assert [launch.row["local_size"] for launch in found.launches] == [str(row["local_size"]) for row in rows]
    for place, (launch, row) in enumerate(zip(found.launches, rows, strict=True), 1):
        assert (launch.rank, launch.cycles) == (place, row["cycles"])
        assert (launch.bound, launch.resource) == (row["bound_cycles"], row["bound"])
        assert launch.share == row["bound_cycles"] / row["cycles"]
        assert found.times(launch) == row["cycles"] / rows[0]["cycles"]
    assert (found.run, found.is_whole, found.is_checked, found.machine) == (4, True, True, "gtx280_core")


def test_no_launch_takes_fewer_cycles_than_the_bound(found: Any) -> None:
    least = found.bounding
    assert least.bound == min(launch.bound for launch in found.launches)
    assert all(launch.cycles >= launch.bound >= least.bound for launch in found.launches)
    result = simt.run("mm_global", local_size=(32, 4), **WORDS)
    assert found.best.settings == {"local_size": "32x4"}
    assert found.best.bound == max(bound.cycles for bound in result.bounds)


def test_the_default_launch_is_one_of_them(found: Any) -> None:
    assert found.default.settings == {"local_size": 32}  # of the oracle
    assert [found.is_default(launch) for launch in found.launches].count(True) == 1


def test_a_default_launch_that_is_not_among_them_is_run() -> None:
    tuned = simt.tune("mm_global", {"local_size": ["16x16", "8x8"]}, **WORDS)
    assert len(tuned.launches) == 2
    assert (tuned.default.rank, tuned.default.settings) == (0, {})
    assert tuned.default.cycles == simt.run("mm_global", **WORDS).cycles
    assert not any(tuned.is_default(launch) for launch in tuned.launches)
    assert tuned.command(tuned.default) == "simt run mm_global -m gtx280_core -D n=32"


def test_a_default_launch_that_is_faster_is_the_one_to_run() -> None:
    tuned = simt.tune("mm_global", {"local_size": ["16x2", "2x16"]}, **WORDS)
    assert tuned.default.cycles < tuned.best.cycles
    shown = str(tuned)
    assert f"the default launch is faster than all of these: {tuned.default.cycles} cycles\n" in shown
    assert shown.endswith("run that: simt run mm_global -m gtx280_core -D n=32\n")


def test_an_axis_of_one_value_belongs_to_the_default_launch() -> None:
    tuned = simt.tune("mm_global", {"define.n": [32], **SIZES}, machine="gtx280_core")
    assert tuned.default.settings == {"define.n": 32, "local_size": 32}


def test_equal_launches_have_one_rank() -> None:
    """The DPU's latency does not matter to a kernel without doubles."""
    tuned = simt.tune("mm_global", {"local_size": ["32x4", "32"], "dpu.latency": [4, 5]}, **WORDS)
    assert [launch.rank for launch in tuned.launches] == [1, 1, 3, 3]
    assert "launches of one rank take equal cycles: they are not distinguished\n" in str(tuned)
    assert str(tuned).endswith("--local-size 32x4\n")
    assert tuned.idle_axes == ["dpu.latency"]
    assert "dpu.latency makes no difference: launches that differ in nothing else take equal cycles" in sentences(tuned)


def test_a_macro_that_the_source_defines_itself_is_reported(kernel: str) -> None:
    pytest.importorskip("clang.cindex", reason="libclang is an extra")
    function = "kernel void one(global uint* y) { y[get_global_id(0)] = N; }\n"
    sources = {
        "a.cl": (f"#define N 4\n{function}", True),
        "b.cl": (f"#ifndef N\n#define N 4\n#endif\n{function}", False),
    }
    words: dict[str, Any] = {"machine": "gtx280_core", "global_size": 64, "inputs": {"y": 64}}
    hint = "a #define in the source has precedence over -D"
    for name, (text, is_hinted) in sources.items():
        Path(name).write_text(text)
        tuned = simt.tune(name, {"define.N": [4, 5]}, **words)
        assert tuned.idle_axes == ["define.N"]
        assert (hint in sentences(tuned)) == is_hinted


def test_of_equal_launches_the_default_one_is_run() -> None:
    words = simt.Machine.load("fpga4").program.words
    tuned = simt.tune("dot", {"program.words": [words * 2, words]})
    assert tuned.best.settings == {"program.words": words * 2}
    shown = str(tuned)
    assert "no launch is faster than the default one\n" in shown
    assert shown.endswith(f"run the best: simt run dot -s program.words={words}\n")


def test_inputs_that_differ_are_reported() -> None:
    tuned = simt.tune("mm_global", {"define.n": [16, 32]}, machine="gtx280_core")
    assert tuned.problems == 2
    assert "the launches have 2 different inputs: cycles of different problems do not compare" in sentences(tuned)


# --- what is not ranked -----------------------------------------------------------------------------------------------


def test_wrong_results_are_not_ranked(kernel: str) -> None:
    tuned = simt.tune(kernel, machine="gtx280_core")
    assert [launch.settings for launch in tuned.launches] == [{"local_size": 64}]
    assert tuned.is_default(tuned.launches[0])
    wrong = [(failure.status, failure.code, len(failure.points)) for failure in tuned.failures]
    assert {(status, code) for status, code, _ in wrong} == {("wrong", "E0605")}
    assert sum(count for _, _, count in wrong) == tuned.failed == 3  # 32, 128 and 256
    assert "no launch is faster than the default one\n" in str(tuned)


def test_refused_launches_are_reported_with_the_reason(kernel: str) -> None:
    tuned = simt.tune(kernel, {"local_size": [64, 7, 2048], "global_size": [256, 2048]}, machine="gtx280_core")
    reasons = {(failure.status, failure.code) for failure in tuned.failures}
    assert {("sizes", "E0505"), ("unfit", "E0501")} <= reasons
    assert len(tuned.launches) + tuned.failed == 6
    rows = tuned.records()
    assert [row["status"] for row in rows].count("done") == len(tuned.launches)
    assert len({tuple(row) for row in rows}) == 1  # the same columns


def test_a_default_launch_that_fails_is_reported(kernel: str) -> None:
    Path("groups.py").write_text(ORACLE.replace("256, 64", "256, 128"))
    tuned = simt.tune(kernel, {"local_size": [64, 32]}, machine="gtx280_core")
    assert tuned.default is None
    assert tuned.default_reason == "y[192] is 1, not 3"
    assert "the default launch has no good run: y[192] is 1, not 3\n" in str(tuned)


def test_without_an_oracle_nothing_is_checked(kernel: str) -> None:
    tuned = simt.tune(kernel, {"local_size": [32, 64]}, machine="gtx280_core", global_size=256, oracle=False)
    assert (len(tuned.launches), tuned.is_checked) == (2, False)
    assert "no result was checked" in str(tuned)


# --- the choice of launches -------------------------------------------------------------------------------------------


def test_sizes_are_proposed() -> None:
    search = launches("mm_global", machine="gtx280_core", defines={"n": 16})
    (axis,) = search.space.axes
    assert axis.name == "local_size"
    # Its own, of half a warp, then the sizes of 1, 2, 4 and 8 warps.
    assert axis.values == (16, "16x2", "8x4", "4x8", "2x16", "16x4", "8x8", "4x16", "16x8", "8x16", "16x16")


def test_sizes_are_proposed_beside_other_axes() -> None:
    search = launches("mm_global", {"dpu.latency": [4, 5]}, propose=True, machine="gtx280_core", defines={"n": 16})
    assert [axis.name for axis in search.space.axes] == ["dpu.latency", "local_size"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"kernel": "fft128"}, "it has no arrays in global memory that its work-groups could share"),
        ({"kernel": "mm_global", "machine": "gtx280_core", "local_size": 32}, "the size of a work-group is given"),
        ({"kernel": "mm_global", "machine": "gtx280_core", "threads": 32}, "the size of a work-group is given"),
        ({"kernel": "opencl/fir.cl"}, "fpga4 has no global memory for arrays that its work-groups could share"),
        ({"kernel": "opencl/floyd_warshall.cl", "machine": "gtx280_core"}, "it requires work-groups of "),
        ({"kernel": ["fft128", "dot"]}, "the launches of one kernel, and 2 are named"),
    ],
)
def test_nothing_to_tune(words: dict[str, Any], message: str) -> None:
    with pytest.raises(SweepError, match=message) as refused:
        launches(**words)
    assert refused.value.code == "E0781"
    assert refused.value.help


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"trials": 0}, "the number of trials is at least 1, not 0"),
        ({"trials": 3, "sampler": "exhaustive"}, "an exhaustive search runs every launch, whatever --trials is"),
        ({"sampler": "best"}, "there is no sampler `best`"),
    ],
)
def test_contradictory_arguments(words: dict[str, Any], message: str) -> None:
    with pytest.raises(SweepError, match=message) as refused:
        launches("mm_global", SIZES, **WORDS, **words)
    assert refused.value.code == "E0777"


def test_how_launches_are_chosen() -> None:
    small, large = ({"seed": list(range(count))} for count in (FULL, FULL + 1))
    plans = [
        launch_search(Space.of("dot", axes), **words)
        for axes, words in ((small, {}), (large, {}), (small, {"trials": 5}), (large, {"trials": FULL + 1}),
                            (small, {"sampler": "random"}))
    ]  # fmt: skip
    assert [plan.method for plan in plans] == ["exhaustive", "tpe", "tpe", "exhaustive", "random"]
    assert [plan.most_simulated for plan in plans] == [FULL, TRIALS, 5, FULL + 1, TRIALS]


def test_trials_limit_the_runs() -> None:
    tuned = simt.tune("dot", {"lds.latency": "1..40"}, trials=7, sampler="random")
    assert (tuned.run, len(tuned.launches), tuned.is_whole) == (7, 7, False)
    assert "40 launches, 7 of them run (chosen by random, seed 1; --trials 40 runs all)" in str(tuned)
    assert "No launch that was run can take fewer than" in sentences(tuned)


def test_optuna_finds_the_best_of_60(tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    space = {"lds.latency": "1..10", "fpu.latency": "4..9"}
    whole = simt.tune("dot", space)
    assert (whole.run, whole.is_whole) == (60, True)
    some = simt.tune("dot", space, trials=25)
    assert some.run == 25
    assert some.best.cycles == whole.best.cycles


# --- files and Ctrl-C -------------------------------------------------------------------------------------------------


def test_a_file_is_gone_on_with() -> None:
    first = simt.tune("dot", {"lds.latency": "1..6"}, output="x.sqlite")
    again = simt.tune("dot", {"lds.latency": "1..6"}, output="x.sqlite")
    assert (first.earlier, again.earlier) == (0, 6)
    assert first.to_dict() == again.to_dict()
    assert len(SweepResults.load("x.sqlite")) == 6


def test_ctrl_c_keeps_what_is_done() -> None:
    def stop(done: int, size: int, failed: int) -> bool:
        if done >= 2:
            raise KeyboardInterrupt
        return False

    with pytest.raises(PartlyDone) as interrupted:
        simt.tune("dot", {"seed": "1..200"}, jobs=1, progress=stop, output="x.sqlite")
    part = interrupted.value.done
    assert type(part) is Tuned
    assert 2 <= len(part.launches) < 200
    whole = simt.tune("dot", {"seed": "1..200"}, output="x.sqlite")
    assert whole.earlier == len(part.launches)
    assert whole.is_whole


pytestmark = pytest.mark.usefixtures("empty_folder")


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command_runs_the_point() -> None:
    axes = {"machine": ["fpga4"], "define.n": [64], "banks": [8], "retire.priority": [["lds", "fpu", "alu", "control"]],
            "issue.dependences": ["one_in_flight"]}  # fmt: skip
    sweep = Sweep.of(
        "fft", axes, settings={"ideal.lanes": True}, seed=3, max_cycles=9000, threads=32, oracle=False,
        inputs={"re": "my signal.npy"}, include_paths=("my folder",),
    )  # fmt: skip
    assert run_command(sweep, sweep.point(0)) == (
        "simt run fft -m fpga4 -s ideal.lanes=true -s local.banks=8 -s 'retire.priority=[lds,fpu,alu,control]' "
        "-s issue.dependences=one_in_flight -D n=64 -I 'my folder' --threads 32 --in 're=my signal.npy' --no-oracle "
        "--seed 3 --max-cycles 9000"
    )


def test_the_command_of_an_array_of_python_is_missing() -> None:
    sweep = Sweep.of("dot", {"banks": [4]}, inputs={"x": [1.0] * 64})
    assert run_command(sweep, sweep.point(0)) == ""


def test_the_command_gives_the_cycles(found: Any) -> None:
    command = found.command(found.best)
    assert command == "simt run mm_global -m gtx280_core -D n=32 --local-size 32x4"
    shown = invoke(*command.split()[1:])
    assert f"cycles   {found.best.cycles} " in shown.stdout
