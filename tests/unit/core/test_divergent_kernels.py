"""Every divergent kernel under every policy and order: its oracle's result, and the same memory and registers."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

import simt
from benches.policies import kernels, main, run_checked
from isa.reporting.diagnostics import render
from simt.launch.oracle import Oracle
from simt.views.run.stops import jump_warnings
from tests.paths import ROOT

ORDERS = ("true_first", "false_first", "smaller_first")
RUNS = [(policy, order, policy == "mask_stack") for policy in ("mask_stack", "ipdom_stack") for order in ORDERS]
RUNS.append(("min_pc", "true_first", False))
RUNS += [("its", order, False) for order in ORDERS] + [("its_yield", "true_first", False)]
DOCS = ROOT / "docs"


@pytest.mark.parametrize("name", kernels())
def test_policies_leave_the_same_memory_and_registers(name: str) -> None:
    results = [run_checked(name, *case) for case in RUNS]
    for (policy, order, _), result in zip(RUNS, results, strict=True):
        assert np.array_equal(result.memory, results[0].memory), (policy, order)
        assert np.array_equal(result.registers, results[0].registers), (policy, order)
        assert not jump_warnings(result) or policy == "mask_stack"


@pytest.mark.parametrize("name", kernels())
@pytest.mark.parametrize("policy", ["ipdom_stack", "min_pc", "its", "its_yield"])
def test_the_functional_engine_gives_the_same(name: str, policy: str) -> None:
    oracle = Oracle.beside(simt.find_program(name))
    assert oracle is not None
    program = simt.load_program(name)
    machine = simt.Machine.load("article32", {"warps": 16, "branch.policy": policy})
    inputs = oracle.inputs(program, 1)
    timed, functional = (simt.run(program, machine, inputs=inputs, engine=engine) for engine in ("cycle", "functional"))
    assert np.array_equal(timed.memory, functional.memory)
    assert np.array_equal(timed.registers, functional.registers)
    assert timed.disagreements.tolist() == functional.disagreements.tolist()


def test_smaller_first_keeps_few_sides_waiting() -> None:
    """nested_chain: each level leaves one lane behind; the true side first leaves 15 sides waiting."""
    deep = run_checked("divergent/nested_chain", "mask_stack", "true_first", True)
    flat = run_checked("divergent/nested_chain", "mask_stack", "smaller_first", True)
    assert deep.events is not None
    assert flat.events is not None
    assert deep.events.instructions["depth"].max() > 1.5 * flat.events.instructions["depth"].max()


def test_a_full_stack_says_which_depth_suffices() -> None:
    oracle = Oracle.beside(simt.find_program("divergent/nested_chain"))
    assert oracle is not None
    program = simt.load_program("divergent/nested_chain")
    machine = simt.Machine.load("article32", {"branch.policy": "ipdom_stack", "branch.stack_depth": 3})
    result = simt.run(program, machine, inputs=oracle.inputs(program, 1))
    from simt.views.run.stops import stop_diagnostic

    assert result.stop is not None
    assert result.stop.kind == "stack_overflow"
    report = render([stop_diagnostic(result)])
    assert "the mask stack is full: it has 3 entries" in report
    assert "raise branch.stack_depth; the smallest that always suffices is 62" in report
    enough = simt.run(program, machine.replace(**{"branch.stack_depth": 62}), inputs=oracle.inputs(program, 1))
    assert enough.completed


@pytest.mark.nightly  # by day tests/golden holds the cycles of these kernels
def test_the_table_of_the_docs_is_what_the_bench_prints() -> None:
    import click

    table = CliRunner().invoke(click.command()(main)).output
    rows = [line for line in table.splitlines() if line.startswith("|")]
    assert len(rows) == 2 * (len(kernels()) + 2)  # the policies, and what warps gain that form
    text = (DOCS / "divergence.md").read_text()
    assert [row for row in rows if row not in text] == []
