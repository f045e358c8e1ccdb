"""`simt kernels`: the shipped kernels, what each computes, and copies to change."""

from __future__ import annotations

import click

from simt.cli.echo import echo
from simt.cli.options import argument, command, json_option, option
from simt.cli.output import json_text, screen_columns, write_output


@command()
@argument("name", "KERNEL", required=False, metavar="[NAME]")
@option("--copy is_copied", bool, "Copy the kernel NAME, what it includes and its oracle into this folder.")
@json_option
def kernels(name: str | None, is_copied: bool, as_json: bool) -> None:
    """List the kernels that simt ships, or show the kernel NAME: what it computes and shows, its sizes, its files.

    \b
      simt kernels
      simt kernels fft128
      simt kernels --copy divergent/collatz
      simt kernels --copy exercises/coalescing

    A copy has the file's name, and nothing is overwritten. `simt run fft128` runs a shipped kernel without a copy. An
    exercise comes with a goal, which `simt gate` checks; solutions/ has a solution of each.
    """
    from simt.verbs.kernels import Kernels, copy_kernel, kernel_text
    from simt.verbs.kernels import kernels as verb
    from simt.views.kit.text import cut

    if is_copied:
        if name is None:
            raise click.UsageError("--copy copies one kernel: name it, as in `simt kernels --copy fft128`")
        copies = copy_kernel(name)
        if as_json:
            write_output(None, json_text({"schema": "simt.copies/1", "files": [path.name for path in copies]}))
        else:
            names, kernel = ", ".join(path.name for path in copies), verb(name)
            goal = f"\ngoal: simt gate {kernel.gate.name}" if kernel.gate else ""
            echo(f"copied {names}\nnext: {kernel.command_of(copies[0].name)}{goal}")
        return
    found = verb(name)
    if as_json:
        rows = found if isinstance(found, Kernels) else Kernels({found.name: found})
        write_output(None, json_text(rows.to_dict()))
        return
    text, width = str(found) if isinstance(found, Kernels) else kernel_text(found), screen_columns()
    if isinstance(found, Kernels) and width is not None:  # a line each
        text = "\n".join(cut(line, width) for line in text.split("\n"))
    write_output(None, text.rstrip("\n") + "\n", is_text=True)
