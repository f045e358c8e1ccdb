"""Seconds and megabytes of each trace format for a run of a million instructions.

    .venv/bin/python -m pytest benches/bench_exports.py -n0 --benchmark-enable -s

A loop with local accesses, some in conflict, on fpga4 and, with divergence and a mask stack, on article32 with 16
warps. Files go to the folder for temporary files; what its disk costs is part of the figure.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import isa
import simt
from simt.result import Result
from simt.views.exports import export

LOOP = """
.kernel loop
.threads 64
.local x f32[64]
.param trips u32 = 8928
    mov.b32  r1, trips
again:
    ld.local r2, [thread_id + x]
    add.f32  r3, r2, 1.0
    st.local [thread_id + x], r3
    shl.b32  r5, thread_id, 1
    and.b32  r5, r5, 63
    ld.local r6, [r5 + x]            ; two words of a bank
    sub.u32  r1, r1, 1 -> again if nz
    ret
"""


@cache
def recorded(machine: str) -> Result:
    """A run of a million instructions."""
    if machine == "fpga4":
        program = isa.assemble(LOOP, filename="loop.s")
        result = simt.run(program, machine, record=True)
    else:
        program = simt.assemble_file(simt.find_program("article/example2"), defines={"filler": 3900})
        larger = simt.Machine.load(machine).replace(warps=16, **{"program.words": 4096})
        result = simt.run(program, larger, threads=512, record=True)
    assert result.completed
    assert 0.95e6 < result.instructions < 1.05e6
    return result


@pytest.mark.parametrize("machine", ["fpga4", "article32"])
@pytest.mark.parametrize("suffix", [".kanata", ".kanata.gz", ".json", ".json.gz", ".vcd", ".npz"])
def test_export(benchmark: Any, suffix: str, machine: str, tmp_path: Path) -> None:
    result = recorded(machine)
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
