"""`simt tune`: the launches of a kernel, ranked by their cycles, with the bound that none can beat."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

from simt.cli.echo import is_colored
from simt.cli.options import argument, command, include_option, json_option, option, quiet_option
from simt.cli.reporting import leave_points, usage_errors
from simt.cli.search import check_outputs, how_to_go_on, results_option, searched, seed_option, show_found, tell_search
from simt.cli.sweep import point_options, space_of, symbols_option

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
@seed_option
@option("-j --jobs", int, "Run launches on N threads.  [default: all cores]", metavar="N")
@results_option
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
    from simt.views.kit.text import plural
    from simt.views.studies.tuning import tuning_text

    check_outputs(csv, "the ranking is", is_all=is_all, as_json=as_json)
    propose = options["local_size"] == _AUTO
    options |= {"kernels": kernel, **({"local_size": None} if propose else {})}
    with usage_errors():
        space = space_of(options)
        wanted = verb.launches(
            space.pop("kernels"), **space, propose=propose,
            **{name: options[name] for name in ("trials", "sampler", "random_seed")},
        )  # fmt: skip
    outcome = searched(verb.tune, wanted, options, output, jobs, is_quiet=is_quiet)
    text = partial(tuning_text, outcome, is_all=is_all, color=is_colored(sys.stdout))
    show_found(outcome, text, csv, is_quiet=is_quiet, as_json=as_json)
    tell_search(outcome, plural(outcome.run, "launch", "es"), output, "launches", is_quiet=is_quiet)
    leave_points(outcome, how_to_go_on(output), is_wrong=not outcome.launches)
