"""The shipped kernels in OpenCL C on three machines, simulated and predicted: `python -m benches.compiled_kernels`.

The machines differ in how they issue: `gtx280` has a scoreboard and memory of DRAM, `hd5870` one instruction of a warp
in flight, `gcn_cu` four schedulers on one core. Prints a table per machine: simulated cycles, the errors of the refined
model from counts of the run and from static counts, and the cycles of the paper's model over the simulated ones; mean
absolute and worst errors at the end. docs/compare.md quotes them. A kernel that cannot run on a machine is named with
the reason. The launches are the oracles'. Held-out kernels are among them: the bench is for a model that is finished.
"""

from __future__ import annotations

from collections.abc import Sequence

import click

from simt.validate.comparison import Compared, Request, compare, suite_point
from simt.validate.suite import SuitePoint, compiled_kernels
from simt.views.kit.progress import SweepProgress

MACHINES = ("gtx280", "hd5870", "gcn_cu")
OF_TWO = ("compact", "warp_scan", "warp_sum")  # files of two kernels, which the suite has no name for
KERNELS = tuple(name for name in compiled_kernels() if not name.removeprefix("opencl/").startswith(OF_TWO))
SOURCES = ("measured", "static")
REQUEST = Request(models=("refined", "paper"), counts=SOURCES, is_suite=True)


def paper_of(one: Compared) -> float | None:
    """The paper's cycles over the simulated ones, from measured counts; None without a prediction."""
    predicted = one.predictions.get(("paper", "measured"))
    return None if predicted is None else predicted / one.cycles


def percent(error: float | None) -> str:
    return "-" if error is None else f"{100 * error:+.1f} %"


def ratio(value: float | None) -> str:
    return "-" if value is None else f"{value:.2g}"


def summary(errors: Sequence[float]) -> tuple[str, str]:
    """The mean of the absolute errors, and the worst error."""
    mean = sum(abs(error) for error in errors) / len(errors)
    return f"{100 * mean:.1f} %", percent(max(errors, key=abs))


def table(machine: str, compared: Sequence[Compared]) -> None:
    """Print the kernels on a machine."""
    done = [one for one in compared if one.is_done]
    click.echo(f"\n| on `{machine}` | simulated | refined, measured | refined, static | paper / simulated |")
    click.echo("|---|---|---|---|---|")
    for one in done:
        errors = [percent(one.error("refined", source)) for source in SOURCES]
        name = one.point.kernel.removeprefix("opencl/")
        click.echo(f"| `{name}` | {one.cycles} | {' | '.join(errors)} | {ratio(paper_of(one))} |")
    ends = [summary([e for one in done if (e := one.error("refined", source)) is not None]) for source in SOURCES]
    papers = [value for one in done if (value := paper_of(one)) is not None]
    for name, at, of_papers in (("mean", 0, sum(papers) / len(papers)), ("worst", 1, max(papers))):
        click.echo(f"| {name} | | {' | '.join(end[at] for end in ends)} | {ratio(of_papers)} |")
    for one in compared:
        if not one.is_done:
            click.echo(f"{one.point.kernel} on {machine}: {one.reason or one.status}")


@click.command()
def main() -> None:
    """Print the shipped kernels in OpenCL C on three machines, simulated and predicted."""
    points = [suite_point(SuitePoint(kernel, machine)) for machine in MACHINES for kernel in KERNELS]
    progress = SweepProgress()
    try:
        compared = compare(points, REQUEST, progress=progress.points)
    finally:
        progress.close()
    for machine in MACHINES:
        table(machine, [one for one in compared if one.point.machine_name == machine])


if __name__ == "__main__":
    main()
