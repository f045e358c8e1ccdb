"""The mistakes of a pipeline while it is read, each at its place in the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import Diagnostic, PlacedError, quote
from simt.launch.rounds import Names, NumberError, Where
from simt.machine.locate import Place, nearest
from simt.machine.settings import problem
from simt.toml_kinds import unknown_keys


class PipelineError(PlacedError):
    """A description of a pipeline that cannot be used."""

    code = "E0662"


class Problems:
    """The mistakes so far.

    - path: the file; None for a pipeline that was made in Python.
    - places: the places of the file's keys, by their paths (`locate`).
    - all: the mistakes in the order in which they were found, each once.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.places: Mapping[Where, Place] = {}
        self.all: list[Diagnostic] = []

    def __bool__(self) -> bool:
        return bool(self.all)

    def wrong(self, where: Where, message: str, help: str = "") -> None:  # noqa: A002
        """Add a mistake at a key, or at the nearest table around the key."""
        numbers = [str(int(part) + 1) for part in where if part.isdecimal()]
        other = f"launch {'.'.join(numbers)}" if numbers else "the pipeline"
        place = str(self.path) if self.path else other
        mistake = problem(PipelineError.code, message, place, nearest(self.places, where), help=help)
        if mistake not in self.all:  # every round of a loop has the same
            self.all.append(mistake)

    def know(self, where: Where, table: Mapping[str, object], known: Iterable[str]) -> None:
        """Add a mistake for each key of a table that is not one of `known`."""
        for key, hint in unknown_keys(table, known):
            self.wrong((*where, key), f"unknown key {quote(key)}", hint)

    def table(self, where: Where, value: object) -> dict[str, Any]:
        """Return a table; after a mistake an empty one."""
        if isinstance(value, dict):
            return value
        self.wrong(where, f"`{where[-1]}` is a table")
        return {}

    def texts(self, where: Where, value: object) -> dict[str, str]:
        """Return a table of names, and add a mistake for each other value."""
        table = self.table(where, value)
        for key, entry in table.items():
            if not isinstance(entry, str):
                self.wrong((*where, key), f"`{key}` is a name here, not {entry!r:.80}")
        return {key: entry for key, entry in table.items() if isinstance(entry, str)}

    def number(self, where: Where, value: object, names: Names, *, is_whole: bool = False) -> Any:
        """Return a number, the value of an expression, or a list of them; after a mistake 0."""
        if isinstance(value, list | tuple):
            return [self.number(where, entry, names, is_whole=is_whole) for entry in value]
        try:
            return names.whole(value) if is_whole else names.number(value)
        except NumberError as error:
            self.wrong(where, f"`{where[-1]}` {error.message}", error.help)
            return 0

    def numbers(self, where: Where, value: object, names: Names) -> dict[str, Any]:
        """Return a table of numbers, with the values of its expressions, and add a mistake for each other value."""
        table = self.table(where, value)
        return {key: self.number((*where, key), entry, names) for key, entry in table.items()}
