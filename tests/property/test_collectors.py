"""Section 27 of docs/processor.md in the specification: what holds whatever collectors and banks are drawn."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np

from isa.program.encoding import Instruction
from isa.program.program import Program
from simt.machine import Machine
from tests.device_engines import specified_device
from tests.engines import run_case
from tests.examples import examples
from tests.generators.cases import Case, describe, random_case, random_race_free_case
from tests.generators.devices import describe as describe_device
from tests.generators.devices import random_device_case
from tests.generators.machines import collecting, with_costs, with_schedulers, with_scoreboard, with_slots
from tests.pins.pin import Pin
from tests.reference import Event, ReferenceResult, simulate
from tests.reference.operands import reads, writes

CASES = examples(800, 20)
LAUNCHES = examples(240, 48)
TRAPS = examples(400, 20)
UNITS = ("alu", "fpu", "sfu", "dpu", "lds")
COMPUTED = ("registers", "carry", "scalars", "conditions", "local", "issues")


def drawn(machine: Machine, seed: int) -> Machine:
    """The machine with collectors; half of the machines have several schedulers, costs or kinds of slots."""
    rng = random.Random(f"collectors {seed}")
    machine = with_scoreboard(rng, machine.replace(vliw=1)).replace(**{"front_end.stages": 0})
    if seed % 2:
        machine = with_slots(rng, with_costs(rng, with_schedulers(rng, machine)))
    return collecting(rng, machine)


def race_free_cases() -> Iterator[Case]:
    for seed in range(CASES // 2):
        case = random_race_free_case(seed, extras=seed % 4 > 1)
        yield replace(case, machine=drawn(case.machine, seed))


class Run:
    """One core of a run, with what its events are of."""

    def __init__(self, text: str, machine: Machine, program: Program, result: ReferenceResult) -> None:
        self.text = text
        self.machine = machine
        self.program = program
        self.result = result

    def instruction(self, event: Event) -> Instruction:
        found = self.program.instructions[event.pc]
        assert found is not None
        return found

    def banks(self, event: Event, registers: set[int]) -> Counter[int]:
        return Counter((register + event.warp) % self.machine.register_file.banks for register in registers)

    def warps(self) -> list[list[Event]]:
        """The events of each warp, in program order."""
        found = defaultdict(list)
        for event in self.result.events:
            found[event.warp].append(event)
        return list(found.values())


@cache
def runs() -> list[Run]:
    """Generated cases of cores and of devices: with races and without, some with traps or to the limit."""
    found = []
    for seed in range(CASES):
        case = random_case(seed, extras=seed % 4 > 1)
        case = replace(case, machine=drawn(case.machine, seed))
        found.append(Run(describe(case), case.machine, case.program, run_case(simulate, case)))
    for seed in range(LAUNCHES):
        launch = random_device_case(seed, extras=seed % 4 > 1)
        launch = replace(launch, machine=drawn(launch.machine, seed))
        text = describe_device(launch)
        found += [Run(text, launch.machine, launch.program, core) for core in specified_device(launch).cores]
    return found


def test_what_is_computed_stays() -> None:
    for case in race_free_cases():
        plain = replace(case, machine=case.machine.replace(register_file="auto"))
        one, other = run_case(simulate, plain), run_case(simulate, case)
        if one.status == other.status == "done":
            assert not {*COMPUTED} & {*one.differences(other)}, describe(case)


def test_ledgers_sum() -> None:
    for run in runs():
        result, issue = run.result, run.machine.issue
        slots = run.machine.issue_width * issue.schedulers
        assert sum(result.issue_ledger.values()) == result.cycles * slots, run.text
        assert sum(result.warp_ledger.values()) == result.cycles * len(result.registers), run.text
        assert sum(result.lane_ledger.values()) == result.instructions * run.machine.warp_size, run.text


def test_no_more_instructions_wait_than_a_scheduler_has_collectors() -> None:
    full = 0
    for run in runs():
        changes = np.zeros((run.machine.issue.schedulers, run.result.cycles + 2), np.int64)
        for event in run.result.events:
            scheduler = event.warp % run.machine.issue.schedulers
            changes[scheduler, event.select] += 1
            if event.enter >= 0:
                changes[scheduler, event.enter] -= 1
        most = np.cumsum(changes, axis=1).max()
        assert most <= run.machine.register_file.collectors, run.text
        full += most == run.machine.register_file.collectors
    assert full > len(runs()) / 4


def test_a_warp_enters_in_program_order() -> None:
    together = 0
    for run in runs():
        for events in run.warps():
            for older, younger in pairwise(events):
                assert younger.enter < 0 or 0 <= older.enter <= younger.enter, run.text
                together += older.enter == younger.enter >= 0
    assert together


def test_a_bank_reads_one_register_per_cycle() -> None:
    """Between select and entry there is room for all reads, recounted bank by bank from the events alone."""
    contended = 0
    for run in runs():
        windows: dict[int, list[tuple[int, int]]] = defaultdict(list)  # by bank: first and last cycle of a read
        for event in run.result.events:
            asked = run.banks(event, reads(run.instruction(event)))
            assert event.enter < 0 or event.enter > event.select + (max(asked.values(), default=0)), run.text
            last = event.enter - 1 if event.enter >= 0 else run.result.cycles + 1000
            for bank, count in asked.items():
                windows[bank] += [(event.select + 1, last)] * count
        for reading in windows.values():
            taken = -1
            for first, last in reading:  # in the order of select
                contended += first <= taken
                taken = max(first, taken + 1)
                assert taken <= last, run.text
    assert contended > CASES


def test_a_bank_takes_one_result_per_cycle() -> None:
    refused = several = 0
    for run in runs():
        taken: set[tuple[int, int]] = set()
        for event in sorted(run.result.events, key=lambda event: event.retire):
            if event.retire < 0:
                continue
            written = run.banks(event, writes(run.instruction(event)))
            for bank, count in written.items():
                cycles = {(bank, event.retire + later) for later in range(count)}
                assert not cycles & taken, run.text
                several += count > 1
                refused += event.offer < event.retire and (bank, event.retire - 1) in taken
                taken |= cycles
    assert several
    assert refused > CASES / 8


# Of these some are before a load that traps as it enters, and some after it.
_PIECES = (
    "add.u32 r1, r8, 1", "mov r2, 5", "mov r3, lane_id", "add.f32 r4, r9, 1.0", "mul.f64 r6, r8, r10", "mov r8, r1",
    "addc.u32 r5, r2, r3", "ld.local r4, [lane_id]", "st.local [lane_id], r3", "rcp.f32 r9, r4", "sub.u32 r2, r1, r3",
)  # fmt: skip


def test_a_trap_on_entry_is_precise() -> None:
    """Section 24: a warp alone leaves registers, flags and memory as it does with one instruction in flight."""
    behind = 0
    for seed in range(TRAPS):
        rng = random.Random(f"traps {seed}")
        before, after = rng.choices(_PIECES, k=rng.randint(0, 4)), rng.choices(_PIECES, k=4)
        source = "\n".join([*before, "ld.local r12, [r13 + 64]", *after, "ret\n"])
        times = {f"{unit}.{key}": rng.choice((1, 1, 2, 5)) for unit in UNITS for key in ("latency", "interval")}
        keys = {**times, "dpu.count": 1, "sfu.count": 1, "retire.stages": rng.choice((0, 1)), "issue_width": 2}
        pin = Pin(f"trap_{seed}", source, keys, 4, 0, {}, "")
        machine = pin.machine()
        collectors = collecting(rng, machine.replace(**{"issue.dependences": "scoreboard"}))
        one, other = (simulate(pin.program(), each, threads=4) for each in (machine, collectors))
        assert one.trap is not None
        assert other.trap is not None
        assert one.trap._replace(cycle=0) == other.trap._replace(cycle=0), source
        assert not ({*COMPUTED} - {"issues"}) & {*one.differences(other)}, source
        behind += other.events[-1].pc > other.trap.pc
    assert behind > TRAPS / 4


def test_generated_machines_with_collectors_are_looked_at_from_all_sides() -> None:
    """Wide accesses, doubles and atomics occur, and instructions that are left in collectors at a stop."""
    seen: Counter[str] = Counter()
    for run in runs():
        result = run.result
        seen.update({reason for row in result.warp_states for reason in row})
        seen[result.trap.kind if result.trap else result.status] += 1
        seen["left in a collector"] += any(event.enter < 0 for event in result.events)
        seen["limit lifted"] += any(run.machine.ideal.model_dump().values())
        for event in result.events:
            instruction = run.instruction(event)
            name = instruction.spec.name
            if event.retire >= 0:
                wide = instruction.spec.words > 1
                seen["wide load"] += wide and name.startswith("ld.")
                seen["wide store"] += wide and name.startswith("st.")
                seen["double"] += name.endswith(".f64")
                seen["atomic"] += name.startswith("atom.")
                seen["atomic on local memory"] += name.startswith("atom.local.")
    wanted = (
        "operand_bank", "unit_busy", "not_selected", "fetch", "retire_port", "scoreboard_full", "done", "cycle_limit",
        "illegal_instruction", "left in a collector", "limit lifted", "wide load", "wide store", "double", "atomic",
        "atomic on local memory",
    )  # fmt: skip
    assert not [kind for kind in wanted if not seen[kind]], seen
