"""Requests and DRAM clocks per second of the DRAM controller, on one core, with a queue that is never empty.

    .venv/bin/python -m pytest benches/bench_memory.py -n0 -s --benchmark-enable

Reading the trace and writing the table are not included. Targets: 1 million requests and 5 million clocks of the DRAM
per second. The controller works only on clocks in which something happens (docs/dram.md, "A clock"); their share is
printed too. Times are processor time, which others on the machine disturb less than the wall clock.
"""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from simt.machine.channel import load
from simt.memory.dram.run import Served, serve
from simt.memory.dram.traces import requests_of

COUNT = 200_000
PATTERNS = ("reads in order", "copy", "random reads", "random, half writes")
CHANNELS = {"A": "ddr2-667-3-x16-32", "D": "ddr2-667-3e-x8-64"}


def trace(pattern: str, line: int, size: int) -> bytes:
    draw = random.Random(1)
    if pattern == "reads in order":
        rows = (f"0 {k * line:x} R\n" for k in range(COUNT))
    elif pattern == "copy":
        rows = (f"0 {k // 2 * line + k % 2 * size // 2:x} {'RW'[k % 2]}\n" for k in range(COUNT))
    else:
        writes = pattern.endswith("writes")
        rows = (
            f"0 {draw.randrange(size) // line * line:x} {'RW'[writes and draw.random() < 0.5]}\n" for _ in range(COUNT)
        )
    return "".join(rows).encode()


@pytest.mark.parametrize("channel", CHANNELS)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_speed(benchmark: Any, pattern: str, channel: str) -> None:
    described = load(CHANNELS[channel])
    requests = requests_of(trace(pattern, described["bytes_per_req"], described.bytes), described, pattern)
    seconds = []

    def run() -> Served:
        start = time.process_time()
        found = serve(described, requests.copy())
        seconds.append(time.process_time() - start)
        return found

    found = run()  # compile
    seconds.clear()
    benchmark.pedantic(run, rounds=3)
    best = min(seconds)
    requests_rate, clocks_rate = COUNT / best / 1e6, found.clocks / best / 1e6
    print(
        f"\n{pattern} on {CHANNELS[channel]}: {requests_rate:.2f} million requests and {clocks_rate:.1f} million "
        f"clocks per second, {100 * found.computed / found.clocks:.0f} % of the clocks looked at, "
        f"{100 * found.share_of_peak:.1f} % of the peak"
    )
    if benchmark.stats is not None:  # None with --benchmark-disable
        assert requests_rate >= 1
        assert clocks_rate >= 5
