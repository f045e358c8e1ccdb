"""Seconds and megabytes of each trace format for a run of a million instructions.

    .venv/bin/python -m pytest benches/bench_exports.py -n0 --benchmark-enable -s

A loop with local accesses, some in conflict, on fpga4 and, with divergence and a mask stack, on article32 with 16
warps. Files go to the folder for temporary files; what its disk costs is part of the figure.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benches.recorded_runs import recorded
from simt.views.exports import export


@pytest.mark.parametrize("machine", ["fpga4", "article32"])
@pytest.mark.parametrize("suffix", [".kanata", ".kanata.gz", ".json", ".json.gz", ".vcd", ".npz"])
def test_export(benchmark: Any, suffix: str, machine: str, tmp_path: Path) -> None:
    result = recorded(machine, 1_000_000)
    path = tmp_path / f"trace{suffix}"
    benchmark.pedantic(lambda: export(result, path), rounds=3)
    if benchmark.stats is not None:  # None with --benchmark-disable
        fastest, size = benchmark.stats.stats.min, path.stat().st_size / 1e6
        benchmark.extra_info["MB"] = round(size)
        print(
            f"\n{suffix}, {machine}: {result.instructions} instructions, {result.cycles} cycles, "
            f"{fastest:.2f} s (best), {size:.0f} MB"
        )
        assert fastest < 5, "a million instructions take less than 5 s"
