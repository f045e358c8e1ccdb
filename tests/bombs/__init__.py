"""Sources of a few lines that would take an exponential or unbounded amount of work: `python -m tests.bombs`.

Each has to end with a code, within `SECONDS` of the processor and `MEGABYTES` of memory, all processes that it begins
included. A bomb is a function that makes its text, or the texts of its files, so that the tables cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

SECONDS: Final = 20
MEGABYTES: Final = 1000

Make = Callable[[], str | Mapping[str, str]]


@dataclass(frozen=True)
class Bomb:
    """One bomb. make: its text, or its files' by name; command: the words after `simt`; codes: how it may end.

    is_cheap: it is tried in every run of the tests, the others in the nightly one.
    """

    language: str
    make: Make
    file: str
    command: str
    codes: tuple[str, ...]
    is_cheap: bool

    @property
    def name(self) -> str:
        """What it is, in words."""
        return self.make.__name__.replace("_", " ")

    @property
    def files(self) -> Mapping[str, str]:
        """Its files' texts by name."""
        made = self.make()
        return {self.file: made} if isinstance(made, str) else made


class Table:
    """The bombs of a language; as a decorator, it takes one more."""

    def __init__(self, language: str, file: str, command: str) -> None:
        self._bombs: list[Bomb] = []
        self._of_all = language, file, command

    def __call__(self, *codes: str, is_cheap: bool = False, command: str = "") -> Callable[[Make], Make]:
        language, file, usual = self._of_all

        def add(make: Make) -> Make:
            self._bombs.append(Bomb(language, make, file, command or usual, codes, is_cheap))
            return make

        return add

    def __iter__(self) -> Iterator[Bomb]:
        return iter(self._bombs)
