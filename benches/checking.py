"""The cost of a check: `python -m benches.checking` prints the table of docs/check.md.

The CPU time of the compiled functional engine on a kernel, plain and watched, each the best of some rounds that take
turns; states are built outside of it. Look at the ratios: the seconds depend on the machine that runs it.
"""

from __future__ import annotations

import time
from typing import Any

import simt
from simt.core.engine.run import Running
from simt.core.state.state import State
from simt.launch.bound import Bound

KERNELS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("elementwise_mul", "fpga4", {}),
    ("fft128", "fpga4", {}),
    ("fft128", "fpga16", {}),
    ("bitonic_sort", "fpga16", {}),
    ("transpose", "fpga16", {}),
    ("matmul32", "fpga16", {}),
    ("crc32", "fpga4", {}),
    ("divergent/collatz", "article32", {}),
    ("mm_global", "gtx280", {}),
    ("mm_global_rows", "gtx280", {}),
    ("mm_local", "gtx280", {}),
    ("pps_conf", "hd5870", {}),
)
ROUNDS = 5
LIMIT = 1 << 40
_LEAST = 0.02  # seconds of a round


def ratio(name: str, preset: str, defines: dict[str, Any], rounds: int = ROUNDS) -> tuple[int, float, float]:
    """Instructions, and the best CPU seconds of a run: plain, and watched."""
    launch = simt.Launch(name, preset, defines=defines)
    bound = Bound.of(launch.placed, launch.values)

    def build(is_watched: bool) -> State:
        return State.build(bound.placed, bound.memories(is_watched), without_time=True)

    def spent(is_watched: bool, times: int) -> float:
        states = [build(is_watched) for _ in range(times)]
        begin = time.process_time()
        for state in states:
            Running(state).advance(LIMIT, LIMIT)
        return (time.process_time() - begin) / times

    times = max(1, round(_LEAST / max(1e-6, min(spent(False, 1) for _ in range(3)))))
    spent(True, 1)
    found = [(spent(False, times), spent(True, max(1, times // 3))) for _ in range(rounds)]
    state = build(False)
    Running(state).advance(LIMIT, LIMIT)
    issues = int(state.cores.ledgers.stats["issues"].sum())
    return issues, min(plain for plain, _ in found), min(watched for _, watched in found)


def main() -> None:
    """Print the table."""
    print("| kernel | machine | instructions | ns plain | ns watched | ratio |\n|---|---|---|---|---|---|")
    for name, preset, defines in KERNELS:
        count, plain, watched = ratio(name, preset, defines)
        print(
            f"| `{name}` | `{preset}` | {count} | {1e9 * plain / count:.0f} | {1e9 * watched / count:.0f} "
            f"| {watched / plain:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
