"""`simt trace`: run a kernel with its event record kept, and show it over time: in the terminal, as picture, as export.

How kernels, inputs, progress and stops are handled is `simt run`'s; only what is done with the result differs.
"""

from __future__ import annotations

import inspect
import json
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simt.cli.options import MachineChoice, json_option, kernel_options, machine_options, output_option
from simt.cli.output import FileError, write_output
from simt.cli.run import (
    EXIT_INTERRUPTED,
    EXIT_STOP,
    _inputs,
    _is_colored,
    _load,
    _oracle,
    _pairs,
    _report,
    _show,
)
from simt.views.timelines import ALL, VIEWS

if TYPE_CHECKING:
    from isa.program import Program
    from simt.result import Result
    from simt.views.terminal import Style

__all__ = ["trace"]

_PICTURES = ("svg", "png")
_TEXT = "txt"
_LEAD = 1000  # cycles kept before the window: what was selected in them may still be in a unit when it begins
_PLAIN_WIDTH = 100  # columns where there is no terminal to ask


@click.command(
    epilog="Exit status: 0 good, 2 usage, machine or file error, 3 assembly error, 4 trap, deadlock or cycle limit "
    "(what ran is shown all the same), 130 interrupted."
)
@click.argument("kernel")
@click.option(
    "--view",
    "views",
    multiple=True,
    metavar="NAME",
    help=f"{', '.join(VIEWS)} or {ALL}; may be repeated.  [default: masks with a mask stack, else warps]",
)
@click.option("--cycles", metavar="A:B", help="Show cycles A to B - 1; also A:, :B, A:+N, and -N: for the last N.")
@click.option("--warp-number", type=int, metavar="N", help="Show this warp only.  [default: all; masks: 0]")
@output_option("Write to FILE instead: .svg, .png, .txt, or a trace for another program's viewer (docs/traces.md).")
@click.option("--format", "form", metavar="NAME", help="Format of FILE, if its suffix does not say.")
@click.option("--wrap", is_flag=True, help="Give every cycle a column, in as many blocks of lines as it takes.")
@click.option("--ascii", "is_ascii", is_flag=True, help="Letters instead of glyphs.")
@json_option
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
@click.option("--oracle", "oracle_file", metavar="FILE", help="Python file with inputs, instead of KERNEL.py.")
@click.option("--no-check", is_flag=True, help="Leave the oracle alone: arrays without --in are 0.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the oracle's inputs.")
@click.option("--max-cycles", type=click.IntRange(1), metavar="N", help="Stop after N cycles.  [default: 50000000]")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but what went wrong.")
@click.pass_context
def trace(
    ctx: click.Context,
    kernel: str,
    views: tuple[str, ...],
    cycles: str | None,
    warp_number: int | None,
    output: str | None,
    form: str | None,
    wrap: bool,
    is_ascii: bool,
    as_json: bool,
    machine: MachineChoice,
    defines: dict[str, str],
    include_paths: tuple[str, ...],
    threads: int | None,
    given: tuple[str, ...],
    oracle_file: str | None,
    no_check: bool,
    seed: int,
    max_cycles: int | None,
    quiet: bool,
) -> None:
    """Run KERNEL and show it over time: masks, warps, issue slots, units, local memory, stack, ready bits.

    \b
      simt trace article/example1 -m article32 -D filler=5
      simt trace fft128.s --view warps --view units --cycles 300:400
      simt trace fft128.s --view all -o fft128.svg
      simt trace fft128.s -o fft128.kanata

    KERNEL, its inputs and the machine are chosen as for `simt run`; the result is not compared with the oracle's.
    A window that is wider than the terminal is shown in bins of several cycles; --wrap shows every cycle.
    """
    from isa.diagnostics import SimtError
    from simt.views.timelines import find_views
    from simt.views.window import asked_range

    if oracle_file and no_check:
        raise click.UsageError("--oracle and --no-check exclude each other")
    if kernel == "-" and machine.name == "-":
        raise click.UsageError("the kernel and the machine cannot both come from standard input")
    names = find_views(views)
    asked = asked_range(cycles)
    _check_warp_option(names, warp_number)
    kind = _format_of(output, form)
    if _is_export(kind) and cycles is not None and asked is None:
        raise click.UsageError(f"the cycles of an export are kept as they come: name the first, A:B, not {cycles}")
    _check_options(kind, bool(views), warp_number is not None, wrap, is_ascii, as_json, output)

    program, path, _ = _load(kernel, defines, include_paths)
    if not quiet:
        _show(program.warnings)
    oracle = None if no_check else _oracle(oracle_file, path)
    inputs = _inputs(program, oracle, seed, _pairs(given, "--in"))
    built, _ = machine.resolve()
    lead = 0 if _is_export(kind) else _LEAD
    result = _record(ctx, program, built, inputs, threads, max_cycles, asked, lead, quiet)

    problem: SimtError | None = None
    try:
        _show_result(result, names, cycles, warp_number, kind, output, as_json, _style(wrap, is_ascii, kind), quiet)
    except SimtError as error:
        if result.stop is None:
            raise
        problem = error
    _report(result, quiet)
    if problem is not None:
        click.echo(str(problem), err=True)
    if result.stop is not None:
        ctx.exit(EXIT_INTERRUPTED if result.stop.kind == "interrupted" else EXIT_STOP)


