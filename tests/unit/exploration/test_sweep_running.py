"""Running sweeps: the same numbers as single runs, failures as results, resuming, and nothing done twice."""

from __future__ import annotations

import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import simt
from isa.packing.packer import pack_for_machine
from simt.core.engine.kinds import KINDS
from simt.exploration import Sweep, SweepError, SweepResults, resume_sweep, run_sweep
from simt.exploration.points import evaluate as evaluate_module
from simt.exploration.points.evaluate import Runner
from simt.exploration.points.workload import Interrupted
from simt.exploration.records.store import Store
from simt.exploration.sessions import running as running_module
from simt.exploration.sessions import session as session_module
from simt.launch.oracle import Oracle
from tests.examples import nightly_but
from tests.shipped import PLAIN

FFT = {"banks": [2, 4, 8], "machine": ["fpga4", "fpga8"]}
LOOP = ".threads 4\nagain: jmp again\n"


@pytest.mark.parametrize("name", nightly_but(("fft128", "dot", "prefix_sum"), PLAIN))
def test_a_point_is_what_a_single_run_gives(name: str, tmp_path: Path) -> None:
    path = simt.find_program(name)
    program, oracle = simt.load_program(path), Oracle.beside(path)
    assert oracle is not None
    machines = [str(tmp_path / "vliw3.toml"), "fpga4", "fpga16", "article32"]
    Path(machines[0]).write_text('base = "fpga4"\nvliw.slots = 3\n')
    outcome = run_sweep(Sweep.of(name, {"machine": machines, "lds.latency": [2, 5, 30]}))
    packed = None  # as `simt run` does it; the latency of local memory is nothing to the packer
    for row in outcome.results:
        machine = simt.Machine.load(row["machine"], {"lds.latency": row["lds.latency"]})
        inputs = oracle.inputs(program, 1)
        ran = program
        if machine.vliw.count > 1:
            limits = {"registers": machine.registers, "words": machine.program.words, "threads": program.threads}
            ran = packed = packed or pack_for_machine(program, machine.vliw.slots, **limits)
        try:
            result = simt.run(ran, machine, inputs=inputs)
        except simt.LaunchError:
            assert row["status"] == "unfit"
            continue
        check = oracle.check(result, inputs) if result.completed else None
        assert row["status"] == ("done" if check and check.passed else "wrong" if check else result.stop.kind)
        assert row["cycles"] == result.cycles
        assert row["instructions"] == result.instructions
        assert row["ipc"] == result.ipc
        assert row["fpu_efficiency"] == result.fpu_efficiency
        assert row["seconds"] == result.seconds
        assert row["warps"] == result.warps
        assert row["operations"] == oracle.operations(program)
        assert (row["bound"], row["bound_cycles"]) == (result.bounds[0].resource, result.bounds[0].cycles)
        busy = {key.removeprefix("busy_"): row[key] for key in row if key.startswith("busy_") and row[key]}
        assert busy == {bound.resource: bound.cycles for bound in result.bounds}
        assert row["lds_conflict_cycles"] == result.lds_conflict_cycles
        assert row["exposed_lds_cycles"] == result.exposed_lds_cycles
        if check is not None:
            assert row["max_relative_error"] == check.max_relative_error
        for ledger in ("issue", "warp", "lane"):
            got = {key.removeprefix(f"{ledger}_"): row[key] for key in row if key.startswith(f"{ledger}_") and row[key]}
            assert got == {key: count for key, count in getattr(result.ledgers, ledger).items() if count}
        assert row["machine_hash"] == machine.hash
        assert row["program_hash"] == result.program.hash
        assert row["inputs_hash"] == result.inputs_hash


@pytest.mark.parametrize(
    ("name", "machine", "defines"),
    [("fft128", "fpga4", {}), ("dot", "fpga8", {}), ("mm_local", "hd5870_core", {"n": 16, "height": 8, "width": 8})],
)
def test_points_with_scoreboards_are_what_single_runs_give(name: str, machine: str, defines: dict[str, Any]) -> None:
    """Latencies share a batch; entries and loads make structures of their own, in between points without any."""
    axes: dict[str, list[Any]] = {
        "fpu.latency": [2, 9], "issue.dependences": ["one_in_flight", "scoreboard"], "issue.entries": [2, 8],
        "issue.loads": [0, 1], "machine": [machine],
    }  # fmt: skip
    outcome = run_sweep(Sweep.of(name, axes | {f"define.{symbol}": [value] for symbol, value in defines.items()}))
    assert len(outcome.results) == 16
    for row in outcome.results:
        keys = {key: row[key] for key in axes if key != "machine"}
        result = simt.run(name, machine, set=keys, defines=defines)
        assert (row["status"], row["cycles"], row["ipc"]) == ("done", result.cycles, result.ipc)
        slots = {f"issue_{reason}": count for reason, count in result.ledgers.issue.items() if count}
        assert {key: row[key] for key in row if key.startswith("issue_") and row[key]} == slots
    assert len({row["cycles"] for row in outcome.results if row["fpu.latency"] == 9}) > 1


