"""The reader of the plan of a sweep, a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import SimtError, quote
from isa.reporting.files import exists, is_file, is_folder, read_bytes, reason_of
from simt.exploration.errors import SweepError
from simt.exploration.plans.plan import Sweep
from simt.files import TOML_BYTES, toml_tree
from simt.launch.programs import kernel_file, split_name
from simt.machine.locate import Place, Span, locate
from simt.machine.settings import problem
from simt.toml_kinds import OTHER_KIND, mistaken


def load_plan(path: str | Path) -> Sweep:
    """Read the plan of a sweep. Raises `SweepError` with the codes of `read_document`, or of `Sweep` for its values."""
    document = read_document(path)
    if "explore" in document:
        message = f"the plan {quote(str(path))} is one of a search: it has a table [explore]"
        raise SweepError(message, help=f"simt explore {path}")
    return Sweep.from_dict(document)


def read_document(path: str | Path) -> dict[str, Any]:
    """Read the unchecked tables of a plan. Names of files become paths; they are first looked for beside the plan.

    Raises `SweepError`: E0762 if it cannot be read, E0779 for a missing file, the code for a missing kernel, or the
    code of `simt.toml_kinds` for another kind of file.
    """
    name, target = quote(str(path)), Path(path)
    try:
        text = read_bytes(target, TOML_BYTES).decode("utf-8-sig")
        document = toml_tree(text)
    except (OSError, ValueError) as error:  # errors of TOML and Unicode are ValueErrors
        reason = f"not TOML: {error}" if isinstance(error, tomllib.TOMLDecodeError) else reason_of(error)
        raise SweepError(f"cannot read the plan {name}: {reason}") from None
    except RecursionError:
        raise SweepError(f"cannot read the plan {name}: its arrays or tables are nested too deeply") from None
    if "explore" not in document and (other := mistaken(document, "plan", str(path))) is not None:
        raise SweepError(other[0], code=OTHER_KIND, help=other[1])
    written, folder = dict(document), target.parent
    for key in ("programs", "include_paths"):
        if isinstance(document.get(key), list):
            document[key] = [_beside(folder, item) for item in document[key]]
    for key in ("program", "machine", "oracle"):
        if key in document:
            document[key] = _beside(folder, document[key])
    if isinstance(document.get("in"), dict):
        document["in"] = {name: _beside(folder, value) for name, value in document["in"].items()}
    sweep = document.get("sweep")
    if isinstance(sweep, dict) and isinstance(sweep.get("machine"), list):
        sweep["machine"] = [_beside(folder, item) for item in sweep["machine"]]
    check_named(written, document, text, str(path))
    return document


def _beside(folder: Path, item: object) -> object:
    """Return the path of the file `item` in the plan's folder if it exists there, otherwise `item`."""
    if not isinstance(item, str) or not item or folder == Path():
        return item
    return str(folder / item) if exists(folder / split_name(item)[0]) else item


CODE = "E0779"
_ADVICE = "names are looked for beside the plan, then in the folder of the command"
_ARRAYS = (".npy", ".npz", ".csv", ".txt")  # an input with another suffix may be a number


def check_named(document: Mapping[str, Any], named: Mapping[str, Any], text: str, file: str) -> None:
    """Refuse missing files that a plan names, each with its place in the plan's text.

    - document: the plan as written.
    - named: the plan with paths in place of the names of files.
    - text, file: the text of the plan, and the name of its file.

    Raises `SweepError`.
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
    """Yield (key, name as written, path) for each file that the plan names."""
    for key in ("programs", "include_paths", "program", "oracle"):
        if key in document:
            names, paths = document[key], named[key]
            many = isinstance(names, list) and isinstance(paths, list)
            pairs = zip(names, paths, strict=True) if many else [(names, paths)]
            yield from (((key,), name, path) for name, path in pairs if isinstance(name, str))
    if isinstance(document.get("in"), dict):
        for name, value in document["in"].items():
            if isinstance(value, str):
                yield ("in", name), value, named["in"][name]


def _missing(key: str, name: str) -> tuple[str, str, str]:
    """Return the code, message and advice for a missing file; empty texts if it exists."""
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
    """Return the place of a name in the text, or of its key if TOML escapes hide the name.

    Without a place the span is empty, in line 0.
    """
    lines = text.split("\n")
    if place is None:
        return Span(0, 0, 0, "")
    for number in range(place.value.line, len(lines) + 1):
        column = lines[number - 1].find(written, place.value.column - 1 if number == place.value.line else 0)
        if column >= 0:
            return Span(number, column + 1, column + 1 + len(written), lines[number - 1])
    return place.key
