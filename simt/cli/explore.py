"""`simt explore`: the designs that no other beats, in cycles and in silicon, and the limit of each."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simt.cli.echo import is_colored, tell
from simt.cli.options import argument, command, include_option, json_option, option, picture_options, quiet_option
from simt.cli.output import note_written, write_output
from simt.cli.reporting import leave_points, usage_errors
from simt.cli.search import check_outputs, how_to_go_on, results_option, searched, seed_option, show_found, tell_search
from simt.cli.sweep import launch_options, space_of, symbols_option
from simt.files import check_output
from simt.views.kit.figure import check_drawing, picture_format, save_figure

if TYPE_CHECKING:
    from simt.exploration.search.search import Search
    from simt.verbs.explore import Explored


def _list_objectives(context: click.Context, _option: click.Parameter, is_wanted: bool) -> None:
    if not is_wanted or context.resilient_parsing:
        return
    from simt.exploration.search.objectives import OBJECTIVES

    for is_large, title in ((False, "--minimise"), (True, "--maximise")):
        write_output(None, f"{title}\n")
        for objective in OBJECTIVES.values():
            if objective.is_large_good == is_large:
                when = "" if objective.needs_run else "; known without a run"
                write_output(None, f"  {objective.name:<15} {objective.unit:<9} {objective.text}{when}\n", is_text=True)
    context.exit()


@command()
@argument("kernels", nargs=-1, metavar="KERNEL...|PLAN.toml", required=True)
@option("-s --set axes", "KEY=VALUES...", "Values of a machine key to choose from, as in `simt sweep`: banks=2,4,8, "
        "lds.latency=1..8, banks=1..64*2; may be repeated.")  # fmt: skip
@symbols_option
@option("-m --machine", "MACHINE", "A preset or a TOML file that the keys are set on.")
@include_option
@option("--minimise --minimize minimised", "NAMES...",
        "What to make small, e.g. time,slices; may be repeated.  [default: time,slices]")  # fmt: skip
@option("--maximise --maximize maximised", "NAMES...", "What to make large, e.g. fpu_efficiency; may be repeated.")
@option("--objectives", bool, "List what can be made small or large, and leave.", is_eager=True, expose_value=False,
        callback=_list_objectives)  # fmt: skip
@option("--constraint constraints", "LIMIT...", 'A limit that a design keeps: "ramb16<=40"; may be repeated.')
@option("--part", "PART", "An FPGA that a design has to fit on: XC4VLX25, or a TOML file (docs/resources.md).")
@option("--sampler", "NAME", "auto, exhaustive, random, nsga2 or tpe.  [default: auto: every design up to 4096 (or the "
        "budget), else nsga2]")  # fmt: skip
@option("--budget", int, "Designs that a sampler simulates.  [default: 1000]", metavar="N")
@seed_option
@launch_options
@option("-j --jobs", int, "Run designs on N threads.  [default: all cores]", metavar="N")
@results_option
@option("--csv", "FILE", "Write the front as .csv, a row for each design; - for standard output.")
@option("--plot", "FILE", "Draw the front, .svg, .png or .pdf.")
@picture_options("plot")
@option("--all is_all", bool, "Every failed design, every design that equals one on the front.")
@quiet_option
@json_option
def explore(
    output: str | None, csv: str | None, plot: str | None, jobs: int | None, is_all: bool, is_quiet: bool,
    as_json: bool, **options: Any,
) -> None:  # fmt: skip
    """Find the designs that no other design beats: none is as good in every objective and better in one.

    \b
      simt explore fft128.s  lanes, banks, slots, schedulers: time against slices
      simt explore fft128_stockham.s --set banks=2,4,8,16 --set vliw=1,2,3
      simt explore fft128.s --set banks=1..32 --minimise luts --part XC4VLX25
      simt explore plan.toml -o designs.sqlite --plot front.svg

    KEY is a machine key, or `machine`, `threads`, `global_size`, `local_size` or `seed`; without --set the space is a
    small one that the output names. Limits on silicon exclude designs before they are simulated. Large spaces are
    sampled by Optuna (pip install 'simt[search]'); equal seeds give equal results. Exit status 1: no design is on the
    front, or a result is wrong.
    """
    from simt.verbs import explore as verb

    check_outputs(csv, "the front is", is_all=is_all, as_json=as_json)
    with usage_errors():
        search = verb.search(
            **space_of(options),
            **{name: options[name] for name in ("constraints", "part", "sampler", "budget", "random_seed")},
            minimise=options["minimised"],
            maximise=options["maximised"],
        )
    _check_plot(plot, search)
    outcome = searched(verb.explore, search, options, output, jobs, is_quiet=is_quiet)
    _tell(outcome, output, csv, plot, is_all=is_all, is_quiet=is_quiet, as_json=as_json)
    is_wrong = not outcome.front or any(failure.status == "wrong" for failure in outcome.failures)
    leave_points(outcome, how_to_go_on(output), is_wrong=is_wrong)


def _check_plot(plot: str | None, search: Search) -> None:
    """Report before the search, not after it, that no picture can be drawn.

    plot: the file of the picture, None for none. Raises `FigureError`, `FileError`, and `SweepError` for one objective.
    """
    if plot is None:
        return
    from simt.exploration.errors import SweepError

    picture_format(plot)
    check_output(plot)
    check_drawing()
    if len(search.objectives) < 2:
        message = "--plot: a picture of a Pareto front has two objectives or more"
        raise SweepError(message, code="E0777", help="--minimise time,slices")


def _tell(
    outcome: Explored, output: str | None, csv: str | None, plot: str | None, *, is_all: bool, is_quiet: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Write the front to stdout and to the files of --csv and --plot, and their names and the time to stderr."""
    from simt.views.kit.text import plural
    from simt.views.studies.explore_tables import exploration_text

    text = partial(exploration_text, outcome, is_all=is_all, color=is_colored(sys.stdout))
    show_found(outcome, text, csv, is_quiet=is_quiet, as_json=as_json)
    if plot is not None and outcome.front:
        from simt.views.studies.explore_pictures import exploration_picture

        save_figure(exploration_picture(outcome), Path(plot))
        if not is_quiet:
            note_written(plot)
    elif plot is not None:
        tell(f"{plot} was not written: there is no front to draw")
    rate = f", {outcome.simulated / outcome.seconds:.0f} runs/s" if outcome.simulated and outcome.seconds else ""
    tell_search(outcome, plural(outcome.simulated, "run"), output, "designs", rate=rate, is_quiet=is_quiet)
