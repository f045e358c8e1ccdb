"""`simt memory clients` and `simt memory bench`: a channel of DRAM with its clients."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from simt.cli.options import argument, json_option, option, output_option
from simt.cli.output import DRAWN, DRAWN_HELP, suffix_of, write_shown
from simt.cli.reporting import engine_watched, leave_interrupted
from simt.interruption import PartlyDone
from simt.views.kit.text import plural

if TYPE_CHECKING:
    from simt.memory.clients.bench import Measured

_AGE = "Clocks after which a request goes first and holds others back; 0: none."


@click.command()
@argument("system", "FILE", default="hmgpu")
@option("--policy", "POLICY", "hmgpu (exclusive grants) or frfcfs (the controller of docs/dram.md).")
@option("--age", click.IntRange(0, 1 << 30), _AGE, metavar="N")
@option("--clocks", click.IntRange(1, 1 << 23), "Clocks of the run.", metavar="N")
@json_option
@option("-q --quiet is_quiet", bool, "Say nothing but what went wrong.")
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
    write_shown(
        lambda: clients_data(served), lambda: clients_text(served), lambda: clients_picture(served), output, suffix,
        as_json=as_json, is_quiet=is_quiet,
    )  # fmt: skip


@click.command()
@argument("channel", "FILE", default="ddr2-667-3-x16-32")
@option("--policy", "POLICY", "hmgpu (exclusive grants) or frfcfs (the controller of docs/dram.md).", default="frfcfs")
@option("--grant", click.IntRange(1, 1 << 20), "Bytes of a grant of hmgpu at most.", metavar="BYTES")
@option("--age", click.IntRange(0, 1 << 30), _AGE, default=0, metavar="N")
@option("--clocks", click.IntRange(1, 1 << 23), "Clocks of each pattern.", default=1 << 17, metavar="N")
@json_option
@option("-q --quiet is_quiet", bool, "Say nothing but what went wrong.")
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
    write_shown(
        lambda: bench_data(measured), lambda: bench_text(measured), lambda: bench_picture(measured), output, suffix,
        as_json=as_json, is_quiet=is_quiet,
    )  # fmt: skip
    if not is_whole:
        leave_interrupted(f"interrupted: {plural(len(measured), 'pattern')} measured")