def test_failures_are_results(tmp_path: Path) -> None:
    (tmp_path / "loop.s").write_text(LOOP)
    (tmp_path / "trap.s").write_text(".threads 4\nmov.b32 r1, -1\nld.local r2, [r1]\nret\n")
    (tmp_path / "large.s").write_text(".threads 64\n.local x f32[9000]\nret\n")
    (tmp_path / "equ.s").write_text(".equ n 4\n.threads n\n.local x u32[n]\nret\n")
    programs = [str(tmp_path / f"{name}.s") for name in ("loop", "trap", "large", "equ")]
    sweep = Sweep.of(programs, {"banks": [3, 4], "define.n": [4]}, max_cycles=1000)
    outcome = run_sweep(sweep)
    found = {(Path(row["program"]).stem, row["local.banks"]): row for row in outcome.results}
    assert len(found) == outcome.done == 8
    assert {row["status"] for (_, banks), row in found.items() if banks == 3} == {"contradiction"}
    assert found["loop", 3]["reason"].startswith("local.banks = 3 does not divide ")
    # Three kernels do not have the symbol.
    assert found["loop", 4]["status"] == "assembly"
    assert found["equ", 4]["status"] == "done"
    outcome = run_sweep(Sweep.of(programs, {"banks": [3, 4]}, max_cycles=1000))
    found = {(Path(row["program"]).stem, row["local.banks"]): row for row in outcome.results}
    loop, trap, large = found["loop", 4], found["trap", 4], found["large", 4]
    assert (loop["status"], loop["code"], loop["cycles"]) == ("cycle_limit", "T005", 1000)
    assert (trap["status"], trap["code"]) == ("local_address", "T003")
    assert trap["reason"].endswith(" at instruction 1 of warp 0 (trap.s:3)")
    assert (large["status"], large["code"]) == ("unfit", "E0501")
    assert "needs 9000 words of local memory" in large["reason"]
    assert outcome.counts == {"contradiction": 4, "cycle_limit": 1, "done": 1, "local_address": 1, "unfit": 1}
    assert (outcome.failed, outcome.is_interrupted, outcome.bugs) == (7, False, [])


def test_wrong_results_and_broken_oracles(tmp_path: Path) -> None:
    kernel = tmp_path / "k.s"
    kernel.write_text(".threads 4\n.local y u32[4]\nst.local [thread_id + y], warp_id\nret\n")
    (tmp_path / "k.py").write_text(
        "import numpy as np\nTOLERANCE = 0\ndef inputs(program, rng):\n    return {}\n"
        "def expected(program, inputs):\n    return {'y': np.array([0, 0, 1, 0])}\n"
    )
    (row,) = run_sweep(Sweep.of(kernel)).results
    assert (row["status"], row["code"], row["reason"]) == ("wrong", "E0605", "y[2] is 0, not 1")
    (row,) = run_sweep(Sweep.of(kernel, oracle=False)).results
    assert row["status"] == "done"
    (tmp_path / "k.py").write_text(
        "def inputs(program, rng):\n    return 1 / 0\ndef expected(program, inputs):\n    pass\n"
    )
    (row,) = run_sweep(Sweep.of(kernel)).results
    assert (row["status"], row["code"]) == ("oracle", "E0604")
    assert "ZeroDivisionError" in row["reason"]


def test_one_thread_and_many_give_the_same(tmp_path: Path) -> None:
    sweep = Sweep.of(["fft128", "fir"], {**FFT, "scheduler": ["paper", "oldest"]})
    one, many = run_sweep(sweep, jobs=1), run_sweep(sweep, tmp_path / "x.sqlite", jobs=8)
    assert one.results.rows == many.results.rows == SweepResults.load(tmp_path / "x.sqlite").rows
    assert one.counts == {"done": 24}