trace.help = inspect.cleandoc(trace.help or "") + "\n\n\b\nThe views:\n"
trace.help += "\n".join(f"  {name:<7} {view.description}" for name, view in VIEWS.items())

# --- what is asked for ------------------------------------------------------------------------------------------------


def _check_warp_option(names: list[str], warp: int | None) -> None:
    if warp is not None and names and not any(VIEWS[name].takes_warp for name in names):
        those = [name for name, view in VIEWS.items() if view.takes_warp]
        raise click.UsageError(
            f"--warp-number changes nothing in the view {' and '.join(names)}: {', '.join(those)} show one warp"
        )


def _format_of(output: str | None, form: str | None) -> str | None:
    """The format of the file: txt, svg, png, or a name of EXPORTS; None without a file. Raises `FileError`."""
    from isa.diagnostics import quote, suggest
    from simt.views.exports import EXPORTS

    if output is None:
        if form is not None:
            raise click.UsageError("--format says how the file of -o is written: give -o FILE too")
        return None
    known = [_TEXT, *_PICTURES, *EXPORTS]
    if form is not None:
        if form in known:
            return form
        guess = suggest(form, known)
        advice = f"did you mean {guess}?" if guess else f"the formats are {', '.join(known)}"
        raise FileError(f"there is no format {quote(form)}", code="E0653", help=advice)
    name = Path(output).name.lower()
    if output == "-":
        return _TEXT
    suffixes: dict[str, tuple[str, ...]] = {kind: (f".{kind}",) for kind in (_TEXT, *_PICTURES)}
    suffixes.update({kind: entry.suffixes for kind, entry in EXPORTS.items()})
    for kind, ends in suffixes.items():
        if name.endswith(ends):
            return kind
    listed = [end for ends in suffixes.values() for end in ends]
    guess = suggest(Path(name).suffix, listed) if Path(name).suffix else None
    advice = f"did you mean {guess}?" if guess else f"end it in one of {', '.join(listed)}, or give --format"
    raise FileError(f"the name {quote(output)} does not say which format to write", code="E0653", help=advice)


def _is_export(kind: str | None) -> bool:
    """Whether the format is another program's, which shows all that was kept."""
    return kind is not None and kind not in (_TEXT, *_PICTURES)


def _check_options(
    kind: str | None, has_views: bool, has_warp: bool, wrap: bool, is_ascii: bool, as_json: bool, output: str | None
) -> None:
    """Refuse options that would change nothing, and a file that cannot be written, before the run."""
    is_text, is_export = kind in (None, _TEXT), _is_export(kind)
    for name, is_given, is_useless in (
        ("--wrap", wrap, not is_text or (as_json and kind is None)),
        ("--ascii", is_ascii, not is_text or (as_json and kind is None)),
        ("--view", has_views, is_export and not as_json),
        ("--warp-number", has_warp, is_export and not as_json),
    ):
        if is_given and is_useless:
            what = "JSON" if kind is None else f"the format {kind}"
            raise click.UsageError(f"{name} changes nothing in {what}: leave it out")
    if output is None:
        return
    if output == "-":
        if is_export:
            raise click.UsageError(f"{kind} is written to a file, not to standard output")
        if as_json:
            raise click.UsageError("--json and -o - both write to standard output")
        return
    folder = Path(output).parent
    if not folder.is_dir():
        raise FileError(
            f"cannot write {output}: there is no folder {folder}", code="E0652", help=f"make it: mkdir -p {folder}"
        )


