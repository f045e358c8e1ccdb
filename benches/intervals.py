"""The errors of the refined model by which its intervals are made: `python -m benches.intervals`.

Runs the development part of the suite, all kinds, and the launches of benches/further.py, and writes
`simt/models/refined/errors.csv`: for each point what makes launches alike (`likeness.NAMES`), and the simulated over
the predicted cycles. Prints the mean error of the model, how often an interval made of the points of other kernels on
other machines holds a point, and how wide the intervals are; for all points, for the compiled kernels, and for the ones
of the suite and the further ones alone. Held-out and blind points have no part in it.
"""

from __future__ import annotations

import csv
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path

import click
import numpy as np

from benches.further import further_runs
from simt.models.refined import Profile, likeness, predict
from simt.validate.comparison import Request, compare, suite_point
from simt.validate.suite import KINDS, suite_points
from simt.views.kit.progress import SweepProgress

FILE = Path(likeness.__file__).with_name("errors.csv")
CHASE = "further.cl::chase"  # the model is known to fail on it
Point = tuple[str, str, likeness.Features, float]  # kernel, machine, what makes it like others, simulated / predicted


def judged(points: Sequence[Point], chosen: Callable[[str], bool]) -> str:
    """The mean error on chosen kernels, how many points an interval from others holds, and the median width."""
    held, widths, off = 0, [], []
    rows = np.array([[*features, ratio] for *_, features, ratio in points])
    kernels, machines = (np.array(names) for names in list(zip(*points, strict=True))[:2])
    for kernel, machine, features, ratio in points:
        if chosen(kernel):
            others = rows[(kernels != kernel) & (machines != machine)]
            interval = likeness.interval_of(features, 1.0, others)
            held += interval.low <= ratio <= interval.high
            widths.append(interval.width(1.0))
            off.append(abs(1 / ratio - 1))
    return (
        f"{len(off)} points, {100 * statistics.mean(off):.1f} % off; intervals of other kernels on other machines "
        f"hold {100 * held / len(off):.1f} %, {100 * statistics.median(widths):.1f} % wide"
    )


@click.command()
@click.option("--one-in", type=click.IntRange(1), default=1, show_default=True, help="Of the plain points.")
def main(one_in: int) -> None:
    """Write the errors of the refined model on the points that may be looked at."""
    points = []
    for kind in KINDS[:-1]:
        of_kind = suite_points("development", kind=kind)
        points += [suite_point(each) for each in (of_kind[::one_in] if kind == "plain" else of_kind)]
    progress = SweepProgress()
    try:
        compared = compare(points, Request(is_suite=True), progress=progress.points)
    finally:
        progress.close()
    found: list[Point] = []
    for each in compared:
        predicted = each.predictions.get(("refined", "measured"))
        if each.is_done and predicted is not None:
            ratio = each.cycles / predicted
            found.append((each.point.kernel, each.point.machine_name, each.features["measured"], ratio))
    for kernel, result in further_runs():
        prediction = predict(Profile.of_result(result))
        found.append((kernel, result.machine.name, prediction.features, result.cycles / prediction.cycles))
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*likeness.NAMES, "simulated/predicted"])
        writer.writerows([f"{value:.4g}" for value in (*features, ratio)] for _, _, features, ratio in found)
    kinds: tuple[tuple[str, Callable[[str], bool]], ...] = (
        ("all", lambda kernel: True),
        ("compiled", lambda kernel: ".cl" in kernel),
        ("compiled ones of the suite", lambda kernel: kernel.startswith("opencl/")),
        ("further ones, but the next", lambda kernel: ".cl" in kernel and not kernel.startswith(("opencl/", CHASE))),
        (CHASE, lambda kernel: kernel == CHASE),
    )
    for title, chosen in kinds:
        click.echo(f"{title}: {judged(found, chosen)}")


if __name__ == "__main__":
    main()
