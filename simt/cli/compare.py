"""`simt compare`: predicted against simulated cycles, for kernels x machines x models."""

from __future__ import annotations

from math import isfinite
from typing import Any

import click

from simt.cli.echo import tell
from simt.cli.options import argument, command, include_option, json_option, option, output_option, picture_options
from simt.cli.output import json_text, screen_columns, write_output
from simt.cli.pairs import inputs_of
from simt.cli.reporting import (
    EXIT_CHECK,
    leave_interrupted,
    points_shown,
    tell_or_note_oracles,
    usage_errors,
    whole_or_part,
)
from simt.cli.sweep import input_options, oracle_of, read_axes, size_options, symbols_option
from simt.files import FileError, check_output, rows_csv
from simt.views.kit.figure import PICTURE_SUFFIXES, check_drawing, picture_format, save_figure
from simt.views.kit.text import folding


@command()
@argument("kernels", nargs=-1, metavar="[KERNEL...]")
@option("-m --machine machines", "MACHINE...",
        "A preset, a TOML file, generated-N or generated-device-N; may be repeated.  [default: the pipeline's of a "
        "launch, else fpga4]")  # fmt: skip
@option("-s --set axes", "KEY=VALUES...", "Values of a machine key: banks=8, lds.latency=1..8; every combination is a "
        "point. May be repeated.")  # fmt: skip
@symbols_option
@include_option
@size_options
@option("--threads", click.IntRange(1), "Threads of the work-group; replaces .threads of the kernel.")
@input_options
@option("--suite is_suite", bool, "All shipped kernels on all presets and generated machines.")
@option("--kind", ["plain", "devices", "dram", "scoreboard", "compiled", "all"],
        "Of the suite: plain cores, devices with global memory, all of both, devices with memory of DRAM, machines "
        "with a scoreboard, or kernels in OpenCL C on GPUs.  [default: all]")  # fmt: skip
@option("--part", ["development", "held-out", "all"], "Of the suite: what the refined model was made with, what was "
        "kept for judging it, or both.  [default: all]")  # fmt: skip
@option("--generated", click.IntRange(0),
        "Of the suite: generated machines of each kind.  [default: 160 plain cores, 60 devices, 30 of DRAM, 80 with a "
        "scoreboard, 30 GPUs]",
        metavar="N")  # fmt: skip
@option("--measured", "FILE", "A CSV file of launches measured on hardware, in place of KERNEL and -m: the errors of "
        "the machine, of the model and of the counts. - is standard input.")  # fmt: skip
@option("--model model_names", "MODEL...",
        "refined, paper, hong-kim, roofline, bounds, or all; may be repeated.  [default: refined]")  # fmt: skip
@option("--counts counting", ["measured", "static", "both"],
        "Counts of the run itself, of static analysis, or both, which separates input error from equation error.  "
        "[default: measured; with --measured both]")  # fmt: skip
@option("--no-oracle", bool, "Leave the oracles beside the kernels alone: arrays are 0, nothing is compared.")
@option("--seed", click.IntRange(0), "Seed of the oracles' inputs.", default=1, show_default=True)
@option("--max-cycles", click.IntRange(1), "Stop a run after N cycles.", default=50_000_000, metavar="N",
        show_default=True)  # fmt: skip
@option("--jobs", click.IntRange(1), "Threads.  [default: one per processor]", metavar="N")
@option("--tolerance", click.FloatRange(0),
        "Exit with status 1 if a model's mean absolute error is larger, or if it predicts nothing.",
        metavar="PERCENT")  # fmt: skip
@option("--plot", ["scatter", "sweep", "stack", "crossover"],
        "What -o FILE.svg draws; crossover prints, too, where the fastest of several changes over a key.")  # fmt: skip
