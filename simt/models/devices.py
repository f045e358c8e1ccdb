"""The parameters of devices: shipped files, the user's files, and settings of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import Diagnostic, did_you_mean, quote
from isa.reporting.files import exists
from simt.models.documents import Document, read_document
from simt.models.errors import ModelError
from simt.models.parameters import KEYS, Parameters, check_parameter, unknown_parameter

DEFAULT_DEVICE = "gtx280"
_PRESETS = Path(__file__).parent / "presets"


def devices() -> dict[str, Path]:
    """Return the parameter files of the shipped devices by name."""
    return {path.stem: path for path in sorted(_PRESETS.glob("*.toml"))}


def load_parameters(device: str | Path) -> Parameters:
    """Read the parameters of a shipped device or a TOML file. All mistakes of a file are reported at once.

    A key holds a number, or a table {value, source, assumed}. `base` names a shipped device or another file, relative
    to the folder of the file. Raises `ModelError`: E0654 for a file of another kind, E0801, E0802, E0805 to E0807.
    """
    return _load(str(device), Path(), [])


def with_settings(parameters: Parameters, settings: Sequence[str]) -> Parameters:
    """Apply KEY=VALUE settings of the command line. Raises `ModelError`: E0667, E0801, E0802, E0805."""
    problems: list[Diagnostic] = []
    changes: dict[str, float] = {}
    for text in settings:
        key, equals, value = (part.strip() for part in text.partition("="))
        line = f"-s {text}"
        code, message, hint = "", "", ""
        if not (key and equals and value):
            code, message, hint = "E0802", f"{quote(text)} is not KEY=NUMBER", "for example -s bandwidth_gbs=150"
        elif key in changes:
            message = f"`{key}` is set twice: `{changes[key]:g}` and {quote(value)}"
            code, hint = "E0667", "leave one of them out"
        elif key not in KEYS:
            code, message, hint = "E0801", f"no parameter {quote(key)}", unknown_parameter(key)
        else:
            try:
                number = float(value)
            except ValueError:
                code, message = "E0802", f"`{key}` is {quote(value)}: it takes {KEYS[key].bounds}"
            else:
                wrong = check_parameter(key, number)
                code, message = wrong or ("", "")
                changes[key] = number
        if code:
            problems.append(Diagnostic(code, "error", message, "-s", 1, 4, len(line) + 1, line, help=hint))
    if problems:
        raise ModelError(problems[0].message, code=problems[0].code, diagnostics=problems)
    return parameters.with_values(changes, "command line") if changes else parameters


def _load(device: str, folder: Path, trail: list[Path]) -> Parameters:
    path = _find(device, folder)
    if path is None:
        shipped = devices()
        advice = did_you_mean(device, shipped, f"give a file, or one of {', '.join(shipped)}")
        raise ModelError(f"there is no device {quote(device)}", code="E0806", help=advice)
    if path.resolve() in trail:
        raise ModelError(f"parameter files are based on each other: {quote(device)} comes back", code="E0806")
    document = read_document(path, "device")
    base = document.tree.get("base")
    if base is not None and not isinstance(base, str):
        document.wrong(("base",), "E0802", "`base` is the name of a device in quotes")
        base = None
    known = _load(base, path.parent, [*trail, path.resolve()]) if base else None
    return _parameters(document, path.stem if str(path) != "-" else "stdin", known)


def _find(device: str, folder: Path) -> Path | None:
    if device in devices():
        return devices()[device]
    if device == "-":
        return Path("-")
    path = folder / device
    return path if device and exists(path) else None


def _parameters(document: Document, name: str, base: Parameters | None) -> Parameters:
    values: dict[str, float] = dict(base.values) if base else {}
    sources: dict[str, str] = dict(base.sources) if base else {}
    assumed = set(base.assumed) if base else set()
    texts = {"name": name, "description": base.description if base else ""}
    for key, (path, value) in _leaves(document).items():
        if key in texts:
            if isinstance(value, str):
                texts[key] = value
            else:
                document.wrong(path, "E0802", f"`{key}` is a text in quotes")
            continue
        if key not in KEYS:
            document.wrong(path, "E0801", f"no parameter {quote(key)}", help=unknown_parameter(key), at_key=True)
            continue
        source, is_assumed, spot = document.file, False, path
        if isinstance(value, dict):
            document.know(path, value, ("value", "source", "assumed"))
            source, is_assumed = value.get("source", source), value.get("assumed", False)
            value, spot = value.get("value"), (*path, "value")
            if not isinstance(source, str) or not isinstance(is_assumed, bool):
                document.wrong(path, "E0802", f"`{key}`: source is a text in quotes, assumed is true or false")
                continue
        wrong = check_parameter(key, value)
        if wrong:
            document.wrong(spot, *wrong)
            continue
        values[key], sources[key] = value, source
        (assumed.add if is_assumed else assumed.discard)(key)
    document.refuse()
    return Parameters(texts["name"], values, texts["description"], sources, frozenset(assumed))


def _leaves(document: Document) -> dict[str, tuple[tuple[str, ...], Any]]:
    leaves: dict[str, tuple[tuple[str, ...], Any]] = {}
    for key, value in document.tree.items():
        if key == "base":
            continue
        if key in ("cost", "lanes"):
            for leaf, inner in document.table((key,), value).items():
                leaves[f"{key}.{leaf}"] = ((key, leaf), inner)
        else:
            leaves[key] = ((key,), value)
    return leaves
