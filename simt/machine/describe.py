"""Machines and their keys as text, for the commands of `simt machine`."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

from simt.machine.keys import Key, keys, sections, setting_value, toml_value
from simt.machine.loading import presets
from simt.machine.machine import Machine
from simt.machine.schema import json_schema
from simt.machine.settings import Origin

_WIDTH = 100
_NO_UNITS = ("name", "names", "text", "yes or no")


def value_of(machine: Machine, key: str) -> object:
    """Return the value of the key with this full name."""
    return attrgetter(key)(machine)


def label(machine: Machine, origins: Mapping[str, Origin]) -> str:
    """Return the machine's name, with the keys that the user changed and their values: `fpga4 with local.banks=8`."""
    shown_keys = changes(origins)
    if machine.name in presets() and _warp_size(machine.name) == machine.warp_size:
        shown_keys = [key for key in shown_keys if key != "warp_size"]  # the name of the preset says it
    values = ((key, setting_value(value_of(machine, key)).strip("[]")) for key in shown_keys)
    changed = [f"{key}={value}" for key, value in values]
    return f"{machine.name} with {', '.join(changed)}" if changed else machine.name


@cache  # a search asks for the label of each of its runs
def _warp_size(preset: str) -> int:
    return Machine.load(preset).warp_size


def changes(origins: Mapping[str, Origin]) -> list[str]:
    """Return the keys that `simt.toml`, the environment, flags or overrides set, without `name` and `description`."""
    return [
        key
        for key, origin in origins.items()
        if origin.layer in ("simt.toml", "environment", "flag", "override") and key not in ("name", "description")
    ]


def machine_toml(machine: Machine, origins: Mapping[str, Origin] | None = None) -> str:
    """Return a TOML file with every key of a machine. Comments have the origins of values, if given, else the units.

    The whole line of a derived key is a comment, so that the key is derived again when the file has been edited.
    """
    lines = []
    section = ""
    for name, key in keys().items():
        if key.section != section:
            section = key.section
            lines += ["", f"[{section}]"]
        setting = f"{key.leaf} = {toml_value(value_of(machine, name))}"
        is_set = key.leaf in getattr(machine, section, machine).model_fields_set
        unit = "" if key.unit in _NO_UNITS else key.unit
        if key.derivation and not is_set:
            setting, unit = f"# {setting}", f"{unit}, derived: {key.derivation}"
        comment = origins[name].text if origins else unit
        lines.append(f"{setting:<44} # {comment}" if comment else setting)
    return "\n".join(lines) + "\n"


def machine_json(machine: Machine, origins: Mapping[str, Origin] | None = None) -> dict[str, Any]:
    """Return a machine for `--json`: its keys, its hash, and the origins of its keys, if given."""
    data: dict[str, Any] = {
        "schema": "simt.machine/1",
        "machine": machine.model_dump(mode="json"),
        "hash": machine.hash,
    }
    if origins:
        data["origins"] = {key: {"layer": origin.layer, "text": origin.text} for key, origin in origins.items()}
    return data


def list_text(machines: Sequence[Machine]) -> str:
    """Return a table with a line for each machine."""
    rows: list[tuple[str, ...]] = [("name", "lanes", "warps", "banks", "clock", "description")]
    for machine in machines:
        numbers = (machine.warp_size, machine.warps, machine.local.banks, f"{machine.clock_mhz:g} MHz")
        rows.append((machine.name, *map(str, numbers), machine.description))
    return _columns(rows)


def differences(first: Machine, second: Machine) -> dict[str, tuple[object, object]]:
    """Return the keys in which two machines differ, except name and description, with both values."""
    pairs = {key: (value_of(first, key), value_of(second, key)) for key in keys() if key not in ("name", "description")}
    return {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}


def difference_text(first: Machine, second: Machine) -> str:
    """Return a table with a line for each key in which two machines differ."""
    changed = differences(first, second)
    if not changed:
        return f"{first.name} and {second.name} differ in nothing that a run depends on\n"
    rows = [("key", first.name, second.name, "unit")]
    rows += [(key, toml_value(a), toml_value(b), keys()[key].unit) for key, (a, b) in changed.items()]
    return _columns(rows)


def schema_text(names: Sequence[str] = ()) -> str:
    """Return the documentation of all keys, or of the keys `names`."""
    blocks: list[str] = []
    section = None
    for name, key in keys().items():
        if names and name not in names:
            continue
        if key.section != section:
            section = key.section
            title = f"[{section}]  {sections()[section].__doc__}" if section else "Keys that stand in no table."
            blocks.append(title)
        blocks.append(_key_text(key))
    return "\n\n".join(blocks) + "\n"


def _key_text(key: Key) -> str:
    facts = [f"default {key.default_text}"]
    if key.bounds:
        facts.append(key.bounds if key.type == "name" else f"{key.type}, {key.bounds}")
    else:
        facts.append(key.type)
    if key.unit not in _NO_UNITS:
        facts.append(key.unit)
    if key.aliases:
        facts.append("short: " + ", ".join(key.aliases))
    lines = [f"  {key.name}", *_wrap(key.doc), *_wrap("; ".join(facts)), *_wrap("source: " + key.source)]
    return "\n".join(lines)


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="      ", subsequent_indent="        ")


def schema_json() -> dict[str, Any]:
    """Return the JSON Schema of a machine file, with unit, source, short names and derivation of each key."""
    schema = json_schema(Machine)
    schema["$id"] = "simt.machine.schema/1"
    schema["properties"] = {"base": {"type": "string", "description": "preset or file to inherit from"}} | schema[
        "properties"
    ]
    return schema


def _columns(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(lines) + "\n"