@option("--over", "KEY", "Of a crossover: the key, where several have several values.")
@json_option
@picture_options("output")
@output_option(
    "Write to FILE: .svg, .png or .pdf a picture, .html a page with both, .csv a row for each "
    "prediction, anything else the table or JSON."
)
def compare(
    kernels: tuple[str, ...], is_suite: bool, model_names: tuple[str, ...], tolerance: float | None, plot: str | None,
    over: str | None, as_json: bool, output: str | None, **options: Any,
) -> None:  # fmt: skip
    """Compare predicted with simulated cycles.

    \b
      simt compare fft128 -m fpga4              one point: error and stacks
      simt compare fft128 -m fpga4 --model all  all models: terms, ledger
      simt compare fir dot -m fpga4 -m fpga8 --counts both
      simt compare fft128 --set fpu.latency=1..16 -o f.svg
      simt compare mm_global -m gtx280 --local-size 64,16x16
      simt compare --measured cycles.csv        beside times of hardware
      simt compare --suite --tolerance 8 -o scatter.png     status 1 above 8 %
      simt compare fft fft128 --set banks=2,4,8 --plot crossover -o x.svg

    Exit status 1: no point, or no line of --measured, could be simulated. With
    --tolerance also: a model's mean error is above it, or a model predicted
    nothing.
    """
    is_picture = output is not None and output.lower().endswith(PICTURE_SUFFIXES)
    is_csv = output is not None and output.lower().endswith(".csv")
    is_page = output is not None and output.lower().endswith((".html", ".htm"))
    is_shown = output is None or is_picture or is_page  # on standard output
    if tolerance is not None and not isfinite(tolerance):
        raise click.UsageError(f"--tolerance takes per cent, 8 or 2.5, and not {tolerance:g}")
    if over and plot != "crossover":
        raise click.UsageError("--over goes with --plot crossover")
    if plot and plot != "crossover" and not (is_picture or is_page):
        raise click.UsageError("--plot goes with -o FILE.svg, .png, .pdf or .html")
    if is_picture and as_json:
        raise click.UsageError("a picture is not JSON: give --json or -o with a picture, not both")
    oracle = oracle_of(options)
    points = _asked(kernels, is_suite, {**options, "plot": plot})
    if output is not None:
        _check_output(output, is_picture=is_picture)
    from simt.verbs.compare import compare as verb

    measured = points.get("measured")
    tell_or_note_oracles(kernels if measured is None else measured.kernels, oracle, options, is_quiet=False)
    with usage_errors(), points_shown("interrupted", is_quiet=False) as (progress, compiling):
        comparison = whole_or_part(lambda: verb(
            models=model_names or "refined", counts=options["counting"], seed=options["seed"],
            max_cycles=options["max_cycles"], oracle=oracle, plot=plot, over=over,
            jobs=options["jobs"], progress=progress, compiling=compiling, **points,
        ))  # fmt: skip
    if as_json:
        text = json_text(comparison.to_dict())
    elif is_csv:
        text = rows_csv(comparison.records())
    else:
        with folding(screen_columns() if is_shown else None):
            text = str(comparison)
    if comparison.points and not comparison.compared:
        leave_interrupted(f"interrupted: none of {len(comparison.points)} points is compared")
    if is_shown:
        # Before the picture: results are shown even if it cannot be drawn.
        write_output(None, text, is_text=not as_json)
    if is_picture:
        assert output is not None
        save_figure(comparison.figure(), output)
    elif is_page:
        write_output(output, comparison.page())
    elif output is not None:
        try:
            write_output(output, text)
        except FileError:
            write_output(None, text, is_text=not as_json)
            raise
    if len(comparison.compared) < len(comparison.points):
        leave_interrupted(f"interrupted: {len(comparison.compared)} of {len(comparison.points)} points are compared")
    beyond = [] if tolerance is None else comparison.beyond(tolerance)
    for line in beyond:
        tell(line)
    if beyond or not any(point.is_done for point in comparison.compared):
        raise SystemExit(EXIT_CHECK)


def _asked(kernels: tuple[str, ...], is_suite: bool, options: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of `simt.compare` that describe the points. Raises `click.UsageError`."""
    machines, threads = options["machines"], options["threads"]
    part, kind, generated = options["part"], options["kind"], options["generated"]
    own = ("axes", "defines", "global_size", "local_size", "given", "oracle")
    has_own = kernels or machines or threads or any(options[name] not in (None, ()) for name in own)
    if options["measured"] is not None:
        if has_own or is_suite or options["counting"] in ("measured", "static"):
            raise click.UsageError(
                "--measured has its kernels, machines and sizes, and takes both counts: it goes without KERNEL, -m, "
                "-s, -D, --global-size, --local-size, --threads, --in, --oracle, --suite, --counts"
            )
        if options["plot"] in ("crossover", "sweep"):
            raise click.UsageError("--measured goes with --plot scatter or stack")
    if is_suite:
        if has_own or options["include_paths"]:
            raise click.UsageError(
                "--suite has its kernels and machines: it goes without KERNEL, -m, -s, -D, -I, --global-size, "
                "--local-size, --threads, --in, --oracle"
            )
        return {"suite": part or "all", "kind": kind or "all", "generated": generated}
    if part or kind or generated is not None:
        raise click.UsageError("--part, --kind and --generated go with --suite")
    if options["measured"] is not None:
        from simt.validate.measured_file import read_measured

        return {"measured": read_measured(options["measured"]), "include_paths": options["include_paths"]}
    if options["local_size"] and threads:
        raise click.UsageError("--local-size and --threads both say how large a work-group is: give one of them")
    return {
        "kernels": kernels, "machines": machines, "axes": read_axes(options),
        "include_paths": options["include_paths"], "threads": threads, "inputs": inputs_of(options["given"]),
    }  # fmt: skip


_OTHER_PICTURES = (".eps", ".ps", ".jpg", ".jpeg", ".gif", ".webp", ".tif", ".tiff", ".bmp")


def _check_output(output: str, *, is_picture: bool) -> None:
    """Report before the runs, not after them, that a file cannot be written. Raises `FileError` and `FigureError`."""
    check_output(output)
    if is_picture:
        check_drawing()
    if output.lower().endswith(_OTHER_PICTURES):
        picture_format(output)  # refuses it: the table would be written to a file of that name
