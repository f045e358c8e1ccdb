"""The keys of a memory system and of its clients: types, bounds and defaults (docs/clients.md, sections 6 and 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from isa.reporting.diagnostics import did_you_mean, quote
from simt.core.memory.clients.layout import POLICIES
from simt.memory.storage.layout import NAMES, STAGES

_MOST = 1 << 32  # bytes: addresses have 32 bits
NEEDED = object()  # in place of a default


class Whole(NamedTuple):
    """A key that is a whole number."""

    least: int
    most: int
    default: Any = None

    def mistake(self, value: object) -> str:
        """Describe the mistake in a value, if any."""
        fits = isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most
        return "" if fits else f"is a whole number from {self.least} to {self.most}"


class Real(NamedTuple):
    """A key that is a number."""

    least: float
    most: float
    default: Any = None

    def mistake(self, value: object) -> str:
        """Describe the mistake in a value, if any."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        fits = is_number and self.least <= value <= self.most  # type: ignore[operator]
        return "" if fits else f"is a number from {self.least:g} to {self.most:g}"


class Word(NamedTuple):
    """A key that is one of some words."""

    words: tuple[str, ...]
    default: Any = None

    def mistake(self, value: object) -> str:
        """Describe the mistake in a value, if any."""
        return "" if isinstance(value, str) and value in self.words else f"is one of {', '.join(self.words)}"


class Level(NamedTuple):
    """A key that is a texture and a level of it."""

    default: Any = None

    def mistake(self, value: object) -> str:
        """Describe the mistake in a value, if any."""
        known: tuple[object, ...] = NAMES["texture"]
        if isinstance(value, list) and all(type(part) is int for part in value) and tuple(value) in known:
            return ""
        return "is [texture, level], of 0 to 5 and 0 to 11"


Key = Whole | Real | Word | Level

SYSTEM: dict[str, Key] = {
    "policy": Word(POLICIES, "hmgpu"),
    "grant": Whole(1, 1 << 20, 512),
    "age": Whole(0, 1 << 30, 0),
    "hold": Whole(0, 1 << 30),
    "round": Whole(1, 1 << 20, 4096),
    "clocks": Whole(1, 1 << 23, 1 << 17),
    "manager_clocks": Whole(1, 64, 1),
    "seed": Whole(0, 1 << 30, 1),
}

# The keys for the place of a client's bytes: at most one of the first five.
PLACES = ("buffer", "list", "texture", "image", "address")
_PLACE: dict[str, Key] = {
    "buffer": Whole(0, 7),
    "list": Whole(0, 255),
    "texture": Level(),
    "image": Word(tuple(map(str, NAMES["image"]))),
    "address": Whole(0, _MOST - 1),
    "bytes": Whole(1, _MOST),
}
_COMMON: dict[str, Key] = {
    "priority": Whole(0, 1000, 0),
    "burst": Whole(1, 1 << 20, 512),
    "share": Whole(0, 1 << 20, 0),
    "begin": Whole(0, 1 << 30, 0),
}
_QUEUE: dict[str, Key] = {"queue": Whole(1, 1 << 24)}
_ACCESS: dict[str, Key] = {"access": Whole(1, 1 << 20)}
_RATE = (0.001, 1e6)

KINDS: dict[str, dict[str, Key]] = {
    "display": _COMMON | _PLACE | {
        "begin": Whole(0, 1 << 30, 4096), "fifo": Whole(1, 1 << 24, NEEDED), "pixels": Real(*_RATE, NEEDED),
        "pixel_bytes": Whole(1, 16, 4),
    },
    "loader": _COMMON | _QUEUE | {"stage": Word(STAGES, NEEDED), "interval": Whole(1, 1 << 30, NEEDED)},
    "host": _COMMON | _QUEUE | _PLACE | _ACCESS | {"direction": Word(("in", "out"), NEEDED)},
    "cores": _COMMON | _QUEUE | _PLACE | _ACCESS | {
        "pattern": Word(("sequential", "strided", "random", "copy"), "sequential"), "stride": Whole(1, _MOST),
        "write": Real(0, 1, 0), "rate": Real(0, 1e6, 0),
    },
}  # fmt: skip


def mistakes_in(values: Mapping[str, Any], keys: Mapping[str, Key], others: tuple[str, ...]) -> list[str]:
    """Find the mistakes in single values. others: keys that another check looks at."""
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


def with_defaults(values: Mapping[str, Any], keys: Mapping[str, Key]) -> dict[str, Any]:
    """Return the values, and None or the default for missing ones."""
    return {name: key.default for name, key in keys.items()} | dict(values)
