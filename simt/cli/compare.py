"""`simt compare`: predicted against simulated cycles, for kernels x machines x models."""

from __future__ import annotations

from itertools import product
from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from simt.cli.options import json_option, output_option
from simt.cli.output import json_text, write_output
from simt.cli.reporting import EXIT_CHECK, EXIT_INTERRUPTED, points_shown
from simt.cli.sweep import axis_option, is_given, read_axes, size_options
from simt.files import FileError, check_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from simt.exploration.axes import Axis
    from simt.validate.comparison import Compared, ComparedPoint, Request
    from simt.validate.crossover import Crossover


@click.command()
@click.argument("kernels", nargs=-1, metavar="[KERNEL...]")
@click.option(
    "-m",
    "--machine",
    "machines",
    multiple=True,
    metavar="MACHINE",
    help="A preset, a TOML file, generated-N or generated-device-N; may be repeated.  [default: fpga4]",
)
@axis_option(
    ("-s", "--set"),
    "axes",
    "Values of a machine key: banks=8, lds.latency=1..8; every combination is a point. May be repeated.",
)
@axis_option(("-D",), "defines", "Values of an .equ symbol of the kernels, e.g. n=64,128; may be repeated.")
@click.option(
    "-I",
    "include_paths",
    multiple=True,
    metavar="FOLDER",
    type=click.Path(file_okay=False, exists=True),
    help="Look here too for .include files; may be repeated.",
)
@size_options
@click.option("--threads", type=click.IntRange(1), help="Threads of the work-group; replaces .threads of the kernel.")
@click.option("--suite", "is_suite", is_flag=True, help="All shipped kernels on all presets and generated machines.")
@click.option(
    "--kind",
    type=click.Choice(["plain", "devices", "all"]),
    help="Of the suite: plain cores, devices with global memory, or both.  [default: all]",
)
@click.option(
    "--part",
    type=click.Choice(["development", "held-out", "all"]),
    help="Of the suite: what the refined model was made with, what was kept for judging it, or both.  [default: all]",
)
@click.option(
    "--generated",
    type=click.IntRange(0),
    metavar="N",
    help="Of the suite: generated machines of each kind.  [default: 160 plain cores, 60 devices]",
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
    "--max-cycles",
    type=click.IntRange(1),
    default=50_000_000,
    metavar="N",
    show_default=True,
    help="Stop a run after N cycles.",
)
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Threads.  [default: one per processor]")
@click.option(
    "--tolerance",
    type=click.FloatRange(0),
    metavar="PERCENT",
    help="Exit with status 1 if a model's mean absolute error is larger, or if it predicts nothing.",
)
@click.option(
    "--plot",
    type=click.Choice(["scatter", "sweep", "stack", "crossover"]),
    help="What -o FILE.svg draws; crossover prints, too, where the fastest of several changes over a key.",
)
@click.option("--over", metavar="KEY", help="Of a crossover: the key, where several have several values.")
@json_option
@output_option("Write to FILE: .svg or .png a picture, .html a page with both, anything else the table or JSON.")
def compare(
    kernels: tuple[str, ...],
    machines: tuple[str, ...],
    axes: tuple[str, ...],
    defines: tuple[str, ...],
    include_paths: tuple[str, ...],
    global_sizes: str | None,
    local_sizes: str | None,
    threads: int | None,
    is_suite: bool,
    kind: str | None,
    part: str | None,
    generated: int | None,
    model_names: tuple[str, ...],
    counting: str,
    seed: int,
    max_cycles: int,
    jobs: int | None,
    tolerance: float | None,
    plot: str | None,
    over: str | None,
    as_json: bool,
    output: str | None,
) -> None:
    """Hold predicted against simulated cycles.

    \b
      simt compare fft128 -m fpga4                          one point: error, CPI stacks side by side
      simt compare fft128 -m fpga4 --model all              all models; the paper's terms against the ledger
      simt compare fir dot -m fpga4 -m fpga8 --counts both  input error apart from equation error
      simt compare fft128 --set fpu.latency=1..16 -o f.svg  simulated and predicted over a key
      simt compare mm_global -m gtx280 --local 64,16x16     a device, two sizes of work-groups
      simt compare --suite --tolerance 8 -o scatter.png     all that is shipped; status 1 above 8 %
      simt compare transpose transpose_padded --set banks=1,2,4,8 --plot crossover -o x.svg
                                                            where the fastest changes, simulated and predicted

    Exit status 1: no point could be simulated, or a model's mean error is above --tolerance.
    """
    from simt.validate.comparison import COUNTS, Compared, Request
    from simt.validate.comparison import compare as run
    from simt.validate.crossover import check_contenders, crossover
    from simt.views import comparisons
    from simt.views.crossover import crossover_dict, crossover_text

    is_picture = output is not None and output.lower().endswith((".svg", ".png"))
    is_page = output is not None and output.lower().endswith((".html", ".htm"))
    if tolerance is not None and not isfinite(tolerance):
        raise click.UsageError(f"--tolerance takes per cent, 8 or 2.5, and not {tolerance:g}")
    if over and plot != "crossover":
        raise click.UsageError("--over goes with --plot crossover")
    if plot and plot != "crossover" and not (is_picture or is_page):
        raise click.UsageError("--plot goes with -o FILE.svg, .png or .html")
    if is_picture and as_json:
        raise click.UsageError("a picture is no JSON: give --json or -o with a picture, not both")
    sources = COUNTS if counting == "both" else (counting,)
    request = Request(_models(model_names), sources, max_cycles, seed, include_paths)
    if is_suite:
        if any(map(is_given, (kernels, machines, axes, defines, include_paths, threads, global_sizes, local_sizes))):
            raise click.UsageError(
                "--suite has its kernels and machines: it goes without KERNEL, -m, -s, -D, -I, --global, --local, "
                "--threads"
            )
        points = _suite(part or "all", kind or "all", generated)
    else:
        if part or kind or generated is not None:
            raise click.UsageError("--part, --kind and --generated go with --suite")
        if local_sizes and threads:
            raise click.UsageError("--local and --threads both say how large a work-group is: give one of them")
        asked = {"axes": axes, "defines": defines, "global_sizes": global_sizes, "local_sizes": local_sizes}
        points = _grid(kernels, machines or ("fpga4",), read_axes(asked), include_paths, threads)
    if plot == "crossover":
        check_contenders(points, over)  # before the runs, not after
    if plot == "sweep":
        _swept(points)
    if output is not None:
        _check_output(output, is_picture=is_picture)
    with points_shown("interrupted", is_quiet=False) as (progress, compiling):
        compared = run(points, request, workers=jobs, progress=progress, compiling=compiling)
    crossed = None
    if plot == "crossover" and compared:
        known = {id(each.point): each for each in compared}
        crossed = crossover([known.get(id(each), Compared(each, "interrupted")) for each in points], request, over)
    by_part = is_suite and (part or "all") == "all"
    text = comparisons.comparison_text(compared, request, by_part=by_part)
    if crossed is not None:
        text += f"\n{crossover_text(crossed)}"
    if as_json:
        data = comparisons.comparison_dict(compared, request)
        text = json_text(data if crossed is None else {**data, "crossover": crossover_dict(crossed)})
    if output is None or is_picture or is_page:
        write_output(None, text)  # before the picture: what was simulated is told even if it cannot be drawn
    if is_picture and compared:
        from simt.views.figure import save_figure

        assert output is not None
        save_figure(_figure(compared, request, plot, crossed), output)
    elif is_page:
        write_output(output, _page(compared, request, plot, crossed, by_part=by_part))
    elif output is not None and not is_picture:
        try:
            write_output(output, text)
        except FileError:
            write_output(None, text)
            raise
    if len(compared) < len(points):
        click.echo(f"interrupted: {len(compared)} of {len(points)} points", err=True)
        raise SystemExit(EXIT_INTERRUPTED)
    beyond = [] if tolerance is None else _beyond(compared, request, tolerance)
    for told in beyond:
        click.echo(told, err=True)
    if beyond or not any(each.is_done for each in compared):
        raise SystemExit(EXIT_CHECK)


