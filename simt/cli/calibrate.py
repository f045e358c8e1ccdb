"""`simt calibrate`: a machine's parameters by microkernels, simulated or measured on a board, and what to measure."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NoReturn

import click

from simt.cli.echo import is_colored
from simt.cli.options import MachineChoice, command, json_option, machine_options, option, output_option
from simt.cli.output import json_text, note_written, suffix_of, write_output, write_text
from simt.cli.reporting import EXIT_CHECK, leave_interrupted, runs_shown
from simt.interruption import PartlyDone
from simt.views.kit.text import plural


@command()
@machine_options
@option("--readings", "FILE", "A CSV file of microkernels measured on a board: find the machine that explains them. -m "
        "gives the keys that no reading decides. - is standard input.")  # fmt: skip
@option("--tolerance", click.FloatRange(0, 100), "Of readings without a spread, on each side.  [default: 3]",
        metavar="PERCENT")  # fmt: skip
@option("--plan", "FILE.csv", "Write what to measure on a board like -m: FILE.csv, whose results are to be filled in, "
        "and FILE.cl, its kernels in OpenCL C. Nothing is run.")  # fmt: skip
@click.option("-q", "--quiet", "is_quiet", is_flag=True, help="Print nothing but errors.")
@json_option
@output_option(
    "Write to FILE.toml the analytical model's parameters, for `simt model -d FILE`; with --readings the machine, each "
    "key with its interval."
)
def calibrate(
    machine: MachineChoice, readings: str | None, tolerance: float | None, plan: str | None, is_quiet: bool,
    as_json: bool, output: str | None,
) -> None:  # fmt: skip
    """Measure a machine by microkernels, and compare with its description.

    The method comes from the paper on the analytical model: one work-item repeats an instruction, chases pointers, or
    strides through memory; several warps show what they share. Only the clock is read. The table compares the measured
    value of each parameter with the value that the machine's keys imply: equal, open (several values fit the readings),
    unseen, or different. Exit status 1 if any value is different.

    With --readings the microkernels have been measured on a board. The table has each key that they decide with all
    values that explain them; exit status 1 if they decide none.

    \b
      simt calibrate -m fpga4                     measure a preset
      simt calibrate -m fpga4 -s lds.lanes=2 -s fpu.count=2
      simt calibrate -m fpga8 -s memory=simple -o mine.toml
      simt model paper mm_local -d mine.toml      predict with the result
      simt calibrate -m mine-machine.toml --json  every reading as JSON
      simt calibrate -m gtx280 --plan board.csv   what to measure on a board
      simt calibrate -m gtx280 --readings board.csv -o board.toml

    docs/calibration.md says what can be measured, what cannot, and why.
    """
    if plan is not None:
        _write_plan(
            machine, plan, has_more=bool(readings or as_json or output or tolerance is not None), is_quiet=is_quiet
        )
        return
    if tolerance is not None and readings is None:
        raise click.UsageError("--tolerance goes with --readings")
    suffix_of(output, (".toml",), "machines are" if readings else "parameters are")
    if output == "-" and as_json:
        held = "machine" if readings else "parameters"
        raise click.UsageError(f"--json and -o - both print: leave out one of them (the JSON holds the {held})")
    from simt.verbs.calibrate import calibrate as verb

    show = _Output(as_json, is_quiet, output)
    try:
        with runs_shown("microkernel", is_quiet=is_quiet) as watchers:
            if readings is not None:
                found = verb(machine, readings=readings, tolerance=tolerance, **watchers)
            else:
                calibrated = verb(machine, **watchers)
    except PartlyDone as interrupted:
        _show_part(interrupted, as_json=as_json, is_quiet=is_quiet)
    if readings is not None:
        show(found.to_dict, lambda: str(found), found.to_toml)
        is_good = bool(found.decided)
    else:
        text = partial(calibrated.text, color=is_colored(sys.stdout))
        show(calibrated.to_dict, text, lambda: calibrated.parameters.to_toml())
        is_good = calibrated.agrees
    if not is_good:
        click.get_current_context().exit(EXIT_CHECK)


@dataclass(frozen=True)
class _Output:
    """The form in which an outcome is written, and its file."""

    as_json: bool
    is_quiet: bool
    output: str | None

    def __call__(self, data: Callable[[], object], text: Callable[[], str], toml: Callable[[], str]) -> None:
        """Write the outcome as JSON or text, then its file: the table is not lost if that fails."""
        if self.as_json:
            write_output(None, json_text(data()))
        elif not self.is_quiet and self.output != "-":
            write_text(text)
        if self.output:
            write_output(self.output, toml())


def _write_plan(machine: MachineChoice, plan: str, *, has_more: bool, is_quiet: bool) -> None:
    """Write a plan and its kernels, and report both files. Raises `click.UsageError`."""
    if has_more:
        raise click.UsageError("--plan goes without --readings, --tolerance, --json and -o")
    suffix_of(plan, (".csv",), "plans are")
    if plan == "-":
        raise click.UsageError("--plan writes two files: give the name of one, FILE.csv")
    from simt.verbs.calibration_plan import calibration_plan

    made = calibration_plan(machine)
    table, source = made.write(plan)
    if not is_quiet:
        note_written(str(table), plural(len(made.launches), "launch", "es"))
        note_written(str(source))


def _show_part(interrupted: PartlyDone, *, as_json: bool, is_quiet: bool) -> NoReturn:
    """Show the part of a calibration that was known at Ctrl-C, and end the command."""
    from simt.validate.calibration import Part
    from simt.verbs.calibrate import BoardCalibrated
    from simt.views.studies.calibration import part_text

    part = interrupted.done
    if isinstance(part, BoardCalibrated):
        if as_json:
            write_output(None, json_text({**part.to_dict(), "interrupted": True}))
        elif not is_quiet:
            write_text(lambda: str(part))
        leave_interrupted(f"interrupted after {part.launches} launches: {plural(len(part.decided), 'key')} found")
    assert isinstance(part, Part)
    if as_json:
        write_output(None, json_text(part.to_dict()))
    elif not is_quiet:
        write_output(None, part_text(part, color=is_colored(sys.stdout)), is_text=True)
    leave_interrupted(f"interrupted after {part.launches} launches: {plural(len(part.rows), 'row')} known")
