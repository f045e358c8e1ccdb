"""Building machines: finding and reading files, following their bases, merging the layers, judging the result.

Precedence, lowest first: preset, `simt.toml` in the current folder, the `-m` file, the environment, flags. Whatever is
wrong in any of them is reported in one `MachineError`.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from isa.reporting.diagnostics import Diagnostic, did_you_mean, quote
from isa.reporting.files import exists, is_below, reason_of
from simt.files import TOML_BYTES, text_of, toml_tree
from simt.machine.errors import MachineError
from simt.machine.judging import judge
from simt.machine.locate import Place, Span, locate
from simt.machine.schema import Machine
from simt.machine.settings import (
    Layer,
    Origin,
    Setting,
    from_assignment,
    from_assignments,
    from_table,
    from_value,
    problem,
)
from simt.toml_kinds import OTHER_KIND, mistaken

DEFAULT_PRESET = "fpga4"
_PRESETS = Path(__file__).parent / "presets"
_MOST_BASES = 32  # one below the other
_NOWHERE = Span(0, 0, 0, "")


def presets() -> dict[str, Path]:
    """The shipped machines by name, in natural order, the FPGA paper's first."""
    found = {path.stem: path for path in _PRESETS.glob("*.toml")}

    def place(name: str) -> tuple[bool, str]:
        return not name.startswith("fpga"), re.sub(r"\d+", lambda number: number[0].zfill(9), name)

    return {name: found[name] for name in sorted(found, key=place)}


def load_machine(machine: str | Path, overrides: Mapping[str, object]) -> Machine:
    """What `Machine.load` promises."""
    layers = [*_chain(machine), _override_layer(overrides)]
    return _build(layers)[0]


def replace_keys(machine: Machine, overrides: Mapping[str, object]) -> Machine:
    """What `Machine.replace` promises."""
    return choose_machine(machine, overrides)[0]


def choose_machine(
    machine: Machine | str | Path | None = None,
    overrides: Mapping[str, object] | None = None,
    *,
    is_here: bool = False,
) -> tuple[Machine, dict[str, Origin]]:
    """The machine that Python means, and the origin of every key.

    machine: a preset, a file, a `Machine`, or None for `fpga4` (with an override warp=8 `fpga8`, and so on). overrides:
    values by key or short name, which stand above it as the flags of the command line do. is_here: put `simt.toml` of
    this folder, SIMT_MACHINE and SIMT_SET between them, as `resolve_machine` does. Raises `MachineError`.
    """
    given = overrides or {}
    if isinstance(machine, Machine):
        origin = Origin("machine", f"the machine {machine.name}")
        base = Layer()
        for name, value in machine.model_dump(exclude_unset=True).items():
            base.settings += from_value(name, value, origin.text, origin).settings
        layers = [base]
    elif is_here:
        layers = _layers(None if machine is None else str(machine), (), None, None, _preset_for(given))
    else:
        layers = _chain(_preset_for(given) if machine is None else machine)
    return _build([*layers, _override_layer(given)])


def _preset_for(given: Mapping[str, object]) -> str:
    """The preset where nobody names a machine: a warp size of 4, 8 or 16 means that of the width."""
    name = f"fpga{given.get('warp', given.get('warp_size'))}"
    return name if name in presets() else DEFAULT_PRESET


def resolve_machine(
    machine: str | None,
    settings: Sequence[str] = (),
    flags: Mapping[str, object] | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    changes: Sequence[str] = (),
    option: str = "-m",
) -> tuple[Machine, dict[str, Origin]]:
    """The machine that a command line means, and the origin of every key.

    `machine` is the value of `-m` (a preset, a file, or `-` for standard input), `settings` those of `-s`, `flags` the
    short options by key or short name, None where they are not given. `environment` is the process's unless given.
    Without a named machine, a warp size of 4, 8 or 16 in `flags` means the preset of that width. `changes` are
    the values of `--to`, above all others; `option` is how `machine` was spelled.
    Raises `MachineError` with every mistake at once.
    """
    above = [from_assignment(text, "--to", Origin("flag", f"--to {text}")) for text in changes]
    return _build([*_layers(machine, settings, flags, environment, option=option), *above, _twice(above)])


