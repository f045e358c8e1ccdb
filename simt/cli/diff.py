"""`simt diff`: two runs side by side."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from simt.cli.echo import is_colored
from simt.cli.kernel import KernelChoice, judged, launch_options
from simt.cli.options import argument, json_option, option, output_option
from simt.cli.output import suffix_of, write_answer
from simt.cli.reporting import exit_status, report_run, show_error

if TYPE_CHECKING:
    from isa.reporting.diagnostics import SimtError
    from simt.diagnosis.diff import Difference
    from simt.diagnosis.saved import SavedRun
    from simt.launch.prepared import PreparedLaunch
    from simt.result.result import Result

_TO = option("--to settings", "KEY=VALUE...", "A machine key of B alone, e.g. local.banks=8; may be repeated.")
_TO_MACHINE = option("--to-machine", "MACHINE", "The machine of B.  [default: that of A]")
_OUTPUT = output_option(
    "Write to FILE instead: .txt, .json, or .html, a page with the timelines of both over one another."
)
_PAGES = (".html", ".htm")
_FORMATS = (".txt", ".json", *_PAGES)


@click.command(
    epilog="Exit status: 0 good, 1 a check failed, 2 usage, machine or file error, 3 assembly error, 4 trap, "
    "deadlock or cycle limit, 130 interrupted."
)
@launch_options(after={"-m": [_TO, _TO_MACHINE], "--max-cycles": [json_option, _OUTPUT]})
@argument("other", "KERNEL", required=False, metavar="[OTHER]")
def diff(
    kernel: KernelChoice, other: str | None, settings: tuple[str, ...], to_machine: str | None, as_json: bool,
    output: str | None,
) -> None:  # fmt: skip
    """Run KERNEL (A) and OTHER (B), and compare: cycles, ledgers, and each source line.

    \b
      simt diff transpose transpose_padded
      simt diff fft128.s --to banks=8   the same kernel on another machine
      simt diff mine.s@HEAD~1 mine.s    a revision of git against the file
      simt diff before.json after.json  runs that `simt run -o FILE.json` wrote
      simt diff A B -o x.html           a page: both timelines on one scale

    Lines are matched by what they say, over edits; the changes of all lines and of what is on no line sum to the
    difference of the ledger. Kernel, inputs and machine are given as to `simt run`, and hold for both. (`simt compare`
    holds a model's prediction against the simulator.)
    """
    suffix = suffix_of(output, _FORMATS, "a comparison is")
    page = output if suffix in _PAGES else None
    if page and as_json:
        raise click.UsageError("a page is no JSON: give --json or -o FILE.html, not both")
    if other is None and not (settings or to_machine):
        raise click.UsageError("compare with what? Name another kernel or run, or give --to KEY=VALUE")
    machine = replace(kernel.machine, changes=settings)
    if to_machine:
        machine = replace(machine, name=to_machine, spelled="--to-machine")
    choices = kernel, replace(kernel, name=other or kernel.name, machine=machine)
    # Both are prepared before one of them runs, so that no mistake is told late; what holds for both is told once.
    sides = [_prepared(choice, is_told=k > 0 and choice.name == kernel.name) for k, choice in enumerate(choices)]
    runs: list[SavedRun] = []
    results: list[Result | None] = []
    status = 0
    for choice, side in zip(choices, sides, strict=True):
        run, result, ended = _run(choice, side, record=page is not None)
        runs.append(run)
        results.append(result)
        status = status or ended
    from simt.verbs.diff import compared
    from simt.views.run.diff import diff_text

    found = compared(runs[0], runs[1])
    names = (kernel.name, other or _changed(kernel.name, settings, to_machine))
    if page:
        _write_page(page, found, names, results, is_quiet=kernel.is_quiet)
    else:
        is_color = not output and is_colored(sys.stdout)
        text = found.to_json() if as_json or suffix == ".json" else diff_text(found, names, color=is_color)
        write_answer(output, text, is_quiet=kernel.is_quiet, is_text=not as_json)
    click.get_current_context().exit(status)


def _write_page(
    output: str, found: Difference, names: tuple[str, str], results: list[Result | None], *, is_quiet: bool
) -> None:
    """Write the page; of a device its timeline has the core that trapped, else the first."""
    from simt.verbs.launching import shown_core
    from simt.views.report.diff import diff_page

    shown = [None if result is None else shown_core(result, None) for result in results]
    write_answer(output, diff_page(found, names, shown).encode("utf-8", "replace"), is_quiet=is_quiet)


def _changed(name: str, settings: tuple[str, ...], machine: str | None) -> str:
    """What to call the same kernel on another machine."""
    given = [f"--to-machine {machine}"] if machine else []
    return " ".join([name, *given, *(f"--to {text}" for text in settings)])


def _prepared(choice: KernelChoice, *, is_told: bool) -> SavedRun | PreparedLaunch:
    """The run that a side names, read or ready to be made. is_told: what there is to tell of its kernel is told."""
    from simt.verbs.diff import kernel_at, saved_run

    found = saved_run(choice.name)
    if found is not None:
        return found
    loaded = kernel_at(choice.name, choice.words.defines, choice.words.include_paths) or choice.load()
    if is_told:
        choice = replace(choice, is_quiet=True)
    return choice.prepare(loaded)


def _run(choice: KernelChoice, side: SavedRun | PreparedLaunch, *, record: bool) -> tuple[SavedRun, Result | None, int]:
    """The run of a side, its result if it was made, and the status that it ends with."""
    from simt.diagnosis.saved import SavedRun, saved
    from simt.verbs.run import run

    if isinstance(side, SavedRun):
        return side, None, 0
    problems: list[SimtError] = []
    result = judged(lambda: choice.call(run, side, record=record), problems)
    report_run(result, is_quiet=choice.is_quiet)
    for problem in problems:
        show_error(problem)
    return saved(result), result, exit_status(result, problems)
