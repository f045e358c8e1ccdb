"""`simt compare`: predicted against simulated cycles, for kernels x machines x models."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import click

from simt.cli.options import json_option, kernel_options, output_option
from simt.cli.output import json_text, write_output

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from simt.validate.comparison import Compared, ComparedPoint, Request

__all__ = ["compare"]

_EXIT_OUT_OF_TOLERANCE = 1
_EXIT_INTERRUPTED = 130


@click.command()
@click.argument("kernels", nargs=-1, metavar="[KERNEL...]")
@click.option(
    "-m",
    "--machine",
    "machines",
    multiple=True,
    metavar="MACHINE",
    help="A preset, a TOML file, or generated-N; may be repeated.  [default: fpga4]",
)
@click.option(
    "-s",
    "--set",
    "axes",
    multiple=True,
    metavar="KEY=VALUES",
    help="Values of a machine key: banks=8, lds.latency=1..8; every combination is a point. May be repeated.",
)
@kernel_options
@click.option("--threads", type=click.IntRange(1), help="Threads of the work-group; replaces .threads of the kernel.")
@click.option("--suite", "is_suite", is_flag=True, help="All shipped kernels on all presets and generated machines.")
@click.option(
    "--part",
    type=click.Choice(["development", "held-out", "all"]),
    help="Of the suite: what the refined model was made with, what was kept for judging it, or both.  [default: all]",
)
@click.option(
    "--generated", type=click.IntRange(0), metavar="N", help="Of the suite: generated machines.  [default: 160]"
)
@click.option(
    "--model",
    "model_names",
    multiple=True,
    metavar="MODEL",
    help="refined, paper, hong-kim, roofline, bounds, or all; may be repeated.  [default: refined]",
)
@click.option(
    "--counts",
    "counting",
    type=click.Choice(["measured", "static", "both"]),
    default="measured",
    show_default=True,
    help="Counts of the run itself, of static analysis, or both, which tells input error from equation error.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the oracles' inputs.")
@click.option(
    "--max-cycles", type=click.IntRange(1), default=50_000_000, metavar="N", help="Stop a run after N cycles."
)
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Threads.  [default: one per processor]")
@click.option(
    "--tolerance",
    type=click.FloatRange(0),
    metavar="PERCENT",
    help="Exit with status 1 if a model's mean absolute error is larger, or if it predicts nothing.",
)
@click.option("--plot", type=click.Choice(["scatter", "sweep", "stack"]), help="What -o FILE.svg draws.")
@json_option
@output_option("Write to FILE: .svg or .png a picture, .html a page with both, anything else the table or JSON.")
def compare(
    kernels: tuple[str, ...],
    machines: tuple[str, ...],
    axes: tuple[str, ...],
    defines: dict[str, str],
    include_paths: tuple[str, ...],
    threads: int | None,
    is_suite: bool,
    part: str | None,
    generated: int | None,
    model_names: tuple[str, ...],
    counting: str,
    seed: int,
    max_cycles: int,
    jobs: int | None,
    tolerance: float | None,
    plot: str | None,
    as_json: bool,
    output: str | None,
) -> None:
    """Hold predicted against simulated cycles.

    \b
      simt compare fft128 -m fpga4                          one point: error, CPI stacks side by side
      simt compare fft128 -m fpga4 --model all              all models; the paper's terms against the ledger
      simt compare fir dot -m fpga4 -m fpga8 --counts both  input error apart from equation error
      simt compare fft128 --set fpu.latency=1..16 -o f.svg  simulated and predicted over a key
      simt compare --suite --tolerance 8 -o scatter.png     all that is shipped; status 1 above 8 %
    """
    from simt.validate.comparison import COUNTS, Request
    from simt.validate.comparison import compare as run
    from simt.views import comparisons
    from simt.views.sweep_progress import SweepProgress

    is_picture = output is not None and output.lower().endswith((".svg", ".png"))
    is_page = output is not None and output.lower().endswith((".html", ".htm"))
    if plot and not (is_picture or is_page):
        raise click.UsageError("--plot goes with -o FILE.svg, .png or .html")
    if is_picture and as_json:
        raise click.UsageError("a picture is no JSON: give --json or -o with a picture, not both")
    sources = COUNTS if counting == "both" else (counting,)
    request = Request(_models(model_names), sources, max_cycles, seed, include_paths)
    if is_suite:
        if kernels or machines or axes or defines or threads:
            raise click.UsageError(
                "--suite has its kernels and machines: it goes without KERNEL, -m, -s, -D, --threads"
            )
        points = _suite(part or "all", generated)
    else:
        if part or generated is not None:
            raise click.UsageError("--part and --generated go with --suite")
        points = _grid(kernels, machines or ("fpga4",), axes, defines, include_paths, threads)
    progress = SweepProgress()
    try:
        compared = run(points, request, workers=jobs, progress=progress.points)
    finally:
        progress.close()
    if is_picture:
        assert output is not None
        from simt.views.figure import save_figure

        save_figure(_figure(compared, request, plot), output)
    by_part = is_suite and (part or "all") == "all"
    if is_page:
        write_output(output, _page(compared, request, plot, by_part=by_part))
        output = None
    text = comparisons.comparison_text(compared, request, by_part=by_part)
    if as_json:
        text = json_text(comparisons.comparison_dict(compared, request))
    write_output(None if is_picture else output, text)
    if len(compared) < len(points):
        click.echo(f"interrupted: {len(compared)} of {len(points)} points", err=True)
        raise SystemExit(_EXIT_INTERRUPTED)
    if tolerance is not None and not _is_within(compared, request, tolerance):
        raise SystemExit(_EXIT_OUT_OF_TOLERANCE)


def _models(names: tuple[str, ...]) -> tuple[str, ...]:
    from simt.model.registry import comparable

    found: list[str] = []
    for name in names or ("refined",):
        found += [each for each in comparable(name) if each not in found]
    return tuple(found)


def _suite(part: str, generated: int | None) -> list[ComparedPoint]:
    from simt.validate.comparison import suite_point
    from simt.validate.machines import SUITE
    from simt.validate.suite import suite_points

    seeds = SUITE if generated is None else range(generated)
    return [suite_point(each) for each in suite_points(part, seeds, kind="plain")]


def _grid(
    kernels: tuple[str, ...],
    machines: Sequence[str],
    settings: Sequence[str],
    defines: dict[str, str],
    include_paths: tuple[str, ...],
    threads: int | None,
) -> list[ComparedPoint]:
    """Every kernel on every machine with every combination of settings."""
    from simt.explore.axes import axis_of
    from simt.explore.errors import SweepError
    from simt.programs import load_program
    from simt.validate.comparison import point
    from simt.validate.errors import CompareError

    if not kernels:
        raise CompareError("there is nothing to compare", help="name kernels, or take all with --suite")
    for kernel in kernels:  # what is wrong with a kernel by itself is said at once, with its place
        load_program(kernel, defines=defines, include_paths=include_paths)
    axes = []
    for text in settings:
        key, equals, values = text.partition("=")
        if not equals:
            raise click.UsageError(f"--set takes KEY=VALUES, not {text}")
        axis = axis_of(key, values, "set")
        if axis.kind != "key":
            raise SweepError(f"set: `{key}` is not a machine key", code="E0760")
        axes.append(axis)
    return [
        point(
            kernel,
            machine,
            settings=dict(zip([axis.name for axis in axes], values, strict=True)),
            defines=dict(defines),
            threads=threads,
        )
        for kernel in kernels
        for machine in machines
        for values in product(*(axis.values for axis in axes))
    ]


def _page(compared: Sequence[Compared], request: Request, plot: str | None, *, by_part: bool) -> str:
    """The comparison as one HTML file, with a picture where matplotlib is there."""
    from simt.views.comparison_html import comparison_page
    from simt.views.figure import can_draw, picture_bytes

    svg = ""
    if can_draw() and any(each.predictions for each in compared):
        is_single = len(compared) == 1 and bool(compared[0].charges)  # a scatter plot of one point tells little
        kind = plot or ("stack" if is_single else None)
        svg = picture_bytes(_figure(compared, request, kind), "svg").decode()
    return comparison_page(compared, request, svg, by_part=by_part)


def _figure(compared: Sequence[Compared], request: Request, plot: str | None) -> Figure:
    from simt.validate.errors import CompareError
    from simt.views import comparison_pictures as pictures

    keys: dict[str, set[Any]] = {}
    for each in compared:
        for key, value in each.point.settings.items():
            keys.setdefault(key, set()).add(value)
    swept = [key for key, values in keys.items() if len(values) > 1]
    kind = plot or ("sweep" if len(swept) == 1 else "scatter")
    if kind == "scatter":
        return pictures.scatter_picture(compared, request)
    if kind == "stack":
        return pictures.stack_picture(compared, request)
    if len(swept) == 1:
        return pictures.sweep_picture(compared, request, swept[0])
    told = f"{len(swept)} keys have several values" if swept else "no key has several values"
    raise CompareError(f"a picture over a swept key needs one: {told}", code="E0821")


def _is_within(compared: Sequence[Compared], request: Request, tolerance: float) -> bool:
    """Whether every model predicted something, and is not farther off than `tolerance` per cent on average."""
    from simt.validate.summaries import summaries

    rows = summaries(compared, request.models, request.counts)
    return all(row.measures is not None and 100 * row.measures.mape <= tolerance for row in rows)
