"""Section 17 on the reference: what holds for every machine with banks."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from itertools import groupby

import numpy as np
import pytest

from tests.engines import run_case
from tests.examples import examples
from tests.generators.cases import Case, describe, random_case, random_race_free_case
from tests.pins import ONE_REGISTER_FILE
from tests.pins.pin import check_pin_on
from tests.reference import Event, ReferenceResult, simulate
from tests.reference.operands import reads

CASES = examples(600)
RACE_FREE = examples(60, 2)
BANKED = ("three_banks", "eight_banks")


def kept_as(case: Case, organisation: str) -> Case:
    """The case on a machine with another register file."""
    return replace(case, machine=case.machine.replace(register_file=organisation))


@cache
def banked_runs() -> list[tuple[Case, ReferenceResult]]:
    """Generated cases on machines whose registers are in banks."""
    cases = [random_case(seed) for seed in range(CASES)]
    banked = [case for case in cases if case.machine.register_file.organisation in BANKED]
    return [(case, run_case(simulate, case)) for case in banked]


def bundles(result: ReferenceResult) -> list[list[Event]]:
    """The events of each bundle; a machine with banks selects one in a cycle."""
    return [list(group) for _, group in groupby(result.events, key=lambda event: event.select)]


def banks_read(case: Case, bundle: list[Event]) -> Counter[int]:
    """How many reads a bundle asks of each bank."""
    read = []
    for event in bundle:
        instruction = case.program.instructions[event.pc]
        assert instruction is not None
        read.append(reads(instruction))
    warp = bundle[0].warp
    if case.machine.register_file.organisation == "three_banks":
        return Counter({warp % 3: sum(map(bool, read))})
    return Counter((number + warp) % 8 for number in set().union(*read))


def banks_written(case: Case, bundle: list[Event]) -> Counter[int]:
    """How many results of a bundle go to each bank."""
    found: Counter[int] = Counter()
    for event in bundle:
        instruction = case.program.instructions[event.pc]
        assert instruction is not None
        if instruction.spec.writes_register:
            is_three = case.machine.register_file.organisation == "three_banks"
            found[event.warp % 3 if is_three else (instruction.rd + event.warp) % 8] += 1
    return found


@pytest.mark.nightly
def test_generated_cases_reach_both_kinds_of_waiting() -> None:
    """Operands that wait and writes that wait, with either organisation, and with bundles and without."""
    operands: Counter[tuple[str, bool]] = Counter()
    writes: Counter[tuple[str, bool]] = Counter()
    for case, result in banked_runs():
        organisation, has_bundles = case.machine.register_file.organisation, case.machine.vliw.count > 1
        waited = sum(states.count("operand_bank") for states in result.warp_states)
        assert waited == 0 or organisation == "eight_banks" or has_bundles, describe(case)
        operands[organisation, has_bundles] += waited
        for bundle in bundles(result):
            taken = max(event.retire for event in bundle)
            if min(event.retire for event in bundle) >= 0 and taken < result.cycles:
                writes[organisation, has_bundles] += result.warp_states[taken][bundle[0].warp] == "retire_port"
    kinds = [(organisation, has_bundles) for organisation in BANKED for has_bundles in (False, True)]
    assert [bool(operands[kind]) for kind in kinds] == [False, True, True, True]
    assert all(writes[kind] for kind in kinds)


def test_no_bank_serves_more_than_it_can() -> None:
    """Entry and readiness leave room for every access, recounted from the events alone."""
    for case, result in banked_runs():
        machine = case.machine
        f, r, slots = machine.front_end.stages, machine.retire.stages, machine.vliw.slots
        more = slots - 1 if machine.register_file.organisation == "three_banks" else 0
        reads: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for bundle in bundles(result):
            first = bundle[0]
            asked = banks_read(case, bundle)
            if first.enter >= 0:
                assert first.enter >= first.select + f + more, describe(case)
                for bank, count in asked.items():
                    reads[bank] += [(first.select + f - 1, first.enter - 1)] * count
            if first.ready >= 0:
                most = max(banks_written(case, bundle).values(), default=1)
                assert first.ready >= max(event.retire for event in bundle) + most - 1 + r, describe(case)
        for windows in reads.values():  # as many reads fit between the earliest and the latest as cycles are there
            windows.sort()
            for start in {window[0] for window in windows}:
                inside = [window for window in windows if window[0] >= start]
                for end in {window[1] for window in inside[: 3 * slots]}:
                    assert sum(window[1] <= end for window in inside) <= end - start + 1, describe(case)


def test_ledgers_sum() -> None:
    for case, result in banked_runs():
        warps = -(-case.threads // case.machine.warp_size)
        assert sum(result.warp_ledger.values()) == warps * result.cycles, describe(case)
        assert sum(result.issue_ledger.values()) == case.machine.issue_slots * result.cycles, describe(case)


def test_warps_wait_for_their_writes_and_no_longer() -> None:
    """Away from barriers a warp is in retire_port from its retire until r cycles before it is ready."""
    waits = 0
    for case, result in banked_runs():
        r = case.machine.retire.stages
        for bundle in bundles(result):
            warp, ready, retired = bundle[0].warp, bundle[0].ready, max(event.retire for event in bundle)
            names = [case.program.instructions[event.pc].spec.name for event in bundle]  # type: ignore[union-attr]
            if ready < 0 or "bar" in names:
                continue
            states = [result.warp_states[cycle][warp] for cycle in range(retired, ready)]
            assert states[: ready - r - retired] == ["retire_port"] * (ready - r - retired), describe(case)
            assert "retire_port" not in states[ready - r - retired :], describe(case)
            waits += ready - r - retired
    assert waits > 0


def test_three_banks_cost_nothing_where_single_serves() -> None:
    """One instruction and one result per cycle: cycle for cycle the machine with one bank."""
    compared = 0
    for case, result in banked_runs():
        machine = case.machine
        is_plain = machine.vliw.slots == machine.retire.ports == 1
        if is_plain and machine.register_file.organisation == "three_banks":
            single = run_case(simulate, kept_as(case, "single"))
            assert result.differences(single) == [], describe(case)
            compared += 1
    assert compared >= CASES // 120


@pytest.mark.parametrize("organisation", BANKED)
def test_results_do_not_depend_on_the_register_file(organisation: str) -> None:
    compared = 0
    for seed in range(RACE_FREE):
        case = random_race_free_case(seed)
        machine = case.machine
        if machine.issue_width > 1 or machine.front_end.stages == 0 or machine.has("dpu"):
            continue
        plain, banked = (run_case(simulate, kept_as(case, each)) for each in ("multiport", organisation))
        assert plain.status == banked.status == "done", describe(case)
        assert np.array_equal(plain.registers, banked.registers), describe(case)
        assert np.array_equal(plain.local, banked.local), describe(case)
        assert (plain.carry, plain.issues) == (banked.carry, banked.issues), describe(case)
        compared += 1
    assert compared > RACE_FREE // 6


@pytest.mark.parametrize("organisation", ["single", "multiport"])
def test_one_bank_never_waits(organisation: str) -> None:
    """The pins, which were derived without a register file, hold with either wherever the machine can have it."""
    checked = 0
    for pin in ONE_REGISTER_FILE:
        machine = pin.machine()
        if machine.register_banks:
            continue
        if organisation == "multiport" or machine.issue_slots == machine.retire.ports == 1:
            kept = replace(pin, machine_keys={**pin.machine_keys, "register_file.organisation": organisation})
            check_pin_on(simulate, kept)
            checked += 1
    assert checked > 40
