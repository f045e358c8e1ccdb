"""Settings: a value for a key, with the place where it is written.

A TOML file, the environment, the command line and Python all become settings, so that a mistake in any of them is shown
with its line and carets. A machine is made from settings in order of precedence.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from isa.reporting.diagnostics import Diagnostic, ReportedError, listed, quote, suggest
from simt.files import toml_tree
from simt.machine.description import Description
from simt.machine.keys import candidates, key_like, keys, sections, toml_value
from simt.machine.locate import NOWHERE, Place, Span

_SWITCHES = {"yes": True, "on": True, "no": False, "off": False, "True": True, "False": False}


class MachineError(ReportedError):
    """A machine description that cannot be used. diagnostics: all mistakes."""

    code = "E0405"


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a value. layer: "default", "preset", "file", "flag" and so on. text: the text for a report."""

    layer: str
    text: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A value for a key, and the place where it is written.

    - key: a full name, or `base`.
    - origin: the layer that the value comes from.
    - file, place: the place, for messages.
    """

    key: str
    value: object
    origin: Origin
    file: str
    place: Place


@dataclass(slots=True)
class Layer:
    """The settings in a file, a variable or an option.

    problems: the mistakes that were found when the layer was read. base: the setting of the key `base`, or None.
    """

    settings: list[Setting] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    base: Setting | None = None


def problem(
    code: str, message: str, file: str = "", span: Span = NOWHERE, *, label: str = "", help: str = "",  # noqa: A002
) -> Diagnostic:  # fmt: skip
    """Return an error. The arguments are fields of `Diagnostic`, except the following.

    span: the place of the mistake in `file`. `file` may also name an environment variable or a command-line option.
    """
    return Diagnostic(code, "error", message, file, span.line, span.column, span.end_column, span.text, label, help)


def from_table(
    table: Mapping[str, object],
    places: Mapping[tuple[str, ...], Place],
    file: str,
    origin: Callable[[Place], Origin],
    prefix: tuple[str, ...] = (),
) -> Layer:
    """Return the settings in a table of a TOML file. Unknown keys are mistakes; values are not checked.

    - places: the place of each key, by its path.
    - file: the file's name in messages.
    - origin: returns the origin of a value, from its place.
    - prefix: the path of the table.
    """
    layer = Layer()

    def add(leaf: str, key: str, value: object, place: Place, section: str) -> None:
        if key in keys():
            layer.settings.append(Setting(key, value, origin(place), file, place))
        else:
            siblings = [other.leaf for other in keys().values() if other.section == section]
            nearby = siblings if section else [*siblings, *sections(), "base"]
            layer.problems.append(_unknown(leaf, key, nearby, file, place.key))

    for name, value in table.items():
        path = (*prefix, name)
        place = places[path]
        if name == "base" and isinstance(value, str):
            layer.base = Setting("base", value, origin(place), file, place)
        elif name == "base":
            message = "`base` is the name of a preset or of a file"
            layer.problems.append(problem("E0402", message, file, place.value, label="not a string"))
        elif name not in sections():
            add(name, name, value, place, "")
        elif isinstance(value, dict):
            for leaf, inner in value.items():
                add(leaf, f"{name}.{leaf}", inner, places[*path, leaf], name)
        else:
            first = next(key for key in keys() if key.startswith(name + "."))
            message, advice = f"`{name}` is a table of keys", f"write {first} = ..."
            layer.problems.append(problem("E0402", message, file, place.value, label="not a table", help=advice))
    return layer


_INHERIT = ("extends", "from", "include", "inherit", "inherits", "parent", "preset")  # its name elsewhere: `base`


def _unknown(word: str, shown: str, nearby: list[str], file: str, span: Span) -> Diagnostic:
    """Return the error for the unknown key `shown`. word: its wrong part. nearby: words that may be meant."""
    meant = candidates(word)
    likely = None if "." in word else suggest(word, nearby)
    guess = meant[0] if len(meant) == 1 else likely or key_like(shown)
    help_line = f"did you mean `{guess}`?" if guess else "`simt machine schema` lists the keys"
    if word == "machine" == shown and file.endswith(".toml"):
        help_line = "leave the heading out: the keys stand below [machine] in simt.toml only"
    if word in _INHERIT and word == shown:
        help_line = 'write base = "fpga4" to inherit from a preset, or base = "other.toml" from a file'
    return problem("E0401", f"unknown machine key {quote(shown)}", file, span, help=help_line)


def from_assignments(text: str, file: str, origin: Origin) -> Layer:
    """Return the settings in `key=value,key=value`.

    file: the name of the variable in messages.

    A comma belongs to a value unless another `key=` follows.
    """
    layer, start = Layer(), 0
    for piece in re.split(r",(?=\s*[\w.]+\s*=)", text):
        if piece.strip():
            _assignment(layer, piece, file, origin, text, start)
        start += len(piece) + 1
    return layer


def from_assignment(text: str, file: str, origin: Origin) -> Layer:
    """Return the setting in a single `key=value`, the form of the option `-s`. file: the option's name in messages."""
    layer = Layer()
    _assignment(layer, text, file, origin, text, 0)
    return layer


