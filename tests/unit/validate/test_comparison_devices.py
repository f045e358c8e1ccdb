"""Comparisons on devices: the simulated side of launches of several groups on several cores, and what is lacking."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import simt
from simt.core.state.reasons import REASONS
from simt.launch.oracle import Oracle
from simt.validate.comparison import Compared, Request, compare, point
from simt.validate.summaries import mean_stack
from simt.views.studies.comparisons import comparison_dict, comparison_text

N = 16
ALL = Request(models=("refined", "paper", "bounds"), counts=("static", "measured"))


@pytest.fixture(scope="module")
def compared() -> list[Compared]:
    points = [
        point("mm_global", machine, defines={"n": N}, local_size=group)
        for machine, group in (("hd5870_core", (16,)), ("hd5870_core", (8, 4)), ("hd5870", (8, 4)), ("hd5870", (5,)))
    ]
    return compare(points, ALL, jobs=1)


def run(machine: str, group: tuple[int, ...]) -> simt.Result:
    program = simt.load_program("mm_global", defines={"n": N})
    oracle = Oracle.beside(simt.find_program("mm_global"))
    assert oracle is not None
    return simt.run(program, machine, inputs=oracle.inputs(program, 1), global_size=(N, N), local_size=group)


def test_the_simulated_side_is_that_of_a_run(compared: list[Compared]) -> None:
    for each, group in zip(compared[:3], ((16,), (8, 4), (8, 4)), strict=True):
        result = run(each.point.machine_name, group)
        assert (each.status, each.cycles, each.instructions) == ("done", result.cycles, result.instructions)
        assert (each.cores, each.places) == (len(result.cores), result.places)
        assert (each.transactions, each.bytes) == (result.traffic.totals[1], result.traffic.totals[2])
        assert each.warps == result.groups  # each group is one warp here
        assert each.point.axes == {"define.n": N, "local_size": "x".join(map(str, group))}


def test_stacks_are_those_of_a_core(compared: list[Compared]) -> None:
    for each in compared[:3]:
        assert sum(each.stack.values()) == pytest.approx(each.cycles)
        whole = mean_stack(each.stack, each.core_instructions)
        assert whole["issued"] == pytest.approx(1.0)
        for counts, charges in each.charges.items():
            assert sum(charges.values()) == pytest.approx(each.predictions["refined", counts])
            assert mean_stack(charges, each.core_instructions)["issued"] == pytest.approx(1.0, rel=0.05)
        assert whole["global memory"] > whole["other"]


def test_equation_3_stands_beside_what_the_ledgers_of_all_cores_have_for_it(compared: list[Compared]) -> None:
    for each, group in zip(compared[:3], ((16,), (8, 4), (8, 4)), strict=True):
        result = run(each.point.machine_name, group)
        lines = result.ledgers.warp_lines
        units = [entry.spec.unit if entry is not None else "" for entry in result.program.instructions]
        own = [REASONS.index(name) for name in ("issued", "fetch", "dep_global", "uncoalesced", "memory_queue")]
        cycles = sum(lines[pc][own].sum() for pc, unit in enumerate(units) if unit == "memory") / each.warps
        assert each.warp_terms["global"] == pytest.approx(cycles)
        assert sum(each.warp_terms.values()) == pytest.approx(lines.sum() / each.warps)
        rows = {row.term: row for row in each.term_rows("measured")}
        assert rows["cost_global_memory/batch"].simulated == each.warp_terms["global"]


def test_equation_3_has_the_waits_of_dram_and_a_slot_of_two_is_half_a_cycle() -> None:
    """On the GTX 280, whose two slots issue an instruction and its operand."""
    (each,) = compare([point("mm_global", "gtx280", defines={"n": N}, local_size=(8, 4))], ALL, jobs=1)
    result = run("gtx280", (8, 4))
    lines, ledger = result.ledgers.warp_lines, result.ledgers.warp
    units = [entry.spec.unit if entry is not None else "" for entry in result.program.instructions]
    waits = ("uncoalesced", "memory_grant", "memory_bank", "memory_bus")
    assert all(ledger[reason] > 0 for reason in waits)
    own = [REASONS.index(name) for name in ("issued", "dep_global", *waits)]
    cycles = sum(lines[pc][own].sum() for pc, unit in enumerate(units) if unit == "memory") / each.warps
    assert each.warp_terms["global"] == pytest.approx(cycles)
    assert sum(each.stack.values()) == pytest.approx(each.cycles)
    assert each.stack["issued"] / each.core_instructions == pytest.approx(1 / result.machine.issue_slots)


def test_both_sides_of_a_stack_count_the_interval_of_the_schedulers_alike() -> None:
    """On the GTX 280 an instruction takes a turn of four cycles from one of two slots: two cycles on both sides."""
    (each,) = compare([point("mm_global", "gtx280", defines={"n": N}, local_size=(16, 8))], ALL, jobs=1)
    truth = mean_stack(each.stack, each.core_instructions, each.interval)
    guess = mean_stack(each.charges["measured"], each.core_instructions)
    assert each.stack["interval"] > each.stack["issued"]
    assert sum(truth.values()) == pytest.approx(each.cycles / each.core_instructions)
    assert truth["issued"] == pytest.approx(2, rel=0.05)
    assert guess["issued"] == pytest.approx(2, rel=0.05)
    assert truth["global memory"] == pytest.approx(guess["global memory"], rel=0.25)


def test_sizes_that_do_not_divide_are_a_reason(compared: list[Compared]) -> None:
    bad = compared[3]
    assert bad.status == "sizes"
    assert "the local size 5 does not divide the global size 16x16" in bad.reason
    text = comparison_text(compared, ALL)
    assert "3 of 4 points simulated" in text
    assert "1 not: sizes: the local size 5 does not divide" in text
    assert "hd5870_core n=16 local_size=8x4" in text


def test_static_counts_are_those_of_the_run(compared: list[Compared]) -> None:
    for each in compared[:3]:
        for model in ALL.models:
            assert each.errors_apart(model) == (0, each.error(model, "measured"))
        assert each.predictions["bounds", "measured"] <= each.cycles


def test_equation_3_is_told_in_cycles_of_the_core(compared: list[Compared]) -> None:
    for each in compared[:3]:
        row = each.term_rows("measured")[1]
        seconds = each.paper["measured"]["time_global_memory/batch"]
        assert row.equation == "3"
        assert row.predicted == pytest.approx(seconds * 850e6)
        assert row.predicted


def test_every_model_says_a_number_or_why_not(compared: list[Compared]) -> None:
    for each in compared[:3]:
        for model in ALL.models:
            for counts in ALL.counts:
                assert ((model, counts) in each.predictions) != ((model, counts) in each.lacks)


def test_json_has_the_launch(compared: list[Compared]) -> None:
    data = json.loads(json.dumps(comparison_dict(compared, ALL), allow_nan=False))
    launch = ("global_size", "local_size", "groups", "cores", "places")
    assert [data["points"][2][name] for name in launch] == ["16x16", "8x4", 8, 20, 1]
    assert data["points"][2]["transactions"] == compared[2].transactions
    assert data["points"][3]["status"] == "sizes"


def test_a_point_shows_its_launch(compared: list[Compared]) -> None:
    text = comparison_text(compared[2:3], ALL)
    assert "16x16 work-items in 8 groups of 8x4; 20 cores with 1 place each; " in text
    assert "cycles per warp instruction of a core, on average:" in text
    assert "global memory" in text


def test_the_reason_of_an_oracle_names_no_folder() -> None:
    """Results are the same wherever simt lies."""
    (found,) = compare([point("fir", "fpga4", global_size=(128,), local_size=(64,))], Request())
    assert found.status == "oracle"
    assert found.reason.startswith(
        "`expected` of the oracle fir.py expects the array `y` of local memory, and of 2 work-groups each has its own "
        "(fir.py:"
    )


def test_a_parameter_that_is_a_register_in_assembly_is_known_by_both_names(tmp_path: Path) -> None:
    kernel = tmp_path / "k.cl"
    kernel.write_text("kernel void k(global int *x, int r1) { for (int n = 0; n < r1; n++) x[get_global_id(0)] += n; }")
    inputs = {"x": "64", "r1": "5"}
    found = simt.compare(str(kernel), "gtx280_core", counts="static", inputs=inputs, threads=32)
    [row] = found.records()
    assert row["status"] == "done"
    assert row["error"] is not None
