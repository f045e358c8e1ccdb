"""The pages of `simt explain`: one Markdown file per error code, reason or kind of lane.

A page is a file of a package's folder `explanations`, named after what it explains: `E0101.md`, `bank_conflict.md`. Its
first line is `# ` and the title, the second is empty. Nothing else lists the pages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_NAME = re.compile(r"[EW]\d{4}|[CT]\d{3}|[a-z]+(_[a-z]+)*")


@dataclass(frozen=True, slots=True)
class Explanation:
    """One page: `name` is a code (`E0101`) or a word of the ledgers (`bank_conflict`)."""

    name: str
    title: str
    body: str

    def __str__(self) -> str:
        return f"{self.name}: {self.title}\n\n{self.body}"

    @property
    def is_code(self) -> bool:
        """Tell a code of a message from a word of the ledgers."""
        return self.name[0].isupper()


@cache
def explanations(*packages: str) -> Mapping[str, Explanation]:
    """Read the pages of `packages`, by name, sorted.

    Raises `ValueError` if a file has another form or name, or if two packages explain the same.
    """
    found: dict[str, Explanation] = {}
    for package in packages:
        for file in files(package).joinpath("explanations").iterdir():
            name = file.name.removesuffix(".md")
            head, _, body = file.read_text(encoding="utf-8").partition("\n\n")
            title = head.removeprefix("# ")
            if not _NAME.fullmatch(name) or title == head or "\n" in head or not body:
                raise ValueError(f"{package}/explanations/{file.name}: a page is CODE.md: `# title`, empty line, text")
            if name in found:
                raise ValueError(f"{name} is explained twice")
            found[name] = Explanation(name, title, body)
    return dict(sorted(found.items()))
