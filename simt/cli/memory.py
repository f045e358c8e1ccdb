"""`simt memory`: global memory apart from any core: controllers of DRAM, the storage manager's map, clients."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from simt.cli.options import SuggestingGroup, argument, json_option, option, output_option, quiet_option
from simt.cli.output import (
    DRAWN,
    DRAWN_HELP,
    json_text,
    note_written,
    suffix_of,
    write_output,
    write_picture,
    write_shown,
)
from simt.cli.reporting import engine_watched, leave_interrupted
from simt.interruption import PartlyDone
from simt.views.kit.figure import PICTURE_SUFFIXES
from simt.views.kit.text import plural

if TYPE_CHECKING:
    from simt.memory.clients.bench import Measured
    from simt.memory.dram.run import Served

_RUNS = (".csv", ".txt", *PICTURE_SUFFIXES)
_MOST_CLOCKS = 1 << 22  # the largest number of clocks that is drawn
_AGE = "Clocks after which a request goes first and holds others back; 0: none."


@click.group(cls=SuggestingGroup)
def memory() -> None:
    """Global memory: run (a trace through a DRAM controller), map (who owns what), clients, bench."""


@memory.command()
@argument("system", "FILE", default="hmgpu")
@option("--policy", "POLICY", "hmgpu (exclusive grants) or frfcfs (the controller of docs/dram.md).")
@option("--age", click.IntRange(0, 1 << 30), _AGE, metavar="N")
@option("--clocks", click.IntRange(1, 1 << 23), "Clocks of the run.", metavar="N")
@json_option
@quiet_option
@output_option(DRAWN_HELP)
def clients(
    system: str, policy: str | None, age: int | None, clocks: int | None, as_json: bool, is_quiet: bool,
    output: str | None,
) -> None:  # fmt: skip
    """Run the clients of a memory system: scan-out, program loaders, host, load/store units.

    SYSTEM is a preset (hmgpu, hmgpu64) or a .toml file (docs/clients.md); the options change it. The output has
    bandwidth, waits and latencies of each client, and deadlines that a display missed.

    \b
      simt memory clients hmgpu -o hmgpu.svg
      simt memory clients mine.toml --policy frfcfs --age 500
    """
    suffix = suffix_of(output, DRAWN, "this is")
    from simt.memory.clients.description import load_system
    from simt.memory.clients.run import run
    from simt.views.memory.clients import clients_data, clients_picture, clients_text

    described = load_system(system, policy=policy, age=age, clocks=clocks)
    with engine_watched("clients", "clock", is_quiet=is_quiet) as progress:
        served = run(described, progress=progress)
    write_shown(served, clients_data, clients_text, clients_picture, output, suffix, as_json=as_json, is_quiet=is_quiet)


@memory.command()
@argument("channel", "FILE", default="ddr2-667-3-x16-32")
@option("--policy", "POLICY", "hmgpu (exclusive grants) or frfcfs (the controller of docs/dram.md).", default="frfcfs")
@option("--grant", click.IntRange(1, 1 << 20), "Bytes of a grant of hmgpu at most.", metavar="BYTES")
@option("--age", click.IntRange(0, 1 << 30), _AGE, default=0, metavar="N")
@option("--clocks", click.IntRange(1, 1 << 23), "Clocks of each pattern.", default=1 << 17, metavar="N")
@json_option
@quiet_option
@output_option(DRAWN_HELP)
def bench(
    channel: str, policy: str, grant: int | None, age: int, clocks: int, as_json: bool, is_quiet: bool,
    output: str | None,
) -> None:  # fmt: skip
    """Measure a channel by the usual patterns: in order, copy, random, strides, one bank.

    CHANNEL is a preset or a file of docs/dram.md; by default two DDR2-667 parts of 16 bits. Each pattern comes as fast
    as the memory takes it.

    \b
      simt memory bench ddr2-667-3-x16-32 --policy hmgpu
      simt memory bench ddr2-800-25 -o bench.svg
    """
    suffix = suffix_of(output, DRAWN, "this is")
    from simt.machine.channel import load
    from simt.memory.clients.bench import bench as measure
    from simt.views.memory.bench import bench_data, bench_picture, bench_text

    values = {"policy": policy, "age": age, "clocks": clocks} | ({} if grant is None else {"grant": grant})
    described = load(channel)
    is_whole = True
    try:
        with engine_watched("clients", "clock", is_quiet=is_quiet) as progress:
            measured = measure(described, progress=progress, **values)
    except PartlyDone as part:
        measured, is_whole = cast("list[Measured]", part.done), False
        if not measured:
            raise
    write_shown(measured, bench_data, bench_text, bench_picture, output, suffix, as_json=as_json, is_quiet=is_quiet)
    if not is_whole:
        leave_interrupted(f"interrupted: {plural(len(measured), 'pattern')} measured")


@memory.command()
@argument("trace", "FILE")
@option(
    "--config", "FILE_OR_PRESET", "The channel of DRAM: ddr2-667-3-x16-32, or a .json or .toml file.", required=True
)
@option("--max-outstanding", click.IntRange(min=0), "Reads under way at once; 0: any number.", default=0, metavar="N")
@quiet_option
@option("--commands", "FILE", "Write the commands of the controller to FILE: .csv, .txt, .svg, .png or .pdf.")
@option("--clocks", "A:B", "Write the commands of clocks A to B - 1; also A:, :B, A:+N.")
@option("--json as_json", bool, "Print sums, latencies and bandwidth over time as JSON, and no table but with -o.")
@output_option("Write to FILE: the table (.csv), or latencies and bandwidth over time (.txt, .svg, .png, .pdf).")
def run(
    trace: str, config: str, max_outstanding: int, is_quiet: bool, commands: str | None, clocks: str | None,
    as_json: bool, output: str | None,
) -> None:  # fmt: skip
    """Serve the requests of TRACE, plain or gzipped, and report when each was accepted and complete.

    TRACE has a line per request: clock of its arrival, byte address in hexadecimal, R or W. Requests enter in this
    order, one per DRAM clock at most. The table has idx,arrival,accept,complete (docs/dram.md).

    \b
      simt memory run copy.trc.gz --config ddr2-667-3-x16-32 -o copy.csv
      simt memory run random.trc --config channel.json --max-outstanding 4
      simt memory run copy.trc --config ddr2-667-3 --commands a.svg --clocks 0:400
    """
    suffix, commands_suffix = suffix_of(output, _RUNS, "this is"), suffix_of(commands, _RUNS, "a log of commands is")
    if commands == "-":
        raise click.UsageError("--commands writes a file, and standard output has the table")
    if clocks and not commands_suffix:
        raise click.UsageError("--clocks says which commands are written: give --commands FILE too")
    window = _asked_clocks(clocks)
    from simt.machine.channel import load
    from simt.memory.dram.traces import read_trace, table_text

    channel = load(config)
    requests = read_trace(trace, channel)

    from simt.memory.dram.run import serve

    with engine_watched("dram", "request", is_quiet=is_quiet) as progress:
        served = serve(channel, requests, max_outstanding, log=commands is not None, progress=progress)
    from simt.views.memory.run import run_data, run_picture, run_text, sums_text

    if suffix in PICTURE_SUFFIXES:
        write_picture(output, suffix, run_picture(served))
    elif output or not as_json:
        write_output(output, run_text(served) if suffix == ".txt" else table_text(served.requests))
    if suffix and not is_quiet:
        note_written(str(output), sums_text(served))
    if commands_suffix:
        _write_commands(served, str(commands), commands_suffix, window)
        if not is_quiet:
            note_written(str(commands))
    if as_json:
        write_output(None, json_text(run_data(served)))


def _asked_clocks(text: str | None) -> range:
    """Return the clocks that --clocks names; all without it.

    Raises `ViewError`, and `click.UsageError` for clocks that are counted from the end.
    """
    from simt.views.kit.window import range_before_run

    window = range(1 << 62) if text is None else range_before_run(text)
    if window is None:
        raise click.UsageError(f"clocks are counted from the beginning, A:B, not {text}")
    return window


def _write_commands(served: Served, path: str, suffix: str, clocks: range) -> None:
    """Write the commands of a window of clocks, cut at the end of the run.

    Raises `FileError`, `FigureError`, and `click.UsageError` if no clock is left, or too many for a picture.
    """
    from simt.memory.dram.timeline import Timeline
    from simt.views.memory.run import commands_csv, commands_picture, commands_text

    end = max(served.clocks, int(served.commands["clock"].max(initial=0)) + 1)
    window = range(clocks.start, min(clocks.stop, end))
    if not window:
        raise click.UsageError(f"there is no clock from {clocks.start} on: the run has {end}")
    if suffix == ".csv":
        write_output(path, commands_csv(Timeline(served.channel, served.commands), window))
        return
    if len(window) > _MOST_CLOCKS:
        raise click.UsageError(f"{len(window)} clocks are too many for a picture: choose some, --clocks 0:+100000")
    if suffix == ".txt":
        write_output(path, commands_text(served, window))
    else:
        write_picture(path, suffix, commands_picture(served, window))


@memory.command("map")
@argument("file", "FILE", required=False)
@json_option
@output_option(DRAWN_HELP)
def show_map(file: str | None, as_json: bool, output: str | None) -> None:
    """The regions of the memory, the pages of the user area and the objects in use.

    FILE is the state of a storage manager, as `dump()` gives it, in JSON; - is standard input. Without it, the memory
    is empty. docs/memory.md has the contract of the manager.
    """
    from simt.memory.storage.manager import StorageManager, read_manager
    from simt.views.memory.map import map_data, map_picture, map_text

    suffix = suffix_of(output, DRAWN, "a map is")
    storage = StorageManager() if file is None else read_manager(file)
    write_shown(storage, map_data, map_text, map_picture, output, suffix, as_json=as_json)
