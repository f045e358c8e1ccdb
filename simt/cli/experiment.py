"""`simt experiment`: figures of the branching article and of two papers, each a command that runs the simulator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, NoReturn

import click

from simt.cli.options import Decorator, SuggestingGroup, json_option, option, quiet_option, sample_option
from simt.cli.output import json_text, write_output
from simt.cli.reporting import leave_interrupted, progress_shown, runs_shown, warn
from simt.experiments import EXPERIMENTS, run_experiment
from simt.interruption import PartlyDone
from simt.machine.rules import BRANCH_ORDERS, BRANCH_RULES
from simt.views.kit.figure import can_draw
from simt.views.kit.text import plural


class _Experiments(SuggestingGroup):
    """The group of experiments, in the order of their registry, which also has their short help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(EXPERIMENTS)


@click.group(cls=_Experiments, invoke_without_command=True)
@click.pass_context
def experiment(ctx: click.Context) -> None:
    """Regenerate the branching article's figures 1 to 9, the GPU paper's 9 to 12 and the memory paper's two figures.

    Without a NAME, list the experiments. Each prints its numbers; -o FOLDER writes tables (.csv), pictures (.svg, .png)
    and a page with all of it (.html) too. Pictures need matplotlib (pip install 'simt[plots]'); without it -o writes
    tables and page, and says so.
    """
    if ctx.invoked_subcommand is None:
        width = max(len(name) for name in EXPERIMENTS)
        lines = [f"{name:<{width}}  {text}" for name, text in EXPERIMENTS.items()]
        write_output(
            None, "\n".join([*lines, "", "simt experiment NAME --help lists the options of each."]) + "\n", is_text=True
        )


# --- options ----------------------------------------------------------------------------------------------------------


