"""TOML files of counts or parameters, with the place of each key for messages."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeGuard

from isa.reporting.diagnostics import Diagnostic, quote
from simt.files import TOML_BYTES, text_of, toml_reason, toml_tree
from simt.machine.keys import toml_value
from simt.machine.locate import Place, locate, nearest
from simt.machine.settings import problem
from simt.models.errors import ModelError
from simt.toml_kinds import refuse_mistaken, unknown_keys

# Bounds of counts and parameters other than 0, within which products and quotients do not overflow.
MOST = 1e19
LEAST = 1e-100

Path_ = tuple[str, ...]


def is_finite(value: object) -> TypeGuard[int | float]:
    """Return whether a value is a finite number. A truth value is not a number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -math.inf < value < math.inf


@dataclass(slots=True)
class Document:
    """A tree of keys with its file and the places of the keys. problems: the mistakes found so far."""

    tree: dict[str, Any]
    file: str = ""
    places: Mapping[Path_, Place] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)

    def wrong(self, path: Path_, code: str, message: str, *, help: str = "", at_key: bool = False) -> None:  # noqa: A002
        """Record a mistake at `path`, or at the nearest table around it. at_key: whether it is at the key itself."""
        span = nearest(self.places, path, at_key=at_key)
        self.problems.append(problem(code, message, self.file, span, help=help))

    def know(
        self, path: Path_, table: Mapping[str, object], known: Iterable[str], former: Mapping[str, str] | None = None
    ) -> None:
        """Record every unknown key of the table at `path`. former: the present names of keys by their former names."""
        for key, hint in unknown_keys(table, known):
            if former is not None and key in former:
                self.wrong((*path, key), "E0801", f"{quote(key)} is now {quote(former[key])}", at_key=True)
            else:
                self.wrong((*path, key), "E0801", f"unknown key {quote(key)}", help=hint, at_key=True)

    def table(self, path: Path_, value: object) -> dict[str, Any]:
        """Return `value` if it is a table; otherwise record the mistake and return an empty table."""
        if isinstance(value, dict):
            return value
        self.wrong(path, "E0802", f"`{'.'.join(path)}` is a table of keys")
        return {}

    def refuse(self) -> None:
        """Raise `ModelError` with all recorded mistakes, if any."""
        if self.problems:
            ordered = sorted(self.problems, key=lambda problem: (problem.line, problem.column))
            raise ModelError(ordered[0].message, code=ordered[0].code, diagnostics=ordered)


def read_document(path: str | Path, kind: str) -> Document:
    """Read the tree of a TOML file, or of standard input for `-`.

    kind: the kind of the file in `simt.toml_kinds`. Raises `ModelError`: E0807, or E0654 for a file of another kind.
    """
    file = "<stdin>" if str(path) == "-" else str(path)
    try:
        text = text_of(path, TOML_BYTES)
        tree = toml_tree(text)
        places = locate(text) if tree else {}
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(f"cannot read {quote(file)}: {toml_reason(error)}", code="E0807") from None
    refuse_mistaken(tree, kind, file, ModelError)
    return Document(tree, file, places)


def toml_text(tree: Mapping[str, Any], path: Path_ = ()) -> str:
    """Return `tree` as TOML. A table that has a table in it gets a header, any other table takes one line.

    path: the keys that lead to `tree` in the file.
    """
    lines, below = [], []
    for key, value in tree.items():
        if isinstance(value, Mapping) and any(isinstance(inner, Mapping) for inner in value.values()):
            below.append(toml_text(value, (*path, key)))
        elif isinstance(value, Mapping):
            inner = ", ".join(f"{_key_text(name)} = {toml_value(plain)}" for name, plain in value.items())
            lines.append(f"{_key_text(key)} = {{ {inner} }}" if inner else f"{_key_text(key)} = {{}}")
        else:
            lines.append(f"{_key_text(key)} = {toml_value(value)}")
    head = [f"[{'.'.join(map(_key_text, path))}]"] if path and lines else []
    own = "".join(f"{line}\n" for line in (*head, *lines))
    return "\n".join(part for part in (own, *below) if part)


def _key_text(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else toml_value(key)
