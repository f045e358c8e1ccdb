"""Details of a function that libclang's tree lacks, from the source as clang prints it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|/\*.*?\*/|[0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?[FL]?(?!\w)|(?:\w|[^\0-\x7f])+|->|\.\.\.|\#pragma[^\n]*|\S',
    re.ASCII | re.DOTALL,
)
_UNROLL = re.compile(r"#pragma (unroll|nounroll)(?: \((\w+)\))?")


def printed_parts(text: str) -> dict[str, list[Any]]:
    """Return the details of a function's printed source, in its order.

    `accessors`: names after `.` and `->`. `loops`: for each `for`, which of its three parts exist. `unroll`: the factor
    of each `unroll` hint; 0 unrolls as far as possible, 1 not at all.
    """
    tokens = _TOKEN.findall(text)
    accessors: list[str] = []
    loops: list[list[int]] = []
    unroll: list[int] = []
    for index, token in enumerate(tokens):
        if token in (".", "->") and index + 1 < len(tokens):
            accessors.append(tokens[index + 1])
        elif token == "for":
            loops.append(_parts_of_for(tokens[index + 2 :]))
        elif token == "opencl_unroll_hint":
            unroll.append(_factor(tokens[index + 2]) if tokens[index + 1] == "(" else 0)
        elif match := _UNROLL.match(token):
            unroll.append(1 if match[1] == "nounroll" or match[2] == "disable" else _factor(match[2] or ""))
    return {"accessors": accessors, "loops": loops, "unroll": unroll}


def _factor(word: str) -> int:
    return int(word) if word.isdigit() else 0


def _parts_of_for(tokens: Sequence[str]) -> list[int]:
    """Return which parts of a `for` are not empty, as 0 and 1. tokens: the tokens after its bracket."""
    parts, depth, part = [0, 0, 0], 0, 0
    for token in tokens:
        if token in "([{":
            depth += 1
        elif token in ")]}":
            depth -= 1
            if depth < 0:
                break
        if token == ";" and not depth and part < 2:
            part += 1
        else:
            parts[part] = 1
    return parts
