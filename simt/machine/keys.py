"""The keys of a machine description, read from the schema: their documentation and their names.

A user may write a key in full (`local.banks`), by a short name (`banks`, `warp`), or by its last word if no other key
ends in this word (`read_ports`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from isa.reporting.diagnostics import suggest
from simt.machine.description import Description
from simt.machine.schema import Declared, Kind, Section


@dataclass(frozen=True, slots=True)
class Key:
    """A key.

    - type: its type in words, such as "integer".
    - default: the default; None for a derived key.
    - derivation: the rule for the default of a derived key, else "".
    - low, high: inclusive bounds, None if there is no bound.
    - choices: the names that are allowed, () for a key of another type.
    - aliases: its short names.
    """

    name: str
    type: str
    doc: str
    unit: str
    default: object
    derivation: str
    low: float | None
    high: float | None
    choices: tuple[str, ...]
    source: str
    aliases: tuple[str, ...]

    @property
    def section(self) -> str:
        """The table of the key, "" for a key outside of tables."""
        return self.name.rpartition(".")[0]

    @property
    def leaf(self) -> str:
        """The last word of the key."""
        return self.name.rpartition(".")[2]

    @property
    def bounds(self) -> str:
        """The valid values, in words; "" if there are no bounds."""
        if self.choices:
            return ", ".join(self.choices)
        if self.low is None or self.high is None:
            return ""
        return f"{_number(self.low)} to {_number(self.high)}" + (", or an array" if " or array" in self.type else "")

    @property
    def default_text(self) -> str:
        """The rule for the default, or the default as in TOML."""
        return self.derivation or toml_value(self.default)


def toml_value(value: object) -> str:
    """Return `value` as in TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    return str(value)


def setting_value(value: object) -> str:
    """Return the value of a machine key as `-s` takes it."""
    if isinstance(value, (tuple, list)):
        return f"[{','.join(map(str, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def sections() -> Mapping[str, type[Section]]:
    """Return the tables of a machine description by name."""
    return Description.tables()


@cache
def keys() -> dict[str, Key]:
    """Return every key by its full name, in the order of the schema."""
    by_name: dict[str, Key] = {}
    for name, field in Description.model_fields.items():
        if isinstance(field, Declared):
            by_name[name] = _key(name, field)
        else:
            declared = ((leaf, inner) for leaf, inner in field.model_fields.items() if isinstance(inner, Declared))
            by_name |= {f"{name}.{leaf}": _key(f"{name}.{leaf}", inner) for leaf, inner in declared}
    return by_name


def candidates(word: str) -> list[str]:
    """Return the full names of the keys that `word` may mean: none for an unknown, several for an ambiguous word."""
    if word in keys():
        return [word]
    named = [name for name, key in keys().items() if word in key.aliases]
    return named or [name for name, key in keys().items() if word == key.leaf]


def key_like(word: str, also: Iterable[str] = ()) -> str | None:
    """Return the key, or the short name, that is most like an unknown word; None if no name is like it.

    also: further names that may be meant. The last part of a dotted word counts more than the table: `lds.bank` is like
    `local.banks`.
    """
    section, dot, leaf = word.rpartition(".")
    short = [alias for key in keys().values() for alias in key.aliases]
    leaves = [key.leaf for key in keys().values()]
    if dot:
        if len(meant := candidates(leaf)) == 1:
            return meant[0]
        if guess := suggest(leaf, [key.leaf for key in keys().values() if key.section == section]):
            return f"{section}.{guess}"
        if (guess := suggest(leaf, [*short, *leaves])) and len(meant := candidates(guess)) == 1:
            return meant[0]
    guess = suggest(word, [*keys(), *short, *leaves, *also])
    return candidates(guess)[0] if guess is not None and len(candidates(guess)) > 1 else guess


def _key(name: str, field: Declared) -> Key:
    return Key(
        name=name,
        type=_type_name(field.kind),
        doc=field.doc,
        unit=field.unit,
        default=None if field.rule else field.default,
        derivation=_derivation(field.rule) if field.rule else "",
        low=field.low,
        high=field.high,
        choices=field.kind.choices,
        source=field.source,
        aliases=field.aliases,
    )


def _type_name(kind: Kind) -> str:
    if kind.items:
        return f"{kind.word} or array of {kind.items}s"
    return f"array of {kind.word}s" if kind.is_array else kind.word


def _derivation(rule: Mapping[str, Any]) -> str:
    text = str(rule["from"])
    if rule["times"] != 1:
        text = f"{text} x {rule['times']}" if isinstance(rule["times"], str) else f"{rule['times']} x {text}"
    return text if rule["over"] == 1 else f"{text} / {rule['over']}, rounded up"


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)
