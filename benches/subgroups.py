"""The worth of lanes that read one another, in cycles: `python -m benches.subgroups`.

Sums, running sums and compaction of groups of 64 (programs/opencl/warp_sum.cl, warp_scan.cl, compact.cl), each over
local memory and by the functions of sub-groups, in cycles: on the FPGA paper's processor with 16 lanes, one work-group,
and on GPUs, 64 of them. Every machine counts bits. On the FPGA paper's processor a second table has shuffles and
ballots of other latencies. Both tables are in docs/languages.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

import simt
from simt.machine import Machine

_ALL: Final = ("shuffle", "vote", "ballot")
_PAIRS: Final = (
    ("sums", "warp_sum.cl", "sum_local", "sum_warp"), ("running sums", "warp_scan.cl", "scan_local", "scan_warp"),
    ("compaction", "compact.cl", "compact_local", "compact_warp"),
)  # fmt: skip
_GROUP: Final = 64
_LATENCIES: Final = (2, 4, 8, 16, 32)  # of fpga16's ALU: the first
_MACHINES: Final = (("fpga16", 1), ("gtx280", 64), ("fermi_sm", 64), ("gcn_cu", 64))  # with work-groups


def machine_of(preset: str, *, reduces: bool = False, latency: int = 0) -> Machine:
    """A preset whose lanes read one another. latency: cycles of a shuffle or a ballot; 0: as any other of the ALU."""
    keys: dict[str, Any] = {f"options.{name}": True for name in _ALL}
    costs = {"costs": [f"{name}*:1:{latency}" for name in ("shuffle", "ballot")]} if latency else {}
    return Machine.load(preset, {**keys, **costs, "options.reduce": reduces, "options.count_bits": True})


def cycles(machine: Machine, groups: int, kernel: str) -> int:
    """The cycles of a kernel, which must be right."""
    result = simt.run(f"opencl/{kernel}", machine, global_size=groups * _GROUP, local_size=_GROUP)
    assert result.completed, (machine, kernel)
    assert result.check is not None, kernel
    assert result.check.passed, (machine, kernel, result.check)
    return result.cycles


def rows() -> Iterator[str]:
    """The rows of the table, in Markdown."""
    yield "| kernel | machine | lanes | local memory | shuffles, ballots | with `options.reduce` |"
    yield "|---|---|---|---|---|---|"
    for what, file, by_local, by_warp in _PAIRS:
        for preset, groups in _MACHINES:
            before = cycles(machine_of(preset), groups, f"{file}::{by_local}")
            machines = [machine_of(preset, reduces=reduces) for reduces in (False, True)]
            taken = [cycles(machine, groups, f"{file}::{by_warp}") for machine in machines]
            cells = [f"{count} ({before / count:.2f} x)" for count in taken]
            cells[1] = cells[1] if taken[0] != taken[1] else "the same"
            lanes = machine_of(preset).warp_size
            yield f"| {what} | `{preset}` | {lanes} | {before} | {' | '.join(cells)} |"


def latencies() -> Iterator[str]:
    """The rows of the table of latencies."""
    yield f"| kernel | local memory | {' | '.join(f'latency {cycles}' for cycles in _LATENCIES)} |"
    yield f"|---|---|{'---|' * len(_LATENCIES)}"
    for what, file, by_local, by_warp in _PAIRS:
        before = cycles(machine_of("fpga16"), 1, f"{file}::{by_local}")
        taken = [cycles(machine_of("fpga16", latency=latency), 1, f"{file}::{by_warp}") for latency in _LATENCIES]
        yield f"| {what} | {before} | {' | '.join(map(str, taken))} |"


def main() -> None:
    """Print the tables."""
    for row in chain(latencies(), [""], rows()):
        print(row, flush=True)


if __name__ == "__main__":
    main()
