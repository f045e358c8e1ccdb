"""Fast validation of thousands of machines that differ in a few keys.

Checking the values of a machine takes some 40 us, a quarter of the compiled run of an FFT. The machines of a sweep have
few different tables. So each table is checked once, and each machine is checked only for contradictions.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, NamedTuple

from simt.machine.checks import contradictions
from simt.machine.description import derived_from
from simt.machine.judging import machine_of
from simt.machine.machine import Machine, hash_of, hash_text, hashed_names
from simt.machine.settings import Setting

_KEPT = 4096  # parts


class _Part(NamedTuple):
    """A table, or the value of a key outside of tables. text: its text in the machine's hash."""

    name: str
    value: Any
    text: str


class _Shape(NamedTuple):
    """The common parts of the machines in which the same keys vary, and the parts that differ."""

    template: Machine
    texts: tuple[str, ...]  # of all parts, in the order of the hash
    places: Mapping[str, int]  # in `texts`, by part
    sources: tuple[tuple[str, tuple[str, ...]], ...]  # the parts that differ, each with the varied keys that affect it


class Variants:
    """A maker of machines from the settings `base`, by key, and a few further settings.

    `base` must not be changed. The parts of machines are kept for later calls.
    """

    def __init__(self, base: Mapping[str, Setting]) -> None:
        self.base = base
        self._shapes: dict[tuple[str, ...], _Shape] = {}
        self._parts: dict[tuple[object, ...], _Part] = {}

    def machine(self, settings: Mapping[str, Setting]) -> tuple[Machine, str] | None:
        """Return the machine of the base with `settings`, and its hash; None if it is invalid."""
        keys = tuple(settings)
        shape = self._shapes.get(keys)
        parts: list[_Part] = []
        if shape is not None:
            try:
                for name, sources in shape.sources:
                    values = [settings[key].value for key in sources]
                    # 1, 1.0 and True are equal, and only one of them is right.
                    parts.append(self._parts[(keys, name, *values, *map(type, values))])
            except (KeyError, TypeError):  # not seen yet; or an array, which cannot be a key of a dictionary
                shape = None
        if shape is None:
            return self._made(keys, settings)
        machine = copy.copy(shape.template)
        texts = list(shape.texts)
        for part in parts:
            # Bypass the frozen model, as the validation of `Machine` does.
            machine.__dict__[part.name] = part.value
            place = shape.places.get(part.name)
            if place is not None:
                texts[place] = part.text
        if any(contradictions(machine)):
            return None
        return machine, hash_of(texts)

    def _made(self, keys: tuple[str, ...], settings: Mapping[str, Setting]) -> tuple[Machine, str] | None:
        """Return a machine that is built with full validation, and its hash; None if it is not valid.

        The parts of the machine are kept.
        """
        machine = machine_of(Machine, {**self.base, **settings})
        if machine is None:
            return None
        names = hashed_names()
        texts = tuple(hash_text(machine, name) for name in names)
        shape = self._shapes.get(keys)
        if shape is None:
            places = {name: place for place, name in enumerate(names)}
            shape = self._shapes[keys] = _Shape(machine, texts, places, _sources(keys))
        if len(self._parts) > _KEPT:
            self._parts.clear()
        for name, sources in shape.sources:
            values = [settings[key].value for key in sources]
            text = texts[shape.places[name]] if name in shape.places else ""
            try:
                self._parts[(keys, name, *values, *map(type, values))] = _Part(name, getattr(machine, name), text)
            except TypeError:
                continue
        return machine, hash_of(texts)


def _sources(keys: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the tables and top-level keys that `keys` affect, each with the keys that affect it."""
    sources_of: dict[str, list[str]] = {}
    for key in keys:
        section, _, leaf = key.rpartition(".")
        for name in (section or leaf, *derived_from(key)):
            sources_of.setdefault(name, []).append(key)
    return tuple((name, tuple(dict.fromkeys(sources))) for name, sources in sources_of.items())
