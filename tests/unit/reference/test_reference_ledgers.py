"""Laws that every run of the reference keeps: sums of the ledgers, order of the times of an event, coverage."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest
from hypothesis import HealthCheck, given, settings

from simt.core.state.traps import TRAP_KINDS
from simt.machine import Machine
from simt.machine.rules import SCHEDULERS
from tests.engines import fast_case, run_case
from tests.examples import examples
from tests.generators.cases import Case, cases, describe, race_free_cases, random_case, random_race_free_case
from tests.generators.machines import BRANCHES, BUNDLES
from tests.reasons import OF_CORES
from tests.reference import ReferenceResult, simulate

SEEDS = examples(800, 4)
SLOT_REASONS = OF_CORES | {"slot_empty"}
ENDS = {"done", "cycle_limit", *TRAP_KINDS} - {"none", "global_address"}  # fmt: skip


def run(case: Case) -> ReferenceResult:
    return run_case(simulate, case)


def check_laws(case: Case, result: ReferenceResult) -> None:
    machine = case.machine
    warps = len(result.registers)
    assert len(result.warp_states) == len(result.slot_reasons) == len(result.ready_bits) == result.cycles
    assert result.warp_ledger.total() == warps * result.cycles
    assert result.issue_ledger.total() == machine.issue_width * machine.vliw.slots * result.cycles
    assert result.lane_ledger.total() == len(result.events) * machine.warp_size
    issued = [(pc, count) for (pc, reason), count in result.issue_ledger.items() if reason == "issued"]
    assert sum(count for _, count in issued) == len(result.events) == sum(result.issues) == result.operations
    assert all(result.issues[pc] == count for pc, count in issued)
    assert {reason for _, reason in result.warp_ledger} <= OF_CORES
    assert {reason for _, reason in result.issue_ledger} <= SLOT_REASONS
    depth = max((event.depth for event in result.events), default=0)
    assert (
        depth
        <= {
            "first_thread": 0,
            "mask_stack": machine.branch.stack_depth,
            "ipdom_stack": min(machine.branch.stack_depth, 2 * (machine.warp_size - 1)),
            "min_pc": 0,
            "explicit_masks": 0,
        }[machine.branch.policy]
    )
    check_bundles(machine, result)
    degrees = [0] * len(case.program.words)
    last_ready = [0] * warps
    bundle = -1, -1
    for sequence, event in enumerate(result.events):
        assert event.sequence == sequence
        times = [event.select, event.enter, event.offer, event.retire, event.ready]
        came = [time for time in times if time >= 0]
        assert came == sorted(came)
        if bundle != (event.warp, event.select):
            assert event.select >= last_ready[event.warp]
        bundle = event.warp, event.select
        last_ready[event.warp] = event.ready if event.ready >= 0 else 1 << 60
        degrees[event.pc] += event.degree
    assert degrees == result.degree_sum
    if result.status == "done":
        assert result.trap is None
        assert result.cycles == max(event.retire for event in result.events)
    if result.status == "trap":
        assert result.trap is not None
        assert result.trap.cycle + 1 == result.cycles


def check_bundles(machine: Machine, result: ReferenceResult) -> None:
    """The events of a bundle follow one another, in the order of their slots, and enter and become ready together."""
    slots = machine.vliw.slots
    bundles = [list(events) for _, events in groupby(result.events, key=lambda event: (event.select, event.warp))]
    assert result.instructions == len(bundles)
    assert all(reason != "slot_empty" for _, reason in result.issue_ledger) or slots > 1
    if slots == 1:
        assert all(len(events) == 1 for events in bundles)
        return
    unused = slots * len(bundles) - len(result.events)
    assert sum(count for (_, reason), count in result.issue_ledger.items() if reason == "slot_empty") == unused
    for events in bundles:
        assert [event.pc for event in events] == [events[0].pc + place for place in range(len(events))]
        places = [event.slot for event in events]
        assert places == sorted(set(places))
        assert len({(event.enter, event.ready, event.mask) for event in events}) == 1
        if events[0].ready >= 0:
            last = max(event.retire for event in events)
            assert min(event.retire for event in events) >= 0
            assert events[0].ready >= last + machine.retire.stages


@pytest.mark.nightly
def test_laws_over_seeds_and_coverage() -> None:
    """Every reason and every end of a run occurs among the generated cases, and every run keeps the laws.

    The fast engine runs them: test_engines_agree.py holds both equal on each of these seeds, in all that is
    looked at: most of them nightly.
    """
    warp_reasons: Counter[str] = Counter()
    slot_reasons: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for seed in range(SEEDS):
        case = random_case(seed)
        result = fast_case(case)
        try:
            check_laws(case, result)
        except AssertionError:
            pytest.fail(describe(case))
        warp_reasons.update(reason for _, reason in result.warp_ledger)
        slot_reasons.update(reason for _, reason in result.issue_ledger)
        end = result.trap.kind if result.trap else result.status
        ends[end] += 1
        policy = case.machine.branch.policy
        slots = case.machine.vliw.slots
        if slots > 1:
            policy = f"{slots} slots"
            seen["bundles"] += 1
        seen.update([policy, f"{policy}: {end}", case.machine.scheduler.policy])
        seen["disagreements"] += sum(result.disagreements)
        seen[f"{policy}: diverged"] += result.lane_ledger["diverged"] > 0
        seen[f"{policy}: ended early"] += result.lane_ledger["finished"] > 0
        seen[f"{policy}: empty"] += any(event.mask == 0 for event in result.events)
        seen[f"{policy}: deep"] += any(event.depth > 2 for event in result.events)
        has_barrier = any(reason == "barrier" for _, reason in result.warp_ledger)
        seen[f"{policy}: barrier after a parting"] += end == "done" and has_barrier and sum(result.disagreements) > 0
    assert set(warp_reasons) == OF_CORES
    assert set(slot_reasons) == SLOT_REASONS
    assert set(ends) == ENDS
    assert seen["disagreements"] > 0
    assert all(seen[policy] > SEEDS // 20 for policy in SCHEDULERS)
    assert abs(seen["bundles"] / SEEDS - BUNDLES / 100) < 0.05
    branches = sum(seen[policy] for policy in BRANCHES)
    assert all(abs(seen[policy] / branches - share / 100) < 0.05 for policy, share in BRANCHES.items())
    for policy in ("ipdom_stack", "min_pc"):
        kinds = ["done", "cycle_limit", "divergent_barrier", "diverged", "ended early", "barrier after a parting"]
        if policy == "ipdom_stack":
            kinds += ["stack_overflow", "deep"]
        assert all(seen[f"{policy}: {kind}"] for kind in kinds), seen
    for kind in ("done", "deadlock", "local_address", "illegal_instruction", "diverged", "empty"):
        assert seen[f"explicit_masks: {kind}"], seen


def test_race_free_cases_end() -> None:
    for seed in range(examples(150)):
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
