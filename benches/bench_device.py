"""Warp instructions per second of whole devices on the seed paper's kernels, one core, ledgers on.

    .venv/bin/python -m pytest benches/bench_device.py -n0 -s --benchmark-enable

Each round is a `simt.run`, arrays and result included. The targets are for `gtx280`: 1.0 million per second for
mm_local 256 x 256, 0.2 million for scattered accesses (mm_global_rows). The rate by the wall clock is printed, and the
rate by the processor time of the process, which others on the machine disturb less; both are of the best round.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

import simt
from simt.launch.oracle import Oracle

CASES = [
    ("mm_local", {"n": 256}, None),
    ("mm_local", {"n": 256, "height": 8}, None),
    ("mm_local", {"n": 256, "height": 8, "width": 8}, None),
    ("mm_global_rows", {"n": 128}, (128, 1)),
    ("mm_global", {"n": 128}, (128, 1)),
    ("pps_br", {"n": 65536, "group": 256}, None),
    ("pps_conf", {"n": 65536, "group": 256}, None),
]
ROUNDS = 3


@pytest.mark.parametrize("machine", ["gtx280", "hd5870"])
@pytest.mark.parametrize(("name", "defines", "group"), CASES)
def test_speed(benchmark: Any, name: str, defines: dict[str, int], group: tuple[int, int] | None, machine: str) -> None:
    program, oracle = simt.load_program(name, defines=defines), Oracle.beside(simt.find_program(name))
    assert oracle is not None
    default = oracle.launch(program)
    assert default is not None
    inputs = oracle.inputs(program, 1)
    seconds = []

    def run() -> simt.Result:
        start = time.process_time()
        result = simt.run(program, machine, inputs=inputs, global_size=default[0], local_size=group or default[1])
        seconds.append(time.process_time() - start)
        return result

    result = run()  # compile
    seconds.clear()
    benchmark.pedantic(run, rounds=ROUNDS)
    assert result.completed
    assert oracle.check(result, inputs).passed
    if benchmark.stats is not None:  # None with --benchmark-disable
        wall = result.instructions / benchmark.stats.stats.min / 1e6
        processor = result.instructions / min(seconds) / 1e6
        benchmark.extra_info["million warp instructions per second"] = round(wall, 2)
        benchmark.extra_info["million warp instructions per processor second"] = round(processor, 2)
        sizes = ", ".join(f"{key}={value}" for key, value in defines.items())
        print(
            f"\n{name} {sizes} on {machine}: {wall:.2f} million warp instructions per second (best), "
            f"{processor:.2f} per processor second; {result.cycles} cycles, {result.instructions} instructions, "
            f"{result.traffic.totals[1]} transactions"
        )


def test_memory_of_dram_takes_at_most_twice_as_long() -> None:
    """`mm_local` 256 x 256 on gtx280: processor time with channels of DRAM and with a bus, best of the rounds."""
    program, oracle = simt.load_program("mm_local", defines={"n": 256}), Oracle.beside(simt.find_program("mm_local"))
    assert oracle is not None
    sizes = oracle.launch(program)
    assert sizes is not None
    inputs = oracle.inputs(program, 1)
    machines = {policy: simt.Machine.load("gtx280", {"memory": policy}) for policy in ("simple", "dram")}
    seconds: dict[str, list[float]] = {policy: [] for policy in machines}
    for _ in range(2 * ROUNDS + 1):  # in turn, so that both meet the same machine; the first round compiles
        for policy, machine in machines.items():
            start = time.process_time()
            result = simt.run(program, machine, inputs=inputs, global_size=sizes[0], local_size=sizes[1])
            seconds[policy].append(time.process_time() - start)
            assert oracle.check(result, inputs).passed
    best = {policy: min(times[1:]) for policy, times in seconds.items()}
    for policy, least in best.items():
        print(f"\nmm_local n=256 on gtx280, {policy}: {least:.2f} s of processor time")
    print(f"simple / dram: {best['simple'] / best['dram']:.2f}")
    assert best["dram"] <= 2 * best["simple"]
