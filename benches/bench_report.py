"""Seconds and kilobytes of a report of a million instructions, the simulation not counted, and of 200,000.

    .venv/bin/python -m pytest benches/bench_report.py -n0 --benchmark-enable -s

A loop with local accesses on fpga4, and the divergent loop of the branching article on article32 with 16 warps of 32
lanes. A report of a million instructions shows 250,000 of them one by one, the rest as an overview.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import isa
import simt
from simt.result import Result
from simt.views.report import build_report

LIMIT_SECONDS = 5.0
LIMIT_BYTES = 2_000_000
LOOP = """
.kernel loop
.threads 64
.local x f32[64]
.param trips u32 = 1
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
def recorded(machine: str, instructions: int) -> Result:
    """A run of about so many instructions."""
    if machine == "fpga4":
        program = isa.assemble(LOOP, filename="loop.s")
        result = simt.run(program, machine, inputs={"trips": instructions // 16 // 7}, record=True)
    else:
        program = simt.assemble_file(
            simt.find_program("article/example2"), defines={"filler": str(instructions // 256 - 4)}
        )
        larger = simt.Machine.load(machine).replace(warps=16, **{"program.words": 4096})
        result = simt.run(program, larger, threads=512, record=True)
    assert result.completed
    assert abs(result.instructions / instructions - 1) < 0.05
    assert result.events is not None
    assert len(result.events.instructions) == result.instructions
    return result


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
