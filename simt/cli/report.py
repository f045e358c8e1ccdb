"""`simt report`: run a kernel and write one HTML file that shows where every cycle went."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simt.cli.options import MachineChoice, kernel_options, machine_options, output_option
from simt.cli.output import FileError, write_output
from simt.cli.run import (
    EXIT_INTERRUPTED,
    _checked,
    _error_text,
    _inputs,
    _load,
    _oracle,
    _pairs,
    _report,
    _show,
    _status,
    _warn_of_zeros,
    _why_unchecked,
)

if TYPE_CHECKING:
    from isa.diagnostics import SimtError
    from isa.program import Program
    from simt.result import Result

__all__ = ["report"]

_FORMATS = (".html", ".htm")
_LEAD = 256  # cycles


@click.command(
    epilog="Exit status: 0 good, 1 the check failed, 2 usage, machine or file error, 3 assembly error, 4 trap, "
    "deadlock or cycle limit (the report is written and shows the way there), 130 interrupted."
)
@click.argument("kernel")
@machine_options
@kernel_options
@click.option("--threads", type=int, help="Threads of the work-group; replaces .threads of the kernel.")
@click.option(
    "--in",
    "given",
    multiple=True,
    metavar="NAME=FILE",
    help="Store a .npy, .npz, .csv or .txt file in an array, or a number in a parameter; may be repeated.",
)
@click.option(
    "--oracle",
    "oracle_file",
    metavar="FILE",
    help="Python file with inputs and expected results, instead of KERNEL.py.",
)
@click.option(
    "--no-check", is_flag=True, help="Leave the oracle alone: arrays without --in are 0, nothing is compared."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the oracle's inputs.")
@click.option("--max-cycles", type=click.IntRange(1), metavar="N", help="Stop after N cycles.  [default: 50000000]")
@click.option(
    "--cycles",
    "window",
    metavar="A:B",
    help="Show cycles A to B - 1 one by one, e.g. 1000:1500. Without it as many as fit (250000 instructions).",
)
@output_option("The file to write, .html; - is standard output.  [default: KERNEL.html in this folder]")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but what went wrong.")
@click.pass_context
def report(
    ctx: click.Context,
    kernel: str,
    machine: MachineChoice,
    defines: dict[str, str],
    include_paths: tuple[str, ...],
    threads: int | None,
    given: tuple[str, ...],
    oracle_file: str | None,
    no_check: bool,
    seed: int,
    max_cycles: int | None,
    window: str | None,
    output: str | None,
    quiet: bool,
) -> None:
    """Run KERNEL and write a report: one HTML file that needs no network and no other file.

    It shows the source with what each line cost beside a timeline of issue slots, warps, units and lanes to zoom into,
    and the ledgers of the run.

    \b
      simt report fft128.s --warp 4 -o report.html
      simt report article/example2 -m article32
      simt report kernel.s --cycles 1000:1500

    KERNEL, its inputs and the machine are given as to `simt run`.
    """
    from simt.launch import DEFAULT_MAX_CYCLES
    from simt.views.window import ViewError, asked_range, resolve_window

    if oracle_file and no_check:
        raise click.UsageError("--oracle and --no-check exclude each other")
    if kernel == "-" and machine.name == "-":
        raise click.UsageError("the kernel and the machine cannot both come from standard input")
    if output and output != "-" and Path(output).suffix.lower() not in _FORMATS:
        raise FileError(f"a report is written as .html, not {output}", code="E0653")
    wanted = asked_range(window)

    program, path, sources = _load(kernel, defines, include_paths)
    target = output or re.sub(r"[^\w.-]", "_", path.stem if path is not None else program.name) + ".html"
    _check_folder(target)
    if not quiet:
        _show(program.warnings)
    oracle = None if no_check else _oracle(oracle_file, path)
    inputs = _inputs(program, oracle, seed, _pairs(given, "--in"))
    if no_check and not quiet:
        _warn_of_zeros(program, path, inputs)
    built, origins = machine.resolve()
    limit = max_cycles or DEFAULT_MAX_CYCLES
    result = _simulate(ctx, program, built, inputs, threads, limit, _kept(wanted, limit), quiet)
    problems: list[SimtError] = []
    result, oracle_failed = _checked(result, oracle, inputs, seed, problems)
    _report(result, quiet)

    from simt.machine import describe

    note = _why_unchecked(no_check, oracle is not None, path)
    if oracle_failed:
        note = "the oracle failed"
    try:
        shown = None if window is None else resolve_window(result, window)
        _write(result, target, shown, describe.label(built, origins), note, sources, quiet)
    except (ViewError, FileError) as error:
        problems.append(error)
    for problem in problems:
        click.echo(_error_text(problem), err=True)
    ctx.exit(_status(result, problems))


def _check_folder(target: str) -> None:
    """A folder that is not there is told before the run. Raises `FileError`."""
    if target == "-":
        return
    folder = Path(target).parent
    if not folder.is_dir():
        raise FileError(
            f"cannot write {target}: there is no folder {folder}", code="E0652", help=f"make it: mkdir -p {folder}"
        )


def _kept(wanted: range | None, limit: int) -> bool | range:
    """What of the event record to keep: the cycles asked for, as many as a report can show, or the last ones."""
    if wanted is None:
        return True
    from simt.views.report.window import MAX_CYCLES

    # Instructions are kept from their issue on: a little earlier, and those under way at the beginning are there too.
    return range(
        max(0, wanted.start - _LEAD), max(wanted.start + 1, min(wanted.stop, limit, wanted.start + MAX_CYCLES))
    )


def _simulate(
    ctx: click.Context,
    program: Program,
    machine: Any,
    inputs: Mapping[str, Any],
    threads: int | None,
    max_cycles: int,
    record: bool | range,
    quiet: bool,
) -> Result:
    """The run with its event record."""
    from simt import launch
    from simt.views.progress import Progress

    progress = Progress("cycle", is_shown=False if quiet else None)

    def compiling() -> None:
        progress.restart()
        if not quiet:
            click.echo("compiling the engine once (about 10 s)...", err=True)

    try:
        return launch.run(
            program,
            machine,
            inputs=inputs,
            threads=threads,
            max_cycles=max_cycles,
            record=record,
            progress=progress,
            compiling=compiling,
        )
    except KeyboardInterrupt:
        progress.close()
        click.echo("interrupted", err=True)
        ctx.exit(EXIT_INTERRUPTED)
    finally:
        progress.close()


def _write(
    result: Result,
    target: str,
    window: range | None,
    machine: str,
    note: str,
    sources: Mapping[str, str],
    quiet: bool,
) -> None:
    """Build the page and write it; one line on stderr says what is in it."""
    from simt.views.report import build_report

    made = build_report(result, cycles=window, machine=machine, check=note, sources=sources)
    data = made.encode()
    write_output(target, data)
    if quiet or target == "-":
        return
    size = f"{len(data) / 1000:,.0f} kB"
    if made.is_whole:
        what = f"every cycle of {result.cycles:,}"
    elif made.instructions:
        what = f"cycles {made.window.first:,} to {made.window.end - 1:,} of {result.cycles:,} one by one"
    else:
        what = "no timeline"
    click.echo(f"wrote {target}: {size}, {what}", err=True)
