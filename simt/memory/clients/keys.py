"""The keys of a memory system and of its clients: types, bounds and defaults (docs/clients.md, sections 6 and 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from isa.reporting.diagnostics import did_you_mean, quote
from simt.core.memory.clients.layout import POLICIES
from simt.memory.storage.layout import NAMES, STAGES

_MOST = 1 << 32  # bytes: addresses have 32 bits
NEEDED = object()  # the default of a key that a description must have


class Range(NamedTuple):
    """A key whose value is a number from `least` to `most`. is_whole: whether it must be a whole number."""

    least: float
    most: float
    default: Any = None
    is_whole: bool = True

    def mistake(self, value: object) -> str:
        """Return the mistake in a value, "" if there is none."""
        is_number = isinstance(value, int if self.is_whole else int | float) and not isinstance(value, bool)
        if is_number and self.least <= value <= self.most:  # type: ignore[operator]
            return ""
        what = "is a whole number from {} to {}" if self.is_whole else "is a number from {:g} to {:g}"
        return what.format(self.least, self.most)


class Word(NamedTuple):
    """A key whose value is one of some words."""

    words: tuple[str, ...]
    default: Any = None

    def mistake(self, value: object) -> str:
        """Return the mistake in a value, "" if there is none."""
        return "" if isinstance(value, str) and value in self.words else f"is one of {', '.join(self.words)}"


class Level(NamedTuple):
    """A key whose value is a level of a texture: [texture, level]."""

    default: Any = None

    def mistake(self, value: object) -> str:
        """Return the mistake in a value, "" if there is none."""
        known: tuple[object, ...] = NAMES["texture"]
        if isinstance(value, list) and all(type(part) is int for part in value) and tuple(value) in known:
            return ""
        return "is [texture, level], of 0 to 5 and 0 to 11"


KeyKind = Range | Word | Level

SYSTEM: dict[str, KeyKind] = {
    "policy": Word(POLICIES, "hmgpu"),
    "grant": Range(1, 1 << 20, 512),
    "age": Range(0, 1 << 30, 0),
    "hold": Range(0, 1 << 30),
    "round": Range(1, 1 << 20, 4096),
    "clocks": Range(1, 1 << 23, 1 << 17),
    "manager_clocks": Range(1, 64, 1),
    "seed": Range(0, 1 << 30, 1),
}

# The keys for the place of a client's bytes: at most one of the first five.
PLACES = ("buffer", "list", "texture", "image", "address")
_PLACE: dict[str, KeyKind] = {
    "buffer": Range(0, 7),
    "list": Range(0, 255),
    "texture": Level(),
    "image": Word(tuple(map(str, NAMES["image"]))),
    "address": Range(0, _MOST - 1),
    "bytes": Range(1, _MOST),
}
_COMMON: dict[str, KeyKind] = {
    "priority": Range(0, 1000, 0),
    "burst": Range(1, 1 << 20, 512),
    "share": Range(0, 1 << 20, 0),
    "begin": Range(0, 1 << 30, 0),
}
_QUEUE: dict[str, KeyKind] = {"queue": Range(1, 1 << 24)}
_ACCESS: dict[str, KeyKind] = {"access": Range(1, 1 << 20)}
_RATE = (0.001, 1e6)

KINDS: dict[str, dict[str, KeyKind]] = {
    "display": _COMMON | _PLACE | {
        "begin": Range(0, 1 << 30, 4096), "fifo": Range(1, 1 << 24, NEEDED), "pixels": Range(*_RATE, NEEDED, False),
        "pixel_bytes": Range(1, 16, 4),
    },
    "loader": _COMMON | _QUEUE | {"stage": Word(STAGES, NEEDED), "interval": Range(1, 1 << 30, NEEDED)},
    "host": _COMMON | _QUEUE | _PLACE | _ACCESS | {"direction": Word(("in", "out"), NEEDED)},
    "cores": _COMMON | _QUEUE | _PLACE | _ACCESS | {
        "pattern": Word(("sequential", "strided", "random", "copy"), "sequential"), "stride": Range(1, _MOST),
        "write": Range(0, 1, 0, False), "rate": Range(0, 1e6, 0, False),
    },
}  # fmt: skip


def mistakes_in(values: Mapping[str, Any], keys: Mapping[str, KeyKind], others: tuple[str, ...]) -> list[str]:
    """Return the unknown keys, wrong values and missing keys of a table as texts.

    - values: the table.
    - keys: the kinds of the keys that it may have.
    - others: further keys that it may have, whose values are not checked.
    """
    mistakes = []
    for name, value in values.items():
        if name in others:
            continue
        if name not in keys:
            guess = did_you_mean(name, [*keys, *others], f"the keys are {', '.join(keys)}")
            mistakes.append(f"there is no key {quote(name)} here: {guess}")
        elif text := keys[name].mistake(value):
            mistakes.append(f"{name} {text}, not {value!r:.40}")
    missing = [name for name, key in keys.items() if key.default is NEEDED and name not in values]
    return mistakes + [f"{name} is missing" for name in missing]


def with_defaults(values: Mapping[str, Any], keys: Mapping[str, KeyKind]) -> dict[str, Any]:
    """Return the values with the defaults of missing keys, None for a key without a default."""
    return {name: key.default for name, key in keys.items()} | dict(values)
