"""`simt asm`: assemble a kernel to a listing, hexadecimal words or JSON, pack it, or draw its control-flow graph."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simt.cli.echo import is_colored
from simt.cli.options import (
    SLOTS,
    MachineChoice,
    argument,
    command,
    json_option,
    kernel_options,
    option,
    output_option,
    parse_size_option,
    quiet_option,
    target_options,
)  # fmt: skip
from simt.cli.output import json_text, screen_columns, suffix_of, write_answer, write_listing, write_output, write_text
from simt.cli.pairs import inputs_of
from simt.cli.reporting import usage_errors
from simt.cli.usage import refuse_useless
from simt.views.kit.figure import PICTURE_SUFFIXES, FigureError, can_draw, picture_bytes

if TYPE_CHECKING:
    from isa.packing.packed import PackedProgram
    from isa.program.program import Program

_FORMATS = (".lst", ".hex", ".json")
_GRAPH_FORMATS = (".txt", ".dot", *PICTURE_SUFFIXES, ".json")
_ARROWS = "│─┌└├┬┴┼▶↓"


@command()
@argument("kernel", "KERNEL")
@kernel_options
@target_options
@option("--local-size", "N|XxY", "Of a kernel in a language: work-items of a work-group.", callback=parse_size_option)
@option("--in given", "NAME=FILE...", "Of a kernel in a language: inputs as in simt run. Lengths of arrays in local "
        "memory are part of the program: by default a work-group's size, or 64.")  # fmt: skip
@output_option(
    "Write to FILE: .lst (listing), .hex (words for $readmemh) or .json (everything); "
    "with --cfg .txt, .dot (Graphviz), .json, or .svg, .png and .pdf (which need matplotlib: simt[plots])."
)
@option("--listing", bool, "Print the listing too when -o is given.")
@option("--by-line is_by_line", bool, "Each line of the source with the instructions made from it, in place of the "
        "listing.")  # fmt: skip
@option("--cfg is_graph", bool, "The control-flow graph in place of the listing.")
@option("--vliw slots", SLOTS,
        "Pack a scalar kernel into bundles with these slots; 2: local memory, compute, 3: local memory, ALU, FPU; or "
        "the kind of each: lds,alu+fpu,alu+control. Bundles in the source are for these slots.")  # fmt: skip
@option("--show-schedule", bool, "With --vliw: each bundle, each block's bounds and what binds it.")
@option("--registers", click.IntRange(1, 112), "With --vliw: registers of the machine.  [default: 32]")
@option("--threads", click.IntRange(1), "With --vliw: threads of the launch; replaces .threads.")
@option("--assume-in-bounds", bool, "With --vliw: an access at register + array stays in this array, whether that can "
        "be proven or not.")  # fmt: skip
@option("--may-part", bool, "With --vliw: lanes of a warp may part at jumps (branch.policy other than first_thread).")
@json_option
@quiet_option
def asm(
    kernel: str, defines: dict[str, str], include_paths: tuple[str, ...], machine: MachineChoice | None,
    local_size: tuple[int, ...] | None, given: tuple[str, ...], output: str | None, listing: bool, is_by_line: bool,
    is_graph: bool, slots: int | list[str] | None, show_schedule: bool, registers: int | None, threads: int | None,
    assume_in_bounds: bool, may_part: bool, as_json: bool, is_quiet: bool,
) -> None:  # fmt: skip
    """Assemble KERNEL: a file, the name of a shipped kernel, or - for standard input.

    A kernel in OpenCL C or Python (`kernels.cl::blur`) is compiled for the machine of -m, fpga4 if there is none, and
    shown beside its source.

    Without -o and -q, the listing goes to standard output: address, word and source line of every instruction. With
    --by-line, every line of the source stands above the instructions made from it; of a compiled kernel, a comment
    names the variables in their registers. With --cfg, the control-flow graph: blocks, jumps, dominators, loops, and
    where lanes that part at a jump meet again. With --vliw, scalar kernels are packed into bundles first;
    --show-schedule shows how well, and what prevents more.
    """
    from simt.verbs.asm import asm as verb
    from simt.verbs.asm import packed

    if is_graph and listing:
        raise click.UsageError("--cfg takes the place of the listing: give --cfg or --listing, not both.")
    if is_by_line and (is_graph or listing or show_schedule):
        raise click.UsageError("--by-line takes the place of the listing: leave out --cfg, --listing, --show-schedule.")
    refuse_useless({"--listing": listing and as_json}, "JSON")
    if show_schedule and slots is None:
        raise click.UsageError("--show-schedule is about bundles: give --vliw too.")
    if show_schedule and (is_graph or listing):
        raise click.UsageError("--show-schedule takes the place of the listing: leave out --cfg and --listing.")
    suffix = _suffix(output, is_graph)
    bundles: dict[str, Any] = {
        "registers": registers, "threads": threads, "assume_in_bounds": assume_in_bounds, "may_part": may_part,
    }  # fmt: skip
    with usage_errors():
        program = verb(
            kernel, machine, defines=defines, include_paths=include_paths, local_size=local_size,
            inputs=inputs_of(given), vliw=slots, pack=not show_schedule, **({} if show_schedule else bundles),
        )  # fmt: skip
    if show_schedule:
        assert slots is not None
        program, packed_program = packed(program, slots, **bundles)
        _show_schedule(packed_program, program, output, suffix, as_json)
        return
    form = _graph_format if is_graph else _format
    if suffix:
        write_answer(output, form(program, suffix), is_quiet=is_quiet)
    if is_by_line:
        write_output(None, _by_line(program, as_json))
    elif as_json:
        write_output(None, form(program, ".json"))
    elif listing or (not suffix and (is_graph or not is_quiet)):
        write_listing(form(program, ""))


def _by_line(program: Program, as_json: bool) -> str:
    from simt.views.kit.text import MOST_COLUMNS
    from simt.views.run.by_line import by_line_data, by_line_text

    if as_json:
        return json_text(by_line_data(program))
    width = min(MOST_COLUMNS, screen_columns() or MOST_COLUMNS)
    return by_line_text(program, width=width, color=is_colored(sys.stdout))


def _show_schedule(packed: PackedProgram, program: Program, output: str | None, suffix: str, as_json: bool) -> None:
    """Write the schedule to standard output, and with -o the program to a file."""
    from isa.packing.schedule_text import schedule_data, schedule_text

    if suffix and output:
        write_output(output, _format(program, suffix))
    if as_json:
        write_output(None, json_text(schedule_data(packed)))
    else:
        write_text(lambda: schedule_text(packed))


def _suffix(output: str | None, is_graph: bool) -> str:
    """Return the suffix of the file to write, if any. Raises `FileError`."""
    if is_graph:
        return suffix_of(output, _GRAPH_FORMATS, "a control-flow graph is")
    suffix = Path(output or "").suffix
    advice = f"--cfg writes the control-flow graph as {suffix}" if suffix in _GRAPH_FORMATS else ""
    return suffix_of(output, _FORMATS, "a program is", advice=advice)


def _format(program: Program, suffix: str) -> str:
    if suffix == ".json":
        from isa.forms.objfile import dump_program

        return dump_program(program)
    if suffix == ".hex":
        from isa.forms.hexfile import program_hex

        return program_hex(program)
    from isa import listing

    return listing(program)


def _graph_format(program: Program, suffix: str) -> str | bytes:
    """Return the control-flow graph in the format of `suffix`, or as text for standard output if `suffix` is empty.

    Raises `FigureError`, and `PictureSizeError` for a picture with too many blocks.
    """
    from isa.flow.cfg import control_flow
    from simt.views.cfg.text import dot, draw, graph_data

    graph = control_flow(program)
    if suffix == ".json":
        return json_text(graph_data(graph, program))
    if suffix == ".dot":
        return dot(graph, program)
    if suffix in PICTURE_SUFFIXES:
        from simt.views.cfg.picture import cfg_picture

        if not can_draw():
            advice = "pip install 'simt[plots]', or -o FILE.txt, -o FILE.dot for Graphviz"
            raise FigureError(f"a {suffix} picture needs matplotlib, which is not installed", code="E0701", help=advice)
        return picture_bytes(cfg_picture(graph, program), suffix[1:])
    from simt.views.kit.text import encodes

    return draw(graph, program, unicode=suffix == ".txt" or encodes(_ARROWS, sys.stdout.encoding))
