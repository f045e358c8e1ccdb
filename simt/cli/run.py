"""`simt run`: run a kernel on a machine, check what it computed, tell where the cycles went."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simt.cli.options import MachineChoice, json_option, kernel_options, machine_options, output_option
from simt.cli.output import FileError, read_text, write_output

if TYPE_CHECKING:
    from isa.diagnostics import Diagnostic, SimtError
    from isa.program import Program
    from simt.oracle import Oracle
    from simt.result import Result

__all__ = ["run"]

EXIT_CHECK, EXIT_USAGE, EXIT_STOP, EXIT_INTERRUPTED = 1, 2, 4, 130
_FORMATS = (".json", ".txt", ".html")


@click.command(
    epilog="Exit status: 0 good, 1 the check failed, 2 usage, machine or file error, 3 assembly error, 4 trap, "
    "deadlock or cycle limit, 130 interrupted. A stop comes before a file error, a file error before a failed check."
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
    "--out",
    "wanted",
    multiple=True,
    metavar="NAME=FILE",
    help="Write an array to a .npy, .csv or .txt file when the run is over, however it ended; may be repeated.",
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
@click.option(
    "--engine",
    type=click.Choice(["cycle", "functional"]),
    default="cycle",
    show_default=True,
    help="Cycle by cycle, or values only.",
)
@click.option(
    "--max-cycles",
    type=click.IntRange(1),
    metavar="N",
    help="Stop after N cycles (functional: instructions).  [default: 50000000]",
)
@click.option(
    "--view",
    type=click.Choice(["summary", "source", "instructions"]),
    default="summary",
    show_default=True,
    help="Where the cycles went: in 25 lines, per source line, or per instruction.",
)
@json_option
@output_option("Write the result to FILE too: .json, .html or .txt (the view).")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but what went wrong.")
@click.pass_context
def run(
    ctx: click.Context,
    kernel: str,
    machine: MachineChoice,
    defines: dict[str, str],
    include_paths: tuple[str, ...],
    threads: int | None,
    given: tuple[str, ...],
    wanted: tuple[str, ...],
    oracle_file: str | None,
    no_check: bool,
    seed: int,
    engine: str,
    max_cycles: int | None,
    view: str,
    as_json: bool,
    output: str | None,
    quiet: bool,
) -> None:
    """Run KERNEL cycle by cycle, check its result, and tell where the cycles went.

    KERNEL is a file, the name of a shipped kernel (fft128.s), a .json or .hex file of `simt asm`, or - for standard
    input.

    \b
      simt run fft128.s --warp 4
      simt run fft128.s --banks 8 --view source
      simt run kernel.s -D n=256 --in x=signal.npy --out y=spectrum.npy

    Settings of the machine come from, each winning over those before it: the preset, simt.toml in this folder, the
    file after -m (or in SIMT_MACHINE), SIMT_SET in the environment, flags (-s and the short ones below).
    """
    from simt.launch import DEFAULT_MAX_CYCLES

    if oracle_file and no_check:
        raise click.UsageError("--oracle and --no-check exclude each other")
    if as_json and view != "summary":
        raise click.UsageError("--json prints the whole result, which has no views: leave out --json or --view")
    if kernel == "-" and machine.name == "-":
        raise click.UsageError("the kernel and the machine cannot both come from standard input")
    if output and output != "-" and Path(output).suffix.lower() not in _FORMATS:
        raise FileError(f"a result is written as {', '.join(_FORMATS)}, not {output}", code="E0653")

    program, path, sources = _load(kernel, defines, include_paths)
    if not quiet:
        _show(program.warnings)
    targets = _targets(program, wanted)
    oracle = None if no_check else _oracle(oracle_file, path)
    inputs = _inputs(program, oracle, seed, _pairs(given, "--in"))
    if no_check and not quiet:
        _warn_of_zeros(program, path, inputs)
    built, origins = machine.resolve()
    if built.vliw.slots > 1:
        from isa.packer import pack_for_machine

        sizes = {"registers": built.registers, "words": built.program.words}
        program = pack_for_machine(program, built.vliw.slots, threads=threads or 0, **sizes)
    result = _simulate(ctx, program, built, inputs, threads, engine, max_cycles or DEFAULT_MAX_CYCLES, quiet)

    problems = _write_arrays(result, targets)
    result, oracle_failed = _checked(result, oracle, inputs, seed, problems)
    _report(result, quiet)

    from simt.machine import describe

    note = _why_unchecked(no_check, oracle is not None, path)
    if oracle_failed:
        note = "the oracle failed (see the error)"
    words = {"machine": describe.label(built, origins), "check": note}
    if output and output != "-":
        try:
            write_output(output, _format(result, Path(output).suffix.lower(), view, words, sources, color=False))
        except FileError as error:
            problems.append(error)
    if as_json:
        if not output or output == "-":
            write_output(None, result.to_json())
    elif not quiet:
        write_output(None, _format(result, ".txt", view, words, sources, color=_is_colored(sys.stdout)))
    for problem in problems:
        click.echo(_error_text(problem), err=True)
    ctx.exit(_status(result, problems))


# --- what comes in ----------------------------------------------------------------------------------------------------


def _load(
    kernel: str, defines: Mapping[str, str], folders: tuple[str, ...]
) -> tuple[Program, Path | None, dict[str, str]]:
    """The program, its file (None for standard input), and texts of sources that are not on disk."""
    from simt.programs import find_program, load_program

    path = None if kernel == "-" else find_program(kernel)
    if path is not None and path.suffix.lower() not in (".json", ".hex"):
        return load_program(path, defines=defines, include_paths=folders), path, {}
    name, text = str(path or "<stdin>"), read_text(kernel if path is None else str(path))
    is_json = text.lstrip().startswith("{")
    if path is None and not is_json:
        from isa import assemble

        return assemble(text, filename=name, include_paths=folders, defines=defines), None, {name: text}
    from isa.objfile import parse_program
    from simt.hexfile import parse_hex

    if defines or folders:
        raise click.UsageError(f"{name} is assembled already: -D and -I are for assembly text")
    return (parse_program if is_json else parse_hex)(text, name), path, {}


def _pairs(texts: tuple[str, ...], option: str) -> list[tuple[str, str]]:
    pairs = []
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise click.UsageError(f"{option} takes NAME=FILE, not {text!r}")
        pairs.append((name, value))
    return pairs


def _targets(program: Program, wanted: tuple[str, ...]) -> list[tuple[str, str]]:
    """(array, file) of every --out, checked before the run as far as that goes."""
    from simt.inputs import check_target, find_array

    pairs = _pairs(wanted, "--out")
    files = [os.path.realpath(target) for _, target in pairs]
    for (name, target), file in zip(pairs, files, strict=True):
        find_array(program, name)
        check_target(name, target)
        if files.count(file) > 1:
            raise click.UsageError(f"--out names the file {target} more than once")
    return pairs


def _oracle(file: str | None, kernel: Path | None) -> Oracle | None:
    if file is None and (kernel is None or not kernel.with_suffix(".py").is_file()):
        return None
    from simt.oracle import Oracle

    return Oracle.load(Path(file)) if file is not None else Oracle.beside(kernel or Path())


def _inputs(program: Program, oracle: Oracle | None, seed: int, given: list[tuple[str, str]]) -> dict[str, Any]:
    """Inputs in the kernel's types: the oracle's, replaced by those of --in."""
    if oracle is None and not given:
        return {}
    from simt.inputs import InputError, check_input, read_array, typed
    from simt.oracle import OracleError

    names = [name for name, _ in given]
    for name in names:
        if names.count(name) > 1:
            raise click.UsageError(f"--in names {name} more than once")
    own: dict[str, Any] = {}
    for name, source in given:
        check_input(program, name)
        own.update(typed(program, {name: read_array(name, source)}))
    if oracle is None:
        return own
    made = oracle.inputs(program, seed)
    try:
        return {**typed(program, {name: value for name, value in made.items() if name not in own}), **own}
    except InputError as error:
        raise OracleError(
            f"the inputs of the oracle {oracle.path} do not fit: {error.message}", help=error.help
        ) from None


def _warn_of_zeros(program: Program, kernel: Path | None, inputs: Mapping[str, Any]) -> None:
    """With --no-check, data for only some of the arrays that the oracle would fill is most often a slip."""
    oracle = None if kernel is None else kernel.with_suffix(".py")
    if oracle is None or not inputs or not oracle.is_file():
        return
    from simt.inputs import names_in_oracle

    filled = names_in_oracle(oracle, program)
    missing = [name for name in filled if name not in inputs]
    if not missing or len(missing) == len(filled):
        return
    are, them = ("have no --in and are 0", "them") if len(missing) > 1 else ("has no --in and is 0", "it")
    click.echo(f"warning: {', '.join(missing)} {are}; without --no-check {oracle.name} fills {them}", err=True)


# --- the run ----------------------------------------------------------------------------------------------------------


def _simulate(
    ctx: click.Context,
    program: Program,
    machine: Any,
    inputs: Mapping[str, Any],
    threads: int | None,
    engine: str,
    max_cycles: int,
    quiet: bool,
) -> Result:
    from simt import launch
    from simt.views.progress import Progress

    progress = Progress("cycle" if engine == "cycle" else "instruction", is_shown=False if quiet else None)

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
            engine=engine,
            max_cycles=max_cycles,
            progress=progress,
            compiling=compiling,
        )
    except KeyboardInterrupt:
        progress.close()
        click.echo("interrupted", err=True)
        ctx.exit(EXIT_INTERRUPTED)
    finally:
        progress.close()


def _checked(
    result: Result, oracle: Oracle | None, inputs: Mapping[str, Any], seed: int, problems: list[SimtError]
) -> tuple[Result, bool]:
    """The result with its check and its count of operations, and whether the oracle failed to check.

    What it fails at joins `problems`.
    """
    if oracle is None:
        return result, False
    from dataclasses import replace

    from simt.oracle import OracleError

    result = replace(result, seed=seed)
    try:
        if result.completed:
            result = replace(result, check=oracle.check(result, inputs))
        result = replace(result, operations=oracle.operations(result.program))
    except OracleError as error:
        problems.append(error)
        return result, result.completed and result.check is None
    return result, False


# --- what goes out ----------------------------------------------------------------------------------------------------


def _write_arrays(result: Result, targets: list[tuple[str, str]]) -> list[SimtError]:
    """Write every array that can be written; what went wrong with the others."""
    problems: list[SimtError] = []
    if targets:
        from simt.inputs import InputError, write_array

        for name, target in targets:
            try:
                write_array(name, result.local[name], target)
            except InputError as error:
                problems.append(error)
    return problems


def _report(result: Result, quiet: bool) -> None:
    """A stop, a failed check, and doubtful jumps, on stderr."""
    if not quiet and result.disagreements.any():
        from simt.views.stops import jump_warnings

        _show(jump_warnings(result))
    if result.stop is not None:
        from simt.views.stops import stop_diagnostic

        _show([stop_diagnostic(result)])
    elif result.check is not None and not result.check.passed:
        from simt.views.stops import check_diagnostic

        _show([check_diagnostic(result)])


def _why_unchecked(no_check: bool, has_oracle: bool, path: Path | None) -> str:
    if no_check:
        return "--no-check"
    if has_oracle:
        return ""
    missing = "no --oracle" if path is None else f"no {path.with_suffix('.py').name} beside the kernel"
    return f"{missing}; arrays without --in are 0"


def _format(
    result: Result, suffix: str, view: str, words: Mapping[str, str], sources: Mapping[str, str], *, color: bool
) -> str:
    if suffix == ".json":
        return result.to_json()
    if suffix == ".html":
        from simt.views.html import result_page

        return result_page(result)
    if view == "summary":
        from simt.views.summary import summary

        return summary(result, **words, color=color)
    from simt.views.source import instruction_view, source_view

    if view == "instructions":
        return instruction_view(result, color=color)
    return source_view(result, sources=sources, color=color)


def _status(result: Result, problems: list[SimtError]) -> int:
    if result.stop is not None:
        return EXIT_INTERRUPTED if result.stop.kind == "interrupted" else EXIT_STOP
    if problems:
        return EXIT_USAGE
    return EXIT_CHECK if result.check is not None and not result.check.passed else 0


def _show(diagnostics: list[Diagnostic] | tuple[Diagnostic, ...]) -> None:
    if diagnostics:
        from isa.diagnostics import render

        click.echo(render(diagnostics, _is_colored(sys.stderr)), err=True)


def _error_text(error: SimtError) -> str:
    from isa.diagnostics import render

    diagnostics: list[Diagnostic] = getattr(error, "diagnostics", [])
    return render(diagnostics, _is_colored(sys.stderr)) if diagnostics else str(error)


def _is_colored(stream: Any) -> bool:
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR")
