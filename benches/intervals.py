"""The errors of the refined model by which its intervals are made: `python -m benches.intervals`.

Runs the development part of the suite, all kinds, and writes `simt/models/refined/errors.csv`: for each point what
makes launches alike (`likeness.NAMES`), and the simulated over the predicted cycles. Prints how often an interval made
of the points on other machines holds a point, and how wide the intervals are. Held-out and blind points have no part in
it.
"""

from __future__ import annotations

import csv
import statistics
from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np

from simt.models.refined import likeness
from simt.validate.comparison import Request, compare, suite_point
from simt.validate.suite import KINDS, suite_points
from simt.views.kit.progress import SweepProgress

FILE = Path(likeness.__file__).with_name("errors.csv")


def judged(machines: Sequence[str], points: np.ndarray) -> tuple[float, float]:
    """The share of the points that an interval from the points of other machines holds, and the median width.

    machines: the machine of each point. points: as in `likeness.known_errors`.
    """
    held, widths, names = 0, [], np.array(machines)
    for machine, (*features, ratio) in zip(machines, points.tolist(), strict=True):
        interval = likeness.interval_of(tuple(features), 1.0, points[names != machine])
        held += interval.low <= ratio <= interval.high
        widths.append(interval.width(1.0))
    return held / len(points), statistics.median(widths)


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
    machines, found = [], []
    for each in compared:
        predicted = each.predictions.get(("refined", "measured"))
        if each.is_done and predicted is not None:
            machines.append(each.point.machine_name)
            found.append([*each.features["measured"], each.cycles / predicted])
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*likeness.NAMES, "simulated/predicted"])
        writer.writerows([f"{value:.4g}" for value in row] for row in found)
    held, width = judged(machines, np.array(found))
    click.echo(f"{len(found)} points; intervals of other machines hold {100 * held:.1f} %, {100 * width:.1f} % wide")


if __name__ == "__main__":
    main()
