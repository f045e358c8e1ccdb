"""`simt memory`: global memory apart from any core: a trace through a DRAM controller, the storage manager's map.

What has clients is in simt/cli/memory_clients.py.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simt.cli.memory_clients import bench, clients
from simt.cli.options import SuggestingGroup, json_option, option, output_option
from simt.cli.output import json_text, note_written, write_output
from simt.cli.reporting import compile_note, progress_shown
from simt.files import FileError, check_output

if TYPE_CHECKING:
    from simt.memory.dram.run import Served
    from simt.memory.storage.manager import StorageManager

_MAPS = (".txt", ".json", ".svg", ".png")


@click.group(cls=SuggestingGroup)
def memory() -> None:
    """Global memory: run (a trace through a DRAM controller), map (who owns what), clients, bench."""


memory.add_command(clients)
memory.add_command(bench)


@memory.command()
@click.argument("trace")
@option(
    "--config", "FILE_OR_PRESET", "The channel of DRAM: ddr2-667-3-x16-32, or a .json or .toml file.", required=True
)
@option("--max-outstanding", click.IntRange(min=0), "Reads under way at once; 0: any number.", default=0, metavar="N")
@option("-q --quiet is_quiet", bool, "Say nothing but what went wrong.")
@option("--json as_json", bool, "Print how long it took in all, as JSON, and no table but with -o.")
@output_option("Write the table to FILE (.csv), not to standard output.")
def run(trace: str, config: str, max_outstanding: int, is_quiet: bool, as_json: bool, output: str | None) -> None:
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
        check_output(output)
    from simt.machine.channel import load
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
    if output or not as_json:
        write_output(output, table_text(served.requests))
    if output and output != "-" and not is_quiet:
        note_written(output, _sum(served))
    if as_json:
        write_output(None, json_text({"schema": "simt.memory.run/1"} | served.sums))


def _sum(served: Served) -> str:
    count = len(served.requests)
    requests = f"{count:,} request{'' if count == 1 else 's'}"
    return f"{requests} in {served.clocks:,} clocks, {100 * served.share_of_peak:.1f} % of the peak"


@memory.command("map")
@click.argument("file", required=False)
@json_option
@output_option("Write to FILE: .txt, .json, or .svg and .png (these two need matplotlib: pip install 'simt[plots]').")
def show_map(file: str | None, as_json: bool, output: str | None) -> None:
    """The regions of the memory, the pages of the user area and the objects in use.

    FILE is the state of a storage manager, as `dump()` gives it, in JSON; - is standard input. Without it, the memory
    is empty. docs/memory.md has the contract of the manager.
    """
    from simt.views.memory_map import map_data, map_picture, map_text

    suffix = Path(output).suffix if output and output != "-" else ""
    if output and output != "-":
        if suffix not in _MAPS:
            raise FileError(f"a map is written as {', '.join(_MAPS)}, not {output}", code="E0653")
        check_output(output)
    storage = _loaded(file)
    if suffix in (".svg", ".png"):
        from simt.views.figure import picture_bytes

        write_output(output, picture_bytes(map_picture(storage), suffix[1:]))
    elif suffix:
        write_output(output, json_text(map_data(storage)) if suffix == ".json" else map_text(storage))
    if suffix and output:
        note_written(output)
    if as_json:
        write_output(None, json_text(map_data(storage)))
    elif not suffix:
        write_output(None, map_text(storage))


def _loaded(file: str | None) -> StorageManager:
    """The manager whose state is in a file. Raises `FileError`, `StorageError`."""
    from simt.files import read_text
    from simt.memory.storage.errors import StorageError
    from simt.memory.storage.manager import StorageManager

    if file is None:
        return StorageManager()
    text = read_text(file)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise StorageError(f"this is no state of a storage manager: {reason}", code="E0934") from None
    return StorageManager.restored(data)
