"""The making of a machine from settings. Mistakes are reported at the places of the settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from isa.reporting.diagnostics import Diagnostic, quote, suggest
from simt.machine.checks import Contradiction
from simt.machine.description import Description
from simt.machine.keys import Key, keys, sections, toml_value
from simt.machine.schema import Fault, ValidationError
from simt.machine.settings import Layer, MachineError, Origin, Setting, problem

M = TypeVar("M", bound=Description)  # the class to build: Machine stands above this module

_WANTED = {
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "string": "text",
    "name": "a name",
    "array of names": "an array of names",
    "array of strings": "an array of strings",
    "integer or array of strings": "a whole number, or an array of strings",
}


def judge(kind: type[M], settings: Sequence[Setting]) -> tuple[M | None, dict[str, Origin], list[Diagnostic]]:
    """Return the machine of some settings, the origin of every key, and all mistakes.

    kind: the class to build; `Description` does not check for contradictions. settings: the settings, with the lowest
    precedence first.

    The machine is None if there are mistakes. Contradictions between valid values are found even if other values are
    invalid.
    """
    chosen = {setting.key: setting for setting in settings}
    contradictory: list[Contradiction] = []
    problems: list[Diagnostic] = []
    # A bad value is a mistake even where a layer above overrides it.
    hidden = [setting for setting in settings if chosen[setting.key] is not setting]
    while hidden:
        first = {setting.key: setting for setting in reversed(hidden)}
        problems += _validate(kind, first, [])[1].values()
        hidden = [setting for setting in hidden if first[setting.key] is not setting]
    machine, bad = _validate(kind, chosen, contradictory)
    if bad:
        contradictory.clear()
        _validate(kind, {key: setting for key, setting in chosen.items() if key not in bad}, contradictory)
    problems += bad.values()
    for contradiction in contradictory:
        if not bad.keys() & set(contradiction.keys):
            problems.append(_contradiction(contradiction, chosen))
    return (None if problems else machine), _origins(chosen), problems


def build(kind: type[M], layers: Sequence[Layer]) -> tuple[M, dict[str, Origin]]:
    """Return the machine of `layers`, lowest precedence first, and the origin of every key.

    kind: the class to build. Raises `MachineError` with the mistakes in the layers and in the machine.
    """
    problems = [problem for layer in layers for problem in layer.problems]
    machine, origins, more = judge(kind, [setting for layer in layers for setting in layer.settings])
    if machine is None or problems:
        problems += more
        files = list(dict.fromkeys(problem.file for problem in problems))
        raise MachineError(sorted(problems, key=lambda one: (files.index(one.file), one.line, one.column)))
    return machine, origins


def machine_of(kind: type[M], settings: Mapping[str, Setting]) -> M | None:
    """Return the machine of settings by key; None if it is invalid (`judge` reports why). kind: the class to build."""
    contradictory: list[Contradiction] = []
    machine, _ = _validate(kind, settings, contradictory)
    return None if contradictory else machine


def changed(machine: M, layers: Sequence[Layer]) -> M | None:
    """Return a valid machine with the settings of `layers`; None if there are mistakes, which `build` reports."""
    if any(layer.problems for layer in layers):
        return None
    data = machine.model_dump(exclude_unset=True)
    for setting in (setting for layer in layers for setting in layer.settings):
        _put(data, setting)
    contradictory: list[Contradiction] = []
    try:
        made = type(machine).model_validate(data, context=contradictory)
    except ValidationError:
        return None
    return None if contradictory else made


def _put(data: dict[str, Any], setting: Setting) -> None:
    """Add the value of a setting to nested keys."""
    section, _, leaf = setting.key.rpartition(".")
    (data.setdefault(section, {}) if section else data)[leaf] = setting.value


def _validate(
    kind: type[M], chosen: Mapping[str, Setting], contradictory: list[Contradiction]
) -> tuple[M | None, dict[str, Diagnostic]]:
    """Return the machine of `chosen`, or None and an error for each invalid value, by key.

    Contradictions are added to `contradictory`.
    """
    data: dict[str, Any] = {}
    for setting in chosen.values():
        _put(data, setting)
    try:
        return kind.model_validate(data, context=contradictory), {}
    except ValidationError as error:
        bad: dict[str, Diagnostic] = {}
        for fault in error.faults:
            key = ".".join(map(str, fault.location[: 2 if fault.location[0] in sections() else 1]))
            bad.setdefault(key, _value_problem(keys()[key], chosen[key], fault))
        return None, bad


def _origins(chosen: Mapping[str, Setting]) -> dict[str, Origin]:
    origins = {}
    for name, key in keys().items():
        if name in chosen:
            origins[name] = chosen[name].origin
        elif key.derivation:
            origins[name] = Origin("derived", f"derived: {key.derivation}")
        else:
            origins[name] = Origin("default", "default")
    return origins


def _value_problem(key: Key, setting: Setting, fault: Fault) -> Diagnostic:
    """Return the error for an invalid value."""
    value = setting.value
    help_text = f"{key.name}: {key.doc} ({key.unit})"
    if fault.kind == "bounds":
        code, message, label = "E0403", f"`{key.name}` is {key.bounds}, not {_shown(value)}", "out of bounds"
    elif fault.kind == "choice":
        # For an array, point at the bad element; its index is the last part of the location.
        last = fault.location[-1]
        value = value[last] if isinstance(last, int) and isinstance(value, (list, tuple)) else value
        guess = suggest(value, key.choices) if isinstance(value, str) else None
        code, message, label = "E0404", f"`{key.name}` cannot be {_shown(value)}", "unknown choice"
        help_text = (f"did you mean `{guess}`? " if guess else "") + f"the choices are {key.bounds}"
    elif fault.kind == "check":
        code, message, label = "E0404", f"`{key.name}` cannot be {_shown(value)}", "unknown choice"
        help_text = fault.reason
    else:
        code, label = "E0402", "wrong type"
        message = f"`{key.name}` is {_WANTED[key.type]}, not {_shown(value)}"
        if isinstance(value, str) and key.type in ("integer", "number") and value.strip().isdecimal():
            help_text = "write the number without quotes"
    return problem(code, message, setting.file, setting.place.value, label=label, help=help_text)


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, (bool, int, float, str, list, tuple)):
        return quote(toml_value(value))
    return quote(str(value))


def _contradiction(contradiction: Contradiction, chosen: Mapping[str, Setting]) -> Diagnostic:
    """Return the error for a contradiction, at the newest setting of its keys; other keys are notes.

    Of settings of one layer it is the one whose key the contradiction names first.
    """
    written = [chosen[key] for key in contradiction.keys if key in chosen]
    implied = [key for key in contradiction.keys if key not in chosen]
    newest = max(written, key=lambda setting: _RANK.get(setting.origin.layer, 0), default=None)
    notes = [
        f"{other.key} = {toml_value(other.value)} comes from {other.origin.text}"
        for other in written
        if other is not newest
    ]
    notes += [f"{key} is {keys()[key].derivation}, as nobody set it" for key in implied if keys()[key].derivation]
    if newest is None:
        return Diagnostic("E0405", "error", contradiction.message, help=contradiction.help, notes=tuple(notes))
    diagnostic = problem("E0405", contradiction.message, newest.file, newest.place.value, help=contradiction.help)
    return replace(diagnostic, notes=tuple(notes))


# How new a layer is: of contradicting keys, the error points at the one with the highest rank.
_RANK = {"preset": 0, "simt.toml": 1, "file": 2, "environment": 3, "flag": 4, "override": 4}
