"""Points of a sweep per second: fft128 on 8192 machines, one thread and two.

    .venv/bin/python -m benches.bench_sweep            three quiet rounds, one thread and two in turn
    .venv/bin/python -m benches.bench_sweep --steps    where the processor time of a point goes

Everything counts: making the machines, running, checking, hashing, writing to SQLite; every point is another machine,
run to its end. One core: one thread, the process bound to one processor.

The ratio of two rates means something only while nobody else works on the two cores. So every round is told with the
share of the processors that other processes took meanwhile (Linux: /proc/stat), a round in which they took more than
FOREIGN is made again, and the median is that of the quiet rounds alone. If there are too few of them, the exit status
says so: 2.

What decides the ratio is the time that a point needs the interpreter's lock, since that is all two threads cannot do at
once. `--steps` prints it, as processor time, which other processes change little.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from simt.explore import Sweep, evaluate, run_sweep
from simt.explore.running import Session
from simt.explore.sources import Sources
from simt.explore.store import Store

AXES = {"banks": [2, 4, 8, 16], "fpu.latency": "1..16", "lds.latency": "1..16", "alu.latency": "1..8"}
WANTED_RATE, WANTED_RATIO = 300, 1.7
FOREIGN = 0.05  # of all processors
TRIES = 20  # rounds per quiet round


def busy_seconds() -> float:
    """Processor seconds of the whole system since it started; 0 where nobody tells."""
    try:
        fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    except OSError:
        return 0.0
    idle = int(fields[3]) + int(fields[4])
    return (sum(map(int, fields[:8])) - idle) / os.sysconf("SC_CLK_TCK")


def rate(workers: int, folder: Path) -> tuple[float, float, float]:
    """Points per second of a whole sweep, its processor time per point in microseconds, the share that others took."""
    sweep = Sweep.of("fft128", AXES)
    file = folder / "bench.sqlite"
    file.unlink(missing_ok=True)
    processors = os.sched_getaffinity(0)
    if workers == 1:
        os.sched_setaffinity(0, {min(processors)})
    everyone, mine, start = busy_seconds(), time.process_time(), time.perf_counter()
    try:
        outcome = run_sweep(sweep, file, workers=workers)
    finally:
        os.sched_setaffinity(0, processors)
    took, mine = time.perf_counter() - start, time.process_time() - mine
    foreign = max(0.0, busy_seconds() - everyone - mine) / (took * (os.cpu_count() or 1))
    assert outcome.counts == {"done": sweep.size}
    assert len(set(outcome.results.column("key"))) == sweep.size
    return outcome.size / outcome.seconds, 1e6 * mine / sweep.size, foreign


def throughput(rounds: int) -> int:
    """One thread and two in turn; 0 if both figures are reached, 1 if not, 2 if others left no quiet round."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    with tempfile.TemporaryDirectory() as name:
        run_sweep(Sweep.of("fft128", {"banks": [4]}))  # compile
        for _ in range(rounds * TRIES):
            found = {workers: rate(workers, Path(name)) for workers in rates}
            is_quiet = all(foreign <= FOREIGN for _, _, foreign in found.values())
            for workers, (speed, cost, foreign) in found.items():
                click.echo(
                    f"{workers} thread(s): {speed:6.0f} points/s, {cost:4.0f} us of processor each; "
                    f"others took {foreign:4.0%}{'' if is_quiet else ', does not count'}"
                )
                if is_quiet:
                    rates[workers].append(speed)
            if len(rates[1]) == rounds:
                break
    if not rates[1]:
        click.echo("no quiet round: other processes were at work all the time")
        return 2
    one, two = (statistics.median(rates[workers]) for workers in (1, 2))
    ratios = ", ".join(f"{b / a:.2f}" for a, b in zip(rates[1], rates[2], strict=True))
    click.echo(f"median of {len(rates[1])} quiet rounds: {one:.0f} and {two:.0f} points/s, {two / one:.2f} times")
    click.echo(f"by round: {ratios}")
    return 0 if two >= WANTED_RATE and two / one >= WANTED_RATIO else 1


def steps(count: int = 2048) -> None:
    """Processor time per point of every step, in one thread."""
    sweep = Sweep.of("fft128", AXES)
    sources = Sources(sweep)
    session = Session(sources, Store.write(None), None)
    points = [sweep.point(number) for number in range(count)]
    workload = session.workload(points[0])
    runner = evaluate.Runner()
    spent: dict[str, float] = {}

    def timed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any) -> Any:
            start = time.process_time()
            found = function(*arguments)
            spent[name] = spent.get(name, 0.0) + time.process_time() - start
            return found

        return run

    def one_by_one(first: int) -> list[Any]:
        return [
            evaluate.examine(workload, sources.base(point), sources.settings(point), sweep.max_cycles)
            for point in points[first : first + 16]
        ]

    for is_counted in (False, True):  # the first time everything is new
        spent.clear()
        inner = {"compiled": "advance_all", "rows": "rows_of"}
        originals = {name: getattr(evaluate, name) for name in inner.values()}
        for name, function in inner.items():
            setattr(evaluate, function, timed(name, originals[function]))
        try:
            for first in range(0, count, 16):
                ready = timed("machine, key", one_by_one)(first)
                rows = timed("run", runner.run)(workload, ready, sweep.max_cycles)
                about = [(point.number, each.key, "fft128", sources.axes_text(point)) for point, each in
                         zip(points[first : first + 16], ready, strict=True)]  # fmt: skip
                if is_counted:
                    timed("store", session.store.add)(about, rows)
        finally:
            for function, original in originals.items():
                setattr(evaluate, function, original)
    spent["states"] = spent.pop("run") - spent["compiled"] - spent["rows"]
    for name, seconds in spent.items():
        click.echo(f"{name:<14} {1e6 * seconds / count:6.1f} us per point")


@click.command()
@click.option("--rounds", default=3, help="Quiet rounds of one thread and two.")
@click.option("--steps", "is_steps", is_flag=True, help="Where the time of a point goes, instead.")
def main(rounds: int, is_steps: bool) -> None:
    """Print the figures; exit status 1 if they are not reached, 2 if nobody can tell."""
    if is_steps:
        steps()
    else:
        sys.exit(throughput(rounds))


if __name__ == "__main__":
    main()