def _assignment(layer: Layer, piece: str, file: str, origin: Origin, line: str, start: int) -> None:
    """Add to `layer` the setting in `piece`, or the mistake in it.

    piece: a part of `line`. start: the index in `line` at which `piece` starts.
    """

    def part(text: str) -> Span:
        column = start + piece.index(text) + 1 if text else start + 1
        return Span(1, column, column + max(1, len(text)), line)

    word, equals, written = (text.strip() for text in piece.partition("="))
    if not (equals and word and written):
        message = f"a setting is key=value, not {quote(piece.strip())}"
        advice = "`local.banks=8` sets a key; `simt machine schema` lists them"
        layer.problems.append(problem("E0409", message, file, part(piece.strip()), help=advice))
        return
    value_start = start + piece.index("=") + 1 + len(piece.partition("=")[2]) - len(piece.partition("=")[2].lstrip())
    shown = part(word)
    value_span = Span(1, value_start + 1, value_start + 1 + len(written), shown.text)
    key = _named(layer, word, file, shown)
    if key:
        layer.settings.append(Setting(key, parse_value(key, written), origin, file, Place(shown, value_span)))


def from_value(word: str, value: object, file: str, origin: Origin, spelled: str = "") -> Layer:
    """Return a layer that sets the key or the table `word` to a Python value.

    file: the name of the place in messages. spelled: the start of its line in messages, by default `word =`.
    """
    if word in sections() and isinstance(value, Mapping):
        layer = Layer()
        for leaf, item in value.items():
            inner = from_value(f"{word}.{leaf}", item, file, origin)
            layer.settings += inner.settings
            layer.problems += inner.problems
        return layer
    start, written = spelled or f"{word} =", toml_value(value)
    line = f"{start} {written}"
    place = Place(Span(1, 1, len(start.removesuffix(" =")) + 1, line), Span(1, len(start) + 2, len(line) + 1, line))
    layer = Layer()
    key = _named(layer, word, file, place.key)
    if key:
        layer.settings.append(Setting(key, value, origin, file, place))
    return layer


def from_overrides(overrides: Mapping[str, object]) -> list[Layer]:
    """Return a layer for each override, by full or short key, and a layer with an error for each key set twice."""
    origin = Origin("override", "an override")
    layers = [from_value(word, value, "overrides", origin) for word, value in overrides.items()]
    return [*layers, twice(layers)]


def from_machine(machine: Description) -> list[Layer]:
    """Return a layer for each table, and for each key outside of tables, that was set in a machine.

    A derived key is left out unless it was set.
    """
    origin = Origin("machine", f"the machine {machine.name}")
    return [
        from_value(name, value, origin.text, origin) for name, value in machine.model_dump(exclude_unset=True).items()
    ]


def twice(layers: Sequence[Layer]) -> Layer:
    """Return a layer with an error for each key that layers of equal precedence set twice."""
    seen: dict[str, Setting] = {}
    repeated = Layer()
    for setting in (setting for layer in layers for setting in layer.settings):
        if (first := seen.setdefault(setting.key, setting)) is not setting:
            both = " and ".join(quote(_written(one)) for one in (first, setting))
            message, advice = f"{quote(setting.key)} is set twice: {both}", "leave one of them out"
            again = problem("E0412", message, setting.file, _whole(setting), label="again", help=advice)
            repeated.problems.append(again)
    return repeated


def _written(setting: Setting) -> str:
    """Return a setting as the user wrote it, with its option, if any."""
    whole = _whole(setting)
    is_flag = setting.origin.layer == "flag"
    return setting.origin.text if is_flag else whole.text[whole.column - 1 : whole.end_column - 1]


def _whole(setting: Setting) -> Span:
    return replace(setting.place.key, end_column=setting.place.value.end_column)


def _named(layer: Layer, word: str, file: str, span: Span) -> str:
    """Return the full name of the key `word`. For an unknown or ambiguous word, add an error and return ""."""
    meant = candidates(word)
    if len(meant) == 1:
        return meant[0]
    if meant:
        which = listed(f"`{name}`" for name in meant)
        message = f"{quote(word)} may mean several keys"
        advice = f"write {which}" + ("; the lanes of a warp are `warp_size`" if word == "lanes" else "")
        layer.problems.append(problem("E0410", message, file, span, help=advice))
    else:
        short = [alias for key in keys().values() for alias in key.aliases]
        layer.problems.append(_unknown(word, word, [*keys(), *short, *_leaves()], file, span))
    return ""


def _leaves() -> list[str]:
    return [key.leaf for key in keys().values() if len(candidates(key.leaf)) == 1]


def parse_value(key: str, text: str) -> object:
    """Return a value for `key` from a text: TOML, a bare word, yes or no for switches, `a,b,c` for arrays.

    A text in none of these forms is returned as it is.
    """
    kind = keys()[key].type
    if kind == "boolean" and text in _SWITCHES:
        return _SWITCHES[text]
    try:
        parsed = toml_tree(f"value = {text}")
    except (tomllib.TOMLDecodeError, RecursionError):
        parsed = {}
    value = parsed.get("value") if len(parsed) == 1 else None
    if kind in ("string", "name"):
        return value if isinstance(value, str) else text
    is_list = kind.startswith("array") or (" or array" in kind and value is None and any(map(str.isalpha, text)))
    if is_list and not isinstance(value, list):
        return [item.strip() for item in text.strip("[]").split(",")]
    return value if isinstance(value, (bool, int, float, str, list)) else text


def matching_keys(word: str) -> list[str]:
    """Return all keys in the table `word`, or all that `word` may mean. Raises `MachineError` for an unknown word."""
    if word in sections():
        return [name for name in keys() if name.startswith(word + ".")]
    meant = candidates(word)
    if not meant:
        span = Span(1, 1, len(word) + 1, word)
        raise MachineError([_unknown(word, word, [*keys(), *sections(), *_leaves()], "argument", span)])
    return meant
