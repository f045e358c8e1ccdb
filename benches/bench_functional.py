"""Warp instructions per second of the engine without time, by lanes of a warp, and on threads of the host.

    .venv/bin/python -m pytest benches/bench_functional.py -n0 -s --benchmark-enable

The programs are loops: loads, arithmetic on floats and integers, lanes that part. The rates of one core are by the
processor time of the thread, best of the rounds, which others on the machine disturb less. To compare with other
sources, run this file with their folder as PYTHONPATH, in turns.
"""

from __future__ import annotations

import sys
import time
from typing import Any
from unittest import mock

import pytest

import isa
import simt
from simt.core.engine import crew
from simt.core.engine.run import Running
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.core.state.state import State
from simt.launch.oracle import Oracle
from simt.threads import processors

LIMIT = 10_000_000
COPIES, ROUNDS = 30, 8

LOADS = """
mov.b32 r0, 300
mov.b32 r1, lane_id
mov.f32 r3, 1.0
mov.f32 r4, 0.0
again:
ld.local r2, [r1]
mul.f32 r5, r2, r3
add.f32 r4, r4, r5
add.u32 r6, r6, 3
sub.u32 r0, r0, 1 -> again if nz
ret
"""
INTEGERS = """
mov.b32 r0, 300
mov.b32 r1, lane_id
again:
add.u32 r2, r1, r2
and.b32 r3, r2, 255
xor.b32 r4, r3, r1
min.u32 r5, r4, 100
sub.u32 r0, r0, 1 -> again if nz
ret
"""
PARTING = """
mov.b32 r0, 300
mov.b32 r1, lane_id
and.b32 r7, r1, 1
again:
add.u32 r7, r7, 0 -> even if z
add.u32 r2, r1, r2
mul.f32 r3, r2, r2
jmp next
even:
add.u32 r3, r1, r2
sub.u32 r3, r1, r2
next:
sub.u32 r0, r0, 1 -> again if nz
ret
"""
CASES = {
    "loads": (LOADS, {}),
    "integers": (INTEGERS, {}),
    "loads, ipdom": (LOADS, {"branch.policy": "ipdom_stack"}),
    "parting, ipdom": (PARTING, {"branch.policy": "ipdom_stack"}),
    "parting, min_pc": (PARTING, {"branch.policy": "min_pc"}),
}


@pytest.mark.parametrize("lanes", [4, 8, 16, 32])
@pytest.mark.parametrize("name", CASES)
def test_speed(benchmark: Any, name: str, lanes: int) -> None:
    text, keys = CASES[name]
    machine = simt.Machine.load("fpga4", {"warp_size": lanes, "lds.lanes": lanes, **keys})
    placed = Placed(isa.assemble(text), machine, Grid.of(16 * lanes))
    seconds = []

    def states() -> tuple[tuple[list[State]], dict[str, Any]]:
        return ([State.build(placed, without_time=True) for _ in range(COPIES)],), {}

    def run(built: list[State]) -> None:
        begin = time.thread_time()
        for state in built:
            Running(state).advance(LIMIT, LIMIT)
        seconds.append(time.thread_time() - begin)

    (built,), _ = states()
    run(built[:1])  # compile
    instructions = int(built[0].cores.run[0]["sequence"])
    seconds.clear()
    benchmark.pedantic(run, setup=states, rounds=ROUNDS)
    if benchmark.stats is not None:  # None with --benchmark-disable
        rate = instructions * COPIES / min(seconds) / 1e6
        benchmark.extra_info["million warp instructions per processor second"] = round(rate, 1)
        print(f"\n{name}, {lanes} lanes: {rate:.1f} million warp instructions per processor second (best)")


@pytest.mark.parametrize("machine", ["gtx280", "hd5870"])
@pytest.mark.parametrize(("name", "defines", "group"), [
    ("mm_local", {"n": 256}, None), ("mm_global_rows", {"n": 128}, (128, 1)),
])  # fmt: skip
def test_groups(
    benchmark: Any, name: str, defines: dict[str, int], group: tuple[int, int] | None, machine: str
) -> None:
    """Whole launches of `simt.run`: on one thread by its processor time, and on all processors by the wall clock."""
    program, oracle = simt.load_program(name, defines=defines), Oracle.beside(simt.find_program(name))
    assert oracle is not None
    default = oracle.launch(program)
    assert default is not None
    inputs = oracle.inputs(program, 1)
    spent: dict[int, list[tuple[float, float]]] = {1: [], processors(): []}

    def run(workers: int) -> simt.Result:
        begin = time.perf_counter(), time.thread_time()
        result = simt.run(
            program, machine, inputs=inputs, global_size=default[0], local_size=group or default[1],
            engine="functional", max_cycles=1 << 40, jobs=workers,
        )  # fmt: skip
        spent[workers].append((time.perf_counter() - begin[0], time.thread_time() - begin[1]))
        return result

    def in_turn() -> simt.Result:
        with mock.patch.multiple(crew, ALONE=0.0, _AGAIN=sys.maxsize):
            return [run(workers) for workers in spent][-1]

    result = in_turn()  # compile
    assert oracle.check(result, inputs).passed
    for times in spent.values():
        times.clear()
    benchmark.pedantic(in_turn, rounds=ROUNDS)
    if benchmark.stats is not None:
        million = result.instructions / 1e6
        walls = ", ".join(f"{workers}: {million / min(times)[0]:.1f}" for workers, times in spent.items())
        alone = million / min(processor for _, processor in spent[1])
        print(
            f"\n{name} on {machine}: {alone:.1f} million warp instructions per processor second (best); "
            f"by the wall clock, by the number of threads, {walls}"
        )
