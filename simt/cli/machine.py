"""`simt machine`: list the presets, show a machine and where its values come from, its keys, two machines compared."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from simt.cli.options import (
    MachineChoice,
    SuggestingGroup,
    argument,
    json_option,
    machine_options,
    option,
    output_option,
)
from simt.cli.output import json_text, suffix_of, write_output

if TYPE_CHECKING:
    from simt.machine import Machine


@click.group(cls=SuggestingGroup)
def machine() -> None:
    """Machines: list, show, diff (compare two), schema (the keys of a description)."""


@machine.command("list")
@json_option
def list_machines(as_json: bool) -> None:
    """List the shipped machines."""
    from simt.machine import Machine, describe, presets

    machines = [Machine.load(name) for name in presets()]
    data = [describe.machine_json(machine) for machine in machines]
    write_output(None, json_text(data) if as_json else describe.list_text(machines), is_text=not as_json)


@machine.command()
@argument("name", "MACHINE", required=False)
@machine_options
@option("--origin", bool, "Show where each value comes from.")
@option("--resources", bool, "Show the FPGA resources of the machine, by block, instead of its keys.")
@option("--part", "PART", "With --resources: the FPGA, or a TOML file of one.  [default: XC4VLX25, the paper's]")
@json_option
@output_option("Write to FILE: .toml or .json; with --resources .txt or .json.")
def show(
    name: str | None, machine: MachineChoice, origin: bool, resources: bool, part: str | None, as_json: bool,
    output: str | None,
) -> None:  # fmt: skip
    """Show every key of a machine, as a TOML file that can be loaded again.

    NAME is a preset or a file, as after -m; by default the machine that `simt run` would take here.

    Settings come from the preset, simt.toml in this folder, the file after -m (or in SIMT_MACHINE), SIMT_SET in the
    environment, and flags (-s and the ones below); later ones win.
    """
    from simt.machine import describe

    if name and machine.name:
        raise click.UsageError("name the machine once: as an argument or with -m")
    if resources and origin:
        raise click.UsageError("--resources and --origin exclude each other")
    if part and not resources:
        raise click.UsageError("--part goes with --resources")
    if name:
        machine = replace(machine, name=name, spelled="machine show")
    built, origins = machine.resolve()
    if resources:
        _show_resources(built, part, as_json, output)
        return
    as_json = suffix_of(output, (".toml", ".json"), "a machine is") == ".json" or as_json
    shown = origins if origin else None
    text = json_text(describe.machine_json(built, shown)) if as_json else describe.machine_toml(built, shown)
    write_output(output, text)


def _show_resources(machine: Machine, part: str | None, as_json: bool, output: str | None) -> None:
    from simt.exploration.silicon.parts import PAPER_PART, find_part
    from simt.exploration.silicon.resources import estimate_resources
    from simt.views.studies.resources import resources_json, resources_text

    as_json = suffix_of(output, (".txt", ".json"), "resources are") == ".json" or as_json
    held, estimate = find_part(part or PAPER_PART), estimate_resources(machine)
    text = json_text(resources_json(estimate, held)) if as_json else resources_text(estimate, held)
    write_output(output, text, is_text=not as_json)


@machine.command()
@argument("keys", "KEY", nargs=-1)
@json_option
def schema(keys: tuple[str, ...], as_json: bool) -> None:
    """The keys of a machine description: meaning, default, bounds, unit, source.

    KEYS limits the table to some keys or tables, e.g. `local` or `fpu.latency`. --json prints a JSON Schema of machine
    files, for editors.
    """
    if keys and as_json:
        raise click.UsageError("--json has the schema of whole machine files: leave out KEY")
    from simt.machine import describe
    from simt.machine.settings import matching_keys

    names = [name for word in keys for name in matching_keys(word)]
    text = json_text(describe.schema_json()) if as_json else describe.schema_text(names)
    write_output(None, text, is_text=not as_json)


@machine.command()
@argument("first", "MACHINE")
@argument("second", "MACHINE")
@json_option
def diff(first: str, second: str, as_json: bool) -> None:
    """The keys in which two machines (presets or files) differ."""
    from simt.machine import Machine, describe

    one, two = Machine.load(first), Machine.load(second)
    if as_json:
        changed = {key: list(pair) for key, pair in describe.differences(one, two).items()}
        data = {"schema": "simt.machine.diff/1", "machines": [one.name, two.name], "keys": changed}
        write_output(None, json_text(data))
    else:
        write_output(None, describe.difference_text(one, two), is_text=True)
