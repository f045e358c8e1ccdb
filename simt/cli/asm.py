"""`simt asm`: assemble a kernel to a listing, to hexadecimal words or to JSON, or draw its control-flow graph."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simt.cli.options import json_option, kernel_options, output_option
from simt.cli.output import FileError, check_folder, json_text, note_written, write_output

if TYPE_CHECKING:
    from isa.program import Program

__all__ = ["asm"]

_FORMATS = (".lst", ".hex", ".json")
_GRAPH_FORMATS = (".txt", ".dot", ".svg", ".png", ".json")
_ARROWS = "│─┌└├┬┴┼▶↓"


@click.command()
@click.argument("kernel")
@kernel_options
@output_option(
    "Write to FILE: .lst (listing), .hex (words for $readmemh) or .json (everything); "
    "with --cfg .txt, .dot (Graphviz), .json, or .svg and .png (these two need matplotlib: pip install 'simt[plots]')."
)
@click.option("--listing", is_flag=True, help="Print the listing too when -o is given.")
@click.option("--cfg", "is_graph", is_flag=True, help="The control-flow graph in place of the listing.")
@json_option
@click.option("-q", "--quiet", "is_quiet", is_flag=True, help="Say nothing but what went wrong.")
def asm(
    kernel: str,
    defines: dict[str, str],
    include_paths: tuple[str, ...],
    output: str | None,
    listing: bool,
    is_graph: bool,
    as_json: bool,
    is_quiet: bool,
) -> None:
    """Assemble KERNEL: a file, the name of a shipped kernel, or - for standard input.

    Without -o, the listing goes to standard output: address, word and source line of every instruction. With --cfg, the
    control-flow graph: blocks, jumps, dominators, loops, and where lanes that part at a jump meet again.
    """
    from isa.diagnostics import render
    from simt.programs import load_program

    if is_graph and listing:
        raise click.UsageError("--cfg takes the place of the listing: give --cfg or --listing, not both.")
    suffix = Path(output).suffix if output and output != "-" else ""
    if output and output != "-":
        _check_suffix(output, suffix, is_graph)
        check_folder(output)
    program = load_program(kernel, defines=defines, include_paths=include_paths)
    if program.warnings and not is_quiet:
        click.echo(render(program.warnings, sys.stderr.isatty()), err=True)
    form = _graph_format if is_graph else _format
    if suffix:
        assert output is not None
        write_output(output, form(program, suffix))
        if not is_quiet:
            note_written(output)
    if as_json:
        write_output(None, form(program, ".json"))
    elif listing or not suffix:
        write_output(None, form(program, ""))


def _check_suffix(output: str, suffix: str, is_graph: bool) -> None:
    formats = _GRAPH_FORMATS if is_graph else _FORMATS
    if suffix in formats:
        return
    what = "a control-flow graph" if is_graph else "a program"
    advice = f"--cfg writes the control-flow graph as {suffix}" if suffix in _GRAPH_FORMATS and not is_graph else ""
    raise FileError(f"{what} is written as {', '.join(formats)}, not {output}", code="E0653", help=advice)


def _format(program: Program, suffix: str) -> str:
    if suffix == ".json":
        from isa.objfile import dump_program

        return dump_program(program)
    if suffix == ".hex":
        from simt.hexfile import program_hex

        return program_hex(program)
    from isa import listing

    return listing(program)


def _graph_format(program: Program, suffix: str) -> str | bytes:
    """The control-flow graph in a format of files, or for standard output if `suffix` is empty."""
    from isa.cfg import control_flow
    from isa.cfg_drawing import dot, draw, graph_data

    graph = control_flow(program)
    if suffix == ".json":
        return json_text(graph_data(graph, program))
    if suffix == ".dot":
        return dot(graph, program)
    if suffix in (".svg", ".png"):
        from simt.views.cfg_picture import cfg_picture
        from simt.views.figure import FigureError, can_draw, picture_bytes

        if not can_draw():
            raise FigureError(
                f"a {suffix} picture needs matplotlib, which is not installed",
                code="E0701",
                help="pip install 'simt[plots]', or -o FILE.txt, -o FILE.dot for Graphviz",
            )
        return picture_bytes(cfg_picture(graph, program), suffix[1:])
    return draw(graph, program, unicode=suffix == ".txt" or _has_arrows(sys.stdout.encoding))


def _has_arrows(encoding: str | None) -> bool:
    try:
        _ARROWS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
