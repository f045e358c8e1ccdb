"""Warp instructions per second of both engines on fft128, one core, ledgers on.

    .venv/bin/python -m pytest benches/bench_speed.py -n0 --benchmark-enable

Each round runs the kernel 50 times from states that are built outside the timing. Compare within one run: machines are
noisy, and the two cores of a small one share their units.
"""

from __future__ import annotations

from typing import Any

import pytest

import simt
from simt.core.engine.run import Running
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from simt.core.state.state import State
from simt.launch.inputs import bind
from simt.launch.oracle import Oracle

REPEATS = 50
LIMIT = 10_000_000


@pytest.mark.parametrize("engine", ["cycle", "functional"])
def test_speed(benchmark: Any, engine: str) -> None:
    path = simt.find_program("fft128")
    oracle = Oracle.beside(path)
    assert oracle is not None
    machine = simt.Machine.load("fpga4")
    program, memory, _ = bind(*_prepare(path, machine, oracle))

    def states() -> tuple[tuple[list[State]], dict[str, Any]]:
        built = []
        for _ in range(REPEATS):
            built.append(State.build(Placed(program, machine, Grid.of(64)), Memories(local=memory)))
        return (built,), {}

    def run(built: list[State]) -> None:
        for state in built:
            Running(state, engine).advance(LIMIT, LIMIT)

    run(states()[0][0][:1])  # compile
    benchmark.pedantic(run, setup=states, rounds=20)
    (built,), _ = states()
    run(built[:1])
    instructions = int(built[0].cores.run[0]["sequence"])
    assert instructions == 2944
    if benchmark.stats is not None:  # None with --benchmark-disable
        fastest = benchmark.stats.stats.min
        benchmark.extra_info["million warp instructions per second"] = round(instructions * REPEATS / fastest / 1e6, 1)
        print(f"\n{engine}: {instructions * REPEATS / fastest / 1e6:.1f} million warp instructions per second (best)")


def _prepare(path: Any, machine: simt.Machine, oracle: Oracle) -> tuple[Any, simt.Machine, dict[str, Any]]:
    program = simt.assemble_file(path)
    return program, machine, oracle.inputs(program, 1)


def test_speed_with_masks(benchmark: Any) -> None:
    """A divergent loop with a trip count per lane, 32 lanes, 16 warps: example 2 of the branching article."""
    machine = simt.Machine.load("article32").replace(warps=16)
    program = simt.assemble_file(simt.find_program("article/example2"), defines={"filler": 100})

    def states() -> tuple[tuple[list[State]], dict[str, Any]]:
        return ([State.build(Placed(program, machine, Grid.of(512))) for _ in range(10)],), {}

    def run(built: list[State]) -> None:
        for state in built:
            Running(state, "cycle").advance(LIMIT, LIMIT)

    run(states()[0][0][:1])
    benchmark.pedantic(run, setup=states, rounds=10)
    (built,), _ = states()
    run(built[:1])
    instructions = int(built[0].cores.run[0]["sequence"])
    if benchmark.stats is not None:
        fastest = benchmark.stats.stats.min
        print(f"\nmasks, 32 lanes: {instructions * 10 / fastest / 1e6:.1f} million warp instructions per second (best)")
