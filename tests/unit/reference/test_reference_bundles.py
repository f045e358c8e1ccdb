"""Section 16 on the reference: what bundles compute and when they end, against a warp that runs them alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, islice
from typing import Any

import pytest

from isa.program.encoding import Instruction, encode
from isa.program.program import Program
from isa.table.table import INSTRUCTIONS
from tests.engines import fast_case, run_case
from tests.examples import examples
from tests.generators.cases import Case, describe, random_case, random_race_free_case
from tests.pins.pin import Pin, assemble_bundles
from tests.reasons import OF_BUNDLES
from tests.reference import ReferenceResult, simulate, values
from tests.reference.bundle_slots import steers

CASES = examples(560, 4)
ENDS = {"done", "cycle_limit", "program_counter", "illegal_instruction", "local_address", "deadlock"}


def run(source: str, slots: int, threads: int = 4, **keys: Any) -> ReferenceResult:
    """A kernel on the plain machine of the pins with bundles."""
    return run_words(assemble_bundles(source), slots, threads, **keys)


def run_words(program: Program, slots: int, threads: int = 4, **keys: Any) -> ReferenceResult:
    keys = {key.replace("__", "."): value for key, value in keys.items()} | {"vliw.slots": slots}
    return simulate(program, Pin("bundles", "", keys, 0, 0, {}, "").machine(), threads=threads)


def instruction(name: str, **fields: Any) -> Instruction:
    return Instruction(INSTRUCTIONS[name], **fields)


def from_instructions(*instructions: Instruction) -> Program:
    return Program.from_words([encode(each) for each in instructions], constants=[0])


LOAD = instruction("ld.local", csel="a", rd=1)
MOVE = instruction("mov.b32", rd=2, ra=114)
ADD = instruction("add.f32", rd=3)
RET = instruction("ret")


def more(each: Instruction) -> Instruction:
    return replace(each, more=True)


# --- Legality --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slots", "instructions", "misfit"),
    [
        (1, [more(MOVE), RET], "mov.b32"),
        (1, [more(RET)], "ret"),
        (2, [more(LOAD), more(RET)], "ret"),  # the last word of the program wants another one
        (2, [more(RET)], "ret"),
        (3, [more(LOAD), more(MOVE), more(ADD)], "add.f32"),
        (2, [more(LOAD), LOAD, RET], "ld.local"),
        (2, [more(MOVE), LOAD, RET], "ld.local"),
        (2, [more(MOVE), RET], "ret"),
        (2, [more(MOVE), ADD, RET], "add.f32"),
        (3, [more(ADD), MOVE, RET], "mov.b32"),
        (3, [more(LOAD), more(ADD), RET], "ret"),
        (3, [more(replace(LOAD, cond="z")), more(replace(MOVE, cond="z")), ADD, RET], "mov.b32"),
        (3, [more(replace(LOAD, cond="z")), more(MOVE), replace(ADD, cond="z"), RET], "add.f32"),
        (3, [more(instruction("bar")), replace(ADD, cond="c"), RET], "add.f32"),
        (3, [more(replace(LOAD, cond="c")), instruction("jmp"), RET], "jmp"),
        (2, [more(LOAD), instruction("pop_mask"), RET], "pop_mask"),  # the machine lacks it
        (2, [more(LOAD), instruction("mov.b32", ra=99), RET], "mov.b32"),  # a register that it lacks
        (2, [more(instruction("mul.u32")), LOAD, RET], "mul.u32"),  # the first of two that cannot stand there
        (3, [more(ADD), more(LOAD), instruction("mul.u32")], "ld.local"),
    ],
)
def test_illegal_bundle(slots: int, instructions: list[Instruction], misfit: str) -> None:
    result = run_words(from_instructions(*instructions), slots)
    assert result.trap is not None
    assert tuple(result.trap) == ("illegal_instruction", 0, 0, 15, 0, INSTRUCTIONS[misfit].opcode)
    assert (result.instructions, result.operations, result.events) == (0, 0, [])


def test_word_that_does_not_decode_in_a_bundle() -> None:
    program = Program.from_words([encode(more(LOAD)), 0xAB << 56])
    result = run_words(program, 2)
    assert result.trap is not None
    assert (result.trap.pc, result.trap.value) == (0, 0xAB)


def test_an_illegal_bundle_that_nobody_comes_to() -> None:
    result = run_words(from_instructions(RET, more(MOVE), MOVE), 3)
    assert result.status == "done"


def test_jump_into_the_middle_starts_there() -> None:
    result = run_words(from_instructions(instruction("jmp", target=2), more(LOAD), more(MOVE), ADD, RET), 3)
    assert [event.pc for event in result.events] == [0, 2, 3, 4]
    assert (result.instructions, result.operations, result.status) == (3, 4, "done")
    assert [result.issue_ledger[pc, "slot_empty"] for pc in range(5)] == [2, 0, 1, 0, 2]


def test_end_of_the_program_after_a_bundle() -> None:
    result = run_words(from_instructions(more(LOAD), MOVE), 2)
    assert result.trap is not None
    assert (result.trap.kind, result.trap.pc, result.trap.value) == ("program_counter", 2, 2)


# --- A warp of bundles alone -----------------------------------------------------------------------------------------


def run_alone(case: Case) -> tuple[list[list[int]], int, list[int], list[tuple[int, ...]]]:
    """One warp without timing: bundle by bundle, reading a copy. Gives registers, carry, memory, and the bundles."""
    machine, program = case.machine, case.program
    size = machine.warp_size
    constants = [*program.constants] + [0] * (machine.constants.words - len(program.constants))
    registers = [[0] * size for _ in range(machine.registers)]
    carry = [0] * size
    memory = [0] * machine.local.words
    linear = (None, None, 0, case.group_id, case.threads, case.groups, size, None)
    specials = (*linear, None, None, 0, case.group_id, 0, None, 0, case.threads)
    lanes = range(case.threads)
    pc = 0
    visited: list[tuple[int, ...]] = []
    while True:
        bundle = []
        while not bundle or bundle[-1].more:
            each = program.instructions[pc + len(bundle)]
            assert each is not None
            bundle.append(each)
        visited.append(tuple(range(pc, pc + len(bundle))))
        before, flags = [list(row) for row in registers], list(carry)
        following: int | None = pc + len(bundle)
        stores = []
        for each in bundle:
            name, fields = each.spec.name, each.spec.fields
            if name == "ret":
                following = None
            elif name == "jmp":
                following = each.target
            elif name != "bar":
                for lane in lanes:
                    place = case.group_id * case.threads + lane
                    values_of = {112: lane, 113: lane, 119: place, 121: lane, 125: place}
                    read = [
                        constants[each.const] if each.csel == letter
                        else before[number][lane] if (number := getattr(each, "r" + letter)) < 112
                        else values_of.get(number, specials[number - 112])
                        for letter in "abc" if "r" + letter in fields
                    ]  # fmt: skip
                    address = (read[0] + (constants[each.const] if each.csel == "c" else 0)) % 2**32 if read else 0
                    if name == "st.local":
                        stores.append((address, read[1]))
                        continue
                    if name == "ld.local":
                        word, flag = memory[address], flags[lane]
                    else:
                        sources = (*read, each.table) if name == "ternlog.b32" else tuple(read)
                        word, flag = values.compute(
                            name, sources, flags[lane], each.spec.reads_carry, each.spec.writes_carry
                        )
                    registers[each.rd][lane] = word
                    if each.spec.writes_carry:
                        carry[lane] = flag
                    conditions = {
                        "z": word == 0, "nz": word != 0, "n": word >> 31, "nn": not word >> 31, "c": flag,
                        "nc": not flag,
                    }  # fmt: skip
                    if lane == 0 and conditions.get(each.cond):
                        following = each.target
        for address, word in stores:
            memory[address] = word
        if following is None:
            return registers, sum(bit << lane for lane, bit in enumerate(carry)), memory, visited
        pc = following


def bundle_cases(first_seed: int, make: Any = random_case) -> Iterator[Case]:
    seed = first_seed
    while True:
        case = make(seed)
        if case.machine.vliw.count > 1:
            yield case
        seed += 1


def test_a_warp_equals_its_bundles_one_after_the_other() -> None:
    """Registers, flags, memory and the way through the program, whatever the latencies and ports are."""
    done, count = 0, examples(150)
    for case in islice(bundle_cases(0, random_race_free_case), count):
        threads = min(case.threads, case.machine.warp_size)
        alone = replace(case, threads=threads)
        result = run_case(simulate, alone)
        assert result.status == "done", describe(alone)
        registers, carry, memory, visited = run_alone(alone)
        assert result.registers[0].tolist() == registers, describe(alone)
        assert (result.carry, result.local.tolist()) == ([carry], memory), describe(alone)
        issued = [tuple(event.pc for event in events) for events in bundles_of(result)]
        assert issued == visited, describe(alone)
        done += 1
    assert done == count


def bundles_of(result: ReferenceResult) -> list[list[Any]]:
    return [list(events) for _, events in groupby(result.events, key=lambda event: (event.select, event.warp))]


# --- What the generated cases reach ----------------------------------------------------------------------------------


def note(seen: Counter[str], case: Case, result: ReferenceResult) -> None:
    """Count what a case shows."""
    slots = case.machine.vliw.slots
    program = case.program.instructions
    starts = {0}
    for pc, each in enumerate(program[:-1]):
        if each is None or not each.more:
            starts.add(pc + 1)
    for events in bundles_of(result):
        operations = [program[event.pc] for event in events]
        names = [each.spec.name for each in operations if each is not None]
        seen[f"{slots}: {len(events)} operations"] += 1
        seen[f"{slots}: starts in the middle"] += events[0].pc not in starts
        for name in ("ret", "bar", "jmp"):
            seen[f"{slots}: {name} beside others"] += name in names and len(names) > 1
        written: set[int] = set()
        for event, each in zip(events, operations, strict=True):
            assert each is not None
            seen[f"{slots}: jump of slot {event.slot}"] += each.cond != "always"
            fields = each.spec.fields
            read = {getattr(each, name) for name in ("ra", "rb", "rc") if name in fields and each.csel != name[1]}
            seen[f"{slots}: read after write"] += bool(read & written)
            seen[f"{slots}: two writers"] += "rd" in fields and each.rd in written
            if "rd" in fields:
                written.add(each.rd)
        retires = [event.retire for event in events]
        seen[f"{slots}: taken in different cycles"] += min(retires) >= 0 and len(set(retires)) > 1
        seen[f"{slots}: taken out of order"] += min(retires) >= 0 and retires != sorted(retires)
        seen[f"{slots}: waited for its port"] += any(event.retire > event.offer for event in events)
        seen[f"{slots}: disagreement"] += any(result.disagreements[event.pc] for event in events)
    if result.trap is not None and result.trap.kind == "illegal_instruction":
        seen[f"{slots}: illegal because of {why_illegal(case, result.trap.pc)}"] += 1


def why_illegal(case: Case, pc: int) -> str:
    """What is wrong with the bundle at `pc`, looked at from the whole of it."""
    found: list[Instruction] = []
    while True:
        each = case.program.instructions[pc]
        if each is None:
            return "a part"
        found.append(each)
        pc += 1
        if not each.more:
            break
        if pc == len(case.program.instructions):
            return "dangling"
    order = {2: ["lds", "alu fpu sfu control"], 3: ["lds", "alu control", "fpu sfu"]}[case.machine.vliw.slots]
    if any(each.spec.unit == "memory" for each in found):  # which a machine of bundles lacks
        return "a part"
    places = [next(slot for slot, units in enumerate(order) if each.spec.unit in units) for each in found]
    if len(set(places)) < len(places):
        return "two of a slot"
    if places != sorted(places):
        return "the order"
    return "two that steer" if sum(map(steers, found)) > 1 else "a part"


@pytest.mark.nightly
def test_generated_bundles_reach_everything() -> None:
    """On the fast engine, for speed: what the cases reach is the same on both (test_engines_agree.py)."""
    seen: Counter[str] = Counter()
    slot_reasons: dict[int, set[str]] = {2: set(), 3: set()}
    warp_reasons: dict[int, set[str]] = {2: set(), 3: set()}
    ends: dict[int, set[str]] = {2: set(), 3: set()}
    for case in islice(bundle_cases(0), CASES):
        result = fast_case(case)
        slots = case.machine.vliw.slots
        slot_reasons[slots] |= {reason for _, reason in result.issue_ledger}
        warp_reasons[slots] |= {reason for _, reason in result.warp_ledger}
        ends[slots].add(result.trap.kind if result.trap else result.status)
        note(seen, case, result)
    for slots in (2, 3):
        assert slot_reasons[slots] == OF_BUNDLES | {"slot_empty"}
        assert warp_reasons[slots] == OF_BUNDLES
        assert ends[slots] == ENDS
        wanted = [
            *(f"{count} operations" for count in range(1, slots + 1)),
            *(f"jump of slot {slot}" for slot in range(slots)),
            *(f"{name} beside others" for name in ("ret", "bar", "jmp")),
            *(
                f"illegal because of {what}"
                for what in ("a part", "dangling", "two of a slot", "the order", "two that steer")
            ),
            "starts in the middle", "read after write", "two writers", "taken in different cycles",
            "taken out of order", "waited for its port", "disagreement",
        ]  # fmt: skip
        missing = [what for what in wanted if not seen[f"{slots}: {what}"]]
        assert not missing, (slots, missing)


# --- Counts ----------------------------------------------------------------------------------------------------------


def test_instructions_and_operations() -> None:
    result = run("{ ld.local r1, [0] | mov r2, 1 | add.f32 r3, r0, r0 }\nmov r4, 1\nret\n", 3, threads=8)
    assert (result.instructions, result.operations) == (6, 10)
    assert result.issues == [2] * 5
    scalar = run("mov r2, 1\nret\n", 1, threads=8)
    assert (scalar.instructions, scalar.operations) == (4, 4)


@pytest.mark.parametrize("ports", [1, 4])
@pytest.mark.parametrize("f", [0, 3])
@pytest.mark.parametrize("r", [0, 2])
def test_exact_times_of_a_bundle(f: int, r: int, ports: int) -> None:
    """Nothing in the way: the bundle takes as long as its longest operation, whatever `retire.ports` is."""
    result = run(
        "{ ld.local r1, [0] | mov r2, 1 | add.f32 r3, r0, r0 }\nret\n",
        3, front_end__stages=f, retire__stages=r, retire__ports=ports, lds__latency=5, alu__latency=2, fpu__latency=3,
    )  # fmt: skip
    times = [(event.select, event.enter, event.offer, event.retire, event.ready) for event in result.events[:3]]
    assert times == [(0, f, f + latency, f + latency, f + 5 + r) for latency in (5, 2, 3)]


def test_control_unit_of_its_own_shares_the_port_of_slot_1() -> None:
    """In 6 warp 1's ret (selected in 5) and warp 0's move (in 3, latency 3) are offered; the priority decides."""
    for priority, taken in ((["alu", "control", "lds", "fpu"], (6, 7)), (["control", "alu", "lds", "fpu"], (7, 6))):
        result = run(
            "mov r0, warp_id -> other if nz\n{ ld.local r1, [0] | mov r2, 1 }\nret\nother: jmp end\nend: ret\n",
            2, threads=8, control__route="own", alu__latency=3, retire__priority=priority,
            scheduler__policy="round_robin",
        )  # fmt: skip
        move, end = (next(event for event in result.events if event.pc == pc) for pc in (2, 5))
        assert (move.offer, end.offer) == (6, 6)
        assert (move.retire, end.retire) == taken
