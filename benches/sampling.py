"""Sampled runs beside exact ones, on the launches of `benches/sampling_cases.py`: `python -m benches.sampling`.

Seconds are of the processor, on one thread. `--exact FILE` keeps the exact runs, which take most of the time, and the
next time takes them from there.
"""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np

import simt
from benches.sampling_cases import SEED, Case, drawn, judged
from simt.experiments.report import text_table
from simt.launch.sampling.sampled import sample_problem
from simt.result.result import Result

MOST_CYCLES = 1_000_000_000
MANY_WAVES = 50


class Exact(NamedTuple):
    """An exact run: cycles, warp instructions, seconds, and a digest of its arrays."""

    cycles: int
    instructions: int
    seconds: float
    arrays: str


class Row(NamedTuple):
    """A launch that was run both ways, and the seconds of its sampled run."""

    case: Case
    exact: Exact
    sampled: Result
    seconds: float

    @property
    def error(self) -> float:
        """The error of the estimate in percent of the exact cycles."""
        return 100 * (self.sampled.cycles / self.exact.cycles - 1)

    @property
    def holds(self) -> bool:
        """Return whether the exact cycles are in the interval."""
        assert self.sampled.sample is not None
        low, high = self.sampled.sample.interval(self.sampled.cycles)
        return low <= self.exact.cycles <= high

    @property
    def waves(self) -> float:
        """The work-groups of the launch, as a multiple of those that the machine holds at a time."""
        return self.sampled.groups / (self.sampled.places * self.sampled.machine.cores)

    @property
    def simulated(self) -> float:
        """The share of the work-groups that were simulated."""
        assert self.sampled.sample is not None
        return self.sampled.sample.simulated_groups / self.sampled.groups

    def cells(self) -> tuple[str, ...]:
        """Return the row of the table."""
        sample, cycles = self.sampled.sample, self.sampled.cycles
        assert sample is not None
        return (
            self.case.name, self.case.machine, f"{self.waves:.0f}", str(self.exact.cycles), str(cycles),
            f"{self.error:+.2f}", f"{100 * sample.margin / cycles:.2f}", "yes" if self.holds else "no",
            f"{100 * self.simulated:.1f}", str(sample.groups_run),
            f"{self.exact.seconds:.2f}", f"{self.seconds:.2f}", f"{self.exact.seconds / self.seconds:.1f}",
        )  # fmt: skip


HEAD = ("kernel", "machine", "waves", "exact", "estimate", "error, %", "+-, %", "holds", "simulated, %",
        "run", "exact, s", "sampled, s", "times as fast")  # fmt: skip


def arrays_of(result: Result) -> str:
    """Return a digest of a run's arrays."""
    digest = hashlib.sha256()
    for name, array in sorted(result.buffers.items()):
        digest.update(name.encode() + np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:16]


def timed(launch: simt.Launch, **options: Any) -> tuple[Result, float]:
    """Run a launch on one thread; return the result and the seconds of the processor."""
    begin = time.process_time()
    result = launch.run(max_cycles=MOST_CYCLES, jobs=1, **options)
    return result, time.process_time() - begin


def exact_of(case: Case, kept: dict[str, Any], file: str | None) -> Exact:
    """Return the exact run of a case, from those that are kept if it is among them."""
    key = f"{case.name} {case.machine} {case.elements} {case.seed}"
    if key not in kept:
        launch = case.launch()
        launch.run(max_cycles=100, jobs=1)  # loads or compiles the engine
        result, seconds = timed(launch)
        assert result.completed, key
        kept[key] = Exact(result.cycles, result.instructions, seconds, arrays_of(result))
        if file is not None:
            Path(file).write_text(json.dumps(kept, indent=1))
    return Exact(*kept[key])


def row_of(case: Case, exact: Exact, percent: float | None) -> Row:
    """Run a case by a sample, and check everything that is to be exact."""
    launch = case.launch()
    launch.run(max_cycles=100, engine="functional")
    launch.run(max_cycles=100, jobs=1)
    sampled, seconds = timed(launch, sample=True if percent is None else percent)
    assert sampled.sample is not None, case
    assert sampled.instructions == exact.instructions or not sampled.sample.has_counts, case
    assert arrays_of(sampled) == exact.arrays or not sampled.sample.has_outputs, case
    return Row(case, exact, sampled, seconds)


def summary(rows: list[Row]) -> str:
    """Return what the table shows, in a sentence."""
    errors = sorted(abs(row.error) for row in rows)
    many = [row.exact.seconds / row.seconds for row in rows if row.waves >= MANY_WAVES]
    simulated = np.median([row.simulated * row.waves for row in rows if row.waves >= MANY_WAVES] or [0])
    held = sum(row.holds for row in rows)
    fast = sum(gain >= 20 for gain in many)
    verb = "is" if fast == 1 else "are"
    return (
        f"{held} of {len(rows)} intervals hold the exact cycles; median error {np.median(errors):.2f} %, largest "
        f"{errors[-1]:.2f} %; of {len(many)} launches of {MANY_WAVES} waves or more, {fast} {verb} at least 20 times "
        f"as fast, the median {np.median(many or [0]):.1f} times; their median is simulated for {simulated:.1f} waves"
    )


@click.command()
@click.option("--exact", "file", metavar="FILE", help="Keep the exact runs in FILE, .json.")
@click.option("--percent", type=float, help="The interval that is asked for.")
@click.option("--only", metavar="TEXT", default="", help="Only launches whose kernel or machine has TEXT.")
@click.option("--elements", type=float, default=1.0, help="Times as many elements.")
@click.option("--seed", type=int, default=SEED, help="The seed of the inputs.")
@click.option(
    "--fresh", type=click.IntRange(0, 1), help="The launches that were drawn by a hash: the first, or the next."
)
@click.option("--exact-only", is_flag=True, help="Only the exact runs.")
def main(
    file: str | None, percent: float | None, only: str, elements: float, seed: int, fresh: int | None, exact_only: bool
) -> None:  # fmt: skip
    """Print the table of docs/sampling.md."""
    kept: dict[str, Any] = json.loads(Path(file).read_text()) if file and Path(file).exists() else {}
    rows = []
    for case in judged(elements, seed) if fresh is None else drawn(fresh):
        if only not in case.name and only not in case.machine:
            continue
        if problem := sample_problem(case.launch().placed):
            click.echo(f"{case.name} on {case.machine} is left out: {problem}")
            continue
        exact = exact_of(case, kept, file)
        if not exact_only:
            rows.append(row_of(case, exact, percent))
            click.echo(" ".join(rows[-1].cells()), err=True)
    if rows:
        click.echo("\n".join([*text_table(HEAD, [row.cells() for row in rows]), "", summary(rows)]))


if __name__ == "__main__":
    main()
