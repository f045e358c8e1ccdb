"""`simt calibrate`: a machine's parameters by microkernels, against its description, and as a file for `simt model`."""

from __future__ import annotations

import sys
from typing import NoReturn

import click

from simt.cli.echo import is_colored
from simt.cli.options import MachineChoice, command, json_option, machine_options, output_option
from simt.cli.output import json_text, suffix_of, write_output
from simt.cli.reporting import EXIT_CHECK, compile_note, leave_interrupted, progress_shown
from simt.interruption import PartlyDone
from simt.views.kit.text import plural


@command()
@machine_options
@click.option("-q", "--quiet", "is_quiet", is_flag=True, help="Print nothing but errors.")
@json_option
@output_option("Write the analytical model's parameters to FILE: .toml, for `simt model -d FILE`.")
def calibrate(machine: MachineChoice, is_quiet: bool, as_json: bool, output: str | None) -> None:
    """Measure a machine by microkernels, and compare with its description.

    The method comes from the paper on the analytical model: one work-item repeats an instruction, chases pointers, or
    strides through memory; several warps show what they share. Only the clock is read. The table compares the measured
    value of each parameter with the value that the machine's keys imply: equal, open (several values fit the readings),
    unseen, or different. Exit status 1 if any value is different.

    \b
      simt calibrate -m fpga4                     measure a preset
      simt calibrate -m fpga4 -s lds.lanes=2 -s fpu.count=2
      simt calibrate -m fpga8 -s memory=simple -o mine.toml
      simt model paper mm_local -d mine.toml      predict with the result
      simt calibrate -m mine-machine.toml --json  every reading as JSON

    docs/calibration.md says what can be measured, what cannot, and why.
    """
    suffix_of(output, (".toml",), "parameters are")
    if output == "-" and as_json:
        raise click.UsageError("--json and -o - both print: leave out one of them (the JSON holds the parameters)")
    from simt.verbs.calibrate import calibrate as verb

    try:
        with progress_shown("microkernel", is_quiet=is_quiet) as progress:
            calibrated = verb(machine, progress=progress, compiling=compile_note(progress, is_quiet=is_quiet))
    except PartlyDone as interrupted:
        _show_part(interrupted, as_json=as_json, is_quiet=is_quiet)
    if as_json:
        write_output(None, json_text(calibrated.to_dict()))
    elif not is_quiet and output != "-":
        write_output(None, calibrated.text(color=is_colored(sys.stdout)), is_text=True)
    if output:
        write_output(output, calibrated.parameters.to_toml())  # after the table, which is not lost if this fails
    if not calibrated.agrees:
        click.get_current_context().exit(EXIT_CHECK)


def _show_part(interrupted: PartlyDone, *, as_json: bool, is_quiet: bool) -> NoReturn:
    """Show the part of a calibration that was known at Ctrl-C, and end the command."""
    from simt.validate.calibration import Part
    from simt.views.studies.calibration import part_text

    part = interrupted.done
    assert isinstance(part, Part)
    if as_json:
        write_output(None, json_text(part.to_dict()))
    elif not is_quiet:
        write_output(None, part_text(part, color=is_colored(sys.stdout)), is_text=True)
    leave_interrupted(f"interrupted after {part.launches} launches: {plural(len(part.rows), 'row')} known")
