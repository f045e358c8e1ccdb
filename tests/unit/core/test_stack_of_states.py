"""Stacks of states: a batch begins and ends as single runs do, whatever ran in its arrays before."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import simt
from simt.core.engine.batch import Batch, structure_of
from simt.core.engine.run import finish, simulate
from simt.core.state.grid import Grid
from simt.core.state.layout import Core
from simt.core.state.placed import NOTHING, Memories, Placed
from simt.core.state.state import State
from simt.core.state.states import DONE
from simt.core.state.units import Units, units_of
from simt.launch.inputs import bind
from simt.launch.oracle import Oracle

CHOICES: dict[str, list[Any]] = {
    "alu.latency": [1, 3, 9, 14, 15, 30], "fpu.latency": [1, 8, 40], "lds.latency": [1, 4, 20], "alu.interval": [1, 2],
    "fpu.lanes": [1, 4], "lds.lanes": [1, 2, 4], "fpu.count": [1, 2], "lds.interval": [1, 3], "local.banks": [3, 4, 8],
    "local.words": [4104], "retire.ports": [1, 2], "retire.stages": [0, 2], "front_end.stages": [0, 2],
    "warps": [16, 32],
    "scheduler.policy": ["paper", "oldest", "two_level"], "issue_width": [1, 2], "control.route": ["alu", "own"],
    "branch.policy": ["first_thread", "mask_stack"], "registers": [32, 64], "clock_mhz": [50.0],
    "issue.dependences": ["one_in_flight", "scoreboard"], "issue.entries": [2, 8],
}  # fmt: skip


def arrays(cores: Core) -> dict[str, np.ndarray]:
    found: dict[str, np.ndarray] = {}
    for name, group in cores._asdict().items():
        parts = group._asdict() if isinstance(group, tuple) else {"": group}
        found |= {f"{name}.{part}": array for part, array in parts.items() if array is not None}
    return found


def same(first: State, second: State, without: tuple[str, ...] = ()) -> None:
    mine, other = arrays(first.cores), arrays(second.cores)
    assert mine.keys() == other.keys()
    for name, array in mine.items():
        if name.partition(".")[0] not in without:
            assert array.shape == other[name].shape, name
            assert array.tobytes() == other[name].tobytes(), name


@pytest.fixture(scope="module")
def program() -> Any:
    return simt.load_program(simt.find_program("fft128"))


def machines(seed: int, count: int) -> list[simt.Machine]:
    generator = random.Random(seed)
    base = simt.Machine.load("fpga4")
    chosen = [{key: generator.choice(values) for key, values in CHOICES.items()} for _ in range(count)]
    # Most differ in few keys, so that there are several of a structure.
    few = [{key: each[key] for key in generator.sample(list(CHOICES), 2)} for each in chosen]
    return [base.replace(**{"local.words": 4104, **each}) for each in [*chosen[: count // 4], *few[count // 4 :]]]


def test_an_engine_without_time_is_handed_nothing_that_is_timed(program: Any) -> None:
    scoreboard = {"issue.dependences": "scoreboard", "branch.policy": "warp_formation"}
    banked = {"register_file.organisation": "three_banks"}
    timed = {"pipeline", "register_file", "flights", "collectors", "formation", "wheel", "record"}
    for keys in ({}, {"branch.policy": "mask_stack"}, {"vliw": 3}, banked, scoreboard):
        placed = Placed(program, simt.Machine.load("fpga4", keys), Grid.of(64))
        with_time, without = (State.build(placed, without_time=untimed) for untimed in (False, True))
        assert (with_time.has_time, without.has_time) == (True, False)
        assert all(getattr(without.cores, name) is None for name in timed)


def with_units(found: list[simt.Machine]) -> list[tuple[simt.Machine, Units]]:
    return [(machine, units_of(machine)) for machine in found]


def batches(program: Any, found: list[simt.Machine], memory: Any = None) -> Any:
    """Machines of a structure at a time, in the same batch again and again."""
    groups: dict[tuple[object, ...], list[simt.Machine]] = {}
    for machine in found:
        groups.setdefault(structure_of(machine, units_of(machine)), []).append(machine)
    for group in groups.values():
        batch = Batch(Placed(program, group[0], Grid.of(64)), Memories(local=memory), 3, 1 << 20)
        for first in range(0, len(group), batch.count):
            yield batch, group[first : first + batch.count]


def test_a_batch_begins_as_single_states_do(program: Any) -> None:
    sizes = []
    for batch, group in batches(program, machines(1, 120)):
        for name, array in arrays(batch.cores).items():
            if not name.startswith("record"):
                array.view(np.uint8).fill(0x5A)
        # What is in place from before was spoiled as well.
        batch._placed = [None] * batch.count
        cores = batch.fill(with_units(group))
        assert len(cores.run) == len(group)
        assert np.shares_memory(cores.operands.words, cores.operands.floats)
        for k, machine in enumerate(group):
            same(batch.state(k), State.build(Placed(program, machine, Grid.of(64))), without=("record",))
        sizes.append(len(group))
    assert max(sizes) == 3
    assert len(sizes) > 20


def test_a_batch_ends_as_single_runs_do(program: Any) -> None:
    oracle = Oracle.beside(simt.find_program("fft128"))
    assert oracle is not None
    base = simt.Machine.load("fpga4").replace(**{"local.words": 4104})
    bound, memory, _ = bind(program, base, oracle.inputs(program, 1))
    for batch, group in batches(bound, machines(2, 60), memory):
        cores = batch.fill(with_units(group))
        batch.advance(len(group), 100_000, 100_000)
        for k, machine in enumerate(group):
            alone = simulate(Placed(bound, machine, Grid.of(64)), Memories(local=memory))
            assert cores.run[k]["status"] == DONE
            same(batch.state(k), alone.state, without=("record",))


def test_some_of_a_batch_go_on_and_some_stop_at_the_limit(program: Any) -> None:
    found = [simt.Machine.load("fpga4").replace(**{"lds.latency": latency}) for latency in (1, 14, 5)]
    batch = Batch(Placed(program, found[0], Grid.of(64)), NOTHING, 3, 1 << 30)
    alone = [simulate(Placed(program, machine, Grid.of(64))) for machine in found]
    limit = sorted(output.cycles for output in alone)[1]
    for until in (1, 700, limit):
        batch.fill(with_units(found))
        batch.advance(len(found), until, limit)
        for k, machine in enumerate(found):
            whole = simulate(Placed(program, machine, Grid.of(64)), max_cycles=limit)
            output = finish(batch.state(k), max_cycles=limit)
            assert (output.status, output.cycles) == (whole.status, whole.cycles)
            same(output.state, whole.state, without=("record",))


def test_there_is_room_for_one_state_at_least(program: Any) -> None:
    machine = simt.Machine.load("fpga4")
    placed = Placed(program, machine, Grid.of(64))
    assert Batch(placed, NOTHING, 4, 1).count == 1
    assert Batch(placed, NOTHING, 4, 1 << 30).count == 4