def _models(names: tuple[str, ...]) -> tuple[str, ...]:
    from simt.models.registry import comparable

    found: list[str] = []
    for name in names or ("refined",):
        found += [each for each in comparable(name) if each not in found]
    return tuple(found)


def _suite(part: str, kind: str, generated: int | None) -> list[ComparedPoint]:
    from simt.validate.comparison import suite_point
    from simt.validate.devices import DEVICES
    from simt.validate.machines import SUITE
    from simt.validate.suite import suite_points

    seeds, devices = (SUITE, DEVICES) if generated is None else (range(generated), range(generated))
    return [suite_point(each) for each in suite_points(part, seeds, devices, kind)]


def _grid(
    kernels: tuple[str, ...],
    machines: Sequence[str],
    axes: Sequence[Axis],
    include_paths: tuple[str, ...],
    threads: int | None,
) -> list[ComparedPoint]:
    """Every kernel on every machine with every combination of settings, symbols and sizes."""
    from simt.exploration.errors import SweepError
    from simt.launch.programs import load_program
    from simt.launch.sizes import parse_size
    from simt.validate.comparison import point
    from simt.validate.errors import CompareError

    if not kernels:
        raise CompareError("there is nothing to compare", help="name kernels, or take all with --suite")
    for axis in axes:
        if axis.kind not in ("key", "define", *SIZES):
            raise SweepError(f"set: `{axis.name}` is not a machine key", code="E0760", help=_WAYS.get(axis.kind, ""))
    firsts: dict[str, Any] = {axis.symbol: axis.values[0] for axis in axes if axis.kind == "define"}
    for kernel in kernels:  # what is wrong with a kernel by itself is said at once, with its place
        load_program(kernel, defines=firsts, include_paths=include_paths)

    def made(kernel: str, machine: str, values: Sequence[Any]) -> ComparedPoint:
        given: dict[str, dict[str, Any]] = {"key": {}, "define": {}}
        sizes: dict[str, tuple[int, ...]] = {}
        for axis, value in zip(axes, values, strict=True):
            if axis.kind in SIZES:
                sizes[axis.kind] = parse_size(str(value))
            else:
                given[axis.kind][axis.symbol] = value
        return point(
            kernel, machine, settings=given["key"], defines=given["define"], threads=threads,
            size=sizes.get("global"), group=sizes.get("local"),
        )  # fmt: skip

    return [
        made(kernel, machine, values)
        for kernel in kernels
        for machine in machines
        for values in product(*(axis.values for axis in axes))
    ]


