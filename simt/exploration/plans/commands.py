"""The command that runs a point of a sweep by itself."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simt.exploration.plans.axes import SIZES
from simt.exploration.plans.plan import Point, Sweep
from simt.launch.how import DEFAULT_MAX_CYCLES
from simt.machine.keys import setting_value


def run_command(sweep: Sweep, point: Point) -> str:
    """Return the `simt run` command of a point; "" if its kernel or an input is an object of Python."""
    if sweep.functions or any(
        not isinstance(value, str | Path | int | float) for value in (sweep.inputs or {}).values()
    ):
        return ""
    own: dict[str, Any] = {axis.name: value for axis, value in zip(sweep.axes, point.values, strict=True)}
    return shlex.join(["simt", "run", point.program, *_options(sweep, own)])


def _options(sweep: Sweep, own: dict[str, Any]) -> Iterator[str]:
    """Yield the options. own: the values of the axes, by name."""
    machine = own.pop("machine", sweep.machine)
    sizes = {name: own.pop(name, getattr(sweep, name)) for name in (*SIZES, "threads")}
    seed = own.pop("seed", sweep.seed)
    defines = {**(sweep.defines or {})}
    defines |= {axis.symbol: own.pop(axis.name) for axis in sweep.axes if axis.kind == "define"}
    inputs = {**(sweep.inputs or {})}
    inputs |= {axis.symbol: own.pop(axis.name) for axis in sweep.axes if axis.kind == "in"}
    if machine is not None:
        yield from ("-m", str(machine))
    for key, value in {**(sweep.settings or {}), **own}.items():
        yield from ("-s", f"{key}={setting_value(value)}")
    for name, value in defines.items():
        yield from ("-D", f"{name}={value}")
    for folder in sweep.include_paths:
        yield from ("-I", folder)
    for name, value in sizes.items():
        if value is not None:
            yield from (f"--{name.replace('_', '-')}", str(value))
    for name, value in inputs.items():
        yield from ("--in", f"{name}={value}")
    if isinstance(sweep.oracle, str):
        yield from ("--oracle", sweep.oracle)
    if not sweep.oracle:
        yield "--no-oracle"
    if seed != 1:
        yield from ("--seed", str(seed))
    if sweep.sample is not None:
        yield f"--sample={sweep.sample:g}"
    if sweep.max_cycles != DEFAULT_MAX_CYCLES:
        yield from ("--max-cycles", str(sweep.max_cycles))
