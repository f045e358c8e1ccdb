"""Laws that every run of the reference keeps: sums of the ledgers, order of the times of an event, coverage."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings

from tests.engines import run_case
from tests.generators import Case, cases, describe, race_free_cases, random_case, random_race_free_case
from tests.reference import ReferenceResult, simulate

SEEDS = 400
# The reasons that this machine can have, of the closed list of section 11.
WARP_REASONS = {
    "issued", "not_selected", "fetch", "branch", "barrier", "dep_alu", "dep_fpu", "dep_local", "unit_busy",
    "bank_conflict", "retire_port", "drain",
}  # fmt: skip
ENDS = {
    "done", "cycle_limit", "program_counter", "illegal_instruction", "local_address", "deadlock", "stack_overflow",
    "stack_underflow", "divergent_barrier",
}  # fmt: skip


def run(case: Case) -> ReferenceResult:
    return run_case(simulate, case)


def check_laws(case: Case, result: ReferenceResult) -> None:
    machine = case.machine
    warps = len(result.registers)
    assert len(result.warp_states) == len(result.slot_reasons) == len(result.ready_bits) == result.cycles
    assert result.warp_ledger.total() == warps * result.cycles
    assert result.issue_ledger.total() == machine.issue_width * result.cycles
    assert result.lane_ledger.total() == len(result.events) * machine.warp_size
    issued = [(pc, count) for (pc, reason), count in result.issue_ledger.items() if reason == "issued"]
    assert sum(count for _, count in issued) == len(result.events) == sum(result.issues)
    assert all(result.issues[pc] == count for pc, count in issued)
    assert {reason for _, reason in result.warp_ledger} <= WARP_REASONS
    assert {reason for _, reason in result.issue_ledger} <= WARP_REASONS
    degrees = [0] * len(case.program.words)
    last_ready = [0] * warps
    for sequence, event in enumerate(result.events):
        assert event.sequence == sequence
        times = [event.select, event.enter, event.offer, event.retire, event.ready]
        came = [time for time in times if time >= 0]
        assert came == sorted(came)
        assert event.select >= last_ready[event.warp]
        last_ready[event.warp] = event.ready if event.ready >= 0 else 1 << 60
        degrees[event.pc] += event.degree
    assert degrees == result.degree_sum
    if result.status == "done":
        assert result.trap is None
        assert result.cycles == max(event.retire for event in result.events)
    if result.status == "trap":
        assert result.trap is not None
        assert result.trap.cycle + 1 == result.cycles


def test_laws_over_seeds_and_coverage() -> None:
    """Every reason and every end of a run occurs among the generated cases, and every run keeps the laws."""
    warp_reasons: Counter[str] = Counter()
    slot_reasons: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    disagreements = 0
    for seed in range(SEEDS):
        case = random_case(seed)
        result = run(case)
        try:
            check_laws(case, result)
        except AssertionError:
            pytest.fail(describe(case))
        warp_reasons.update(reason for _, reason in result.warp_ledger)
        slot_reasons.update(reason for _, reason in result.issue_ledger)
        ends[result.trap.kind if result.trap else result.status] += 1
        disagreements += sum(result.disagreements)
    assert set(warp_reasons) == WARP_REASONS
    assert set(slot_reasons) == WARP_REASONS
    assert set(ends) == ENDS
    assert disagreements > 0


def test_race_free_cases_end() -> None:
    for seed in range(60):
        case = random_race_free_case(seed)
        result = run(case)
        assert result.status == "done", describe(case)
        check_laws(case, result)


def test_a_case_is_the_same_every_time() -> None:
    assert describe(random_case(11)) == describe(random_case(11))
    assert run(random_case(11)).differences(run(random_case(11))) == []


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(cases())
def test_laws_under_hypothesis(case: Case) -> None:
    check_laws(case, run(case))


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(race_free_cases())
def test_race_free_cases_end_under_hypothesis(case: Case) -> None:
    assert run(case).status == "done"
