"""Reading of machine files: presets, files with their bases, and `simt.toml`. Each becomes a layer of settings."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from isa.reporting.diagnostics import Diagnostic, did_you_mean, quote
from isa.reporting.files import exists, is_below
from simt.files import TOML_BYTES, text_of, toml_reason, toml_tree
from simt.machine.locate import NOWHERE, Place, Span, locate
from simt.machine.settings import Layer, Origin, Setting, from_table, problem
from simt.toml_kinds import OTHER_KIND, mistaken

_PRESETS = Path(__file__).parent / "presets"
_MOST_BASES = 32  # one extending the other

_Document = tuple[Mapping[str, object], Mapping[tuple[str, ...], Place]]  # and the places of its keys


@cache
def presets() -> dict[str, Path]:
    """Return the files of the shipped machines by name: first the FPGA paper's, then in natural order."""
    by_name = {path.stem: path for path in _PRESETS.glob("*.toml")}

    def place(name: str) -> tuple[bool, str]:
        return not name.startswith("fpga"), re.sub(r"\d+", lambda number: number[0].zfill(9), name)

    return {name: by_name[name] for name in sorted(by_name, key=place)}


def is_preset(layer: Layer) -> bool:
    """Return whether a layer was read from a preset."""
    return bool(layer.settings) and layer.settings[0].origin.layer == "preset"


def chain(machine: str | Path, option: str = "") -> list[Layer]:
    """Return the layers of a preset or a file and of its bases, the lowest base first.

    option: the option that names the machine, "" for a call from Python.

    Mistakes are noted in the layers.
    """
    line = f"{option} {machine}".strip()
    spelled = Span(1, len(line) - len(str(machine)) + 1, len(line) + 1, line) if option else NOWHERE
    return _follow(machine, Path(), option, spelled, [])


def chain_of_base(layer: Layer, folder: Path, trail: list[Path]) -> list[Layer]:
    """Return the layers of a layer's base, if any.

    folder: the folder of the layer's file. trail: the files from the named machine to the layer's file.

    A base may be faulty and lie outside the folder of the named machine. Then the only layer has an error that does not
    show the content of the base's file.
    """
    base = layer.base
    if not base:
        return []
    layers = _follow(str(base.value), folder, base.file, base.place.value, trail)
    path = _find(str(base.value), folder)
    if path is None or not layers[-1].problems or is_below(path, [trail[0].parent if trail else folder]):
        return layers
    # A name in a file is not the user's word: it may be anything, and is not shown (SECURITY.md).
    message = f"{quote(str(path))} is not a machine; what is in it is not shown"
    advice = "it is not below the folder of the machine; `simt machine show` of the file itself shows it"
    return [Layer(problems=[problem("E0411", message, base.file, base.place.value, help=advice)])]


def _follow(machine: str | Path, folder: Path, file: str, span: Span, trail: list[Path]) -> list[Layer]:
    """Return the layers of `machine`, which is named at `span` of `file`. trail: as for `chain_of_base`."""
    path = Path("-") if str(machine) == "-" and not trail else _find(machine, folder)
    if path is None:
        return [Layer(problems=[_not_found(str(machine), folder, file, span)])]
    if path.resolve() in trail:
        steps = " -> ".join(step.name for step in [*trail, path])
        return [Layer(problems=[problem("E0407", f"machine files are based on each other: {steps}", file, span)])]
    if len(trail) > _MOST_BASES:
        message, advice = f"a machine has more than {_MOST_BASES} bases", "put what they say into fewer files"
        return [Layer(problems=[problem("E0407", message, file, span, help=advice)])]
    layer = _read_machine(path)
    return [*chain_of_base(layer, path.parent, [*trail, path.resolve()]), layer]


def _find(machine: str | Path, folder: Path) -> Path | None:
    """Return the file of a machine, which is a preset or a path from `folder`; None if it does not exist."""
    if str(machine) in presets():
        return presets()[str(machine)]
    path = folder / Path(machine)
    return path if str(machine) and exists(path) else None


