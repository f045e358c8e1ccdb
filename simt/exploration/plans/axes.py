"""The axes of a sweep (keys, machines, words of the launch, `.equ` symbols) and their values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from isa.reporting.diagnostics import Diagnostic, listed, quote
from simt.exploration.errors import SweepError
from simt.launch.rounds import NumberError, span_of
from simt.launch.sizes import parse_size, size_text
from simt.machine.description import Description
from simt.machine.judging import judge
from simt.machine.keys import candidates, key_like, keys
from simt.machine.settings import Origin, Setting, from_value, parse_value

Value = int | float | bool | str | tuple[str, ...]

SIZES = ("global_size", "local_size")  # axes of the launch: work-items, and work-items of a work-group
_OWN = ("machine", "threads", "seed", *SIZES)  # axes other than machine keys
_NAMED = ("define", "in")  # axes with names of the kernel
_MOST_MISTAKES = 12  # most mistakes reported for one axis: every value may be wrong
_MOST_VALUES = 100_000
_COLONS = re.compile(r"-?\d+:-?\d+(?::\d+)?")  # a range in the notation of Python and Matlab
_SPAN = re.compile(r"(-?\d+)\.\.(-?\d+)(?:\.\.(\d+)|([*/])(\d+))?")


@dataclass(frozen=True, slots=True)
class Axis:
    """A name and its values.

    kind: key, define, in, machine, threads, seed, global_size or local_size. name: for a machine key its full name, for
    a define `define.NAME`, for an input `in.NAME`, otherwise equal to `kind`.
    """

    kind: str
    name: str
    values: tuple[Value, ...]

    @property
    def symbol(self) -> str:
        """The `.equ` symbol of a define, or the name of an input in the kernel."""
        return self.name.removeprefix(f"{self.kind}.")


def axes_of(axes: Mapping[str, Any] | Sequence[Axis] | None, where: str = "sweep") -> list[Axis]:
    """Return axes made of values by name. Axes themselves are returned as they are; None stands for an empty list.

    where: the option or table, for messages. Raises `SweepError`: E0760 for anything else, and the errors of `axis_of`.
    """
    if axes is None or isinstance(axes, Mapping):
        return [axis_of(word, given_values(values), where) for word, values in (axes or {}).items()]
    given: object = axes
    if isinstance(given, str) or not isinstance(axes, Sequence) or not all(isinstance(axis, Axis) for axis in axes):
        message = f"axes are values by name, not {quote(str(axes))}"
        raise SweepError(message, code="E0760", help='write {"banks": [2, 4, 8]}; a machine has a keyword of its own')
    return list(axes)


def axis_of(word: str, values: str | Iterable[object], where: str = "sweep") -> Axis:
    """Make an axis from a name (`word`) and its values.

    values: a text is split at commas, and ranges in it are expanded. where: the option or table, for messages. Raises
    `SweepError`: E0760 for the name, E0761 for values, E0774 for too many of them.
    """
    word = word.strip()
    before, dot, _ = word.partition(".")
    if (dot and before in _NAMED) or word in _OWN:
        kind = before
        items = _texts(values) if isinstance(values, str) else list(values)
        return _finish(kind, word, [_own_value(kind, word, value) for value in items])
    full = _key_named(word, where)
    is_array = keys()[full].type.startswith("array")
    items = _texts(values, is_array=is_array) if isinstance(values, str) else list(values)
    if len(items) == 1 and isinstance(items[0], tuple) and "array" not in keys()[full].type:
        items = list(items[0])  # of a size and of an array a tuple is one value, of a number several
    problems: list[Diagnostic] = []
    checked: list[Value] = []
    for value in items:
        parsed = parse_value(full, value) if isinstance(value, str) else value
        _, wrong = settings_of(full, parsed, where)
        problems += wrong
        if len(problems) >= _MOST_MISTAKES:
            break
        if not wrong:
            checked.append(tuple(parsed) if isinstance(parsed, list) else parsed)  # type: ignore[arg-type]
    if problems:
        raise SweepError(problems[0].message, code="E0761", diagnostics=problems)
    return _finish("key", full, checked)


def check_once(axes: Iterable[Axis]) -> None:
    """Refuse axes with equal names. Raises `SweepError`, E0760."""
    known: dict[str, Axis] = {}
    for axis in axes:
        if axis.name in known:
            both = " and ".join(quote(",".join(map(str, same.values))) for same in (known[axis.name], axis))
            message = f"{quote(axis.name)} is given twice: {both}"
            raise SweepError(message, code="E0760", help="give all its values at once, or leave one of them out")
        known[axis.name] = axis


def settings_of(key: str, value: object, where: str) -> tuple[list[Setting], list[Diagnostic]]:
    """Return a list with the setting of a machine key, and the mistakes in it that do not depend on other keys.

    The list is empty for an unknown key. where: the option or table, for messages.
    """
    value = list(value) if isinstance(value, tuple) else value
    layer = from_value(key, value, where, Origin("flag", f"{where} {key}"))
    problems = [*layer.problems, *judge(Description, layer.settings)[2]]
    return layer.settings, [replace(problem, code="E0761") for problem in problems]


def _key_named(word: str, where: str) -> str:
    known = candidates(word)
    if len(known) == 1:
        return known[0]
    if known:
        which = listed(f"`{name}`" for name in known)
        raise SweepError(f"{where}: {quote(word)} may mean several keys", code="E0760", help=f"write {which}")
    guess = key_like(word, _OWN)
    help_text = f"did you mean `{guess}`?" if guess else "`simt machine schema` lists the keys"
    raise SweepError(f"{where}: there is no machine key {quote(word)}", code="E0760", help=help_text)


def _own_value(kind: str, word: str, value: object) -> Value:
    if kind == "define":
        number = _number(value)
        if isinstance(number, (int, float, str)) and not isinstance(number, bool):
            return number
    elif kind == "in":
        number = _number(value)
        if are_numbers([number]):
            return number  # type: ignore[return-value]
        raise SweepError(
            f"`{word}` is a number, not {quote(str(value))}", code="E0761",
            help="an axis has numbers; a file is for all points: --in NAME=FILE",
        )  # fmt: skip
    elif kind == "machine":
        if isinstance(value, str) and value.strip():
            return value.strip()
    elif kind in SIZES:
        return size_value(word, value)
    else:
        number, least = _number(value), 1 if kind == "threads" else 0
        if isinstance(number, int) and not isinstance(number, bool) and least <= number < 1 << 63:
            return number
        raise SweepError(f"`{word}` is a whole number from {least} up, not {quote(str(value))}", code="E0761")
    raise SweepError(f"`{word}` cannot be {quote(str(value))}", code="E0761")


def size_value(word: str, value: object) -> int | str:
    """Return a size of a launch: a number, or text such as "16x16" for several.

    word: the name of the size, for messages. Raises `SweepError`, E0761.
    """
    written = "x".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    try:
        size = parse_size(written)
    except ValueError:
        message = f"`{word}` is a number of work-items from 1 up, or two or three with x between, not {quote(written)}"
        raise SweepError(
            message, code="E0761", help=f"--{word.replace('_', '-')} 256,16x16" if word in SIZES else ""
        ) from None
    text = size_text(size)
    return int(text) if text.isdecimal() else text


def _number(value: object) -> object:
    """Convert a text to a number if possible. Another text loses blanks at its ends; another value stays as it is."""
    if not isinstance(value, str):
        return value
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return value.strip()


def _finish(kind: str, name: str, values: Sequence[Value]) -> Axis:
    if not values:
        raise SweepError(f"`{name}` has no values", code="E0761", help=f"--set {name}=2,4,8")
    return Axis(kind, name, tuple(values))


def _texts(text: str, *, is_array: bool = False) -> list[str]:
    if is_array and not text.strip().startswith("["):
        return [text]  # an array without its brackets is one value
    return [value for piece in split_values(text) for value in _span(piece)]


def split_values(text: str) -> list[str]:
    """Split `text` at the commas outside brackets and quotes. Raises `SweepError`, E0761, if a value is missing."""
    pieces, depth, quoted, current = [], 0, "", ""
    for character in text:
        if quoted:
            quoted = "" if character == quoted else quoted
        elif character in "\"'":
            quoted = character
        elif character in "[(":
            depth += 1
        elif character in "])":
            depth -= 1
        if character == "," and depth <= 0 and not quoted:
            pieces.append(current.strip())
            current = ""
        else:
            current += character
    pieces.append(current.strip())
    if any(not piece for piece in pieces):
        raise SweepError(f"a value is missing in {quote(text)}", code="E0761")
    return pieces


def _span(text: str) -> list[str]:
    """Expand the range `a..b`, `a..b..step`, `a..b*factor` or `a..b/divisor`; return any other text as a single value.

    Raises `SweepError`: E0761 for a range without an end or without values, E0774 for more than 100000 values or a
    number of too many digits.
    """
    match = _SPAN.fullmatch(text)
    if match is None:
        if _COLONS.fullmatch(text):
            message = f"{quote(text)} is not a range"
            raise SweepError(message, code="E0761", help=f"write {text.replace(':', '..')}: first..last..step")
        return [text]
    try:
        first, last, step = int(match[1]), int(match[2]), int(match[5] or match[3] or 1)
    except ValueError:  # more digits than Python reads
        raise SweepError(f"{quote(text)} has a number of too many digits", code="E0774") from None
    try:
        numbers = span_of(first, last, match[4] or "+", step, _MOST_VALUES)
    except NumberError as error:
        raise SweepError(f"{quote(text)} {error.message}", code="E0761") from None
    if len(numbers) > _MOST_VALUES:
        raise SweepError(f"{quote(text)} has more than {_MOST_VALUES} values", code="E0774")
    return [str(number) for number in numbers]


def has_several_numbers(text: str) -> bool:
    """Return whether a text has several numbers, as the values of an axis are written: `1,2,4` or `1..8`."""
    pieces = [piece.strip() for piece in text.split(",")]
    is_range = [_SPAN.fullmatch(piece) is not None for piece in pieces]
    numbers = (ranged or are_numbers([_number(piece)]) for piece, ranged in zip(pieces, is_range, strict=True))
    return all(numbers) and (len(pieces) > 1 or is_range[0])


def are_numbers(values: Iterable[object]) -> bool:
    """Return whether all values are numbers and none is a truth value."""
    return all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)


def given_values(value: object) -> str | list[object]:
    """Return the values of an axis as `axis_of` takes them: a text as it is, anything else in a list.

    A range and an array of numpy are several values; a tuple is one, such as the size (8, 8). Numbers of numpy become
    Python's.
    """
    value = _plain(value)
    if isinstance(value, str):
        return value
    return [_plain(one) for one in value] if isinstance(value, (list, range)) else [value]


def _plain(value: object) -> object:
    """Return an array or a number of numpy as a list or a number of Python, any other value as it is."""
    return value.tolist() if hasattr(value, "tolist") else value
