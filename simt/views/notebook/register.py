"""Displays of values in a notebook, and `show`, which also works outside of notebooks.

Classes of values import no view. Instead, this module registers displays with IPython by the names of these classes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from isa.program.program import Program
from simt.machine import Machine
from simt.result.result import Result
from simt.views.kit.figure import picture_bytes
from simt.views.kit.text import screenful
from simt.views.notebook.html import ledgers_html, result_html, table_html
from simt.views.run.summary import summary


def show(value: object) -> None:
    """Show a value: in a notebook as its display, elsewhere the text that the command prints, or else its `repr`."""
    ipython = _ipython()
    if ipython is None:
        sys.stdout.write(text_of(value) + "\n")
    else:
        import_module("IPython.display").display(value)


def text_of(value: object) -> str:
    """Return the text of a value, as its command prints it, or its `repr` if it has none."""
    for kind in type(value).__mro__:
        look = _LOOKS.get(f"{kind.__module__}.{kind.__qualname__}")
        if look is not None and look.text is not None:
            return look.text(value).rstrip("\n")
    return repr(value)


def _result_text(result: Result) -> str:
    if result.findings is None:
        return summary(result)
    from simt.views.run.findings import findings_text

    return findings_text(result)


def _ipython() -> Any:
    module = sys.modules.get("IPython")
    return None if module is None else module.get_ipython()


def program_html(program: Program) -> str:
    """Return the facts of a program as a table."""
    arrays: list[Any] = [*program.locals.values(), *program.buffers.values()]
    rows = {
        "instructions": len(program.words),
        "threads": program.threads or "given at launch",
        "arrays": ", ".join(f"{array.name} {array.type}[{array.length or ''}]" for array in arrays[:12]),
        "parameters": ", ".join(f"{array.name} {array.type}" for array in list(program.params.values())[:12]),
    }
    return table_html(f"Program {program.name}", {name: value for name, value in rows.items() if value})


def machine_html(machine: Machine) -> str:
    """Return the sections of a machine, a row each."""
    plain, sections = [], {}
    for name, value in vars(machine).items():
        if hasattr(value, "model_fields_set"):
            sections[name] = ", ".join(f"{key} {setting}" for key, setting in vars(value).items())
        elif name not in ("name", "description"):
            plain.append(f"{name} {value}")
    return table_html(f"Machine {machine.name}: {machine.description}", {"": ", ".join(plain), **sections})


def _in(module: str, name: str) -> Callable[[Any], str]:
    """Return a function of a module that is imported when it is called."""
    return lambda value: getattr(import_module(module), name)(value)


@dataclass(frozen=True, slots=True)
class _Look:
    """The displays of a class. text: for a screen of text; None: its `repr`. html: a fragment; None: the text."""

    text: Callable[[Any], str] | None = None
    html: Callable[[Any], str] | None = None


_OUTCOMES = "simt.views.notebook.outcomes"
_LOOKS: Mapping[str, _Look] = {
    "isa.explanations.Explanation": _Look(str),
    "isa.program.program.Program": _Look(html=program_html),
    "simt.diagnosis.diff.Difference": _Look(html=_in(_OUTCOMES, "diff_html")),
    "simt.diagnosis.why.Why": _Look(_in("simt.views.run.why", "why_text"), _in(_OUTCOMES, "why_html")),
    "simt.experiments.report.Report": _Look(lambda report: report.text),
    "simt.launch.pipeline.PipelineResult": _Look(
        _in("simt.views.run.pipeline", "pipeline_text"), _in(_OUTCOMES, "pipeline_html")
    ),
    "simt.launch.shipped.ShippedKernel": _Look(_in("simt.verbs.kernels", "kernel_text")),
    "simt.machine.machine.Machine": _Look(html=machine_html),
    "simt.models.parameters.Parameters": _Look(lambda parameters: parameters.table()),
    "simt.models.static.results.counts.StaticCounts": _Look(_in("simt.models.static.results.table", "table")),
    "simt.result.parts.Ledgers": _Look(html=ledgers_html),
    "simt.result.result.Result": _Look(_result_text, result_html),
    "simt.verbs.init.Begun": _Look(str),
    "simt.views.report.build.Report": _Look(html=_in(_OUTCOMES, "report_html")),
}


def register_formatters() -> None:
    """Register the displays of values with the running IPython, if any."""
    ipython = _ipython()
    if ipython is None:
        return
    formatters = ipython.display_formatter.formatters
    for name, look in _LOOKS.items():
        where = name.rsplit(".", 1)
        if look.html is not None:
            formatters["text/html"].for_type_by_name(*where, look.html)
        if look.text is not None:
            formatters["text/plain"].for_type_by_name(*where, _printer(look))
    formatters["image/png"].for_type_by_name("matplotlib.figure", "Figure", lambda figure: picture_bytes(figure, "png"))


def _printer(look: _Look) -> Callable[[Any, Any, bool], None]:
    """Return the function that IPython calls with a value, a printer, and whether the value is inside of itself.

    A text beside a fragment is not cut: only a terminal shows it.
    """
    assert look.text is not None
    text = look.text
    is_cut = look.html is None
    return lambda value, printer, _: printer.text(screenful(text(value)) if is_cut else text(value).rstrip("\n"))