def count_runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list that will hold the keys of all points that are run."""
    runs: list[str] = []
    run = Runner.run

    def counted(self: Runner, workload: Any, points: Any, *rest: Any) -> Any:
        runs.extend(ready.key for ready in points)
        return run(self, workload, points, *rest)

    monkeypatch.setattr(Runner, "run", counted)
    return runs


def test_equal_points_run_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = count_runs(monkeypatch)
    # The second machine with the first one's width and clock behaves as the first one.
    sweep = Sweep.of("fft128", {"machine": ["fpga4", "fpga8"], "warp": [4], "clock_mhz": [100.0], "banks": [3, 4]})
    outcome = run_sweep(sweep, tmp_path / "x.sqlite")
    assert outcome.counts == {"contradiction": 2, "done": 2}
    assert len(runs) == 2
    rows = list(outcome.results)
    assert rows[1]["key"] == rows[3]["key"]
    assert [row["machine"] for row in rows] == ["fpga4", "fpga4", "fpga8", "fpga8"]


def test_resuming_does_what_is_left_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.sqlite"
    sweep = Sweep.of("fft128", {"banks": [2, 4, 8, 16], "fpu.latency": "1..16"})
    whole = run_sweep(sweep)
    calls = iter(range(1000))
    part = run_sweep(sweep, path, jobs=1, progress=lambda done, size, failed: done >= 20 and next(calls) >= 0)
    assert part.is_interrupted or part.done == 64
    done = len(SweepResults.load(path))
    assert done == part.done
    runs = count_runs(monkeypatch)
    rest = run_sweep(sweep, path)
    assert len(runs) == 64 - done
    assert (rest.before, rest.done, rest.is_interrupted) == (done, 64, False)
    assert rest.results.rows == whole.results.rows
    assert run_sweep(sweep, path).before == 64
    assert resume_sweep(path).before == 64
    assert len(runs) == 64 - done


def test_a_long_run_stops_at_once_and_has_no_result(tmp_path: Path) -> None:
    (tmp_path / "loop.s").write_text(LOOP)
    sweep = Sweep.of(tmp_path / "loop.s", {"banks": [2, 4]}, max_cycles=10**12)
    began = []
    outcome = run_sweep(sweep, tmp_path / "x.sqlite", progress=lambda *_: began.append(1) or len(began) > 3)
    assert (outcome.done, outcome.is_interrupted) == (0, True)
    assert outcome.seconds < 10


def test_a_second_ctrl_c_loses_nothing_either(tmp_path: Path) -> None:
    sweep = Sweep.of("fft128", {"banks": [2, 4, 8, 16], "fpu.latency": "1..16", "lds.latency": "1..8"})

    def interrupt(done: int, size: int, failed: int) -> bool:
        if done > 20:
            raise KeyboardInterrupt
        return False

    with pytest.raises(KeyboardInterrupt):
        run_sweep(sweep, tmp_path / "x.sqlite", progress=interrupt)
    assert len(SweepResults.load(tmp_path / "x.sqlite")) > 20
    assert threading.active_count() < 10


def test_a_bug_costs_one_point_which_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(workload: Any, batch: Any, points: Any, *rest: Any) -> Any:
        if any(ready.machine.local.banks == 4 for ready, _ in points):
            raise ZeroDivisionError("a mistake")
        return run(workload, batch, points, *rest)

    run = evaluate_module._run
    monkeypatch.setattr(evaluate_module, "_run", fail)
    sweep = Sweep.of("fft128", {"fpu.latency": "1..8", "banks": [2, 4, 8]})
    outcome = run_sweep(sweep, tmp_path / "x.sqlite")
    assert (outcome.done, outcome.is_interrupted) == (16, False)
    assert sorted(outcome.bugs) == sorted(
        f'point {3 * k + 1} ({{"fpu.latency": {k + 1}, "local.banks": 4}}): ZeroDivisionError: a mistake'
        for k in range(8)
    )
    monkeypatch.setattr(evaluate_module, "_run", run)
    assert run_sweep(sweep, tmp_path / "x.sqlite").counts == {"done": 24}


def test_a_claimed_key_whose_run_was_lost_is_run_by_the_next_session(tmp_path: Path) -> None:
    sweep = Sweep.of("fft128", {"banks": [2, 4]})
    run_sweep(sweep, tmp_path / "x.sqlite")
    with Store.write(tmp_path / "x.sqlite") as store, store.transaction() as connection:
        connection.execute("DELETE FROM results WHERE cycles > 4000")
    assert len(SweepResults.load(tmp_path / "x.sqlite")) == 1
    assert run_sweep(sweep, tmp_path / "x.sqlite").counts == {"done": 2}


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (Sweep.of("fft128", {"banks": [2, 4]}), "local.banks is 2, 4 and was 2, 8"),
        (Sweep.of("fft128", {"banks": [2, 8], "warp": [4]}), "warp_size is 4 and was not there"),
        (Sweep.of("fir", {"banks": [2, 8]}), "programs is fir and was fft128"),
        (Sweep.of("fft128", {"banks": [2, 8]}, seed=2), "seed is 2 and was 1"),
        (Sweep.of("fft128", {"banks": [2, 8]}, settings={"warps": 32}), "warps is 32 and was not there"),
    ],
)
def test_another_plan_is_refused(other: Sweep, message: str, tmp_path: Path) -> None:
    run_sweep(Sweep.of("fft128", {"banks": [2, 8]}), tmp_path / "x.sqlite")
    before = (tmp_path / "x.sqlite").read_bytes()
    with pytest.raises(SweepError, match=r"E0766.*holds another sweep") as caught:
        run_sweep(other, tmp_path / "x.sqlite")
    assert message in str(caught.value)
    assert (tmp_path / "x.sqlite").read_bytes() == before


def test_edited_files_make_another_sweep(tmp_path: Path) -> None:
    kernel, oracle, machine = tmp_path / "k.s", tmp_path / "k.py", tmp_path / "m.toml"
    kernel.write_text('.include "more.inc"\n.threads 4\nret\n')
    (tmp_path / "more.inc").write_text("; nothing\n")
    machine.write_text('base = "fpga4"\n')
    sweep = Sweep.of(kernel, {"banks": [2, 4]}, machine=str(machine))
    run_sweep(sweep, tmp_path / "x.sqlite")
    for path, text, message in (
        (tmp_path / "more.inc", "; edited\n", "the source or oracle of"),
        (oracle, "TOLERANCE = 0\n", "the source or oracle of"),
        (machine, 'base = "fpga4"\nwarps = 8\n', "the description of machine"),
    ):
        before = path.read_text() if path.exists() else None
        path.write_text(text)
        with pytest.raises(SweepError, match=message):
            run_sweep(sweep, tmp_path / "x.sqlite")
        path.write_text(before) if before is not None else path.unlink()
    assert run_sweep(sweep, tmp_path / "x.sqlite").before == 2


def test_another_engine_is_refused_and_can_still_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sweep = Sweep.of("fft128", {"banks": [2, 4]})
    run_sweep(sweep, tmp_path / "x.sqlite")
    monkeypatch.setattr(running_module, "engine_stamp", lambda **_: "9.9.9+0")
    with pytest.raises(SweepError, match=r"E0767.*was begun with simt "):
        run_sweep(sweep, tmp_path / "x.sqlite")
    assert len(SweepResults.load(tmp_path / "x.sqlite")) == 2


def test_sessions_tell_who_worked(tmp_path: Path) -> None:
    sweep = Sweep.of("fft128", {"banks": [2, 4]})
    run_sweep(sweep, tmp_path / "x.sqlite", jobs=1)
    run_sweep(sweep, tmp_path / "x.sqlite", jobs=1)
    with Store.read(tmp_path / "x.sqlite") as store, closing(sqlite3.connect(tmp_path / "x.sqlite")) as file:
        ((number, _, version, _, _, workers, points, seconds),) = file.execute("SELECT * FROM sessions")
        facts = store.meta()
    assert (number, version, workers, points) == (1, simt.__version__, "1 threads", 2)
    assert seconds > 0
    assert facts["identity"]["plan"]["sweep"] == {"local.banks": [2, 4]}
    assert json.dumps(facts["identity"])


def test_no_threads_is_refused() -> None:
    with pytest.raises(SweepError, match="at least one thread, not 0"):
        run_sweep(Sweep.of("dot"), jobs=0)


@pytest.mark.parametrize("is_quick", [False, True], ids=["looked at", "done before the first look"])
def test_each_kind_of_engine_that_is_compiled_is_reported(
    is_quick: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_quick:
        monkeypatch.setattr(session_module, "in_threads", lambda work, *_: work())
    (tmp_path / "small.s").write_text(".threads 4\n ret\n")
    monkeypatch.setattr(evaluate_module, "_ready", set())
    monkeypatch.setattr("simt.core.engine.kinds.compile_needed", lambda *_: True)
    monkeypatch.setattr(evaluate_module, "compile_kind", lambda _: None)
    told: list[str] = []
    axes = {"vliw.slots": [1, 2], "cores": [1, 2]}
    outcome = simt.sweep(tmp_path / "small.s", axes, compiling=lambda kind: told.append(kind.name))
    assert outcome.counts["done"] == 4
    assert sorted(told) == ["bundles", "device", "device-full", "plain"]


def test_who_waits_for_a_kind_of_engine_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(evaluate_module, "_ready", set())
    monkeypatch.setattr(evaluate_module, "compile_kind", lambda _: go_on.wait())
    try:
        with pytest.raises(Interrupted):
            evaluate_module._need(KINDS["plain"], lambda: True)
        with evaluate_module._lock, pytest.raises(Interrupted):  # another thread compiles
            evaluate_module._need(KINDS["plain"], lambda: True)
    finally:
        go_on.set()