def machine_settings(
    machine: str | None, settings: Sequence[str] = (), *, environment: Mapping[str, str] | None = None
) -> list[Setting]:
    """What `resolve_machine` would judge, lowest precedence first: for whoever puts more on top and judges often.

    One setting per key, that of the highest precedence. Raises `MachineError` with every mistake at once, but for
    contradictions, which what is put on top may resolve.
    """
    layers = _layers(machine, settings, None, environment)
    found = [setting for layer in layers for setting in layer.settings]
    problems = [problem for layer in layers for problem in layer.problems]
    problems += [problem for problem in judge(found)[2] if problem.code != "E0405"]
    if problems:
        raise MachineError(problems)
    return list({setting.key: setting for setting in found}.values())


def _layers(
    machine: str | None,
    settings: Sequence[str],
    flags: Mapping[str, object] | None,
    environment: Mapping[str, str] | None,
    preset: str | None = None,
    option: str = "-m",
) -> list[Layer]:
    """The layers of a command line, lowest precedence first; preset: what takes the place of a machine's name."""
    environment = os.environ if environment is None else environment
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    local = _simt_toml(Path("simt.toml"))
    variable = environment.get("SIMT_MACHINE", "")
    chain: list[Layer] = []
    if machine or variable:
        chain = _chain(machine or variable, option if machine else "SIMT_MACHINE")
    elif not local.base:
        chain = _chain(preset or _preset_for(given))
    # simt.toml stands between the presets and the files; its own base is the preset unless another one is named.
    above = [layer for layer in chain if not _is_preset(layer)]
    below = [layer for layer in chain if _is_preset(layer)] or _chain_of_base(local, Path(), [])
    layers = [*below, local, *above]
    if "SIMT_SET" in environment:
        layer = from_assignments(environment["SIMT_SET"], "SIMT_SET", Origin("environment", "SIMT_SET"))
        layers += [layer, _twice([layer])]
    line = [from_assignment(text, "-s", Origin("flag", f"-s {text}")) for text in settings]
    for name, value in given.items():
        option = f"--{name.replace('_', '-')}"
        line.append(from_value(name, value, option, Origin("flag", f"{option} {value}"), option))
    return [*layers, *line, _twice(line)]


def _twice(layers: Sequence[Layer]) -> Layer:
    """The keys that settings of one precedence set twice: which of both holds would be chance."""
    seen: dict[str, Setting] = {}
    found = Layer()
    for setting in (setting for layer in layers for setting in layer.settings):
        if (first := seen.setdefault(setting.key, setting)) is not setting:
            both = " and ".join(quote(_written(one)) for one in (first, setting))
            message = f"{quote(setting.key)} is set twice: {both}"
            advice = "leave one of them out"
            found.problems.append(problem("E0412", message, setting.file, _whole(setting), label="again", help=advice))
    return found


def _written(setting: Setting) -> str:
    """A setting as somebody wrote it, with its option if it has one."""
    whole = _whole(setting)
    return (
        setting.origin.text if setting.origin.layer == "flag" else whole.text[whole.column - 1 : whole.end_column - 1]
    )


def _whole(setting: Setting) -> Span:
    """Where key and value of a setting stand."""
    return replace(setting.place.key, end_column=setting.place.value.end_column)


def _build(layers: Sequence[Layer]) -> tuple[Machine, dict[str, Origin]]:
    problems = [found for layer in layers for found in layer.problems]
    machine, origins, more = judge([setting for layer in layers for setting in layer.settings])
    if machine is None or problems:
        problems += more
        files = list(dict.fromkeys(found.file for found in problems))
        raise MachineError(sorted(problems, key=lambda found: (files.index(found.file), found.line, found.column)))
    return machine, origins


def _override_layer(overrides: Mapping[str, object]) -> Layer:
    layer = Layer()
    for word, value in overrides.items():
        one = from_value(word, value, "overrides", Origin("override", "an override"))
        layer.settings += one.settings
        layer.problems += one.problems
    layer.problems += _twice([layer]).problems
    return layer


# --- files --------------------------------------------------------------------------------------------------------


def _is_preset(layer: Layer) -> bool:
    return bool(layer.settings) and layer.settings[0].origin.layer == "preset"


def _chain(machine: str | Path, option: str = "") -> list[Layer]:
    """The layers of a machine, that of its lowest base first. Mistakes, unknown machines too, are in the layers."""
    line = f"{option} {machine}".strip()
    spelled = Span(1, len(line) - len(str(machine)) + 1, len(line) + 1, line) if option else _NOWHERE
    return _follow(machine, Path(), option, spelled, [])


