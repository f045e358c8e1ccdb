"""`simt memory clients` and `simt memory bench`: a channel of DRAM with those who use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simt.cli.options import json_option, option, output_option
from simt.cli.output import json_text, note_written, write_output
from simt.cli.reporting import compile_note, progress_shown
from simt.files import FileError, check_output

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_WRITTEN = (".txt", ".json", ".svg", ".png")
_AGE = "Clocks after which a request goes first and holds others back; 0: none."
_OUTPUT = "Write to FILE: .txt, .json, or .svg and .png (these two need matplotlib: pip install 'simt[plots]')."


@click.command()
@click.argument("system", default="hmgpu")
@option("--policy", "POLICY", "hmgpu (exclusive grants) or frfcfs (the controller of docs/dram.md).")
@option("--age", click.IntRange(0, 1 << 30), _AGE, metavar="N")
@option("--clocks", click.IntRange(1, 1 << 23), "Clocks of the run.", metavar="N")
@json_option
@option("-q --quiet is_quiet", bool, "Say nothing but what went wrong.")
@output_option(_OUTPUT)
def clients(
    system: str, policy: str | None, age: int | None, clocks: int | None, as_json: bool, is_quiet: bool,
    output: str | None,
) -> None:  # fmt: skip
    """Run the clients of a memory system: scan-out, program loaders, host, load/store units.

    SYSTEM is a preset (hmgpu, hmgpu64) or a .toml file (docs/clients.md); the options change what it says. Told are
    bandwidth, waits and latencies of each client, and deadlines that a display missed.

    \b
      simt memory clients hmgpu -o hmgpu.svg
      simt memory clients mine.toml --policy frfcfs --age 500
    """
    suffix = _suffix(output)
    from simt.memory.clients.description import load_system
    from simt.memory.clients.run import run
    from simt.views.memory_clients import clients_data, clients_picture, clients_text

    described = load_system(system, policy=policy, age=age, clocks=clocks)
    with _watched(is_quiet) as progress:
        served = run(described, progress=progress)
    made = lambda: clients_data(served), lambda: clients_text(served), lambda: clients_picture(served)
    _show(made, output, suffix, as_json=as_json, is_quiet=is_quiet)


@click.command()
@click.argument("channel", default="ddr2-667-3-x16-32")
@option("--policy", "POLICY", "hmgpu (exclusive grants) or frfcfs (the controller of docs/dram.md).", default="frfcfs")
@option("--grant", click.IntRange(1, 1 << 20), "Bytes of a grant of hmgpu at most.", metavar="BYTES")
@option("--age", click.IntRange(0, 1 << 30), _AGE, default=0, metavar="N")
@option("--clocks", click.IntRange(1, 1 << 23), "Clocks of each pattern.", default=1 << 17, metavar="N")
@json_option
@option("-q --quiet is_quiet", bool, "Say nothing but what went wrong.")
@output_option(_OUTPUT)
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
    suffix = _suffix(output)
    from simt.machine.channel import load
    from simt.memory.clients.bench import bench as measure
    from simt.views.memory_bench import bench_data, bench_picture, bench_text

    values = {"policy": policy, "age": age, "clocks": clocks} | ({} if grant is None else {"grant": grant})
    described = load(channel)
    with _watched(is_quiet) as progress:
        found = measure(described, progress=progress, **values)
    made = lambda: bench_data(found), lambda: bench_text(found), lambda: bench_picture(found)
    _show(made, output, suffix, as_json=as_json, is_quiet=is_quiet)


def _suffix(output: str | None) -> str:
    """The suffix of the file to write, if there is one. Raises `FileError`."""
    if not output or output == "-":
        return ""
    suffix = Path(output).suffix
    if suffix not in _WRITTEN:
        raise FileError(f"this is written as {', '.join(_WRITTEN)}, not {output}", code="E0653")
    check_output(output)
    return suffix


@contextmanager
def _watched(is_quiet: bool) -> Iterator[Callable[[int], None]]:
    """What is called with the clocks so far; it says so if the engine is compiled, and ends a run by Ctrl-C."""
    from simt.core.engine.kinds import KINDS

    with progress_shown("clock", is_quiet=is_quiet) as progress:
        if not KINDS["clients"].is_compiled:
            compile_note(progress, is_quiet=is_quiet)(KINDS["clients"])

        def tell(count: int) -> None:
            if progress(count):
                raise KeyboardInterrupt

        yield tell


def _show(
    made: tuple[Callable[[], dict[str, Any]], Callable[[], str], Callable[[], Figure]], output: str | None, suffix: str,
    *, as_json: bool, is_quiet: bool,
) -> None:  # fmt: skip
    """Write what was asked for: data, text or picture to a file, data or text to standard output."""
    data, text, picture = made
    if suffix in (".svg", ".png"):
        from simt.views.figure import picture_bytes

        write_output(output, picture_bytes(picture(), suffix[1:]))
    elif suffix:
        write_output(output, json_text(data()) if suffix == ".json" else text())
    if suffix and output and not is_quiet:
        note_written(output)
    if as_json:
        write_output(None, json_text(data()))
    elif not suffix:
        write_output(None, text())
