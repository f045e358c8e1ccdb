"""Damage: one room for the mutators of everything that is read, of bytes and of nested lists and dictionaries."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

VALUES = (
    None, True, 0, -1, 1, 2, 7, 1000, 2**31, 2**63, 10**40, 0.1, 1e308, float("nan"), float("inf"), 5e-324, "",
    "x", "\ud800", "\x1b[31m", "9" * 5000, [], {}, [[]],
    {"a": {"b": [None]}}, [None], [True, 1.5, "a"], ["a"] * 50, "../../etc/passwd", "/dev/zero", "-", "dot",
    "n" * 100_000,
)  # fmt: skip
# What is hostile in any format.
NUMBERS = (
    "0", "-1", "1", "2", "3", "64", "255", "65536", str(2**31), str(2**32), str(2**63), str(2**64), "9" * 30,
    "9" * 5000, "0.5", "1e308", "1e999", "5e-324", "-0.0", "nan", "inf", "-inf", "0x", "0xffffffff", "1_000", "true",
)  # fmt: skip
TOKENS = (
    *NUMBERS, "null", '""', '"', "'", '"""',
    "[", "]", "{", "}", "[[", "(", ")", ",", ":", "=", ".", "..", "...", "\\", "\\u0000", "\\ud800", "#", ";", "//",
    "\n", "\r", "\t", "\0", "\x1b[2J", "\x7f", "\x85", "\u2028", "\u202e", "\ufeff", "\u00e9", "\u0661", "\U0001f4a5",
    "%s", "{0}", "/dev/zero", "/", "~", "../../etc/passwd", "-", "--help", "a" * 300, "[" * 3000, "(" * 3000,
)  # fmt: skip
_PIECE = re.compile(rb"[A-Za-z_]+|\d+|[^\sA-Za-z_\d]")
_NUMBER = re.compile(rb"(?<![\w.])-?\d[\w.]*")
_MOST = 200_000  # bytes of a mutant

Way = Callable[[bytes, random.Random, Sequence[bytes], Sequence[bytes]], bytes]


def mutant(rng: random.Random, seeds: Sequence[bytes], words: Sequence[str] = (), *, has_text: bool = True) -> bytes:
    """One of the seeds with some damage. words: of this format, in the place of others. has_text: it has lines."""
    tokens = [token.encode() for token in (*TOKENS, *words, *words)]
    data = rng.choice(seeds)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        way = rng.choice(_OF_TEXT if has_text else _OF_BYTES)
        data = way(data, rng, seeds, tokens)[:_MOST]
    return data


def _bits(data: bytes, rng: random.Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 30)) if data else 0):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _truncated(data: bytes, rng: random.Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _removed(data: bytes, rng: random.Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    start = rng.randrange(len(data) + 1)
    return data[:start] + data[start + rng.choice((1, 2, 10, 100)) :]


def _spliced(data: bytes, rng: random.Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    other, place = rng.choice(seeds), rng.randrange(len(data) + 1)
    start = rng.randrange(len(other) + 1)
    return data[:place] + other[start : start + rng.choice((4, 40, 400))] + data[place:]


def _spliced_tokens(data: bytes, rng: random.Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    """A row of words and signs of a seed comes in, or takes the place of a row."""
    other = rng.choice(seeds)
    mine, theirs = ([match.span() for match in _PIECE.finditer(text)] for text in (data, other))
    if not mine or not theirs:
        return data
    first, own = rng.randrange(len(theirs)), rng.randrange(len(mine))
    last = min(first + rng.choice((1, 3, 10, 30, 100)), len(theirs)) - 1
    end = min(own + rng.choice((0, 1, 3, 10, 30)), len(mine) - 1)
    piece = other[theirs[first][0] : theirs[last][1]]
    return data[: mine[own][0]] + piece + b" " + data[mine[end][0] :]


def _repeated(data: bytes, rng: random.Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    start = rng.randrange(len(data) + 1)
    piece = data[start : start + rng.choice((1, 1, 8, 80))]
    return data[:start] + piece * rng.choice((2, 3, 50, 2000)) + data[start:]


def _inserted(data: bytes, rng: random.Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + rng.choice(tokens) + data[place + rng.choice((0, 0, 1, 4)) :]


def _word(data: bytes, rng: random.Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    """A word, number or sign becomes another one: of the format, of this text, or a hostile one."""
    if not (places := [match.span() for match in _PIECE.finditer(data)]):
        return data + rng.choice(tokens)
    start, end = rng.choice(places)
    other = data[slice(*rng.choice(places))] if rng.random() < 0.6 else rng.choice(tokens)
    return data[:start] + other + data[end:]


def _number(data: bytes, rng: random.Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    """A number becomes another one, and the text stays what it is."""
    if not (places := [match.span() for match in _NUMBER.finditer(data)]):
        return data
    start, end = rng.choice(places)
    return data[:start] + rng.choice(NUMBERS).encode() + data[end:]


def _line(data: bytes, rng: random.Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    """A line goes, comes twice, or one of another seed comes in."""
    lines = data.split(b"\n")
    place = rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, rng.choice(lines))
        case 2:
            lines.insert(place, rng.choice(rng.choice(seeds).split(b"\n")))
        case 3:
            other = rng.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
    return b"\n".join(lines)


_OF_BYTES: tuple[Way, ...] = (_bits, _truncated, _removed, _spliced, _repeated, _inserted, _inserted)
_OF_TEXT: tuple[Way, ...] = (*[_number] * 10, *[_word] * 6, *[_line] * 4, *[_spliced_tokens] * 4, *_OF_BYTES)


def mutant_of_json(rng: random.Random, seeds: Sequence[bytes]) -> bytes:
    """A JSON text of one of the seeds, in which some values are others; now and then damaged as a text."""
    if rng.random() < 0.3:
        return mutant(rng, seeds)
    return json.dumps(_changed(rng, json.loads(rng.choice(seeds)))).encode()


def mutant_of_toml(rng: random.Random, seeds: Sequence[bytes]) -> bytes:
    """The same of TOML texts."""
    if rng.random() < 0.3:
        return mutant(rng, seeds)
    content = _changed(rng, tomllib.loads(rng.choice(seeds).decode()))
    if not isinstance(content, dict):
        content = {"": content}
    return "".join(f"{json.dumps(key)} = {_toml(value)}\n" for key, value in content.items()).encode()


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(key)} = {_toml(below)}' for key, below in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return repr(value) if isinstance(value, float) else json.dumps("" if value is None else value)


def _changed(rng: random.Random, content: Any) -> Any:
    within = {"": content}
    for _ in range(rng.choice((1, 1, 2, 4))):
        change(within, rng)
    return within[""]


def change(content: Any, generator: random.Random) -> None:
    """Change one value of nested lists and dictionaries."""
    key = generator.choice(list(content) if isinstance(content, dict) else range(len(content)))
    below = content[key]
    if isinstance(below, (dict, list)) and below and generator.random() < 0.75:
        change(below, generator)
    elif isinstance(content, dict) and key and generator.random() < 0.4:
        value = content.pop(key)
        if generator.random() < 0.5:
            content[generator.choice(("", "x", "banks", "\ud800", "define.n", "status"))] = value
    else:
        content[key] = deepcopy(generator.choice(VALUES))  # which a later change may go into
