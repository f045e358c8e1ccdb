"""The reader of the plan of a sweep, a TOML file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import SimtError, quote
from isa.reporting.files import exists, is_file, is_folder, read_bytes
from simt.exploration.errors import SweepError
from simt.exploration.plans.plan import Sweep
from simt.files import TOML_BYTES, toml_reason, toml_tree
from simt.launch.naming import file_of, oracle_place
from simt.launch.pipeline_file import find_pipeline
from simt.machine.locate import NOWHERE, Place, Span, locate
from simt.machine.settings import problem
from simt.toml_kinds import refuse_mistaken


def load_plan(path: str | Path) -> Sweep:
    """Read the plan of a sweep. Raises `SweepError` with the codes of `read_document`, or of `Sweep` for its values."""
    document = read_document(path)
    if "explore" in document:
        message = f"the plan {quote(str(path))} is one of a search: it has a table [explore]"
        raise SweepError(message, help=f"simt explore {path}")
    return Sweep.from_dict(document)


def read_document(path: str | Path) -> dict[str, Any]:
    """Read the tables of a plan without checking them.

    Names of files become paths; a file is first looked for beside the plan.

    Raises `SweepError`: E0762 if the plan cannot be read, E0779 for a missing file, the kernel's own code for a missing
    kernel, or the code of `simt.toml_kinds` for another kind of file.
    """
    name, target = quote(str(path)), find_pipeline(path) or Path(path)  # a shipped one is refused by its kind
    try:
        text = read_bytes(target, TOML_BYTES).decode("utf-8-sig")
        document = toml_tree(text)
    except (OSError, ValueError, RecursionError) as error:  # errors of TOML and Unicode are ValueErrors
        raise SweepError(f"cannot read the plan {name}: {toml_reason(error)}") from None
    if "explore" not in document:
        refuse_mistaken(document, "plan", str(path), SweepError)
    named, places = _put_paths(document, target.parent), locate(text)
    problems = [
        problem(code, message, str(path), _span(places.get(key), written, text), help=advice)
        for key, written, file in named
        for code, message, advice in [_missing(key[0], file)]
        if code
    ]
    if problems:
        raise SweepError(problems[0].message, code=problems[0].code, help=problems[0].help, diagnostics=problems)
    return document


def _put_paths(document: dict[str, Any], folder: Path) -> list[tuple[tuple[str, ...], str, str]]:
    """Put paths in place of the names of files in a plan.

    Return key, name as written and path of each file that has to exist; a machine may also be a preset.
    """
    named: list[tuple[tuple[str, ...], Any, Any]] = []
    for key in ("programs", "include_paths", "program", "oracle"):
        names = document.get(key)
        if isinstance(names, list):
            document[key] = [beside(folder, name) for name in names]
            named += (((key,), name, path) for name, path in zip(names, document[key], strict=True))
        elif key in document:
            document[key] = beside(folder, names)
            named.append(((key,), names, document[key]))
    if isinstance(inputs := document.get("in"), dict):
        document["in"] = {name: beside(folder, value) for name, value in inputs.items()}
        named += ((("in", name), value, document["in"][name]) for name, value in inputs.items())
    if "machine" in document:
        document["machine"] = beside(folder, document["machine"])
    sweep = document.get("sweep")
    if isinstance(sweep, dict) and isinstance(sweep.get("machine"), list):
        sweep["machine"] = [beside(folder, item) for item in sweep["machine"]]
    return [(key, name, path) for key, name, path in named if isinstance(name, str)]


def beside(folder: Path, item: object) -> object:
    """Return the path of the file `item` in the folder of a plan if it exists there, otherwise `item`."""
    if not isinstance(item, str) or not item or folder == Path():
        return item
    return str(folder / item) if exists(folder / file_of(item)) else item


_ADVICE = "names are looked for beside the plan, then in the folder of the command"
_ARRAYS = (".npy", ".npz", ".csv", ".txt")  # an input with another suffix may be a number


def _missing(key: str, name: str) -> tuple[str, str, str]:
    """Return the code, message and advice for a missing file; empty texts if it exists."""
    if key in ("program", "programs"):
        try:
            oracle_place(name)
        except SimtError as error:
            return error.code, error.message, error.help
    elif key == "include_paths" and not is_folder(name):
        return "E0779", f"the plan names the folder {quote(name)}, which is not there", _ADVICE
    elif key == "oracle" and not exists(name):
        return "E0779", f"the plan names the oracle {quote(name)}, which is not there", _ADVICE
    elif key == "in" and name.lower().endswith(_ARRAYS) and not is_file(name):
        return "E0779", f"the plan names the file {quote(name)}, which is not there", _ADVICE
    return "", "", ""


def _span(place: Place | None, written: str, text: str) -> Span:
    """Return the place of a name in the text, or of its key if TOML escapes hide the name.

    Without a place the span is empty, in line 0.
    """
    lines = text.split("\n")
    if place is None:
        return NOWHERE
    for number in range(place.value.line, len(lines) + 1):
        column = lines[number - 1].find(written, place.value.column - 1 if number == place.value.line else 0)
        if column >= 0:
            return Span(number, column + 1, column + 1 + len(written), lines[number - 1])
    return place.key
