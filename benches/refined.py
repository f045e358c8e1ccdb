"""The errors of the refined model against the simulator: `python -m benches.refined --part all`.

Runs every shipped kernel on the presets, the 160 generated machines and the 60 generated devices, and prints the errors
on the points that the model was made with; with `--part all` or `held-out` also the errors on the held-out points
(simt/validate/holdout.py), which is for when the model is finished. docs and README quote these tables. Exit status 1
if a part misses the target: a mean absolute error of 8 %, Kendall's tau of 0.9.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click

from simt.validate.comparison import Compared, Request, compare, suite_point
from simt.validate.holdout import held_out
from simt.validate.launches import LAUNCHED
from simt.validate.measures import WITHIN
from simt.validate.suite import KINDS, PARTS, suite_points
from simt.validate.summaries import grouped, summaries
from simt.views.kit.progress import SweepProgress
from simt.views.studies.comparisons import comparison_text

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
    width = "1 slot" if machine.issue_slots == 1 else "bundles" if machine.vliw.count > 1 else "several slots"
    return f"{'no ' if machine.front_end.stages == 0 else ''}front end, {width}"


def side(each: Compared) -> str:
    """The one of kernel and machine that was never seen in development, both or neither."""
    names = {"kernel": held_out(each.point.kernel), "machine": held_out(each.point.machine_name)}
    return " and ".join(name for name, is_new in names.items() if is_new) or "neither"


def warps(each: Compared) -> str:
    return f"{each.warps:2} warps"


def kind(each: Compared) -> str:
    assert each.point.machine is not None
    return "devices" if each.point.machine.is_device else "plain"


def waves(each: Compared) -> str:
    """The number of times that the places of a device are given to groups."""
    assert each.grid is not None
    count = -(-each.grid.groups // (each.cores * each.places))
    return f"{count} wave" if count == 1 else "2 to 4 waves" if count <= 4 else "more waves"


def launched(each: Compared) -> str:
    return each.point.kernel if kind(each) == "devices" and each.point.kernel in LAUNCHED else "a plain kernel"


def tell(name: str, part: Sequence[Compared]) -> bool:
    """The figures of a part; whether they meet the target."""
    click.echo(f"\n{name}, refined model, measured counts")
    by("by kind of machine", part, kind)
    by("by what is new", part, side)
    by("on devices by what is new", [each for each in part if kind(each) == "devices"], side)
    by("on devices by kernel", [each for each in part if kind(each) == "devices"], launched)
    by("on devices by waves of groups", [each for each in part if kind(each) == "devices"], waves)
    by("by scheduling rule", part, policy)
    by("by front end", part, front_end)
    by("plain, by launched warps", [each for each in part if kind(each) == "plain"], warps)
    is_good = True
    for what, some in (
        ("plain", [each for each in part if kind(each) == "plain"]),
        ("devices", [each for each in part if kind(each) == "devices"]),
        ("together", part),
    ):
        for row in summaries(some, ["refined"], ["measured", "static"]):
            found = row.measures
            if found is None:
                continue
            verdict = found.mape <= MAPE and found.tau >= TAU
            is_good &= verdict
            near, far = (
                f"within {limit} % {100 * share:.0f} %"
                for limit, share in zip(WITHIN[:2], found.within[:2], strict=True)
            )
            click.echo(
                f"  {what:<9} {row.counts:<9} {found.points:5}: MAPE {100 * found.mape:.1f} %, median "
                f"{100 * found.median:.1f} %, largest {100 * found.largest:.0f} %, bias {100 * found.bias:+.1f} %, tau "
                f"{found.tau:.3f}, {near}, {far}: {'met' if verdict else 'MISSED'}"
            )
    return is_good


@click.command()
@click.option("--part", type=click.Choice(PARTS), default="development", show_default=True, help="Of the suite.")
@click.option("--kind", "kinds", type=click.Choice(KINDS), default="all", show_default=True, help="Of machines.")
def main(part: str, kinds: str) -> None:
    """Print the errors of the refined model against the simulator."""
    points = [suite_point(each) for each in suite_points(part, kind=kinds)]
    progress = SweepProgress()
    try:
        compared = compare(points, REQUEST, progress=progress.points)
    finally:
        progress.close()
    click.echo(comparison_text(compared, REQUEST, by_part=part == "all"))
    is_good = len(compared) == len(points)
    for name, is_held_out in (("development", False), ("held out", True)):
        some = [each for each in compared if each.point.is_held_out == is_held_out]
        if some:
            is_good &= tell(name, some)
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
