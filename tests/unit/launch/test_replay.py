"""A run in any of its cycles: as the specification stopped there, and the same forth and back."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import isa
import simt
from isa.reporting.diagnostics import ArgumentError
from simt.core.engine.output import Output
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.core.state.state import State
from simt.launch import replay as module
from simt.launch.replay import Snapshot, States
from tests.engines import run_case
from tests.examples import examples
from tests.generators.cases import Case, describe, random_case
from tests.reference import simulate as specification

BITS = (1 << 64) - 1
DEVICE = {"cores": 2, "memory": "simple", "branch.policy": "ipdom_stack", "interconnect.latency": 5}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few cycles between checkpoints, and so few of them, that small runs have some and lose some."""
    monkeypatch.setattr(module, "_SPAN", 4)
    monkeypatch.setattr(module, "_MOST", 5)


def replay_of(case: Case) -> States:
    placed = Placed(case.program, case.machine, Grid.of(case.threads, case.group_id, case.groups))
    return States(State.build(placed), 1 << 20)


def left(state: State, cycle: int) -> list[np.ndarray]:
    """All that a run leaves in a core: what a program can see, and the record of every warp."""
    output = Output("cycle_limit", cycle, None, -1, state)
    arrays = [output.registers, output.carry, output.local.copy(), output.scalars, output.conditions]
    return [*arrays, state.cores.warps.copy(), state.cores.run.copy()]


def same(some: list[np.ndarray], others: list[np.ndarray]) -> bool:
    return all(np.array_equal(one, other) for one, other in zip(some, others, strict=True))


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("batch", range(examples(4)))
def test_the_state_is_that_of_the_specification_stopped_there(batch: int) -> None:
    for seed in range(batch * 30, (batch + 1) * 30):
        case = random_case(seed)
        end = run_case(specification, case).cycles
        replay, rng = replay_of(case), random.Random(seed)
        for cycle in rng.sample(range(1, end + 1), min(4, end)):
            expected = run_case(specification, replace(case, max_cycles=cycle))
            found = Snapshot.of(replay.at(cycle), cycle, 0)
            where = f"seed {seed}, cycle {cycle}\n{describe(case)}"
            assert np.array_equal(found.registers, expected.registers), where
            assert np.array_equal(found.memory, expected.local), where
            assert [int(bits) & BITS for bits in found.carry] == expected.carry, where
            assert found.scalars.tolist() == expected.scalars, where
            # The last in flight of each warp; of a bundle its first operation.
            selected = {event.warp: event for event in reversed(expected.events) if event.select == cycle - 1}
            for warp, event in selected.items():
                assert found.pc[warp] == event.pc, where
                assert int(found.active[warp]) & BITS == event.mask, where
                assert len(found.stacks[warp]) == event.depth, where


@pytest.mark.usefixtures("short")
def test_back_is_the_same_as_forth() -> None:
    for seed in range(12):
        case = random_case(seed)
        cycles = range(0, 120, 7)
        forth, back = replay_of(case), replay_of(case)
        found = [left(forth.at(cycle), cycle) for cycle in cycles]
        again = [left(back.at(cycle), cycle) for cycle in reversed(cycles)][::-1]
        assert all(same(*each) for each in zip(found, again, strict=True)), describe(case)
        assert all(same(left(forth.at(cycle), cycle), each) for cycle, each in zip(cycles, found, strict=True))
        assert 1 < len(forth._checkpoints) <= 6


@pytest.mark.usefixtures("short")
def test_a_device_goes_back_too() -> None:
    trace = simt.trace("pps_br", "fpga4", set=DEVICE, core=1)
    result = trace.result
    for cycle in (result.cycles - 1, 3, 700, 42, 43, 700):
        found = trace.at(cycle)
        stopped = simt.run("pps_br", "fpga4", set=DEVICE, max_cycles=cycle + 1, oracle=True).of_core(1)
        assert np.array_equal(found.registers, stopped.registers)
        assert np.array_equal(found.carry, stopped.carry)
        assert np.array_equal(found.memory, stopped.memory)
        assert found.words is not None


@pytest.mark.usefixtures("short")
def test_one_after_the_other_is_the_same() -> None:
    for seed in range(12):
        case = random_case(seed)
        one, other, cycles = replay_of(case), replay_of(case), range(seed, 90)
        for cycle, state in zip(cycles, one.each(cycles), strict=True):
            assert same(left(state, cycle)[:-1], left(other.at(cycle), cycle)[:-1]), describe(case)
    states = simt.trace("pps_br", "fpga4", set=DEVICE)._states
    cycles = range(100, 240)
    for cycle, state in zip(cycles, states.each(cycles), strict=True):
        assert same(left(state, cycle), left(states.at(cycle), cycle)), cycle


def test_the_last_state_is_what_the_run_leaves() -> None:
    trace = simt.trace("fft128")
    found, result = trace.at(trace.result.cycles - 1), trace.result
    assert np.array_equal(found.registers, result.registers)
    assert np.array_equal(found.carry, result.carry)
    assert np.array_equal(found.memory, result.memory)
    first = trace.at(-1)
    assert not first.registers.any()
    assert set(first.places) == {"ready"}
    with pytest.raises(IndexError, match="the run has the cycles 0 to 3827, and no cycle 3828"):
        trace.at(3828)
    with pytest.raises(ArgumentError, match="does not have its inputs"):
        simt.trace(simt.run("fft128", record=True)).at(0)


def test_states_by_hand() -> None:
    # article32: an instruction a cycle; what is issued in a cycle is written in the next one.
    text = ".local x u32[32]\n and.b32 r0, lane_id, 1\n push_mask over\n mask_nz r0\n st.local [lane_id + x], r0\n"
    trace = simt.trace(isa.assemble(f"{text} pop_mask\nover: ret\n"), "article32", threads=32)
    one, masked, stored = trace.at(1), trace.at(3), trace.at(4)
    assert one.registers[0, 0].tolist() == [0, 1] * 16
    assert (one.stacks[0], trace.at(2).stacks[0]) == ([], [(0xFFFF_FFFF, 5)])
    assert masked.lanes(0) == ["diverged", "active"] * 16
    assert masked.memory[:32].tolist() == [0, 1] * 16  # a store takes effect as it enters
    assert not trace.at(2).memory.any()
    assert [view.pc[0] for view in (one, masked, stored)] == [1, 3, 4]
