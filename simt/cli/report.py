"""`simt report`: run a kernel and write one HTML file that shows where every cycle went."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, cast

from simt.cli.kernel import KernelChoice, launch_options
from simt.cli.options import command, core_option, option, output_option
from simt.cli.output import note_written, write_output
from simt.cli.reporting import leave_interrupted
from simt.files import FileError, check_output
from simt.interruption import PartlyDone

if TYPE_CHECKING:
    from simt.views.report import Report

_FORMATS = (".html", ".htm")

_CYCLES = option("--cycles window", "A:B", "Show cycles A to B - 1 one by one, e.g. 1000:1500. By default the first "
                 "250000 instructions.")  # fmt: skip
_NO_WHY = option("--no-why", bool, "Leave out the explanation: the runs without each limit of the machine, and with "
                 "changes that may help. They take the time of `simt why`.")  # fmt: skip
_OUTPUT = output_option("The file to write, .html; - is standard output.  [default: KERNEL.html in this folder]")


@command(
    epilog="Exit status: 0 good, 1 the check failed, 2 usage, machine or file error, 3 assembly error, 4 trap, "
    "deadlock or cycle limit (the report is written and shows the way there), 130 interrupted."
)
@launch_options(after={"--max-cycles": [_CYCLES, core_option, _NO_WHY, _OUTPUT]})
def report(kernel: KernelChoice, window: str | None, core: int | None, no_why: bool, output: str | None) -> None:
    """Run KERNEL and write a report: one HTML file that needs no network and no other file.

    It shows the source with what each line cost beside a timeline of issue slots, warps, units and lanes to zoom into,
    and the ledgers of the run. It explains the cycles as `simt why` does, with links to the lines of the source.

    \b
      simt report fft128.s --warp 4 -o report.html
      simt report article/example2 -m article32
      simt report kernel.s --cycles 1000:1500

    KERNEL, its inputs and the machine are chosen as for `simt run`. Of a device the report shows one core (--core).
    """
    from simt.verbs.report import report as verb

    if output and output != "-" and Path(output).suffix.lower() not in _FORMATS:
        raise FileError(f"a report is written as .html, not {output}", code="E0653")
    path = kernel.loaded.path
    name = kernel.loaded.program.name if path is None else path.stem
    target = output or re.sub(r"[^\w.-]", "_", name) + ".html"
    check_output(target)

    def write(page: Report) -> None:
        write_output(target, page.encode())
        if not kernel.is_quiet and target != "-":
            note_written(target, page.shows())

    try:
        kernel.show(verb, write, cycles=window, core=core, why=not no_why)
    except PartlyDone as interrupted:
        write(cast("Report", interrupted.done))
        leave_interrupted("interrupted: the report is written, and its explanation is not whole")
