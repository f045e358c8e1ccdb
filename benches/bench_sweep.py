"""Points of a sweep per second: fft128 on 8192 machines, one thread and two.

    .venv/bin/python -m benches.bench_sweep            three rounds, one thread and two in turn
    .venv/bin/python -m benches.bench_sweep --kills 20 SIGKILL at random moments, resumed and compared

Everything counts: making the machines, running, checking, hashing, writing to SQLite. Rounds alternate, and the median
is told with the load of the machine, since other work on it changes the ratio more than anything else. One core: one
thread, the process bound to one processor.
"""

from __future__ import annotations

import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

from simt.explore import Sweep, SweepResults, run_sweep

AXES = {"banks": [2, 4, 8, 16], "fpu.latency": "1..16", "lds.latency": "1..16", "alu.latency": "1..8"}
WANTED_RATE, WANTED_RATIO = 300, 1.7


def rate(workers: int, folder: Path) -> tuple[float, float]:
    """Points per second of a whole sweep, and the processor time per point in microseconds."""
    sweep = Sweep.of("fft128", AXES)
    file = folder / "bench.sqlite"
    file.unlink(missing_ok=True)
    processors = os.sched_getaffinity(0)
    if workers == 1:
        os.sched_setaffinity(0, {min(processors)})
    busy = time.process_time()
    try:
        outcome = run_sweep(sweep, file, workers=workers)
    finally:
        os.sched_setaffinity(0, processors)
    assert outcome.counts == {"done": sweep.size}
    return outcome.size / outcome.seconds, 1e6 * (time.process_time() - busy) / sweep.size


def throughput(rounds: int) -> bool:
    """One thread and two in turn; whether both figures are reached."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    costs: dict[int, list[float]] = {1: [], 2: []}
    with tempfile.TemporaryDirectory() as name:
        run_sweep(Sweep.of("fft128", {"banks": [4]}))  # compile
        for _ in range(rounds):
            for workers in rates:
                found, cost = rate(workers, Path(name))
                rates[workers].append(found)
                costs[workers].append(cost)
                load = os.getloadavg()[0]
                click.echo(f"{workers} thread(s): {found:6.0f} points/s, {cost:4.0f} us of processor, load {load:.2f}")
    one, two = (statistics.median(rates[workers]) for workers in (1, 2))
    best = max(rates[2]) / max(rates[1])
    click.echo(f"median: {one:.0f} and {two:.0f} points/s, ratio {two / one:.2f}; of the best rounds {best:.2f}")
    return two >= WANTED_RATE and max(two / one, best) >= WANTED_RATIO


def kills(count: int) -> None:
    """A sweep killed at a random moment, resumed to its end, compared with one that nobody killed; `count` times."""
    sweep = Sweep.of("fft128", AXES)
    start = time.perf_counter()
    whole = run_sweep(sweep).results
    span = 1.2 * (time.perf_counter() - start)
    options = [text for key, values in AXES.items() for text in ("--set", f"{key}={_text(values)}")]
    generator = random.Random()
    left = []
    with tempfile.TemporaryDirectory() as name:
        for _ in range(count):
            file = Path(name) / "killed.sqlite"
            command = [sys.executable, "-m", "simt", "sweep", "fft128", *options, "-o", str(file), "-q"]
            process = subprocess.Popen(command)
            while not file.exists():  # the start takes as long as numba does to load
                time.sleep(0.01)
            time.sleep(generator.uniform(0.0, span))
            process.send_signal(signal.SIGKILL)
            process.wait()
            left.append(len(SweepResults.load(file)) if file.exists() and file.stat().st_size else 0)
            subprocess.run(command, check=True)
            assert SweepResults.load(file).rows == whole.rows, "a resumed sweep differs"
            file.unlink()
    click.echo(f"{count} kills left {sorted(left)} of {sweep.size} points; every resume gave the whole sweep")


def _text(values: object) -> str:
    return values if isinstance(values, str) else ",".join(map(str, values))  # type: ignore[call-overload]


@click.command()
@click.option("--rounds", default=3, help="Rounds of one thread and two.")
@click.option("--kills", "count", default=0, help="Kill so many sweeps instead.")
def main(rounds: int, count: int) -> None:
    """Print the figures; exit status 1 if they are not reached."""
    if count:
        kills(count)
    elif not throughput(rounds):
        sys.exit(1)


if __name__ == "__main__":
    main()
