"""Cores wait for channels of DRAM no longer than docs/dram.md, section 8, says; without an age a load starves."""

from __future__ import annotations

import random
from math import ceil
from typing import Any

import pytest

import isa
import simt
from simt.machine import Machine
from simt.machine.channel import channel_of
from simt.memory.core_service import longest_core_service, requests_of_grant, turn_clocks
from simt.memory.dram.liveness import drained_in, places
from simt.result.result import Result
from tests.examples import examples

BUFFER = 1 << 18  # bytes
# Warps of four lanes; f = 0, r = 0.
BASE = {
    "memory": "dram", "part": "ddr2-667-3-x16-32", "clock_mhz": 1000 / 3, "cores": 2, "memory.queue": 1,
    "memory.age": 100, "interconnect.latency": 1, "front_end.stages": 0, "retire.stages": 0, "groups_per_core": 1,
    "options.multiply": True,
}  # fmt: skip
PARTS = (
    "ddr2-667-3-x16-32", "ddr2-1066-187e-x8-64", "ddr4-2400-083e-x16-64", "gddr3-2214-x32-64", "gddr5-4800-x32-32",
)  # fmt: skip


def machine_of(**keys: Any) -> Machine:
    """A machine with some other values; in `keys` two underlines are a dot."""
    return Machine.load("fpga4", {**BASE, **{key.replace("__", "."): value for key, value in keys.items()}})


def run(machine: Machine, bodies: list[str], threads: int) -> Result:
    """A group of so many threads per text, one on each core."""
    text = f".buffer x, u32, {BUFFER // 4}\n"
    text += "".join(f"sub.u32 r0, group_id, {k} -> group{k} if z\n" for k in range(len(bodies)))
    text += "".join(f"group{k}:\n{body}ret\n" for k, body in enumerate(bodies))
    result = simt.run(
        isa.assemble(text),
        machine,
        global_size=threads * len(bodies),
        local_size=threads,
        record=True,
        max_cycles=1 << 22,
    )
    assert result.completed, result.stop
    return result


def repeated(count: int, access: str, step: int, apart: int, first: int = 0) -> str:
    """An access by every thread, `apart` bytes from the one before, and `step` bytes further on each time."""
    return (
        f"mul.u32 r1, thread_id, {apart}\nadd.u32 r1, r1, {first}\nmov.b32 r2, {count}\nloop{first}_{step}:\n"
        f"and.b32 r1, r1, {BUFFER - 4}\n{access}\nadd.u32 r1, r1, {step}\n"
        f"sub.u32 r2, r2, 1 -> loop{first}_{step} if nz\n"
    )


WAIT = "mov.b32 r2, 200\nwait:\nsub.u32 r2, r2, 1 -> wait if nz\n"
STORE, LOAD, ATOMIC = "st.global [r1 + x], r2", "ld.global r3, [r1 + x]", "atom.add.u32 r3, [r1 + x], r2"


def most_cycles(machine: Machine, transactions: int) -> int:
    """From when an access of so many transactions enters the unit until it is offered, at most."""
    bound, turn = longest_core_service(machine), turn_clocks(machine)
    assert bound is not None
    assert turn is not None
    turns = machine.memory.queue + transactions
    clocks = bound + (turns - machine.memory.queue) * turn
    beats, latency = machine.warp_size // machine.memory.lanes, machine.interconnect.latency
    between = beats + transactions + turns * (2 * latency + 1) + latency
    return between + machine.memory.pipeline + ceil(1024 * (clocks + 1) / machine.dram_rate) + 1


def waits(result: Result, only: str = "") -> list[tuple[int, int]]:
    """Of each access, or those of a core whose group does only this, its transactions, and the cycles in the unit."""
    found = []
    for core in result.cores:
        assert core.events is not None
        for event in core.events.instructions:
            instruction = result.program.instructions[event["pc"]]
            if instruction.spec.unit == "memory" and instruction.spec.name.startswith(only):
                found.append((int(event["degree"]), int(event["offer"] - event["enter"])))
    return found


