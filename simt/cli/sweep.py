"""`simt sweep`: run kernels over grids of machines and keep every point; show and export the results."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simt.cli.echo import is_colored, tell
from simt.cli.options import (
    DefaultGroup,
    argument,
    include_option,
    json_option,
    option,
    picture_options,
    quiet_option,
    sample_option,
    stacked,
)
from simt.cli.output import json_text, write_output
from simt.cli.pairs import inputs_of, once, pairs
from simt.cli.reporting import (
    leave_points,
    points_shown,
    show_error,
    tell_bugs,
    tell_or_note_oracles,
    tell_oracles,
    usage_errors,
    whole_or_part,
)
from simt.cli.search import how_to_go_on
from simt.cli.usage import refuse_useless
from simt.views.kit.figure import picture_format, save_figure

if TYPE_CHECKING:
    from isa.reporting.diagnostics import SimtError
    from simt.exploration import SweepResults
    from simt.exploration.plans.axes import Axis
    from simt.verbs.sweep import SweepOutcome


@click.group(cls=DefaultGroup, default="run")
def sweep() -> None:
    """Run kernels over grids of machines, on all cores; what was done is never lost or done twice.

    \b
      simt sweep fft128.s --set banks=2,4,8,16 --set warp=4,8 -o fft.sqlite
      simt sweep fft128.s fir.s --set fpu.latency=1..12 -D n=64,128 -o fft.sqlite
      simt sweep mm_global.s -m gtx280_core --local-size 64,16x16,8x8
      simt sweep plan.toml -o fft.sqlite          the same from a file
      simt sweep show fft.sqlite --plot heat      tables and pictures
      simt sweep export fft.sqlite -o fft.csv     or .parquet

    The same command goes on after an interruption of any kind. `simt sweep run --help` lists the options of a sweep.
    """


# -D with values of symbols, passed on as `defines`, for `read_axes`.
symbols_option = option("-D defines", "NAME=VALUES...", "Values of an .equ symbol or macro of the kernels, e.g. "
                        "n=64,128; may be repeated.")  # fmt: skip
# --global-size and --local-size with one value or several, passed on by these names.
size_options = stacked(
    option("-g --global-size", "SIZES", "Work-items of the launch, e.g. 65536 or 64x64,128x128; several are swept.  "
           "[default: the oracle's, else one work-group]"),
    option("-l --local-size", "SIZES", "Work-items of a work-group, e.g. 256 or 8x8,16x8,16x16; several are swept.  "
           "[default: the oracle's, else .threads]"),
)  # fmt: skip
_STORE = "Store a .npy, .npz, .csv or .txt file in an array, or a number in a parameter"
_oracle_option = option("--oracle", "FILE", "Python file with inputs and expected results, instead of those beside the "
                        "kernels.")  # fmt: skip
# --in and --oracle, passed on as `given` and `oracle`.
input_options = stacked(option("--in given", "NAME=FILE...", f"{_STORE}; may be repeated."), _oracle_option)
# The rest of the launch of every point.
point_options = stacked(
    option("--threads", int, "Threads of a work-group, instead of the kernel's.", metavar="N"),
    option("--in given", "NAME=VALUES...", f"{_STORE}; several numbers are swept, n=1,2,4 or n=1..8. May be repeated."),
    _oracle_option,
    option("--seed", int, "Seed of the inputs.  [default: 1]", metavar="S"),
    option("--max-cycles", int, "Limit of a run.  [default: 50000000]", metavar="N"),
    sample_option("work-groups of large launches"),
    option("--no-oracle", bool, "Leave the oracles beside the kernels alone: arrays are 0, nothing is compared."),
)
# The launch of every point, of `simt sweep` and `simt explore`.
launch_options = stacked(size_options, point_options)


@sweep.command("run", short_help="Run a sweep, or go on with it (`run` may be left out).")
@argument("kernels", nargs=-1, metavar="KERNEL...|PLAN.toml")
@option("-s --set axes", "KEY=VALUES...",
        "Values of a machine key: banks=2,4,8, lds.latency=1..8, banks=1..64*2; may be repeated.")  # fmt: skip
@symbols_option
@option("-m --machine", "MACHINE", "A preset or a TOML file that the keys are set on.")
@include_option
@option("--mode", ["grid", "zip", "random"], "All combinations; first values together, second values together, and so "
        "on; or points of the grid, drawn at random.  [default: grid]")  # fmt: skip
@option("--count", int, "With --mode random: how many different points.", metavar="N")
@option("--random-seed", int, "Seed of the draw.  [default: 1]", metavar="S")
@launch_options
@option("-j --jobs", int, "Run points on N threads.  [default: all cores]", metavar="N")
@option("--dask", "ADDRESS", "Run points on a Dask cluster, e.g. tcp://host:8786.")
@option("-o --output", "FILE", "Results, a SQLite file; if it is there, go on with it.")
@quiet_option
@json_option
def run_command(**options: Any) -> None:
    """Run every point of a sweep that has no result yet.

    KERNEL is a file, followed by ::NAME if OpenCL C or Python has several, or the name of a shipped kernel. KEY
    is a machine key, or `machine`, `threads`, `global_size`, `local_size` or `seed`. Points that trap, reach their
    limit, do not fit the machine or have contradictory keys are recorded with the reason. Exit status 1: the result of
    some point is wrong, or no point ran to its end.
    """
    from simt.exploration import Sweep
    from simt.verbs.sweep import planned

    with usage_errors():
        options["kernels"] = planned(options["kernels"])
    plan = options["kernels"] if isinstance(options["kernels"], Sweep) else None
    names, oracle = (plan.programs, plan.oracle) if plan else (options["kernels"], oracle_of(options))
    foreign = tell_or_note_oracles(names, oracle, options, is_quiet=options["is_quiet"])
    foreign += [oracle] if isinstance(oracle, str) else []
    _run(
        foreign,
        **_shown(options), **space_of(options),
        mode=options["mode"], count=options["count"], random_seed=options["random_seed"], dask=options["dask"],
    )  # fmt: skip


@sweep.command("resume", short_help="Finish the sweep in a results file.")
@argument("file", metavar="FILE")
@argument("named", nargs=-1, metavar="[KERNEL]...")
@option("-j --jobs", int, "Run points on N threads.  [default: all cores]", metavar="N")
@option("--dask", "ADDRESS", "Run on the workers of a Dask scheduler.")
@quiet_option
@json_option
def resume_command(file: str, named: tuple[str, ...], dask: str | None, **options: Any) -> None:
    """Finish the sweep in a results file: the plan is in the file, and its kernels must not have moved.

    An oracle is code, and a results file does not decide which code runs. So name as KERNEL each kernel of your own
    with an oracle beside it, and each oracle that --oracle named.
    """
    tell_oracles(named, is_quiet=options["is_quiet"])
    _run(named, **_shown({**options, "output": file}), named=named, dask=dask)


@sweep.command("show", short_help="Tables and pictures of a results file.")
@argument("file", metavar="FILE")
@option("--plot", ["table", "heat", "lines", "pareto"], "What to show.  [default: table]")
@option("-x x", "KEY", "Axis to the right.  [default: the last axis]")
@option("-y y", "KEY", "Axis downwards, or a line for each value.  [default: the axis before]")
@option("--value values", "COLUMN...", "A figure of each point; may be repeated for tables.  [default: cycles]")
@option("--minimize objectives", "COLUMN...",
        "Objective of a Pareto front; -COLUMN maximises.  [default: cycles and the first axis]")  # fmt: skip
@option("--where", "KEY=VALUE...", "Only points with this value; may be repeated.")
@option("--sort", "COLUMN", "Order of the table; -COLUMN: largest first.  [default: as planned]")
@option("--all is_all", bool, "All rows of a table.")
@option("-o --output", "FILE", "Draw a picture, .svg, .png or .pdf, of heat, lines or pareto.")
@picture_options("output")
@json_option
def show_command(file: str, **options: Any) -> None:
    """Show a results file: a table of its points, a table or heat map over two axes, lines, a Pareto front."""
    from simt.exploration.records.results import SweepResults

    _check_shown(**options)
    results = SweepResults.load(file)
    for key, value in once(pairs(options.pop("where"), "--where takes KEY=VALUE, not"), "--where").items():
        results = results.where(key, value)
    if options.pop("as_json"):
        data = {
            "schema": "simt.sweep/1",
            "points": results.size,
            "done": len(results),
            "axes": list(results.axes),
            "provenance": {"engine": results.facts["engine"], **results.facts["identity"]},
            "rows": list(results),
        }
        write_output(None, json_text(data))
        return
    _show(results, **options)


@sweep.command("export", short_help="Write a results file as .csv or .parquet.")
@argument("file", metavar="FILE")
@option("-o --output", "FILE", "A .csv or .parquet file, or - for CSV on stdout.", required=True)
def export_command(file: str, output: str) -> None:
    """Write a row per point: its number, kernel and axes, its measures, the ledgers spread over columns."""
    from simt.exploration.records.export import export_bytes, export_format
    from simt.exploration.records.results import SweepResults

    suffix = ".csv" if output == "-" else export_format(output)
    data = export_bytes(SweepResults.load(file), suffix)
    write_output(output, data.decode("utf-8", "surrogateescape") if output == "-" else data)


# --- run --------------------------------------------------------------------------------------------------------------


def space_of(options: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that describe the points, for `simt.sweep` and `simt.explore`, from their options."""
    same = ("kernels", "machine", "include_paths", "threads", "seed", "max_cycles", "sample")
    options_of_both = {name: options[name] for name in same}
    of_axes = [text for text in options["given"] if _is_axis(text)]
    given = [text for text in options["given"] if text not in of_axes]
    axes = read_axes(options, of_axes)
    return {**options_of_both, "inputs": inputs_of(given), "oracle": oracle_of(options), "axes": axes}


