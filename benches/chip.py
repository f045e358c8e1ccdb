"""Microkernels on `gtx280` beside published figures: `python -m benches.chip`.

A column shows the machine with one instruction of a warp in flight, `issue.entries = 1`. Each figure is the slope
between a short and a long kernel, except the loads, whose time is from the first select to the last result.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np

import simt
from simt.machine import Machine
from simt.result.result import Result

MULTIPLY = "mul.u32 r1, r1, 3"
WARPS = 16  # enough to hide every latency of arithmetic: 6 do (NVIDIA)


class Row(NamedTuple):
    """A figure, in cycles or lane operations per cycle: published, on `gtx280`, and with one instruction in flight."""

    what: str
    published: float
    gtx280: float
    one_in_flight: float


def run(machine: Machine, source: str, threads: int = 32) -> Result:
    """Run a kernel on one work-group of a machine."""
    inputs = {"x": np.zeros(4096, np.uint32)} if ".buffer" in source else None
    return simt.run(simt.assemble(source), machine, inputs=inputs, local_size=threads)


def slope(machine: Machine, instructions: str, threads: int = 32) -> float:
    """Cycles of one more round of some instructions, for all warps together."""
    cycles = [run(machine, f".rept {count}\n{instructions}\n.endr\nret\n", threads).cycles for count in (20, 40)]
    return (cycles[1] - cycles[0]) / 20


def lanes_per_cycle(machine: Machine, instructions: str) -> float:
    """Lane operations per cycle of many warps."""
    count = instructions.count("\n") + 1
    return WARPS * machine.warp_size * count / slope(machine, instructions, WARPS * machine.warp_size)


def loads(machine: Machine, count: int) -> int:
    """Cycles of independent loads of one warp from neighbouring lines."""
    lines = ["shl.b32 r1, lane_id, 2", "add.u32 r1, r1, x"]
    lines += [f"add.u32 r{2 + number}, r1, {128 * number}" for number in range(count)]
    first = len(lines)
    lines += [f"ld.global r{16 + number}, [r{2 + number}]" for number in range(count)]
    result = simt.run(
        simt.assemble(".buffer x, u32\n" + "\n".join([*lines, "ret\n"])), machine,
        inputs={"x": np.zeros(4096, np.uint32)}, local_size=32, record=True,
    )  # fmt: skip
    events = result.cores[0].events
    assert events is not None
    rows = events.instructions
    own = rows[(rows["pc"] >= first) & (rows["pc"] < first + count)]
    return int(own["retire"].max() - own["select"].min()) + machine.retire.stages


def rows() -> list[Row]:
    """Measure all figures."""
    machines = Machine.load("gtx280"), Machine.load("gtx280", {"issue.entries": 1})
    mixed = "add.u32 r1, r1, 1\nadd.f32 r2, r2, 1.0"
    measured = [
        ("dependent add", 24, [slope(machine, "add.u32 r1, r1, 1") for machine in machines]),
        ("dependent float multiply-add", 24, [slope(machine, "mad.f32 r1, r1, r2, r3") for machine in machines]),
        ("dependent 32-bit product", 96, [slope(machine, MULTIPLY) for machine in machines]),
        ("products per cycle and core", 2, [lanes_per_cycle(machine, MULTIPLY) for machine in machines]),
        ("adds per cycle and core", 8, [lanes_per_cycle(machine, "add.u32 r1, r1, 1") for machine in machines]),
        ("integer beside float, per cycle and core", 8, [lanes_per_cycle(machine, mixed) for machine in machines]),
        ("one load", 450, [loads(machine, 1) for machine in machines]),
        ("8 independent loads of a warp", 500, [loads(machine, 8) for machine in machines]),
    ]
    return [Row(what, published, *figures) for what, published, figures in measured]


def main() -> None:
    """Print the table, with the deviation from what is published."""
    sys.stdout.write("| figure | published | `gtx280` | off | one in flight | off |\n|---|---|---|---|---|---|\n")
    for row in rows():
        cells = [row.what, f"{row.published:g}"]
        for figure in (row.gtx280, row.one_in_flight):
            cells += [f"{figure:.4g}", f"{100 * (figure / row.published - 1):+.0f} %"]
        sys.stdout.write(f"| {' | '.join(cells)} |\n")


if __name__ == "__main__":
    main()
