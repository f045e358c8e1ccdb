"""`simt tune`: the launches of a kernel, ranked by their cycles, with the bound that none can beat."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from simt.cli.echo import is_colored
from simt.cli.notes import note_no_oracles
from simt.cli.options import argument, command, include_option, json_option, option, quiet_option
from simt.cli.output import json_text, suffix_of, write_answer, write_output, write_text
from simt.cli.reporting import (
    how_to_go_on,
    leave_points,
    points_shown,
    tell_oracles,
    tell_search,
    usage_errors,
    whole_or_part,
)
from simt.cli.sweep import point_options, space_of, symbols_option
from simt.files import rows_csv

if TYPE_CHECKING:
    from simt.verbs.tune import Tuned

_AUTO = "auto"


@command()
@argument("kernel", metavar="KERNEL")
@symbols_option
@option("-s --set axes", "KEY=VALUES...", "Values of a machine key, as in `simt sweep`: memory.coalescing=g80,gt200, "
        "banks=4,8; may be repeated.")  # fmt: skip
@option("-m --machine", "MACHINE", "A preset or a TOML file that the keys are set on.")
@include_option
@option("-l --local-size", "SIZES", "Work-items of a work-group, e.g. 64,8x8,16x16, or auto for the proposed ones.  "
        "[default: auto without other axes, else the oracle's, else .threads]")  # fmt: skip
@option("-g --global-size", "SIZES", "Work-items of the launch, e.g. 65536 or 64x64.  [default: the oracle's, else one "
        "work-group]")  # fmt: skip
@point_options
@option("--trials", int, "Launches that are run at most.  [default: all, or 100 of more than 256]", metavar="N")
@option("--sampler", "NAME", "auto, exhaustive, random, nsga2 or tpe.  [default: auto: every launch if --trials allows "
        "it, else tpe]")  # fmt: skip
@option("--random-seed", int, "Seed of the sampler.  [default: 1]", metavar="S")
@option("-j --jobs", int, "Run launches on N threads.  [default: all cores]", metavar="N")
@option("-o --output", "FILE", "Keep results in a SQLite file, as `simt sweep` does; if it is there, go on with it.")
@option("--csv", "FILE", "Write the ranking as .csv, failed launches included; - for standard output.")
@option("--all is_all", bool, "Every launch, and every failed one.")
@quiet_option
@json_option
def tune(
    kernel: str, output: str | None, jobs: int | None, csv: str | None, is_all: bool, is_quiet: bool, as_json: bool,
    **options: Any,
) -> None:  # fmt: skip
    """Run the launches of KERNEL, check each by the kernel's oracle, and rank them by their cycles.

    \b
      simt tune opencl/histogram.cl -m gtx280     sizes of work-groups that suit
      simt tune opencl/histogram.cl -m gtx280 -l auto --set memory.queue=4,8
      simt tune mm_local -m gtx280_core -D n=32 -D height=8,16 -D width=8,16
      simt tune fft128 --set lds.latency=1..64 --set banks=2,4,8,16 --trials 50

    If no axis has several values, sizes of work-groups are proposed that divide the launch and fill whole warps. A
    launch that computes something wrong, or that the machine refuses, is listed with the reason and not ranked. The
    bound of a launch is the cycles that its busiest resource needs for the instructions that it issues: no order of
    them is shorter. Large spaces are sampled by Optuna (pip install 'simt[search]'); equal seeds give equal results.
    Exit status 1: no launch is good.
    """
    from simt.verbs import tune as verb

    suffix_of(csv, (".csv",), "the ranking is")
    if csv == "-" and as_json:
        raise click.UsageError("--csv - and --json both write to standard output")
    propose = options["local_size"] == _AUTO
    options |= {"kernels": kernel, **({"local_size": None} if propose else {})}
    if as_json and is_all:
        raise click.UsageError("--all changes nothing in JSON: leave it out")
    with usage_errors():
        space = space_of(options)
        wanted = verb.launches(
            space.pop("kernels"), **space, propose=propose,
            **{name: options[name] for name in ("trials", "sampler", "random_seed")},
        )  # fmt: skip
    if wanted.space.oracle is True:
        tell_oracles(wanted.space.programs, is_quiet=is_quiet)
    elif options["no_oracle"]:
        note_no_oracles(wanted.space.programs, is_quiet=is_quiet)
    with points_shown(how_to_go_on(output), is_quiet=is_quiet) as (progress, compiling):
        outcome = whole_or_part(
            lambda: verb.tune(wanted, output=output, jobs=jobs, progress=progress, compiling=compiling)
        )
    _tell(outcome, csv, output, is_all=is_all, is_quiet=is_quiet, as_json=as_json)
    leave_points(outcome, how_to_go_on(output), is_wrong=not outcome.launches)


def _tell(outcome: Tuned, csv: str | None, output: str | None, *, is_all: bool, is_quiet: bool, as_json: bool) -> None:
    """Write the ranking to stdout and to the file of --csv, and the time to stderr."""
    from simt.views.kit.text import plural
    from simt.views.studies.tuning import tuning_text

    if as_json:
        write_output(None, json_text(outcome.to_dict()))
    elif csv != "-" and not is_quiet:
        write_text(lambda: tuning_text(outcome, is_all=is_all, color=is_colored(sys.stdout)))
    if csv is not None:
        write_answer(csv, rows_csv(outcome.records()), is_quiet=is_quiet)
    tell_search(outcome, plural(outcome.run, "launch", "es"), output, "launches", is_quiet=is_quiet)
