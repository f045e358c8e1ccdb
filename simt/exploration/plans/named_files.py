"""The files and folders that a plan names: each must exist before anything is read or run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from isa.reporting.diagnostics import SimtError, quote
from isa.reporting.files import exists, is_file, is_folder
from simt.exploration.errors import SweepError
from simt.launch.programs import kernel_file
from simt.machine.locate import Place, Span, locate
from simt.machine.settings import problem

CODE = "E0779"
_ADVICE = "names are looked for beside the plan, then in the folder of the command"
_ARRAYS = (".npy", ".npz", ".csv", ".txt")  # an input with another suffix may be a number


def check_named(document: Mapping[str, Any], named: Mapping[str, Any], text: str, file: str) -> None:
    """Refuse files that a plan names and that do not exist, each with its place in the text of the plan.

    document: the plan as read. named: the same with the paths found beside the plan. Raises `SweepError`.
    """
    places = locate(text)
    problems = [
        problem(code, message, file, _span(places.get(path), written, text), help=advice)
        for path, written, name in _names(document, named)
        for code, message, advice in [_missing(path[0], name)]
        if code
    ]
    if problems:
        raise SweepError(problems[0].message, code=problems[0].code, help=problems[0].help, diagnostics=problems)


def _names(document: Mapping[str, Any], named: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """(key in the plan, name as written, path looked for) of each name."""
    for key in ("programs", "include_paths", "program", "oracle"):
        if key in document:
            written, path = document[key], named[key]
            many = isinstance(written, list) and isinstance(path, list)
            pairs = zip(written, path, strict=True) if many else [(written, path)]
            yield from (((key,), one, other) for one, other in pairs if isinstance(one, str))
    if isinstance(document.get("in"), dict):
        for name, value in document["in"].items():
            if isinstance(value, str):
                yield ("in", name), value, named["in"][name]


def _missing(key: str, name: str) -> tuple[str, str, str]:
    """The code, message and advice for a missing file; empty if it exists."""
    if key in ("program", "programs"):
        try:
            kernel_file(name)
        except SimtError as error:
            return error.code, error.message, error.help
    elif key == "include_paths" and not is_folder(name):
        return CODE, f"the plan names the folder {quote(name)}, which is not there", _ADVICE
    elif key == "oracle" and not exists(name):
        return CODE, f"the plan names the oracle {quote(name)}, which is not there", _ADVICE
    elif key == "in" and name.lower().endswith(_ARRAYS) and not is_file(name):
        return CODE, f"the plan names the file {quote(name)}, which is not there", _ADVICE
    return "", "", ""


def _span(place: Place | None, written: str, text: str) -> Span:
    """The span of a name in the text, or of its key if the name is spelled differently there."""
    lines = text.split("\n")
    if place is None:
        return Span(0, 0, 0, "")
    for number in range(place.value.line, len(lines) + 1):
        column = lines[number - 1].find(written, place.value.column - 1 if number == place.value.line else 0)
        if column >= 0:
            return Span(number, column + 1, column + 1 + len(written), lines[number - 1])
    return place.key
