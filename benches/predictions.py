"""The time of the refined model's predictions, with counts at hand: `python -m benches.predictions`.

The launches are the development part of the suite. Each is predicted twice: the cycles alone, and all that `simt model`
says, with the interval and what bounds each part. Times are processor times after a first prediction, which looks
through the program. Exit status 1 if the mean or the 95th percentile of the cycles alone is above 10 ms.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence

import click

import simt
from isa.reporting.diagnostics import SimtError
from simt.launch.programs import shipped_program
from simt.models.prediction import Prediction
from simt.models.refined import Profile, predict, run_to_count
from simt.validate.comparison import suite_point
from simt.validate.suite import KINDS, SuitePoint, suite_points

MOST = 10.0  # ms
Times = list[tuple[float, float]]  # ms of each launch: the cycles, and all that is said


def profile_of(named: SuitePoint) -> Profile | None:
    """The measured counts of a point; None if it does not run."""
    point = suite_point(named)
    machine = point.machine
    if point.obstacle or machine is None:
        return None
    kernel, words = str(shipped_program(point.kernel)), {"defines": dict(point.defines), "threads": point.threads}
    try:
        return Profile.of_result(
            run_to_count(machine, lambda record: simt.run(kernel, machine, record=record, **words))
        )
    except SimtError:
        return None


def milliseconds(do: Callable[[Profile], object], profile: Profile) -> float:
    start = time.process_time()
    do(profile)
    return 1e3 * (time.process_time() - start)


def say_all(profile: Profile) -> Prediction:
    return predict(profile).prediction()


def row(kind: str, times: Sequence[tuple[float, float]]) -> bool:
    """Print a row of the table; whether it meets the target."""
    cycles, all_said = ([pair[k] for pair in times] for k in (0, 1))
    tail = statistics.quantiles(cycles, n=20, method="inclusive")[-1]
    cells = [statistics.mean(cycles), statistics.median(cycles), tail, max(cycles), statistics.mean(all_said)]
    click.echo(f"| {kind} | {len(times)} | {' | '.join(f'{cell:.1f}' for cell in cells)} |")
    return cells[0] <= MOST and tail <= MOST


@click.command()
@click.option("--one-in", type=click.IntRange(1), default=1, show_default=True, help="Of the points of each kind.")
def main(one_in: int) -> None:
    """Print how long predictions take."""
    click.echo("| ms of a prediction | launches | mean | median | 95 % | longest | mean, with interval and terms |")
    click.echo("|---" * 7 + "|")
    everything: Times = []
    for kind in KINDS[:-1]:
        times: Times = []
        for named in suite_points("development", kind=kind)[::one_in]:
            profile = profile_of(named)
            if profile is not None:
                say_all(profile)
                times.append((milliseconds(predict, profile), milliseconds(say_all, profile)))
        row(kind, times)
        everything += times
    sys.exit(0 if row("all", everything) else 1)


if __name__ == "__main__":
    main()