def oracle_of(options: dict[str, Any]) -> str | bool | None:
    """Return the file of --oracle, False for --no-oracle, None for neither. Raises `click.UsageError` for both."""
    if options["oracle"] and options["no_oracle"]:
        raise click.UsageError("--oracle and --no-oracle exclude each other")
    return False if options["no_oracle"] else options["oracle"]


def _is_axis(given: str) -> bool:
    """Return whether a text of --in has several numbers, which are the values of an axis."""
    from simt.exploration.plans.axes import has_several_numbers

    return has_several_numbers(given.partition("=")[2])


def read_axes(options: dict[str, Any], inputs: Sequence[str] = ()) -> list[Axis]:
    """Return the axes of --set, -D, --in, --global-size and --local-size, in that order.

    inputs: the texts of --in that are axes.

    Raises `SweepError`, and `click.UsageError` for a text that is not KEY=VALUES.
    """
    from simt.exploration.plans.axes import SIZES, axis_of

    axes = [
        axis_of(before + key, values, option)
        for option, texts, before in (
            ("--set", options["axes"], ""),
            ("-D", options["defines"], "define."),
            ("--in", inputs, "in."),
        )
        for key, values in pairs(texts, f"{option} takes KEY=VALUE,VALUE,... and not")
    ]
    sizes = ((name, options[name]) for name in SIZES)
    return axes + [axis_of(name, values, f"--{name.replace('_', '-')}") for name, values in sizes if values is not None]


