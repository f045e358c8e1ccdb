"""The gain by several threads of the host on a device: `python -m benches.threads`.

A launch on one thread, on several, and in that number of processes at once, each on one thread. Processes share nothing
but the host, so together they reach what threads could reach. Seconds are the least of three runs.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from unittest import mock

import click

import simt
from simt.core.engine import crew
from simt.experiments.report import text_table
from simt.threads import processors

LAUNCHES = (  # kernel, machine, keys, defines
    ("mm_local", "gtx280", {}, {"n": 256}),
    ("mm_local", "gtx280", {"memory.policy": "simple"}, {"n": 256}),
    ("mm_local", "hd5870", {}, {"n": 256}),
    ("mm_global_rows", "gtx280", {}, {"n": 128}),
)


def seconds(number: int, threads: int) -> float:
    """Return the seconds of a run of a launch on a number of threads, the least of three."""
    kernel, machine, keys, defines = LAUNCHES[number]
    launch = simt.Launch(kernel, machine, set=keys, defines=defines)
    launch.run(jobs=1, max_cycles=100)  # loads or compiles the engine
    spent = []
    with mock.patch.multiple(crew, ALONE=0.0, _AGAIN=sys.maxsize):
        for _ in range(3):
            begin = time.perf_counter()
            launch.run(jobs=threads)
            spent.append(time.perf_counter() - begin)
    return min(spent)


@click.command()
@click.option("--threads", type=click.IntRange(2), default=max(2, processors()), show_default=True)
def main(threads: int) -> None:
    """Print the table of docs/engine.md."""
    rows = []
    with multiprocessing.get_context("spawn").Pool(threads) as pool:
        for number, (kernel, machine, keys, defines) in enumerate(LAUNCHES):
            alone, together = seconds(number, 1), seconds(number, threads)
            beside = max(pool.starmap(seconds, [(number, 1)] * threads))
            name = f"{kernel} {defines['n']}, {machine}{', simple memory' if keys else ''}"
            rows.append((name, f"{alone:.2f}", f"{together:.2f}", f"{beside:.2f}", f"{alone / together:.2f}",
                         f"{threads * alone / beside:.2f}"))  # fmt: skip
    head = ("launch", "1 thread, s", f"{threads} threads", f"{threads} processes, each", "times as fast", "processes")
    click.echo("\n".join(text_table(head, rows)))


if __name__ == "__main__":
    main()