def _numbers(ctx: click.Context, parameter: click.Parameter, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a list of whole numbers such as 1,2,4", ctx, parameter) from None


def _names(_ctx: click.Context, _parameter: click.Parameter, text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _option(flag: str, name: str, default: Any, text: str, kind: Any = int, metavar: str = "N") -> Decorator:
    return click.option(flag, name, type=kind, default=default, show_default=True, metavar=metavar, help=text)


def _list_option(
    flag: str, name: str, default: tuple[Any, ...], text: str, metavar: str, parse: Callable[..., Any]
) -> Decorator:
    shown = ",".join(str(part) for part in default)
    return option(f"{flag} {name}", str, f"{text}, several with commas.", default=shown, show_default=True,
                  metavar=f"{metavar},...", callback=parse)  # fmt: skip


def _widths(default: tuple[int, ...]) -> Decorator:
    return _list_option("--simd-width", "simd_widths", default, "Lanes of a warp", "N", _numbers)


def _seed(text: str = "Seed of the inputs.") -> Decorator:
    return _option("--seed", "seed", 1, text, click.IntRange(0, 2**32 - 1))


def _outputs(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give an experiment -o, --json and -q."""
    folder = option("-o --output", "FOLDER", "Write tables (.csv), with matplotlib pictures (.svg, .png), and a page "
                    "with all of it (.html) to FOLDER, which must be there.")  # fmt: skip
    return json_option(folder(quiet_option(function)))


# --- the experiments --------------------------------------------------------------------------------------------------


@experiment.command("issue-width", short_help=EXPERIMENTS["issue-width"])
@_list_option("--issue-width", "issue_widths", (2, 1, 4), "Issues per cycle", "N", _numbers)
@_list_option("--scheduler", "schedulers", ("fixed_priority", "round_robin"), "Scheduling rules", "RULE", _names)
@_option("--warps", "warps", 4, "Warps on the core.")
@_option("--alus", "alus", 2, "ALUs of the core.")
@_option("--simd-width", "simd_width", 32, "Lanes of a warp.")
@option("--memory-latency", int, "Cycles from a load to its result.  [default: the preset's]", metavar="N")
@_option("--window", "window", 1000, "Cycles that are measured and drawn, from cycle 0.")
@_seed()
@_outputs
def issue_width(**options: Any) -> None:
    """Figures 1 to 3: four warps share two ALUs; two, one and four instructions issue per cycle.

    The kernel is divergent/march, the machine the preset article_core. Only issue_width and retire.ports change;
    retire.ports is larger by one. Measured over the first cycles, in which all warps are live.
    """
    _show("issue-width", options)


@experiment.command("cfg-shapes", short_help=EXPERIMENTS["cfg-shapes"])
@_list_option(
    "--branch", "branch_policies", ("mask_stack", "ipdom_stack", "min_pc"), "Branch policies", "POLICY", _names
)
@_option("--simd-width", "simd_width", 32, "Lanes of the warp.")
@_seed()
@_outputs
def cfg_shapes(**options: Any) -> None:
    """Figure 4: an if-else, a while loop, a loop with two exits, and one with two entries (irreducible).

    Every lane's visits of every block are counted and compared with what its thread alone would visit.
    """
    _show("cfg-shapes", options)


@experiment.command("mask-history", short_help=EXPERIMENTS["mask-history"])
@_list_option("--kernel", "kernels", ("example1", "example2", "example3"), "Examples of the article", "NAME", _names)
@option("--filler", int, 'Instructions in place of "Do smth".  [default: the article\'s: 5, 0, 5]', metavar="N")
@_option("--simd-width", "simd_width", 32, "Lanes of the warp.")
@_option("--order", "order", "true_first", "The side of a branch that runs first.", str, "ORDER")
@_outputs
def mask_history(**options: Any) -> None:
    """Figures 5 to 7: the execution mask of the article's examples, lanes x cycles, on the preset article32.

    With the article's options the outcome is compared with the published pictures, lane by lane.
    """
    _show("mask-history", options)


@experiment.command("divergence", short_help=EXPERIMENTS["divergence"])
@_widths((1, 4, 8, 16, 32, 64))
@_option("--counts", "counts", "article", "Iterations of the threads: read from figure 8, or random, 0 to 255.",
         click.Choice(["article", "random"]), "[article|random]")  # fmt: skip
@_seed("Seed of random counts and of the draws.")
@_option("--draws", "draws", 2000, "Sets of random counts that are drawn for the means; 0 for none.")
@_option("--filler", "filler", 1, 'Instructions in place of "Do smth".')
@_option("--warps", "warps", 64, "Warps that run at once, at most.")
@_outputs
def divergence(**options: Any) -> None:
    """Figures 8 and 9: 256 threads with loops of different length, in waves of several widths, unsorted and sorted.

    A wave runs as long as its longest thread. Iterations are counted in the run; cycles are counted on article32, which
    issues one instruction per cycle.
    """
    _show("divergence", options)


@experiment.command("stack-depth", short_help=EXPERIMENTS["stack-depth"])
@_widths((4, 8, 16, 32, 64))
@_option("--levels", "levels", 31, "Nested ifs, at most.")
@_list_option("--order", "orders", BRANCH_ORDERS, "Orders of the sides", "ORDER", _names)
@_outputs
def stack_depth(**options: Any) -> None:
    """The depth of the mask stack on chains of nested ifs, by the order in which the sides of a branch run.

    With the smaller side first, at most log2(SIMD width) sides wait.
    """
    _show("stack-depth", options)


@experiment.command("forward-progress", short_help=EXPERIMENTS["forward-progress"])
@_list_option("--branch", "branch_policies", tuple(rule for rule in BRANCH_RULES if rule != "explicit_masks"),
              "Branch policies", "POLICY", _names)  # fmt: skip
@_list_option("--yield-after", "yield_after", (8, 32, 128), "Jumps back after which lanes yield", "N", _numbers)
@_option("--max-cycles", "max_cycles", 200_000, "Cycles after which a run is stopped.")
@_seed()
@_outputs
def forward_progress(**options: Any) -> None:
    """Locks: a spin lock, a list and a hash table under locks, and a mailbox, under every branch policy.

    For a run that ends, shows its cycles. For any other run, shows which lanes spin, on which word, and which lane
    would write this word. The machine is article32 with one warp.
    """
    _show("forward-progress", options)


@experiment.command("gpu-model", short_help=EXPERIMENTS["gpu-model"])
@_option("--matrix", "matrix", 128, "Rows of the square matrices, a power of two; the paper's are 1024.")
@_option("--scan", "scan", 65536, "Elements of the prefix sums, a power of two; the paper's are 65536.")
@_list_option("--kernel", "kernels", ("mm_global_rows", "mm_local", "pps_br", "pps_conf"), "Kernels", "NAME", _names)
@_list_option("-m", "devices", ("gtx280", "hd5870"), "Devices", "DEVICE", _names)
@_seed()
@sample_option("work-groups of large launches")
@_outputs
def gpu_model(**options: Any) -> None:
    """Figures 9 to 12 of the GPU paper: the time that its model predicts, and the simulated time.

    Runs every work-group size on both devices with one problem size. Then lists each equation's cycles beside the
    simulator's ledger, and the flaws of the equations where they show. 128 x 128 matrices take seconds. The paper's
    matrices take 512 times the steps, twenty minutes of processor time on hd5870, forty on gtx280; --sample needs less.
    """
    _show("gpu-model", options)


@experiment.command("hmgpu", short_help=EXPERIMENTS["hmgpu"])
@_list_option("--system", "systems", ("hmgpu", "hmgpu64"), "Memory systems", "SYSTEM", _names)
@_option("--clocks", "clocks", 1 << 19, "Clocks of each run of all clients.")
@_outputs
def hmgpu(**options: Any) -> None:
    """The memory of the HMGPU: the paper's 2021.2 MB/s and 289.98 Mpixel/s beside a closed form and simulations.

    Simulates exclusive grants of one client, all clients under both policies, the storage manager's operations, and one
    request clock by clock. docs/hmgpu-paper.md says what the paper states and which numbers are ours.
    """
    _show("hmgpu", options)


def _show(name: str, options: dict[str, Any]) -> None:
    folder, as_json, is_quiet = (options.pop(key) for key in ("output", "as_json", "is_quiet"))
    from simt.experiments.report import check_folder
    from simt.launch.doubts import heard

    if folder is not None:
        check_folder(folder)  # before the runs, not after
    try:
        # The assembler's warnings about the shipped kernels are not the caller's.
        with heard(lambda _: None), runs_shown("cycle", is_quiet=is_quiet) as watchers:
            report = run_experiment(name, **watchers, **options)
    except PartlyDone as interrupted:
        _show_part(name, interrupted, as_json=as_json, is_quiet=is_quiet)
    paths: list[str] = []
    if folder is not None:
        has_pictures = can_draw()
        with progress_shown("picture", is_quiet=is_quiet) as drawing:
            paths = [str(path) for path in report.save(folder, drawing, pictures=has_pictures)]
        if not has_pictures:
            count = len(report.pictures)
            what = "the picture" if count == 1 else f"the {count} pictures"
            advice = "pip install 'simt[plots]'"
            warn("W0701", f"{what} of {name} left out, as matplotlib is not installed", advice)
    if as_json:
        write_output(None, json_text({**report.to_dict(), "files": paths}))
    elif not is_quiet:
        write_output(None, report.text + "".join(f"wrote {path}\n" for path in paths), is_text=True)


def _show_part(name: str, interrupted: PartlyDone, *, as_json: bool, is_quiet: bool) -> NoReturn:
    """Show the runs that were finished when Ctrl-C came, and end the command.

    No figure is drawn, because runs are missing.
    """
    from simt.experiments.runner import Done, done_text

    runs = interrupted.done
    assert isinstance(runs, list)
    if as_json:
        data = {"schema": "simt.experiment/1", "experiment": name, "interrupted": True}
        write_output(None, json_text(data | {"runs": [asdict(run) for run in runs if isinstance(run, Done)]}))
    elif not is_quiet:
        write_output(None, done_text(runs), is_text=True)
    leave_interrupted(f"interrupted after {plural(len(runs), 'run')}; no figure is drawn")
