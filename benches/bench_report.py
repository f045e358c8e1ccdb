"""Seconds and kilobytes of a report of a million instructions, the simulation not counted, and of 200000.

    .venv/bin/python -m pytest benches/bench_report.py -n0 --benchmark-enable -s

A loop with local accesses on fpga4, and the divergent loop of the branching article on article32 with 16 warps of 32
lanes. A report of a million instructions shows 250000 of them one by one, the rest as an overview.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benches.recorded_runs import recorded
from simt.views.report import build_report

LIMIT_SECONDS = 5.0
LIMIT_BYTES = 2_000_000


@pytest.mark.parametrize("instructions", [200_000, 1_000_000])
@pytest.mark.parametrize("machine", ["fpga4", "article32"])
def test_report(benchmark: Any, machine: str, instructions: int, tmp_path: Path) -> None:
    result = recorded(machine, instructions)
    path = tmp_path / "report.html"
    benchmark.pedantic(lambda: path.write_bytes(build_report(result).encode()), rounds=3)
    size = path.stat().st_size
    assert size < LIMIT_BYTES
    if benchmark.stats is not None:  # None with --benchmark-disable
        slowest = benchmark.stats.stats.max
        assert slowest < LIMIT_SECONDS
        print(f"\n{result.instructions} instructions on {machine}: {slowest:.2f} s (slowest), {size / 1000:.0f} kB")
