"""`simt asm`: assemble a kernel to a listing, to hexadecimal words or to JSON."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simt.cli.options import json_option, kernel_options, output_option
from simt.cli.output import FileError, write_output

if TYPE_CHECKING:
    from isa.program import Program

__all__ = ["asm"]

_FORMATS = (".lst", ".hex", ".json")


@click.command()
@click.argument("kernel")
@kernel_options
@output_option("Write to FILE: .lst (listing), .hex (words for $readmemh) or .json (everything).")
@click.option("--listing", is_flag=True, help="Print the listing too when -o is given.")
@json_option
def asm(
    kernel: str,
    defines: dict[str, str],
    include_paths: tuple[str, ...],
    output: str | None,
    listing: bool,
    as_json: bool,
) -> None:
    """Assemble KERNEL: a file, the name of a shipped kernel, or - for standard input.

    Without -o, the listing goes to standard output: address, word and source line of every instruction.
    """
    from isa.diagnostics import render
    from simt.programs import load_program

    suffix = Path(output).suffix if output and output != "-" else ""
    if output and output != "-" and suffix not in _FORMATS:
        raise FileError(f"a program is written as {', '.join(_FORMATS)}, not {output}", code="E0653")
    program = load_program(kernel, defines=defines, include_paths=include_paths)
    if program.warnings:
        click.echo(render(program.warnings, sys.stderr.isatty()), err=True)
    if suffix:
        write_output(output, _format(program, suffix))
    if as_json:
        write_output(None, _format(program, ".json"))
    elif listing or not suffix:
        write_output(None, _format(program, ".lst"))


def _format(program: Program, suffix: str) -> str:
    if suffix == ".json":
        from isa.objfile import dump_program

        return dump_program(program)
    if suffix == ".hex":
        from simt.hexfile import program_hex

        return program_hex(program)
    from isa import listing

    return listing(program)