def test_a_load_waits_as_long_as_another_core_stores_and_with_an_age_below_the_bound() -> None:
    """The four lines of each store take 16 clocks: stores for twice the bound, no line while it is pending."""
    aged = machine_of()
    bound = most_cycles(aged, 1)
    bodies = [repeated(2 * bound // 16 // 16, STORE, 2048, 128), WAIT + repeated(1, LOAD, 4, 4, 64)]
    starved = run(machine_of(memory__age=0), bodies, 16)
    assert max(cycles for _, cycles in waits(starved, "ld")) > 1.5 * bound
    served = run(aged, bodies, 16)
    assert max(cycles for _, cycles in waits(served, "ld")) < bound / 10
    assert longest_core_service(machine_of(memory__age=0)) is None


def test_exclusive_grants_need_no_age() -> None:
    machine = machine_of(memory__age=0, memory__arbiter="hmgpu")
    bound = most_cycles(machine, 1)
    bodies = [repeated(3 * bound // 32 // 16, STORE, 2048, 128), WAIT + repeated(1, LOAD, 4, 4, 64)]
    ((_, waited),) = waits(run(machine, bodies, 4), "ld")
    assert 30 < waited < bound / 2


def hostile(seed: int, part: str) -> tuple[Machine, list[str], int]:
    """Few rows of few banks: endless stores, hits, conflicts, atomics of one word, of each core something else."""
    draw = random.Random(seed)
    cores = draw.randrange(2, 5)
    machine = machine_of(
        part=part, cores=cores, memory__queue=draw.choice((1, 2, 8)), memory__age=draw.choice((1, 30, 300)),
        memory__channels=draw.choice((1, 1, 2, 3)), memory__merge=draw.random() < 0.5, memory__pipeline=7,
        clock_mhz=draw.choice((100.0, 1000 / 3, 1300.0)), interconnect__latency=draw.choice((1, 9)),
        coalescing=draw.choice(("segments", "sectors")), memory__arbiter=draw.choice(("frfcfs", "hmgpu")),
        memory__grant=draw.choice((128, 512)),
    )  # fmt: skip
    row = machine.dram["row_bytes"] * machine.memory.channels
    steps = (0, 4, 128, machine.memory.interleave * machine.memory.channels, row, row * machine.dram["banks"])
    accesses = [draw.choice((STORE, LOAD, ATOMIC)) for _ in range(cores - 2)] + [STORE, LOAD]
    bodies = []
    for k, access in enumerate(accesses):
        count, step, apart = draw.choice((60, 400)), draw.choice(steps), draw.choice(steps)
        bodies.append(repeated(count // 10 if access == ATOMIC else count, access, step, apart, 64 * k))
    return machine, bodies, draw.choice((1, 16, 32))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("seed", range(examples(12)))
def test_every_access_and_every_read_is_served_within_the_bounds(seed: int, part: str) -> None:
    machine, bodies, threads = hostile(seed, part)
    result = run(machine, bodies, threads)
    found = waits(result)
    assert len(found) >= 100
    for transactions in {count for count, _ in found}:
        assert max(cycles for count, cycles in found if count == transactions) <= most_cycles(machine, transactions)
    until_column = drained_in(machine.dram, places(machine.dram))
    assert until_column is not None
    assert result.channels is not None
    if machine.memory.arbiter == "frfcfs":
        assert result.channels.longest_wait.max() <= machine.memory.age + until_column


def test_the_bound_by_hand() -> None:
    """M = 4 lines of 32 bytes; C = 2 cores, so three transactions of 12 requests, a cycle has one clock; d = 9.

    S = 42, R = 112, E = 128 (test_liveness.py): V = (140 x 42 + 3 x 5 + 9 + 224) 2600 / 2488.
    """
    machine = machine_of(memory__queue=3)
    assert requests_of_grant(machine) == 4
    assert turn_clocks(machine) == ceil((5880 + 15 + 9 + 224) * 2600 / 2488)
    assert longest_core_service(machine) == 3 * turn_clocks(machine) + 100 + ceil(5600 * 2600 / 2488) + 9


@pytest.mark.parametrize(
    ("part", "requests"), [("ddr2-667-3-x8-8", 16), ("ddr2-667-3-x8-64", 4), ("gddr5-4800-x32-64", 2)]
)
def test_requests_of_a_grant(part: str, requests: int) -> None:
    """Lines of 8, 32 and 64 bytes; with the widest an atomic has as many as a segment."""
    assert requests_of_grant(machine_of(part=part)) == requests


def test_the_bound_of_exclusive_grants_by_hand() -> None:
    """128 bytes are four lines. A grant of one takes tRC = 19 if it reads and 5 + 13 + 5 if it writes; tRFC = 43."""
    machine = machine_of(memory__queue=3, memory__arbiter="hmgpu", memory__grant=128)
    assert turn_clocks(machine) == ceil((3 * (4 * 23 + 1) + 3 * 43) * 2600 / 2557)
    assert longest_core_service(machine) == 3 * turn_clocks(machine)


def test_nothing_is_said_where_refreshes_are_too_frequent() -> None:
    channel = machine_of().dram
    assert drained_in(channel_of(dict(channel.values) | {"tREFI": 112}, "often"), 1, 1) is None
