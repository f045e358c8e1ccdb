"""The refined model on the blind points of the suite: `python -m benches.blind`.

Prints totals only. Nobody looks at single points, so that they stay unseen; a model is made and mended with the parts
"development" and "held-out" (`python -m benches.refined`). docs/model.md quotes the table. Exit status 1 if a row
misses a target: a mean absolute error of 5 %, a largest one of 30 %, Kendall's tau of 0.97; intervals that hold 90 % of
the points and are 25 % wide.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Sequence

import click

from simt.models.refined.likeness import interval_of
from simt.validate.comparison import Compared, Request, compare, suite_point
from simt.validate.suite import KINDS, blind_points
from simt.validate.summaries import coverage, summaries
from simt.views.kit.progress import SweepProgress

MAPE, LARGEST, TAU = 0.05, 0.3, 0.97
HELD, WIDTH = 0.9, 0.25  # of the intervals
SOURCES = ("measured", "static")
REQUEST = Request(counts=SOURCES, is_suite=True)


def row(title: str, compared: Sequence[Compared], source: str) -> bool:
    """Print the errors of some points, and return whether they meet the targets."""
    found = summaries(compared, ["refined"], [source])[0].measures
    if found is None:
        return False
    cells = [f"{100 * value:.1f} %" for value in (found.mape, found.median)] + [f"{100 * found.largest:.0f} %"]
    cells += [f"{100 * found.bias:+.1f} %", f"{found.tau:.3f}", *(f"{100 * share:.0f} %" for share in found.within[:2])]
    click.echo(f"| {title} | {source} | {found.points} | {' | '.join(cells)} |")
    return found.mape <= MAPE and found.largest <= LARGEST and found.tau >= TAU


def holding(title: str, compared: Sequence[Compared]) -> bool:
    """Print how many points the intervals of their predictions hold, and how wide these are."""
    held, widths = 0, []
    for one in compared:
        if one.is_done and (predicted := one.predictions.get(("refined", "measured"))) is not None:
            interval = interval_of(one.features["measured"], predicted)
            held += interval.low <= one.cycles <= interval.high
            widths.append(interval.width(predicted))
    if not widths:
        return False
    share, width = held / len(widths), statistics.median(widths)
    click.echo(
        f"{title}: intervals hold {100 * share:.1f} % of {len(widths)}; the median one is {100 * width:.1f} % wide"
    )
    return share >= HELD and width <= WIDTH


@click.command()
@click.option("--kind", "kinds", type=click.Choice(KINDS[:-1]), multiple=True, help="Of machines.  [default: all]")
def main(kinds: tuple[str, ...]) -> None:
    """Print the totals of the refined model on the blind points."""
    by_kind: dict[str, list[Compared]] = {}
    progress = SweepProgress()
    try:
        for kind in kinds or KINDS[:-1]:
            by_kind[kind] = compare(
                [suite_point(each) for each in blind_points(kind)], REQUEST, progress=progress.points
            )
    finally:
        progress.close()
    heads = ("points", "MAPE", "median", "largest", "bias", "tau", "within 10 %", "within 25 %")
    click.echo(f"| blind | counts | {' | '.join(heads)} |\n{'|---' * (len(heads) + 2)}|")
    parts = {**by_kind, "all devices": [one for kind, some in by_kind.items() if kind != "plain" for one in some]}
    is_good = [row(kind, some, source) for kind, some in parts.items() for source in SOURCES]
    together = [one for some in by_kind.values() for one in some]
    is_good.append(holding("all points", together))
    if "compiled" in by_kind:
        is_good.append(holding("compiled", by_kind["compiled"]))
    covered = coverage(together)
    click.echo(f"\n{covered.simulated} of {covered.points} points simulated; the others do not fit their machines")
    sys.exit(0 if all(is_good) else 1)


if __name__ == "__main__":
    main()
