"""`simt memory`: global memory apart from any core: a DRAM controller that serves a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from simt.cli.options import SuggestingGroup, option, output_option
from simt.cli.output import note_written, write_output
from simt.cli.reporting import compile_note, progress_shown
from simt.files import FileError, check_folder

if TYPE_CHECKING:
    from simt.memory.dram.run import Served


@click.group(cls=SuggestingGroup)
def memory() -> None:
    """Global memory: run (a trace of requests through a DRAM controller)."""


@memory.command()
@click.argument("trace")
@option(
    "--config", "FILE_OR_PRESET", "The channel of DRAM: ddr2-667-3-x16-32, or a .json or .toml file.", required=True
)
@option("--max-outstanding", click.IntRange(min=0), "Reads under way at once; 0: any number.", default=0, metavar="N")
@option("-q --quiet is_quiet", bool, "Say nothing but what went wrong.")
@output_option("Write the table to FILE (.csv), not to standard output.")
def run(trace: str, config: str, max_outstanding: int, is_quiet: bool, output: str | None) -> None:
    """Serve the requests of TRACE, plain or gzipped, and tell when each was accepted and complete.

    TRACE has a line per request: clock of its arrival, byte address in hexadecimal, R or W. Requests enter in this
    order, one per DRAM clock at most. The table has idx,arrival,accept,complete (docs/dram.md).

    \b
      simt memory run copy.trc.gz --config ddr2-667-3-x16-32 -o copy.csv
      simt memory run random.trc --config channel.json --max-outstanding 4
    """
    if output and output != "-":
        if not output.endswith(".csv"):
            raise FileError(f"a table is written as .csv, not {output}", code="E0653")
        check_folder(output)
    from simt.memory.dram.channel import load
    from simt.memory.dram.traces import read_trace, table_text

    channel = load(config)
    requests = read_trace(trace, channel)

    from simt.core.engine.kinds import KINDS
    from simt.memory.dram.run import serve

    with progress_shown("request", is_quiet=is_quiet) as progress:
        if not KINDS["dram"].is_compiled:
            compile_note(progress, is_quiet=is_quiet)(KINDS["dram"])

        def tell(count: int) -> None:
            if progress(count):
                raise KeyboardInterrupt

        served = serve(channel, requests, max_outstanding, progress=tell)
    write_output(output, table_text(served.requests))
    if output and output != "-" and not is_quiet:
        note_written(output, _sum(served))


def _sum(served: Served) -> str:
    count = len(served.requests)
    requests = f"{count:,} request{'' if count == 1 else 's'}"
    return f"{requests} in {served.clocks:,} clocks, {100 * served.share_of_peak:.1f} % of the peak"
