"""Displays of values in a notebook, and `show`, which also works outside of notebooks.

Classes of values import no view. Instead, this module registers displays with IPython by the names of these classes.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from simt.views.kit.figure import picture_bytes
from simt.views.notebook.html import ledgers_html, result_html, table_html
from simt.views.run.summary import summary

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.machine import Machine


def show(value: object) -> None:
    """Show a value: in a notebook as its display, elsewhere a result's summary, or the `repr` of another value."""
    ipython = _ipython()
    if ipython is None:
        sys.stdout.write(summary_of(value) + "\n")
    else:
        import_module("IPython.display").display(value)


def summary_of(value: object) -> str:
    """A result's summary, or the `repr` of another value."""
    from simt.result.result import Result

    return summary(value).rstrip("\n") if isinstance(value, Result) else repr(value)


def _ipython() -> Any:
    module = sys.modules.get("IPython")
    return None if module is None else module.get_ipython()


def program_html(program: Program) -> str:
    """The facts of a program as a table."""
    arrays: list[Any] = [*program.locals.values(), *program.buffers.values()]
    rows = {
        "instructions": len(program.words),
        "threads": program.threads or "given at launch",
        "arrays": ", ".join(f"{array.name} {array.type}[{array.length or ''}]" for array in arrays[:12]),
        "parameters": ", ".join(f"{array.name} {array.type}" for array in list(program.params.values())[:12]),
    }
    return table_html(f"Program {program.name}", {name: value for name, value in rows.items() if value})


def machine_html(machine: Machine) -> str:
    """The sections of a machine, a row each."""
    plain, sections = [], {}
    for name, value in machine:
        if hasattr(value, "model_fields_set"):
            sections[name] = ", ".join(f"{key} {setting}" for key, setting in value)
        elif name not in ("name", "description"):
            plain.append(f"{name} {value}")
    return table_html(f"Machine {machine.name}: {machine.description}", {"": ", ".join(plain), **sections})


_DRAWN: Mapping[str, Any] = {
    "isa.program.program.Program": program_html,
    "simt.machine.machine.Machine": machine_html,
    "simt.result.parts.Ledgers": ledgers_html,
    "simt.result.result.Result": result_html,
}


def register_formatters() -> None:
    """Register the displays of values with the running IPython, if any."""
    ipython = _ipython()
    if ipython is None:
        return
    formatters = ipython.display_formatter.formatters
    for name, draw in _DRAWN.items():
        formatters["text/html"].for_type_by_name(*name.rsplit(".", 1), draw)
    formatters["image/png"].for_type_by_name("matplotlib.figure", "Figure", lambda figure: picture_bytes(figure, "png"))
    formatters["text/plain"].for_type_by_name(
        "simt.result.result", "Result", lambda value, printer, _: printer.text(summary_of(value))
    )
