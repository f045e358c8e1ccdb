"""`simt diff`: two runs side by side."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from simt.cli.echo import is_colored
from simt.cli.kernel import KernelChoice, launch_options
from simt.cli.options import argument, json_option, option, output_option
from simt.cli.output import write_output
from simt.cli.reporting import exit_status, report_run, show_error

if TYPE_CHECKING:
    from isa.diagnostics import SimtError
    from simt.diagnosis.saved import SavedRun

_TO = option("--to settings", "KEY=VALUE...", "A machine key of B alone, e.g. local.banks=8; may be repeated.")
_TO_MACHINE = option("--to-machine", "MACHINE", "The machine of B.  [default: that of A]")
_OUTPUT = output_option("Write to FILE instead.")


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

    Lines are matched by what they say, over edits; the changes of all lines and of what is on no line sum to the
    difference of the ledger. Kernel, inputs and machine are given as to `simt run`, and hold for both. (`simt compare`
    holds a model's prediction against the simulator.)
    """
    if other is None and not (settings or to_machine):
        raise click.UsageError("compare with what? Name another kernel or run, or give --to KEY=VALUE")
    machine = replace(
        kernel.machine, name=to_machine or kernel.machine.name, settings=(*kernel.machine.settings, *settings)
    )
    choices = kernel, replace(kernel, name=other or kernel.name, machine=machine)
    runs: list[SavedRun] = []
    status = 0
    for choice in choices:
        run, ended = _run(choice)
        runs.append(run)
        status = status or ended
    from simt.verbs.diff import compared
    from simt.views.diff import diff_text

    found = compared(runs[0], runs[1])
    names = (choices[0].name, choices[1].name)
    is_color = not output and is_colored(sys.stdout)
    text = found.to_json() if as_json else diff_text(found, names, color=is_color)
    write_output(output, text, is_text=not as_json)
    click.get_current_context().exit(status)


def _run(choice: KernelChoice) -> tuple[SavedRun, int]:
    """The run that a side names, made or read, and the status that it ends with."""
    from simt.diagnosis.saved import saved
    from simt.verbs.diff import kernel_at, saved_run

    found = saved_run(choice.name)
    if found is not None:
        return found, 0
    loaded = kernel_at(choice.name, choice.defines, choice.include_paths) or choice.load()
    choice.show_warnings(loaded)
    launch = choice.prepare(loaded)
    problems: list[SimtError] = []
    result = launch.checked(choice.run(launch), problems)
    report_run(result, is_quiet=choice.is_quiet)
    for problem in problems:
        show_error(problem)
    return saved(result), exit_status(result, problems)
