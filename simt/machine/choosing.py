"""The choice of a machine by a command line, or by a call from Python.

The sources of settings, lowest precedence first: preset, `simt.toml` in the current folder, the `-m` file, environment,
flags. The mistakes in all of them are reported in one `MachineError`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from simt.machine.capabilities import CAPABILITIES
from simt.machine.description import Description
from simt.machine.judging import build, judge
from simt.machine.loading import chain, chain_of_base, is_preset, presets, simt_toml
from simt.machine.machine import Machine
from simt.machine.settings import (
    Layer,
    MachineError,
    Origin,
    Setting,
    from_assignment,
    from_assignments,
    from_machine,
    from_overrides,
    from_value,
    twice,
)

DEFAULT_PRESET = "fpga4"
_MOST_SHOWN = 3  # presets, in an answer


def choose_machine(
    machine: Machine | str | Path | None = None, overrides: Mapping[str, object] | None = None, *, is_here: bool = False
) -> tuple[Machine, dict[str, Origin]]:
    """Return the machine that a call from Python describes, and the origin of every key.

    - machine: a preset, a file, a `Machine`, or None for the default preset. The default is `fpga4`, or the preset of
      the warp size in `overrides`, such as `fpga8`.
    - overrides: values by key or short name.
    - is_here: whether to read `simt.toml` in this folder, SIMT_MACHINE and SIMT_SET, as `resolve_machine` does. They do
      not change a `Machine`.

    Raises `MachineError` with all mistakes.
    """
    overrides = overrides or {}
    if isinstance(machine, Machine):
        layers = from_machine(machine)
    elif is_here:
        layers = _layers(None if machine is None else str(machine), (), None, None, _preset_for(overrides))
    else:
        layers = chain(_preset_for(overrides) if machine is None else machine)
    return build(Machine, [*layers, *from_overrides(overrides)])


@cache  # a comparison asks for each kernel that a machine cannot run
def way_to(requirement: str) -> str:
    """Return how to get a machine with a capability (capabilities.py): the options that add it, and some presets."""
    return CAPABILITIES[requirement].flag + or_presets(lambda machine: machine.has(requirement))


def or_presets(is_fit: Callable[[Machine], bool]) -> str:
    """Return some presets that fit, as the end of an advice: `, or -m fx5600, -m gtx280`; "" if none does."""
    names = [name for name in presets() if is_fit(Machine.load(name))]
    return ", or " + ", ".join(f"-m {name}" for name in names[:_MOST_SHOWN]) if names else ""


def _preset_for(values: Mapping[str, object]) -> str:
    """Return the default preset. With a warp size of 4, 8 or 16 it is the preset of this width."""
    name = f"fpga{values.get('warp', values.get('warp_size'))}"
    return name if name in presets() else DEFAULT_PRESET


def resolve_machine(
    machine: str | None, settings: Sequence[str] = (), flags: Mapping[str, object] | None = None, *,
    environment: Mapping[str, str] | None = None, changes: Sequence[str] = (), option: str = "-m",
) -> tuple[Machine, dict[str, Origin]]:  # fmt: skip
    """Return the machine that a command line describes, and the origin of every key.

    - machine: the value of `-m`: a preset, a file, or `-` for standard input; None if it is not given.
    - settings: the values of `-s`.
    - flags: the values by key or short name; a value of None stands for an option that is not given.
    - environment: the environment variables, by default the variables of this process.
    - changes: the values of `--to`, which have the highest precedence.
    - option: the option that names the machine.

    Raises `MachineError` with all mistakes.
    """
    above = [from_assignment(text, "--to", Origin("flag", f"--to {text}")) for text in changes]
    return build(Machine, [*_layers(machine, settings, flags, environment, option=option), *above, twice(above)])


def machine_settings(machine: str | None) -> list[Setting]:
    """Return the settings of a command line, one for each key that is set, for callers that add further settings.

    machine: the value of `-m`, or None. Raises `MachineError` for mistakes, but not for contradictions, because further
    settings may resolve them.
    """
    layers = _layers(machine, (), None, None)
    merged = [setting for layer in layers for setting in layer.settings]
    problems = [problem for layer in layers for problem in layer.problems]
    problems += judge(Description, merged)[2]
    if problems:
        raise MachineError(problems)
    return list({setting.key: setting for setting in merged}.values())


def _layers(
    machine: str | None, settings: Sequence[str], flags: Mapping[str, object] | None,
    environment: Mapping[str, str] | None, preset: str | None = None, option: str = "-m",
) -> list[Layer]:  # fmt: skip
    """Return the layers of a command line, lowest precedence first.

    preset: the preset to take if no machine is named; if None, the flags choose it. The other arguments are as for
    `resolve_machine`.
    """
    environment = os.environ if environment is None else environment
    flags = {name: value for name, value in (flags or {}).items() if value is not None}
    local = simt_toml(Path("simt.toml"))
    variable = environment.get("SIMT_MACHINE", "")
    files: list[Layer] = []
    if machine is not None or variable:  # an empty -m, of a variable of the shell that is not set, is a mistake
        files = chain(variable, "SIMT_MACHINE") if machine is None else chain(machine, option)
    elif not local.base:
        files = chain(preset or _preset_for(flags))
    # simt.toml stands between the presets and the files; its own base is the preset unless another one is named.
    above = [layer for layer in files if not is_preset(layer)]
    below = [layer for layer in files if is_preset(layer)] or chain_of_base(local, Path(), [])
    layers = [*below, local, *above]
    if "SIMT_SET" in environment:
        layer = from_assignments(environment["SIMT_SET"], "SIMT_SET", Origin("environment", "SIMT_SET"))
        layers += [layer, twice([layer])]
    line = [from_assignment(text, "-s", Origin("flag", f"-s {text}")) for text in settings]
    for name, value in flags.items():
        option = f"--{name.replace('_', '-')}"
        line.append(from_value(name, value, option, Origin("flag", f"{option} {value}"), option))
    return [*layers, *line, twice(line)]