def _not_found(machine: str, folder: Path, file: str, span: Span) -> Diagnostic:
    nearby = [*presets(), *(path.name for path in folder.glob("*.toml") if path.name != "pyproject.toml")]
    help_text = did_you_mean(machine, nearby, f"give a file, or a preset: {', '.join(presets())}")
    return problem("E0406", f"there is no machine {quote(machine)}", file, span, help=help_text)


def _read_machine(path: Path) -> Layer:
    preset = path.parent == _PRESETS
    file = "<stdin>" if path == Path("-") else str(path)
    kind, shown = ("preset", f"preset {path.stem}, line") if preset else ("file", f"{file}:")

    def origin(place: Place) -> Origin:
        return Origin(kind, f"{shown} {place.key.line}" if preset else f"{shown}{place.key.line}")

    document, places, problems = _read_toml(path, file)
    if problems:
        return Layer(problems=problems)
    if (other := mistaken(document, "machine", file)) is not None:
        return Layer(problems=[problem(OTHER_KIND, other[0], file, NOWHERE, help=other[1])])
    layer = from_table(document, places, file, origin)
    if "name" not in document:
        # An heir is not its base: by default it has its file's name.
        place, stem = Place(NOWHERE, NOWHERE), "stdin" if file == "<stdin>" else path.stem
        inherited = f"based on {layer.base.value}" if layer.base else ""
        layer.settings[:0] = [Setting("name", stem, Origin(kind, f"the name of {file}"), file, place)]
        if "description" not in document:
            layer.settings[:0] = [Setting("description", inherited, Origin(kind, f"the base of {file}"), file, place)]
    return layer


def simt_toml(path: Path) -> Layer:
    """Return the layer of the table [machine] in `simt.toml`, which is empty without the file."""
    if not exists(path):
        return Layer()
    document, places, problems = _read_toml(path, path.name)
    for name in document:
        if name != "machine":
            text = did_you_mean(name, ["machine"], "the keys of the machine stand below [machine]")
            problems.append(problem("E0401", f"unknown table {quote(name)}", path.name, places[name,].key, help=text))
    table = document.get("machine", {})
    if not isinstance(table, dict):
        problems.append(problem("E0402", "`machine` is a table of keys", path.name, places["machine",].value))
        table = {}

    def origin(place: Place) -> Origin:
        return Origin("simt.toml", f"{path.name}:{place.key.line}")

    layer = from_table(table, places, path.name, origin, ("machine",))
    layer.problems[:0] = problems
    return layer


def _read_toml(path: Path, file: str) -> tuple[*_Document, list[Diagnostic]]:
    """Return the document in a TOML file, the places of its keys, and the mistake in it, if any."""
    try:
        text = text_of("-" if file == "<stdin>" else path, TOML_BYTES)
        return *_document(text), []
    except tomllib.TOMLDecodeError as error:
        return {}, {}, [_syntax_problem(str(error), text, file)]
    except (OSError, ValueError, RecursionError) as error:
        return {}, {}, [problem("E0408", f"cannot read the machine file: {toml_reason(error)}", file, NOWHERE)]


@lru_cache(16)  # presets are read again and again
def _document(text: str) -> _Document:
    document = toml_tree(text)
    return document, locate(text) if document else {}


# By the first words of a message of tomllib.
_WAYS_OUT = {
    "cannot overwrite a value": "a key stands once in its table: leave one of the lines out",
    "cannot declare": "a table stands once in a file: put all of its keys below one heading",
}


def _syntax_problem(message: str, text: str, file: str) -> Diagnostic:
    """Return the error for a message of tomllib, which ends with the position."""
    lines = text.split("\n")
    match = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    reason = message[: match.start()] if match else message
    if match and match[1]:
        line, column = int(match[1]), int(match[2])
    else:
        line, column = len(lines), len(lines[-1]) + 1
    source = lines[line - 1].rstrip("\r")
    reason = reason[:1].lower() + reason[1:]
    advice = next((text for words, text in _WAYS_OUT.items() if reason.startswith(words)), "")
    if reason == "invalid value" and source[column - 1 : column].isalpha():
        advice = 'a text stands in quotes, as in `base = "fpga4"`'
    return problem("E0400", f"not TOML: {reason}", file, Span(line, column, column + 1, source), help=advice)
