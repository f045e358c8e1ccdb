"""Checks of JSON data, piece by piece. An error names the place of the wrong piece."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from isa.assembly.symbols import check_name
from isa.reporting.diagnostics import ProgramError, quote
from isa.reporting.source import SourceError


class CheckedData:
    """A checker of the pieces of a program file.

    Each method takes a piece and `where`, its place in the file, such as `locals[2].name`. A method
    raises `ProgramError` with this place if the piece is wrong.
    """

    def __init__(self, source: str) -> None:
        self.source = source

    def fail(self, where: str, why: str) -> ProgramError:
        """Return the error about a wrong piece."""
        return ProgramError(f"{self.source} is not a valid program file: {where} {why}")

    def require(self, holds: bool, where: str, why: str) -> None:
        """Raise `ProgramError` about a piece unless a condition holds."""
        if not holds:
            raise self.fail(where, why)

    def keys(self, data: Any, wanted: tuple[str, ...], where: str, optional: tuple[str, ...] = ()) -> None:
        """Check that an object has all keys of `wanted`, and no others except some of `optional`."""
        self.require(isinstance(data, dict), where, "is not an object")
        for key in wanted:
            self.require(key in data, where, f"lacks the key {quote(key)}")
        for key in data:
            self.require(key in wanted or key in optional, where, f"has the unknown key {quote(key)}")

    def named(self, data: Any, where: str) -> Mapping[str, Any]:
        """Read an object whose keys are names in a program."""
        self.require(isinstance(data, dict), where, "is not an object")
        for name in data:
            self.name(name, where)
        return dict(data)

    def listed(self, data: Any, where: str, read: Callable[[Any, str], Any]) -> list[Any]:
        """Read a list, whose entries `read(entry, place)` reads."""
        self.require(isinstance(data, list), where, "is not a list")
        return [read(entry, f"{where}[{index}]") for index, entry in enumerate(data)]

    def text(self, data: Any, where: str) -> str:
        """Read a string."""
        self.require(isinstance(data, str), where, "is not a string")
        return str(data)

    def integer(self, data: Any, low: int, high: int, where: str) -> int:
        """Read an integer from `low` to `high`, both included."""
        is_integer = isinstance(data, int) and not isinstance(data, bool)
        self.require(is_integer and low <= data <= high, where, f"is not an integer from {low} to {high}")
        return int(data)

    def number(self, data: Any, where: str) -> int | float:
        """Read the value of a symbol: an integer below 2^64 in magnitude, or a float."""
        if data in ("inf", "-inf", "nan"):
            return float(data)
        if isinstance(data, float):
            return data
        return self.integer(data, -(1 << 64) + 1, (1 << 64) - 1, where)

    def words(self, data: Any, pattern: re.Pattern[str], where: str, limit: int) -> tuple[int, ...]:
        """Read a list of at most `limit` words in hex, each of which matches `pattern`."""

        def read(entry: Any, place: str) -> int:
            is_word = isinstance(entry, str) and pattern.match(entry) is not None
            self.require(is_word, place, "is not a word in hex, in full length")
            return int(entry, 16)

        numbers = self.listed(data, where, read)
        self.require(len(numbers) <= limit, where, f"are more than {limit}")
        return tuple(numbers)

    def name(self, data: Any, where: str) -> str:
        """Read a name in a program."""
        text = self.text(data, where)
        try:
            check_name(text, (0, 1))
        except SourceError as error:
            raise self.fail(where, f"is a bad name: {error.message}") from None
        return text
