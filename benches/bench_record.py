"""The cost of the full event record: the same runs with and without it, in one process.

    .venv/bin/python -m pytest benches/bench_record.py -n0 --benchmark-enable -s

The first touch of fresh memory is a large part of it, so a machine whose memory is virtual shows higher ratios.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

import isa
import simt
from isa.program.program import Program
from simt.core.engine.run import simulate
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed

LIMIT = 100_000_000
LONG = """
.threads {threads}
 mov r1, {turns}
loop: add.u32 r2, r2, thread_id
 xor r3, r2, r1
 and.b32 r5, r3, 1023
 ld.local r4, [r5]
 mul.f32 r6, r4, r4
 sub.u32 r1, r1, 1 -> loop if nz
 ret
"""


def _shipped(name: str) -> Program:
    return simt.load_program(name)


def _long(threads: int, turns: int) -> Program:
    return isa.assemble(LONG.format(threads=threads, turns=turns))


CASES = {
    "fft128 on fpga4": (lambda: _shipped("fft128"), "fpga4"),
    "matmul32 on fpga4": (lambda: _shipped("matmul32"), "fpga4"),
    "bitonic_sort on fpga8": (lambda: _shipped("bitonic_sort"), "fpga8"),
    "a loop of 700000 cycles on fpga4": (lambda: _long(64, 6000), "fpga4"),
    "a loop of 1000000 cycles on fpga16": (lambda: _long(256, 8000), "fpga16"),
}


@pytest.mark.parametrize("case", CASES)
def test_cost_of_the_record(benchmark: Any, case: str) -> None:
    make, machine_name = CASES[case]
    program, machine = make(), simt.Machine.load(machine_name)

    def seconds(record: bool) -> float:
        begin = time.perf_counter()
        simulate(Placed(program, machine, Grid.of(program.threads)), max_cycles=LIMIT, record=record)
        return time.perf_counter() - begin

    seconds(True)
    rounds = 15 if benchmark.stats is None and not benchmark.disabled else 2
    pairs = [(seconds(False), seconds(True)) for _ in range(rounds)]
    benchmark.pedantic(seconds, args=(True,), rounds=3)
    without, recorded = (min(times) for times in zip(*pairs, strict=True))
    print(f"\n{case}: {1e3 * without:.2f} ms, with the record {1e3 * recorded:.2f} ms, ratio {recorded / without:.2f}")