def _shown(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of `_run` that `run` and `resume` have in common."""
    return {"jobs": options["jobs"], **{name: options[name] for name in ("output", "as_json", "is_quiet")}}


def _run(foreign: Sequence[str], output: str | None, *, as_json: bool, is_quiet: bool, **options: Any) -> None:
    """Run a sweep, report its outcome, leave with its exit status.

    foreign: the kernels and oracles that `resume` has to name. options: further arguments of `simt.sweep`.
    """
    from simt.verbs.sweep import sweep

    with (
        usage_errors(),
        points_shown(_how_to_resume(None, output, foreign), is_quiet=is_quiet) as (progress, compiling),
    ):
        outcome = whole_or_part(lambda: sweep(output=output, progress=progress, compiling=compiling, **options))
    if as_json:
        write_output(None, json_text({**outcome.to_dict(), "file": output}))
    elif not is_quiet:
        _tell(outcome, output)
    tell_bugs(outcome.bugs, "points")
    none = _none_ended_well(outcome)
    if none is not None:
        show_error(none)
    is_wrong = none is not None or bool(outcome.counts.get("wrong"))
    leave_points(outcome, _how_to_resume(outcome, output, foreign), is_wrong=is_wrong)


def _none_ended_well(outcome: SweepOutcome) -> SimtError | None:
    """Return the error of a sweep in which no point ran to its end; None if one did, or if no point was run."""
    if not outcome.done or outcome.failed < outcome.done or outcome.counts.get("wrong"):
        return None
    from simt.exploration.errors import SweepError

    which = ", ".join(f"{count} {status}" for status, count in outcome.counts.items())
    message = f"no point of the sweep ran to its end: {which}"
    return SweepError(message, code="E0780", help="the column `reason` says why of each; one alone: `simt run`")


def _how_to_resume(outcome: SweepOutcome | None, output: str | None, foreign: Sequence[str]) -> str:
    if output is None:
        return how_to_go_on(None)
    done = "what was done" if outcome is None else f"{outcome.done} of {outcome.size} points"
    command = " ".join(["simt sweep resume", output, *foreign])
    return f"interrupted: {done} kept in {output}; go on with: {command}"


def _tell(outcome: SweepOutcome, output: str | None) -> None:
    """Write the outcome of a sweep to stdout, and how long it took to stderr."""
    from simt.views.kit.progress import time_text
    from simt.views.kit.text import plural
    from simt.views.studies.sweep_tables import point_table

    color = is_colored(sys.stdout)
    text = "\n".join(outcome.heading(color=color)) + "\n"
    if output is None:
        text += point_table(outcome.results, color=color)
    else:
        text += f"results in {output}; look at them with: simt sweep show {output}\n"
    write_output(None, text, is_text=True)
    new = outcome.done - outcome.before
    earlier = f", {outcome.before} were there" if outcome.before else ""
    rate = f", {new / outcome.seconds:.0f} points/s" if new and outcome.seconds else ""
    tell(f"{plural(new, 'point')} in {time_text(outcome.seconds)}{rate}{earlier}")


# --- show -------------------------------------------------------------------------------------------------------------


# The options of `show`: the argument of each, and the plots that it changes.
_CHANGES = {
    "--plot": ("plot", ("table", "heat", "lines", "pareto")), "-o": ("output", ("table", "heat", "lines", "pareto")),
    "-x": ("x", ("heat", "lines")), "-y": ("y", ("heat", "lines")), "--value": ("values", ("table", "heat", "lines")),
    "--minimize": ("objectives", ("pareto",)), "--sort": ("sort", ("table",)), "--all": ("is_all", ("table",)),
}  # fmt: skip


def _plot_of(plot: str | None, objectives: tuple[str, ...], output: str | None) -> str:
    return plot or ("pareto" if objectives else "lines" if output else "table")


def _check_shown(*, as_json: bool, **options: Any) -> None:
    """Raise `click.UsageError` for options that would change nothing. options: the other options of `show`."""
    plot = _plot_of(options["plot"], options["objectives"], options["output"])
    what = "JSON" if as_json else "a table" if plot == "table" else plot
    useless = {flag: options[name] and (as_json or plot not in plots) for flag, (name, plots) in _CHANGES.items()}
    refuse_useless(useless, what)
    if plot in ("heat", "lines") and len(options["values"]) > 1:
        raise click.UsageError(f"{plot} shows one --value: leave the others out")


def _show(
    results: SweepResults, plot: str | None, x: str | None, y: str | None, values: tuple[str, ...],
    objectives: tuple[str, ...], sort: str | None, is_all: bool, output: str | None,
) -> None:  # fmt: skip
    from simt.views.studies import sweep_tables as tables

    plot = _plot_of(plot, objectives, output)
    if plot in ("heat", "lines"):
        axes = tables.axes_or_refuse(results, 2 if plot == "heat" and not (x and y) else 0 if x else 1)
        named = [results.find(name) for name in (x, y) if name]
        free = [axis for axis in reversed(axes) if axis not in named]
        x = x or free.pop(0)
        y = y or (free[0] if free else None)
    if plot == "pareto" and not objectives:
        objectives = ("cycles", tables.axes_or_refuse(results, 1)[-1])
    value = values[0] if values else "cycles"
    if output is not None:
        _draw(results, plot, x, y, value, objectives, output)
        return
    color = is_colored(sys.stdout)
    text = "\n".join([tables.headline(results, color=color), *tables.failures(results, color=color)]) + "\n"
    if plot == "table":
        text += tables.point_table(results, values, sort=sort, most=None if is_all else 40, color=color)
    elif plot == "pareto":
        text += tables.front_table(results, objectives, color=color)
    elif y is None:
        text += tables.point_table(results, [value], most=None, color=color)
    else:
        assert x is not None
        text += tables.pivot_table(results, x, y, value, color=color)
    write_output(None, text, is_text=True)


def _draw(
    results: SweepResults, plot: str, x: str | None, y: str | None, value: str, objectives: tuple[str, ...], output: str
) -> None:
    from simt.views.studies import sweep_pictures as pictures

    picture_format(output)
    if plot == "table":
        raise click.UsageError("a table is not a picture: --plot heat, lines or pareto with -o, or `simt sweep export`")
    if plot == "pareto":
        figure = pictures.front_picture(results, objectives)
    else:
        assert x is not None
        if plot == "heat":
            assert y is not None
            figure = pictures.heat_picture(results, x, y, value)
        else:
            figure = pictures.lines_picture(results, x, y, value)
    save_figure(figure, Path(output))
    tell(f"wrote {output}")