def _chain_of_base(layer: Layer, folder: Path, trail: list[Path]) -> list[Layer]:
    base = layer.base
    if not base:
        return []
    found = _follow(str(base.value), folder, base.file, base.place.value, trail)
    path = _find(str(base.value), folder)
    if path is None or not found[-1].problems or is_below(path, [trail[0].parent if trail else folder]):
        return found
    # What a file names is not the user's word: it may be anything, and is not shown (SECURITY.md).
    message = f"{quote(str(path))} is no machine; what is in it is not shown"
    advice = "it is not below the folder of the machine; `simt machine show` of the file itself shows it"
    return [Layer(problems=[problem("E0411", message, base.file, base.place.value, help=advice)])]


def _follow(machine: str | Path, folder: Path, file: str, span: Span, trail: list[Path]) -> list[Layer]:
    """The layers of `machine`, named at `span` of `file`; `trail` holds the files that led here."""
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
    return [*_chain_of_base(layer, path.parent, [*trail, path.resolve()]), layer]


def _find(machine: str | Path, folder: Path) -> Path | None:
    """The file of a machine: a preset, or a path from `folder`; None if there is neither."""
    if str(machine) in presets():
        return presets()[str(machine)]
    path = folder / Path(machine)
    return path if str(machine) and exists(path) else None


def _not_found(machine: str, folder: Path, file: str, span: Span) -> Diagnostic:
    nearby = [*presets(), *(path.name for path in folder.glob("*.toml") if path.name != "pyproject.toml")]
    help_text = did_you_mean(machine, nearby, f"give a file, or a preset: {', '.join(presets())}")
    return problem("E0406", f"there is no machine {quote(machine)}", file, span, help=help_text)


def _read_machine(path: Path) -> Layer:
    """The layer of a machine file or a preset."""
    preset = path.parent == _PRESETS
    file = "<stdin>" if path == Path("-") else str(path)
    kind, shown = ("preset", f"preset {path.stem}, line") if preset else ("file", f"{file}:")

    def origin(place: Place) -> Origin:
        return Origin(kind, f"{shown} {place.key.line}" if preset else f"{shown}{place.key.line}")

    document, places, problems = _read_toml(path, file)
    if problems:
        return Layer(problems=problems)
    if (other := mistaken(document, "machine", file)) is not None:
        return Layer(problems=[problem(OTHER_KIND, other[0], file, _NOWHERE, help=other[1])])
    layer = from_table(document, places, file, origin)
    if "name" not in document:
        # An heir is not its base: without a name of its own it goes by its file's.
        place, stem = Place(_NOWHERE, _NOWHERE), "stdin" if file == "<stdin>" else path.stem
        inherited = f"based on {layer.base.value}" if layer.base else ""
        layer.settings[:0] = [Setting("name", stem, Origin(kind, f"the name of {file}"), file, place)]
        if "description" not in document:
            layer.settings[:0] = [Setting("description", inherited, Origin(kind, f"the base of {file}"), file, place)]
    return layer


def _simt_toml(path: Path) -> Layer:
    """The layer of the [machine] table of `simt.toml`; empty if there is no such file."""
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


def _read_toml(path: Path, file: str) -> tuple[dict[str, object], dict[tuple[str, ...], Place], list[Diagnostic]]:
    """The document of a TOML file, the places of its keys, or what is wrong with it."""

    def refuse(reason: str) -> tuple[dict[str, object], dict[tuple[str, ...], Place], list[Diagnostic]]:
        return {}, {}, [problem("E0408", f"cannot read the machine file: {reason}", file, _NOWHERE)]

    try:
        text = text_of("-" if file == "<stdin>" else path, TOML_BYTES)
    except (OSError, ValueError) as error:
        return refuse(reason_of(error))
    try:
        return (document := toml_tree(text)), (locate(text) if document else {}), []
    except tomllib.TOMLDecodeError as error:
        return {}, {}, [_syntax_problem(str(error), text, file)]
    except RecursionError:
        return refuse("its arrays or tables are nested too deeply")


def _syntax_problem(message: str, text: str, file: str) -> Diagnostic:
    """tomllib tells the position at the end of its message, in words."""
    lines = text.split("\n")
    match = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    reason = message[: match.start()] if match else message
    if match and match[1]:
        line, column = int(match[1]), int(match[2])
    else:
        line, column = len(lines), len(lines[-1]) + 1
    source = lines[line - 1].rstrip("\r")
    reason = reason[:1].lower() + reason[1:]
    return problem("E0400", f"not TOML: {reason}", file, Span(line, column, column + 1, source))