SIZES = ("global", "local")
_OTHER_PICTURES = (".pdf", ".eps", ".ps", ".jpg", ".jpeg", ".gif", ".webp", ".tif", ".tiff", ".bmp")
_WAYS = {"machine": "-m, which may be repeated", "threads": "--threads", "seed": "--seed"}


def _page(
    compared: Sequence[Compared], request: Request, plot: str | None, crossed: Crossover | None, *, by_part: bool
) -> str:
    """The comparison as one HTML file, with a picture where matplotlib is there."""
    from simt.views.comparison_html import comparison_page
    from simt.views.figure import can_draw, picture_bytes

    svg = ""
    if can_draw() and any(each.predictions for each in compared):
        is_single = len(compared) == 1 and bool(compared[0].charges)  # a scatter plot of one point tells little
        kind = plot or ("stack" if is_single else None)
        svg = picture_bytes(_figure(compared, request, kind, crossed), "svg").decode()
    return comparison_page(compared, request, svg, crossed, by_part=by_part)


def _figure(compared: Sequence[Compared], request: Request, plot: str | None, crossed: Crossover | None) -> Figure:
    from simt.validate.crossover import swept_keys
    from simt.views import comparison_pictures as pictures

    if crossed is not None:
        from simt.views.crossover_picture import crossover_picture

        return crossover_picture(crossed)
    swept = swept_keys([each.point for each in compared])
    kind = plot or ("sweep" if len(swept) == 1 else "scatter")
    if kind == "scatter":
        return pictures.scatter_picture(compared, request)
    if kind == "stack":
        return pictures.stack_picture(compared, request)
    return pictures.sweep_picture(compared, request, _swept([each.point for each in compared]))


def _swept(points: Sequence[ComparedPoint]) -> str:
    """The one key that has several values. Raises `CompareError`, E0821."""
    from simt.validate.crossover import swept_keys
    from simt.validate.errors import CompareError

    swept = swept_keys(points)
    if len(swept) == 1:
        return swept[0]
    told = f"{', '.join(swept)} have several values" if swept else "no key has several values"
    way = "give one of them several values, or draw --plot scatter" if swept else "-s lds.latency=2,4,8"
    raise CompareError(f"a picture over a swept key needs one: {told}", code="E0821", help=way)


def _check_output(output: str, *, is_picture: bool) -> None:
    """Tell before the runs, not after them, that a file cannot be written. Raises `FileError` and `FigureError`."""
    from simt.views.figure import check_drawing, picture_format

    check_folder(output)
    if is_picture:
        check_drawing()
    if output.lower().endswith(_OTHER_PICTURES):
        picture_format(output)  # refuses it: the table would be written to a file of that name


def _beyond(compared: Sequence[Compared], request: Request, tolerance: float) -> list[str]:
    """The models that are farther off than `tolerance` per cent on average, or predicted nothing, a line for each."""
    from simt.validate.summaries import summaries

    found = []
    for row in summaries(compared, request.models, request.counts):
        if row.measures is None:
            found.append(f"beyond the tolerance: {row.model}, {row.counts} counts, predicts nothing")
        elif 100 * row.measures.mape > tolerance:
            mean = f"a mean absolute error of {100 * row.measures.mape:.3g} %, above {tolerance:g} %"
            found.append(f"beyond the tolerance: {row.model}, {row.counts} counts, has {mean}")
    return found
