"""The claim behind the FPGA paper's scheduling rule (section III, figure 4), on the reference.

"A small mismatch of the program counters of different warps is seen although the program behaves the same in all: the
first warps finish a little earlier because of the scheduler's priority; after synchronisation the counters are equal
again."
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import isa
from simt.machine import Machine
from tests.reference import ReferenceResult, simulate
from tests.reference.scheduler import Scheduler

WARPS = 16
SEGMENT = 40
LINES = {"alu": "add.u32 r1, r2, r3", "fpu": "add.f32 r1, r2, r3", "lds": "ld.local r1, [thread_id]"}


@pytest.fixture(scope="module")
def machine() -> Machine:
    """The FPGA paper's machine with every key of its path written out: f + l + r is 7 (ALU), 13 (FPU), 8 (LDS)."""
    keys = {"front_end.stages": 3, "alu.latency": 2, "fpu.latency": 8, "lds.latency": 3, "retire.stages": 2}
    return Machine.load("fpga4", {"warps": WARPS, "scheduler.policy": "paper", "retire.ports": 1, **keys})


def straight_line(units: Sequence[str], segments: int = 2) -> isa.Program:
    """Segments of straight-line code, one instruction per entry of `units`, each closed by a barrier."""
    segment = "\n".join(LINES[unit] for unit in units) + "\nbar\n"
    return isa.assemble(segment * segments + "ret\n")


def largest_lead(result: ReferenceResult) -> int:
    """The largest difference between two warps' numbers of issued instructions, over the run."""
    issued = [0] * WARPS
    largest = 0
    for event in result.events:
        issued[event.warp] += 1
        largest = max(largest, max(issued) - min(issued))
    return largest


def issued_at_releases(result: ReferenceResult, program: isa.Program) -> list[set[int]]:
    """How many instructions each warp had issued whenever a barrier released all."""
    bars = [event for event in result.events if program.instructions[event.pc].spec.name == "bar"]
    releases = sorted({event.ready for event in bars})
    assert len(releases) == 2
    return [
        {sum(event.warp == warp and event.select < release for event in result.events) for warp in range(WARPS)}
        for release in releases
    ]


@pytest.mark.parametrize("unit", ["alu", "fpu", "lds"])
def test_lead_is_one_instruction_when_nothing_is_held(machine: Machine, unit: str) -> None:
    """Derived. All instructions take one path of P = f + l + r <= 16 cycles, and one is selected per cycle.

    So the warps in flight are an arc of the ring. The only available warp whose predecessor is not available is the one
    after the arc: warps are selected in ring order without a gap, and no warp leads another by more than 1.
    """
    program = straight_line([unit] * SEGMENT)
    result = simulate(program, machine, threads=64)
    assert largest_lead(result) == 1
    selects = [event.select for event in result.events if event.pc < SEGMENT]
    assert selects == list(range(WARPS * SEGMENT))
    assert [event.warp for event in result.events[: WARPS * SEGMENT]] == list(range(WARPS)) * SEGMENT


@pytest.mark.parametrize("seed", range(4))
def test_lead_stays_one_when_alu_and_fpu_mix(machine: Machine, seed: int) -> None:
    rng = random.Random(seed)
    result = simulate(straight_line([rng.choice(["alu", "fpu"]) for _ in range(SEGMENT)]), machine, threads=64)
    assert largest_lead(result) == 1


def test_lead_stays_one_over_the_phases_of_a_butterfly(machine: Machine) -> None:
    units = (["lds"] * 4 + ["fpu"] * 10 + ["alu"] * 6 + ["lds"] * 4) * 2
    result = simulate(straight_line(units), machine, threads=64)
    assert largest_lead(result) == 1
    assert len(result.events) / result.cycles > 0.95


def test_lead_grows_where_loads_overtake_the_fpu(machine: Machine) -> None:
    """Pinned, not derived: LDS results leave first, freeze the FPU and split the arc; the lower warps gain."""
    rng = random.Random(0)
    result = simulate(straight_line([rng.choice(["alu", "fpu", "lds"]) for _ in range(SEGMENT)]), machine, threads=64)
    assert 2 <= largest_lead(result) <= 16


@pytest.mark.parametrize("units", [("alu",), ("fpu",), ("alu", "fpu", "lds")])
def test_all_are_equal_when_a_barrier_opens(machine: Machine, units: tuple[str, ...]) -> None:
    rng = random.Random(1)
    program = straight_line([rng.choice(units) for _ in range(SEGMENT)])
    counts = issued_at_releases(simulate(program, machine, threads=64), program)
    assert counts == [{SEGMENT + 1}, {2 * (SEGMENT + 1)}]


def predecessor_of_0_is_none(available: Sequence[bool], scheduler: Scheduler) -> int | None:
    """The misreading: warp 0 has no predecessor, so it is chosen whenever it is available."""
    for x in range(scheduler.warps):
        if available[x] and (x == 0 or not available[x - 1]):
            return x
    return None


def test_without_the_ring_the_last_warps_starve(machine: Machine) -> None:
    """Warp 0 is back every f + l + r = 13 cycles and always chosen: warps 0 to 12 take all slots, 13 to 15 none.

    They are first selected when the others wait at the barrier: after warp 0 has been through its segment and `bar`.
    """
    program = straight_line(["fpu"] * SEGMENT, segments=1)
    result = simulate(program, machine, threads=64, rule=predecessor_of_0_is_none)
    first = {warp: next(event.select for event in result.events if event.warp == warp) for warp in range(WARPS)}
    arrival = next(event.select for event in result.events if event.pc == SEGMENT and event.warp == 0)
    assert arrival == 13 * SEGMENT
    assert [warp for warp in range(WARPS) if first[warp] > arrival] == [13, 14, 15]
    assert largest_lead(result) == SEGMENT + 1
    ring = simulate(program, machine, threads=64)
    assert result.cycles > 1.5 * ring.cycles
