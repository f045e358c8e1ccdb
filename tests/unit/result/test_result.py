"""simt.result.result: ledgers, metrics, tables and JSON."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import isa
import simt
from simt.launch.oracle import Oracle
from simt.machine import Machine
from simt.result.result import Result
from tests.examples import examples
from tests.generators.cases import random_case

FPGA4 = Machine.load("fpga4")
FFT = simt.find_program("fft128")


def fft(machine: Machine) -> Result:
    program = isa.assemble_file(FFT)
    oracle = Oracle.beside(FFT)
    assert oracle is not None
    inputs = oracle.inputs(program, 1)
    result = simt.run(program, machine, inputs=inputs)
    return replace(result, check=oracle.check(result, inputs), operations=oracle.operations(program), seed=1)


@pytest.fixture(scope="module", params=[4, 8], ids=["4 banks", "8 banks"])
def result(request: pytest.FixtureRequest) -> Result:
    return fft(FPGA4.replace(**{"local.banks": request.param}))


def test_ledgers_sum(result: Result) -> None:
    data = json.loads(result.to_json())
    ledgers = data["ledgers"]
    assert sum(ledgers["issue"].values()) == data["cycles"] * data["machine"]["issue_width"]
    assert sum(ledgers["warp"].values()) == data["cycles"] * result.warps
    assert sum(ledgers["lane"].values()) == data["instructions"] * data["machine"]["warp_size"]
    assert ledgers["issue"]["issued"] == ledgers["warp"]["issued"] == data["instructions"]


def test_a_missing_array_is_refused_with_the_names_of_the_others(result: Result) -> None:
    with pytest.raises(simt.SimtError) as caught:
        result.arrays["ree"]
    assert str(caught.value) == "error[E0601]: the result of `fft128` has no array `ree`\n  = help: did you mean `re`?"
    with pytest.raises(KeyError, match="`output`\n  = help: its arrays are `re`, `im`"):
        result.arrays["output"]
    assert result.arrays.get("output") is None
    some = replace(result, local={"re": result.local["re"]})
    with pytest.raises(KeyError, match="each of the work-groups had its own"):
        some.arrays["im"]
    with pytest.raises(KeyError, match="it has no arrays"):
        replace(result, local={}).arrays["output"]


def test_a_core_that_there_is_not(result: Result) -> None:
    for number in (1, -1):
        with pytest.raises(IndexError, match=f"there is no core {number} in a result of 1 core"):
            result.of_core(number)


def test_lines_sum_to_the_ledgers_but_for_what_blames_nothing(result: Result) -> None:
    issue, warp = result.ledgers.issue, result.ledgers.warp
    for reason, slots in issue.items():
        found = sum(row["lost"].get(reason, 0) for row in result.lines)
        if reason == "issued":
            assert sum(row["issues"] for row in result.lines) == slots
        else:
            assert found == slots - int(result.ledgers.issue_lines[-1, _column(reason)])
    for state, cycles in warp.items():
        found = sum(row["warp_cycles"].get(state, 0) for row in result.lines)
        assert found == cycles - int(result.ledgers.warp_lines[-1, _column(state)])


def _column(reason: str) -> int:
    from simt.core.state.reasons import REASONS

    return REASONS.index(reason)


def test_metrics(result: Result) -> None:
    assert result.check is not None
    assert result.check.passed
    assert result.ipc == result.instructions / result.cycles
    assert result.issued_by_unit["fpu"] == 7 * 16 * 10
    assert result.fpu_efficiency == 1120 / result.cycles
    assert result.seconds == pytest.approx(result.cycles / 107e6)
    assert result.operations == 5 * 128 * 7
    assert result.operations_per_second == pytest.approx(4480 / result.seconds)
    assert sum(result.issued_by_unit.values()) == result.instructions
    assert result.lds_conflict_cycles == int(result.passes.sum()) - result.issued_by_unit["lds"]
    assert 0 < result.exposed_lds_cycles <= result.lds_conflict_cycles


def test_bounds_are_bounds(result: Result) -> None:
    assert [bound.cycles for bound in result.bounds] == sorted((b.cycles for b in result.bounds), reverse=True)
    assert all(bound.cycles <= result.cycles for bound in result.bounds)
    by_name = {bound.resource: bound.cycles for bound in result.bounds}
    assert by_name["fpu"] == 1120
    assert by_name["issue"] == result.instructions
    assert by_name["lds"] == int(result.passes.sum())


def test_json(result: Result) -> None:
    text = result.to_json()
    data = json.loads(text)
    assert list(data)[:2] == ["schema", "program"]
    assert list(data)[-1] == "provenance"
    assert data["schema"] == "simt.run/1"
    assert {"machine", "cycles", "instructions", "ipc", "fpu_efficiency", "check", "ledgers", "lines"} <= set(data)
    assert data["check"]["passed"] is True
    assert 0 < data["check"]["max_relative_error"] < 1e-5
    assert data["status"] == "completed"
    assert data["stop"] is None
    assert data["published"]["cycles"] == {4: 3893, 8: 3430}[result.machine.local.banks]
    assert data["provenance"]["program_hash"] == result.program.hash
    assert data["provenance"]["seed"] == 1
    assert {row["file"] for row in data["lines"]} == {"fft128.s"}
    assert fft(result.machine).to_json() == text


def test_inputs_are_part_of_the_provenance() -> None:
    program = isa.assemble(".threads 4\n.local x f32[4]\n.param a f32 = 1.0\n mul.f32 r1, r1, a\n ret\n")
    hashes = [
        simt.run(program, FPGA4, inputs=inputs).provenance["inputs_hash"]
        for inputs in ({}, {"x": np.ones(4)}, {"a": 2.0}, {"x": np.ones(4)})
    ]
    assert hashes[1] == hashes[3]
    assert len(set(hashes)) == 3


def test_a_stopped_run_says_so() -> None:
    program = isa.assemble(".threads 8\n sub.u32 r1, warp_id, 1 -> end if z\n bar\nend:\n ret\n")
    result = simt.run(program, FPGA4)
    data = json.loads(result.to_json())
    assert data["status"] == "deadlock"
    assert data["stop"]["code"] == "T004"
    assert data["stop"]["waiting"] == [{"warp": 0, "pc": 1, "since": data["stop"]["waiting"][0]["since"]}]
    assert data["stop"]["finished"] == [1]
    assert data["check"] is None
    assert sum(data["ledgers"]["issue"].values()) == data["cycles"]
    assert repr(result) == f"<Result kernel on fpga4: {result.cycles} cycles, deadlock>"


def test_events_are_kept_when_asked_for() -> None:
    program = isa.assemble(".threads 4\n add.u32 r1, r1, 1\n ret\n")
    assert simt.run(program, FPGA4).events is None
    result = simt.run(program, FPGA4, record=True)
    assert result.events is not None
    assert result.events.instructions["pc"].tolist() == [0, 1]
    assert len(result.events.ready) == result.cycles
    assert result.events.slots.shape == (result.cycles, 1)
    assert result.events.warps.shape == (result.cycles, 1)


def test_a_functional_run_has_no_cycles() -> None:
    data = json.loads(simt.run(isa.assemble_file(FFT), FPGA4, engine="functional").to_json())
    assert (data["cycles"], data["ipc"], data["fpu_efficiency"]) == (0, 0.0, 0.0)
    assert data["instructions"] == 2944
    assert sum(data["ledgers"]["lane"].values()) == 2944 * 4


@pytest.mark.parametrize("seed", range(examples(120, 4)))
def test_conflict_figures_of_stopped_runs(seed: int) -> None:
    """They count accesses that entered the LDS, not those on their way to it: never negative, never below one pass."""
    case = random_case(seed)
    full = simt.run(case.program, case.machine, threads=case.threads, max_cycles=case.max_cycles, strict=False)
    limits = {1, 3, max(1, full.cycles // 3), max(1, full.cycles // 2), case.max_cycles}
    for limit in limits:
        result = simt.run(case.program, case.machine, threads=case.threads, max_cycles=limit, strict=False)
        assert result.lds_conflict_cycles >= 0
        assert all(row["degree"] is None or row["degree"] >= 1 for row in result.lines)
        assert all(row["accesses"] <= row["issues"] for row in result.lines)


def test_events_as_bits() -> None:
    program = simt.assemble("mov r1, 1\nmov r2, 2\nret")
    machine = simt.Machine.load("article32").replace(warp_size=4, warps=2)
    events = simt.run(program, machine, threads=6, record=True).events
    assert events is not None
    assert events.mask(0, 4).to01() == "1111"
    assert events.mask(3, 4).to01() == "1100"  # the last warp has two threads
    # With f = r = 0 and latency 1 a warp is ready again in the next cycle, and when all are available the rule takes
    # the lowest: warp 0 runs to its end in cycles 0 to 2, then warp 1.
    assert [events.ready_row(warp).to01() for warp in (0, 1)] == ["000000", "111000"]


def test_no_run_is_shorter_than_its_bounds_where_idle_lanes_cost_no_beats() -> None:
    """Whole warps would need more cycles of the ALU than the run has: their lanes part, and few are active."""
    machine = Machine.load("article32", {"branch.policy": "ipdom_stack", "alu.lanes": 2, "ideal.lanes": True})
    found = simt.run("divergent/switch", machine)
    assert found.completed
    assert found.issued_by_unit["alu"] * machine.occupation("alu") > found.cycles
    assert max(bound.cycles for bound in found.bounds) <= found.cycles
    assert 0 < found.efficiency("alu") <= 1
