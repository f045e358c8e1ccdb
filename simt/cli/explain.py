"""`simt explain`: the long text of an error code, or the list of codes."""

from __future__ import annotations

from importlib import import_module

import click

from simt.cli.options import json_option
from simt.cli.output import json_text, write_output

# Modules that register explanations when they are imported, besides isa.diagnostics itself. None imports numba.
EXPLAINING_MODULES = (
    "simt.machine.errors",
    "simt.launch.fits",
    "simt.launch.sizes",
    "simt.launch.inputs",
    "simt.launch.oracle",
    "simt.result.stops",
    "simt.launch.programs",
    "simt.cli.output",
    "simt.views.figure",
    "simt.views.cfg_picture",
    "simt.views.window",
    "simt.views.exports.errors",
    "simt.experiments.report",
    "simt.exploration.register_file",
    "simt.exploration.parts",
    "simt.exploration.errors",
    "simt.models.errors",
    "simt.models.static.errors",
    "simt.validate.errors",
)


@click.command()
@click.argument("code", required=False)
@json_option
def explain(code: str | None, as_json: bool) -> None:
    """Explain an error CODE such as E0401, or list the codes."""
    from isa.diagnostics import EXPLANATIONS, quote, suggest

    for module in EXPLAINING_MODULES:
        import_module(module)
    if code is None:
        titles = {name: EXPLANATIONS[name].split("\n", 1)[0].partition(": ")[2] for name in sorted(EXPLANATIONS)}
        if as_json:
            write_output(None, json_text(titles))
        else:
            write_output(None, "".join(f"{name}  {title}\n" for name, title in titles.items()))
        return
    name = code.upper()
    if name not in EXPLANATIONS:
        guess = suggest(name, EXPLANATIONS)
        hint = f"Did you mean {guess}?" if guess else "`simt explain` lists the codes."
        raise click.UsageError(f"There is no code {quote(code)}. {hint}")
    if as_json:
        write_output(None, json_text({"code": name, "text": EXPLANATIONS[name]}))
    else:
        write_output(None, EXPLANATIONS[name])
