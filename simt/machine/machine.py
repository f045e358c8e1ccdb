"""The machine: a description without contradictions."""

from __future__ import annotations

import hashlib
import json
import textwrap
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path

from isa.reporting.diagnostics import ArgumentError
from simt.machine.capabilities import provides
from simt.machine.checks import contradictions
from simt.machine.description import Description
from simt.machine.judging import build, changed
from simt.machine.keys import keys
from simt.machine.loading import chain, presets
from simt.machine.schema import Section, ValidationError
from simt.machine.settings import from_machine, from_overrides


class Machine(Description):
    """A processor, complete and free of contradictions. Machines are immutable, and equal if all keys are equal.

    `Machine(...)` takes nested keys, `Machine(local={"banks": 8})`, and raises `ValidationError`.
    `Machine.load` and `replace` take dotted keys and raise `MachineError` with all mistakes.
    """

    def __init__(self, *names: object, **values: object) -> None:
        if names:
            advice = "simt.Machine.load reads a preset or a file"
            raise ArgumentError("a Machine is made of nested keys, as in Machine(local={...})", help=advice)
        super().__init__(**values)

    def _complete(self, context: object) -> None:
        """Set the derived keys; raise `ValidationError` for contradictions, or add them to a context that is a list."""
        super()._complete(context)
        contradictory = list(contradictions(self))
        if isinstance(context, list):
            context.extend(contradictory)
        elif contradictory:
            raise ValidationError("; ".join(contradiction.message for contradiction in contradictory))

    @classmethod
    def load(cls, machine: str | Path, overrides: Mapping[str, object] | None = None, **further: object) -> Machine:
        """Load a machine; `simt.toml` and the environment are not read.

        machine: a preset or a TOML file. overrides, further keywords: values by full or short key. Raises
        `MachineError` with all mistakes.
        """
        layers = from_overrides({**(overrides or {}), **further})
        preset = _preset(str(machine)) if str(machine) in presets() else None
        return (preset and changed(preset, layers)) or build(Machine, [*chain(machine), *layers])[0]

    def replace(self, **overrides: object) -> Machine:
        """Return this machine with some keys changed: `machine.replace(**{"local.banks": 8})`.

        Derived keys are derived again. Raises `MachineError` with all mistakes.
        """
        layers = from_overrides(overrides)
        return changed(self, layers) or build(Machine, [*from_machine(self), *layers])[0]

    def compatible(self, **overrides: object) -> dict[str, object]:
        """Return `overrides`, and with them the default of each other key of this machine that contradicts them.

        overrides: new values by full key. `replace` takes the result, and reports overrides that contradict each other.
        """
        while True:
            described = build(Description, [*from_machine(self), *from_overrides(overrides)])[0]
            contradictory = (name for one in contradictions(described) for name in one.keys if name not in overrides)
            if (name := next(contradictory, None)) is None:
                return overrides
            overrides[name] = keys()[name].default

    def has(self, requirement: str) -> bool:
        """Return whether the machine has a capability that an instruction `requires` (isa/instructions.toml)."""
        return provides(self, requirement)

    @property
    def hash(self) -> str:
        """The SHA-256, in hex, of all keys except name and description. Equal hashes mean equal behaviour."""
        return hash_of(hash_text(self, name) for name in hashed_names())

    def __repr__(self) -> str:
        changed = [text for name in hashed_names() for text in _changed(name, getattr(self, name), Machine())]
        size = f"{self.warps} warps of {self.warp_size} lanes, {self.cores} core{'s' if self.cores > 1 else ''}"
        text = f"<Machine {self.name}: {'; '.join([size, ', '.join(changed)]) if changed else size}>"
        return textwrap.fill(text, 80, subsequent_indent="  ", max_lines=12, placeholder=" ...>")


@cache
def _preset(name: str) -> Machine:
    return build(Machine, chain(name))[0]


def _changed(name: str, value: object, base: object) -> list[str]:
    """Return `key = value` for each key in a section, or for a single key, that differs from `base`.

    The warps, lanes and cores are left out.
    """
    other = getattr(base, name)
    if isinstance(value, Section):
        return [
            f"{name}.{text}" for key in type(value).model_fields for text in _changed(key, getattr(value, key), other)
        ]
    return [] if value == other or name in ("warps", "warp_size", "cores") else [f"{name} = {value}"]


# --- the hash: SHA-256 of every key that determines a machine's behaviour ---------------------------------------------


@cache
def hashed_names() -> tuple[str, ...]:
    """Return the sections, and the keys outside of them, that determine a machine's behaviour; sorted."""
    return tuple(sorted(name for name in Description.model_fields if name not in ("name", "description")))


def hash_text(machine: Description, name: str) -> str:
    """Return the text of a section, or of a key outside of sections, that the hash is made of."""
    return f'"{name}":{_json(getattr(machine, name))}'


def hash_of(texts: Iterable[str]) -> str:
    """Return a machine's hash, in hex. texts: the texts of all `hashed_names`, in their order."""
    return hashlib.sha256(f"{{{','.join(texts)}}}".encode()).hexdigest()


def _json(value: object) -> str:
    """Return a key or a section as JSON. The texts of sections are cached, for sweeps over thousands of machines."""
    if isinstance(value, Section):
        return _section_json(tuple(vars(value)), tuple(vars(value).values()))
    return repr(value) if type(value) in (int, float) else json.dumps(value)


@lru_cache(maxsize=4096)
def _section_json(names: tuple[str, ...], values: tuple[object, ...]) -> str:
    return json.dumps(dict(zip(names, values, strict=True)), sort_keys=True, separators=(",", ":"))