def _style(wrap: bool, is_ascii: bool, kind: str | None) -> Style:
    """What the terminal, or a text file, can show."""
    from simt.views.terminal import Style, can_encode, has_all_colors

    if kind == _TEXT:
        return Style(_PLAIN_WIDTH, is_ascii, is_wrapped=wrap)
    has_terminal = sys.stdout.isatty()
    text = os.environ.get("COLUMNS", "")
    width = int(text) if text.isdecimal() and 0 < int(text) < 100_000 else _PLAIN_WIDTH
    if has_terminal:
        width = shutil.get_terminal_size((_PLAIN_WIDTH, 24)).columns
    plain = is_ascii or not can_encode(getattr(sys.stdout, "encoding", None))
    return Style(width, plain, _is_colored(sys.stdout), wrap, has_all_colors())


# --- the run and what is shown ----------------------------------------------------------------------------------------


def _record(
    ctx: click.Context,
    program: Program,
    machine: Any,
    inputs: Mapping[str, Any],
    threads: int | None,
    max_cycles: int | None,
    asked: range | None,
    lead: int,
    quiet: bool,
) -> Result:
    """Run with the events of the asked cycles kept, and of `lead` cycles before them, or of the last ones."""
    from simt import launch
    from simt.views.progress import Progress

    progress = Progress("cycle", is_shown=False if quiet else None)

    def compiling() -> None:
        progress.restart()
        if not quiet:
            click.echo("compiling the engine once (about 10 s)...", err=True)

    limit = max_cycles or launch.DEFAULT_MAX_CYCLES
    try:
        return launch.run(
            program,
            machine,
            inputs=inputs,
            threads=threads,
            max_cycles=limit,
            record=_kept(asked, limit, lead),
            progress=progress,
            compiling=compiling,
        )
    except KeyboardInterrupt:
        progress.close()
        click.echo("interrupted", err=True)
        ctx.exit(EXIT_INTERRUPTED)
    finally:
        progress.close()


def _kept(asked: range | None, limit: int, lead: int) -> bool | range:
    """What of the event record to keep: the asked cycles and `lead` cycles before them, or the last cycles."""
    if asked is None or asked.start >= limit:
        return True
    return range(max(0, asked.start - lead), min(asked.stop, limit))


def _show_result(
    result: Result,
    names: list[str],
    cycles: str | None,
    warp: int | None,
    kind: str | None,
    output: str | None,
    as_json: bool,
    style: Style,
    quiet: bool,
) -> None:
    from simt.views.timelines import default_view
    from simt.views.window import check_warp, resolve_window

    window = resolve_window(result, cycles)
    if warp is not None:
        check_warp(result, warp)
    shown = names or [default_view(result)]
    if kind in _PICTURES:
        from simt.views.figure import picture_bytes
        from simt.views.pictures import draw_views

        write_output(output, picture_bytes(draw_views(result, shown, window, warp=warp), str(kind)))
    elif _is_export(kind):
        _export(result, str(kind), str(output), quiet)
    elif kind == _TEXT or not as_json:
        from simt.views.terminal import render_views

        write_output(output, render_views(result, shown, window, warp=warp, style=style))
    if as_json:
        write_output(None, json.dumps(_data(result, shown, window, warp), ensure_ascii=False, allow_nan=False) + "\n")


def _export(result: Result, kind: str, output: str, quiet: bool) -> None:
    from simt.views.exports import EXPORTS
    from simt.views.progress import Progress

    progress = Progress("instruction", is_shown=False if quiet else None)
    try:
        EXPORTS[kind].write(result, output, progress)
    finally:
        progress.close()


def _data(result: Result, names: list[str], window: range, warp: int | None) -> dict[str, Any]:
    """The views as plain values."""
    from simt.views.timelines import make_panels

    return {
        "schema": "simt.trace/1",
        "program": result.program.name,
        "machine": result.machine.name,
        "status": "completed" if result.stop is None else result.stop.kind,
        "cycles": result.cycles,
        "window": [window.start, window.stop],
        "views": {name: [panel.to_dict() for panel in make_panels(result, name, window, warp)] for name in names},
        "provenance": result.provenance,
    }
