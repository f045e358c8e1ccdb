"""How well the refined model predicts the simulator: `python -m benches.refined`.

Runs every shipped kernel on every preset and on the 160 generated machines, and prints the errors of what the model
was made with apart from those of what was held out (simt/validate/holdout.py); docs and README quote this table. Exit
status 1 if a part misses the target: a mean absolute error of 8 %, Kendall's tau of 0.9.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence

import click

from simt.model.refined import Profile, predict
from simt.model.static import analyse
from simt.programs import load_program
from simt.validate.comparison import Compared, Request, compare, suite_point
from simt.validate.holdout import held_out
from simt.validate.suite import machine_named, suite_points
from simt.validate.summaries import grouped, summaries
from simt.views.comparisons import comparison_text
from simt.views.sweep_progress import SweepProgress

MAPE, TAU = 0.08, 0.9
REQUEST = Request(models=("refined", "bounds", "roofline", "hong-kim", "paper"), counts=("static", "measured"))


def by(title: str, points: Sequence[Compared], key: Callable[[Compared], object]) -> None:
    """Errors of groups of points."""
    click.echo(f"\n  {title}: points, mean, median and largest error, bias")
    for name, found in sorted(grouped(points, key, "refined", "measured"), key=lambda row: str(row[0])):
        click.echo(
            f"    {name!s:<24} {found.points:5}  {100 * found.mape:5.1f} %  {100 * found.median:5.1f} %"
            f"  {100 * found.largest:5.1f} %  {100 * found.bias:+5.1f} %"
        )


def policy(each: Compared) -> str:
    assert each.point.machine is not None
    return each.point.machine.scheduler.policy


def front_end(each: Compared) -> str:
    machine = each.point.machine
    assert machine is not None
    width = "1 slot" if machine.issue_slots == 1 else "bundles" if machine.vliw.slots > 1 else "several slots"
    return f"{'no ' if machine.front_end.stages == 0 else ''}front end, {width}"


def side(each: Compared) -> str:
    """Which of the two was never seen in development."""
    names = {"kernel": held_out(each.point.kernel), "machine": held_out(each.point.machine_name)}
    return " and ".join(name for name, is_new in names.items() if is_new) or "neither"


def warps(each: Compared) -> str:
    return f"{each.warps:2} warps"


def speed() -> None:
    """Microseconds of one prediction, the counts being there."""
    click.echo("\nOne prediction takes, in microseconds (the counts being there; the program's blocks are kept):")
    for name in ("fft128", "fir", "bitonic_sort", "crc32"):
        profile = Profile.of_static(analyse(load_program(name), machine_named("fpga4")))
        times = []
        for _ in range(20):
            start = time.perf_counter()
            predict(profile)
            times.append(time.perf_counter() - start)
        size = len(profile.program.words)
        click.echo(f"  {name:<14} {1e6 * statistics.median(times):6.0f}   {size} instructions")


def main() -> None:
    points = [suite_point(each) for each in suite_points(kind="plain")]
    progress = SweepProgress()
    try:
        compared = compare(points, REQUEST, progress=progress.points)
    finally:
        progress.close()
    click.echo(comparison_text(compared, REQUEST, by_part=True))
    is_good = len(compared) == len(points)
    for name, is_held_out in (("development", False), ("held out", True)):
        part = [each for each in compared if each.point.is_held_out == is_held_out]
        click.echo(f"\n{name}, refined model, measured counts")
        by("by what is new", part, side)
        by("by scheduling rule", part, policy)
        by("by front end", part, front_end)
        by("by launched warps", part, warps)
        (row,) = summaries(part, ["refined"], ["measured"])
        assert row.measures is not None
        verdict = row.measures.mape <= MAPE and row.measures.tau >= TAU
        is_good &= verdict
        click.echo(
            f"\n  target: MAPE at most {100 * MAPE:.0f} %, tau at least {TAU}: "
            f"{100 * row.measures.mape:.1f} % and {row.measures.tau:.3f}, {'met' if verdict else 'MISSED'}"
        )
    speed()
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
