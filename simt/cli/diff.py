"""`simt diff`: two runs side by side."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from simt.cli.echo import is_colored
from simt.cli.kernel import KernelChoice, launch_options
from simt.cli.options import argument, command, json_option, option, output_option
from simt.cli.output import suffix_of, write_answer
from simt.cli.reporting import exit_status, report_run, show_error

if TYPE_CHECKING:
    from simt.diagnosis.saved import SavedRun
    from simt.launch.prepared import PreparedLaunch

_TO = option("--to settings", "KEY=VALUE...", "A machine key of B alone, e.g. local.banks=8; may be repeated.")
_TO_MACHINE = option("--to-machine", "MACHINE", "The machine of B.  [default: the machine of A]")
_OUTPUT = output_option(
    "Write to FILE instead: .txt, .json, or .html, a page with the timelines of both over one another."
)
_PAGES = (".html", ".htm")
_FORMATS = (".txt", ".json", *_PAGES)


@command(
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

    Lines are matched by their text, across edits. The changes of all lines, and of issue slots on no line, add up to
    the difference of the ledger. Kernel, inputs and machine are chosen as for `simt run`, and apply to both. (`simt
    compare` compares a model's prediction with the simulator.)
    """
    suffix = suffix_of(output, _FORMATS, "a comparison is")
    page = suffix in _PAGES
    if page and as_json:
        raise click.UsageError("a page is no JSON: give --json or -o FILE.html, not both")
    if other is None and not (settings or to_machine):
        raise click.UsageError("compare with what? Name another kernel or run, or give --to KEY=VALUE")
    machine = replace(kernel.machine, changes=settings)
    if to_machine:
        machine = replace(machine, name=to_machine, spelled="--to-machine")
    other_name = other or kernel.name
    sides = (
        _side(kernel),
        _side(replace(kernel, name=other_name, machine=machine, is_quiet=kernel.is_quiet or other_name == kernel.name)),
    )
    from simt.verbs.diff import diff as verb

    compared = kernel.answer(verb, [], *sides, record=page)
    names = (kernel.name, other or _changed(kernel.name, settings, to_machine))
    if page:
        write_answer(output, compared.page(names), is_quiet=kernel.is_quiet)
    else:
        is_color = not output and is_colored(sys.stdout)
        text = compared.to_json() if as_json or suffix == ".json" else compared.text(names, color=is_color)
        write_answer(output, text, is_quiet=kernel.is_quiet, is_text=not as_json)
    runs = [run for run in compared.runs if run is not None]
    for run in runs:
        report_run(run, is_quiet=kernel.is_quiet)
    for problem in compared.problems:
        show_error(problem)
    statuses = [*(exit_status(run, ()) for run in runs), *(problem.exit_status for problem in compared.problems)]
    click.get_current_context().exit(next(filter(None, statuses), 0))


def _changed(name: str, settings: tuple[str, ...], machine: str | None) -> str:
    """Return a name for the same kernel on another machine."""
    options = [f"--to-machine {machine}"] if machine else []
    return " ".join([name, *options, *(f"--to {text}" for text in settings)])


def _side(choice: KernelChoice) -> SavedRun | PreparedLaunch:
    """Return the run that a side names: read from its file, or prepared."""
    from simt.verbs.diff import kernel_at, saved_run

    run = saved_run(choice.name)
    if run is not None:
        return run
    return choice.prepare(kernel_at(choice.name, choice.words.defines, choice.words.include_paths) or choice.loaded)
