"""Sections 25 and 26 of docs/processor.md in the specification: what holds whatever schedulers and costs are drawn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from tests.engines import run_case
from tests.examples import examples
from tests.generators.cases import Case, describe, random_race_free_case
from tests.generators.machines import with_costs, with_schedulers, with_scoreboard, with_slots
from tests.generators.operands import with_operands
from tests.reference import ReferenceResult, simulate
from tests.reference.slots import operand_loads

CASES = examples(600, 32)
KEPT = 64  # cases and runs, more than there are in every run
COMPUTED = ("registers", "carry", "scalars", "conditions", "local", "issues")


@lru_cache(KEPT)
def drawn(seed: int) -> tuple[Case, Case]:
    """A race-free case without bundles and banks: with a scoreboard alone, and with schedulers and costs too."""
    case = random_race_free_case(seed, extras=seed % 2 == 1)
    rng = random.Random(f"schedulers of {seed}")
    before = with_scoreboard(rng, case.machine.replace(vliw=1))
    machine = with_schedulers(rng, before)
    machine = with_costs(rng, machine) if seed % 2 else machine
    return replace(case, machine=before), replace(case, machine=machine)


@lru_cache(KEPT)
def run_of(seed: int) -> ReferenceResult:
    """The run of a case with schedulers."""
    return specified(drawn(seed)[1])


def runs() -> Iterator[tuple[Case, ReferenceResult]]:
    """The cases with schedulers, and their runs."""
    return ((drawn(seed)[1], run_of(seed)) for seed in range(CASES))


def cases_of_operands() -> Iterator[tuple[Case, set[int]]]:
    """Those with slots for operands and turns after them, and the addresses that take an operand."""
    for seed in range(CASES):
        _, case = drawn(seed)
        rng = random.Random(f"operands of {case.seed}")
        case = with_operands(replace(case, machine=with_slots(rng, case.machine)))
        if case.machine.issue.operand_interval:
            yield case, {address + 1 for address in operand_loads(case.program.instructions)}


def specified(case: Case) -> ReferenceResult:
    return run_case(simulate, case)


def test_what_is_computed_stays() -> None:
    for seed in range(CASES):
        before, case = drawn(seed)
        one, other = specified(before), run_of(seed)
        if one.status == other.status == "done":
            assert not {*COMPUTED} & {*one.differences(other)}, describe(case)


def test_ledgers_sum() -> None:
    for case, result in runs():
        machine = case.machine
        slots = machine.issue_width * machine.issue.schedulers
        assert sum(result.issue_ledger.values()) == result.cycles * slots, describe(case)
        assert sum(result.warp_ledger.values()) == result.cycles * len(result.warp_states[0]), describe(case)
        assert sum(result.lane_ledger.values()) == result.instructions * machine.warp_size, describe(case)


def test_a_slot_is_filled_by_its_own_warps_in_its_turns() -> None:
    seen: Counter[int] = Counter()
    for case, result in runs():
        issue, width = case.machine.issue, case.machine.issue_width
        for event in result.events:
            scheduler = event.slot // width
            assert event.warp % issue.schedulers == scheduler, describe(case)
            assert (event.select - scheduler) % issue.interval == 0, describe(case)
            seen[issue.schedulers * issue.interval] += 1
    assert len(seen) > 3


def test_results_leave_an_instance_in_the_order_of_entry() -> None:
    for case, result in runs():
        last: dict[tuple[str, int], tuple[int, int]] = {}
        entered = [event for event in result.events if event.enter >= 0 and event.retire >= 0]
        for event in sorted(entered, key=lambda event: (event.enter, event.sequence)):
            instruction = case.program.instructions[event.pc]
            assert instruction is not None
            unit = case.machine.unit_of(instruction)
            place = ("alu" if unit == "control" and case.machine.control.route == "alu" else unit, event.instance)
            assert event.retire > last.get(place, (-1, -1))[1], describe(case)
            last[place] = event.enter, event.retire


def test_turns_follow_the_last_operand() -> None:
    """After the last turn with an operand the first one is u cycles later, and the others every v cycles."""
    moved = 0
    for case, takers in cases_of_operands():
        issue, width = case.machine.issue, case.machine.issue_width
        last = dict.fromkeys(range(issue.schedulers), -1)
        taken = dict(last)  # the operands of this turn are those of the next ones
        for event in specified(case).events:
            scheduler = event.slot // width
            if event.select > taken[scheduler] >= 0:
                last[scheduler] = taken[scheduler]
            since = event.select - last[scheduler] - issue.operand_interval
            if last[scheduler] < 0:
                since = event.select - scheduler % issue.interval
            assert since >= 0, describe(case)
            assert since % issue.interval == 0, describe(case)
            moved += (event.select - scheduler) % issue.interval > 0
            if event.pc in takers:
                taken[scheduler] = event.select
    assert moved


def test_an_operand_interval_of_v_changes_nothing() -> None:
    seen = 0
    for case, takers in cases_of_operands():
        issue = case.machine.issue
        same, none = (
            replace(case, machine=case.machine.replace(**{"issue.operand_interval": interval}))
            for interval in (issue.interval, 0)
        )
        one, other = specified(same), specified(none)
        assert not one.differences(other), describe(case)
        seen += any(event.pc in takers for event in one.events)
    assert seen
