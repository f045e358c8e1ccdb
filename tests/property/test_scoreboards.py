"""Sections 24 and 22 of docs/processor.md in the specification: what must hold whatever a scoreboard lets overlap."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise

import numpy as np
import pytest

from isa.program.program import Program
from simt.machine import Machine
from tests.device_engines import specified_device
from tests.engines import run_case
from tests.examples import examples
from tests.generators.cases import Case, describe, random_case, random_race_free_case
from tests.generators.devices import DeviceCase, random_device_case
from tests.generators.devices import describe as describe_device
from tests.generators.machines import with_scoreboard
from tests.reference import DeviceResult, Event, ReferenceResult, simulate
from tests.reference.operands import writes
from tests.reference.scoreboard import is_plain

CASES = examples(800, 32)
LAUNCHES = examples(400, 16)

# What one entry leaves as it was: everything in a cycle except reasons; and, if the run ended, what it computed.
TIMES = (
    "cycles", "status", "trap", "events", "instructions", "ready_bits", "bank_words", "lane_ledger", "issues",
    "degree_sum", "disagreements", "local", "waits",
)  # fmt: skip
VALUES = ("registers", "carry", "scalars", "conditions")
COMPUTED = (*VALUES, "status", "local")
FOR_ROOM = ("not_selected", "scoreboard_full", "unit_busy", "retire_port", "bank_conflict")
FOR_MEMORY = ("fetch", "dep_global", "uncoalesced", "memory_queue", "memory_grant", "memory_bank", "memory_bus")
EXECUTED = ("issues", "disagreements", "lane_ledger")  # of a run that ends; else younger instructions may be selected


def specified(case: Case) -> ReferenceResult:
    return run_case(simulate, case)


def of_one_warp(case: Case) -> Case:
    return replace(case, threads=min(case.threads, case.machine.warp_size), shape=(), offset=())


def plain_cases(seeds: range) -> Iterator[Case]:
    """Generated cases without bundles and banks of registers."""
    for seed in seeds:
        case = random_case(seed, extras=seed % 2 == 1)
        if case.machine.vliw.count == 1:
            yield replace(case, machine=case.machine.replace(**{"register_file.organisation": "auto"}))


def launches(seeds: range) -> Iterator[DeviceCase]:
    return (random_device_case(seed, extras=seed % 2 == 1) for seed in seeds)


def differences(one: ReferenceResult, other: ReferenceResult, names: tuple[str, ...]) -> set[str]:
    return {*names} & {*one.differences(other)}


def with_entries(case: Case, entries: int | None = None) -> Case:
    """The case with a scoreboard; of as many entries, or of a number that is drawn."""
    return replace(case, machine=with_scoreboard(random.Random(f"scoreboard of {case.seed}"), case.machine, entries))


def check_one_entry(one: ReferenceResult, entry: ReferenceResult, is_done: bool, text: str) -> None:
    """Of one core: with one entry it is as with one instruction in flight."""
    assert not differences(one, entry, (*TIMES, *VALUES) if is_done else TIMES), text
    for before, after in zip(one.warp_states, entry.warp_states, strict=True):
        for mine, full in zip(before, after, strict=True):
            assert mine == full or (full == "scoreboard_full" and mine not in ("issued", "drain", "idle")), text


def test_one_entry_is_one_instruction_in_flight() -> None:
    policies = set()
    full = 0
    for case in plain_cases(range(CASES)):
        one = specified(case)
        entry = specified(with_entries(case, 1))
        check_one_entry(one, entry, one.status == "done", describe(case))
        policies.add(case.machine.branch.policy)
        full += any("scoreboard_full" in row for row in entry.warp_states)
    assert len(policies) == 5
    assert full > CASES / 8


def test_one_entry_is_one_instruction_in_flight_on_devices() -> None:
    for case in launches(range(LAUNCHES // 2)):
        one = specified_device(case)
        entry = specified_device(replace(case, machine=with_scoreboard(random.Random(0), case.machine, 1)))
        for name in ("cycles", "status", "trap", "trap_core"):
            assert getattr(one, name) == getattr(entry, name), describe_device(case)
        assert np.array_equal(one.words, entry.words), describe_device(case)
        for mine, theirs in zip(one.cores, entry.cores, strict=True):
            check_one_entry(mine, theirs, one.status == "done", describe_device(case))


def test_programs_without_races_compute_the_same() -> None:
    """More entries change when, and not what; and mostly they are faster."""
    faster = ended = 0
    for seed in range(CASES // 2):
        case = random_race_free_case(seed, extras=seed % 2 == 1)
        if case.machine.vliw.count > 1:
            continue
        one, several = specified(case), specified(with_entries(case))
        assert not differences(one, several, (*COMPUTED, *EXECUTED)), describe(case)
        ended += 1
        faster += several.cycles < one.cycles
    assert faster > ended / 2


def test_a_warp_alone_stops_where_it_would_stop() -> None:
    """Traps are precise. With one warp there are no races: trap, registers, flags and memory are as with one in flight.

    On a plain processor nothing is pending, as the units drain.
    """
    trapped = 0
    for case in map(of_one_warp, plain_cases(range(2 * CASES))):
        one, several = specified(case), specified(with_entries(case))
        if "cycle_limit" in (one.status, several.status):
            continue
        assert several.pending == frozenset()
        assert not differences(one, several, COMPUTED), describe(case)
        if one.trap is None or several.trap is None:
            assert not differences(one, several, EXECUTED), describe(case)
        else:
            assert one.trap._replace(cycle=0) == several.trap._replace(cycle=0), describe(case)
            trapped += 1
    assert trapped > CASES / 8


def test_a_warp_alone_stops_where_it_would_stop_on_devices() -> None:
    """There registers that loads would have written may be pending; all others are as with one in flight.

    Global memory is looked at if the run ends: a trap stops stores on their way to it.
    """
    trapped = pending = 0
    for case in launches(range(2 * LAUNCHES, 3 * LAUNCHES)):  # no trap of the first ones finds a load pending
        warp = min(case.local[0], case.machine.warp_size)
        alone = replace(case, size=(warp,), local=(warp,), offset=())
        several = replace(alone, machine=with_scoreboard(random.Random(case.seed), case.machine))
        one, other = specified_device(alone), specified_device(several)
        if "cycle_limit" in (one.status, other.status):
            continue
        text = describe_device(several)
        mine, theirs = one.cores[0], other.cores[0]
        assert not differences(mine, theirs, ("carry", "scalars", "conditions", "status", "local")), text
        if one.status == "done":
            assert np.array_equal(one.words, other.words), text
            assert not differences(mine, theirs, EXECUTED), text
        unknown = sorted(theirs.pending)
        assert np.array_equal(np.delete(mine.registers, unknown, 1), np.delete(theirs.registers, unknown, 1)), text
        trapped += one.trap is not None
        pending += bool(unknown)
    assert trapped > LAUNCHES / 8
    assert pending


def test_without_dependences_programs_compute_the_same() -> None:
    """Section 22: results are written in program order, so nothing but the time is different; mostly it is shorter."""
    faster = ended = 0
    for seed in range(CASES // 2):
        case = random_race_free_case(seed, extras=seed % 2 == 1)
        if case.machine.vliw.count > 1:
            continue
        case = with_entries(case)
        with_waits, without = specified(case), specified(without_dependences(case))
        assert not differences(with_waits, without, (*COMPUTED, *EXECUTED)), describe(case)
        ended += 1
        faster += without.cycles < with_waits.cycles
    assert faster > ended / 4


def test_without_dependences_a_warp_waits_for_room() -> None:
    """Section 22: between a plain instruction and the next one of its warp no result is awaited, without `memory`."""
    pairs = 0
    for case in plain_cases(range(CASES)):
        case = without_dependences(with_entries(case))
        pairs += check_waits(specified(case), case.program, FOR_ROOM, describe(case))
    assert pairs > CASES


def test_without_dependences_a_warp_waits_for_room_and_global_memory() -> None:
    pairs = 0
    for launch in launches(range(LAUNCHES // 2)):
        machine = with_scoreboard(random.Random(launch.seed), launch.machine)
        launch = replace(launch, machine=machine.replace(**{"ideal.dependences": True}))
        for core in specified_device(launch).cores:
            pairs += check_waits(core, launch.program, (*FOR_ROOM, *FOR_MEMORY), describe_device(launch))
    assert pairs > LAUNCHES


def without_dependences(case: Case) -> Case:
    return replace(case, machine=case.machine.replace(**{"ideal.dependences": True}))


def check_waits(result: ReferenceResult, program: Program, reasons: tuple[str, ...], text: str) -> int:
    """What a warp is in from a plain instruction to its next one. Gives the number of these pairs of instructions."""
    pairs = 0
    by_warp = sorted(result.events, key=lambda event: (event.warp, event.sequence))
    for older, younger in pairwise(by_warp):
        instruction = program.instructions[older.pc]
        assert instruction is not None
        if older.warp == younger.warp and is_plain(instruction):
            between = range(older.select + 1, younger.select)
            assert {result.warp_states[cycle][older.warp] for cycle in between} <= {*reasons}, text
            pairs += 1
    return pairs


@pytest.mark.parametrize("kind", ["plain", "device"])
def test_laws_of_what_is_in_flight(kind: str) -> None:
    overlaps = 0
    full = Counter[str]()  # by what is full
    if kind == "plain":
        for case in plain_cases(range(CASES)):
            case = with_entries(case)
            overlaps += check_laws(specified(case), case.machine, case.program, describe(case), full)
    else:
        for launch in launches(range(LAUNCHES, 2 * LAUNCHES)):  # the bound of loads is not reached in the first ones
            launch = replace(launch, machine=with_scoreboard(random.Random(launch.seed), launch.machine))
            result: DeviceResult = specified_device(launch)
            for core in result.cores:
                overlaps += check_laws(core, launch.machine, launch.program, describe_device(launch), full)
    assert overlaps > CASES
    assert set(full) == ({"entries"} if kind == "plain" else {"entries", "loads"})


def check_laws(result: ReferenceResult, machine: Machine, program: Program, text: str, full: Counter[str]) -> int:
    """Ledgers sum; a warp enters in order, and its bounds and registers hold. Gives the pairs that overlap.

    full: counts the warps that wait for an entry, and the ones that wait for a load with an entry free.
    """
    warps = len(result.warp_states[0]) if result.warp_states else 0
    assert sum(result.warp_ledger.values()) == result.cycles * warps, text
    assert sum(result.issue_ledger.values()) == result.cycles * machine.issue_width, text
    assert sum(result.lane_ledger.values()) == len(result.events) * machine.warp_size, text
    overlaps = 0
    by_warp = sorted(result.events, key=lambda event: (event.warp, event.sequence))
    for warp, group in groupby(by_warp, key=lambda event: event.warp):
        events = list(group)
        for number, event in enumerate(events):
            older = [each for each in events[:number] if is_in_flight(each, event.select, result, warp)]
            overlaps += len(older)
            assert len(older) < machine.issue.entries, text
            entered = [each.enter for each in older]
            assert event.enter < 0 or all(0 <= cycle < event.enter for cycle in entered), text
            instruction = program.instructions[event.pc]
            for each in older:
                before = program.instructions[each.pc]
                assert instruction is not None
                assert before is not None
                assert is_plain(before), text
                assert not writes(instruction) & writes(before), text
        for cycle, row in enumerate(result.warp_states):
            if row[warp] == "scoreboard_full":
                older = [each for each in events if each.select < cycle and is_in_flight(each, cycle, result, warp)]
                assert len(older) == machine.issue.entries or 0 < machine.issue.loads <= len(older), text
                full["entries" if len(older) == machine.issue.entries else "loads"] += 1
    return overlaps


def is_in_flight(event: Event, cycle: int, result: ReferenceResult, warp: int) -> bool:
    """Whether an older instruction of a warp is in flight in the select step of a cycle.

    One that is never released is in flight until its warp has finished, which shows in its state: a place that is
    empty or whose warp has ended.
    """
    if event.ready >= 0:
        return event.ready > cycle
    return not any(result.warp_states[at][warp] in ("idle", "drain") for at in range(event.select, cycle))
