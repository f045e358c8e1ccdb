"""`simt init`: a folder to begin with."""

from __future__ import annotations

import click

from simt.cli.options import command, json_option, option
from simt.cli.output import json_text, write_output


@command()
@click.argument("folder", default=".", metavar="[FOLDER]")
@option("--lang", ["assembly", "opencl", "python"], "The language of the kernel.", default="assembly",
        show_default=True)  # fmt: skip
@json_option
def init(folder: str, lang: str, as_json: bool) -> None:
    """Write a kernel, its inputs and expected results, and a machine into FOLDER, or into this folder.

    \b
      simt init
      simt init mine --lang opencl

    Three small files to change, and four commands to look at them with. Nothing is overwritten.
    """
    from simt.verbs.init import init as verb

    begun = verb(folder, lang=lang)
    data = {"schema": "simt.init/1", "files": [str(path) for path in begun.files], "commands": [*begun.commands]}
    write_output(None, json_text(data) if as_json else f"{begun}\n", is_text=not as_json)
