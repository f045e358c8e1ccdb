"""The pages of `simt explain`: an error code, a stop, a reason or a kind of lane each.

A page is a section of a Markdown file in a package's folder `explanations`, which has a file per area: `# `, the name,
a colon and the title; an empty line; the text. Nothing else lists the pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_HEAD = re.compile(r"# ([EW]\d{4}|[CT]\d{3}|[a-z]+(?:_[a-z]+)*): (.+)\n\n")
_NEXT_PAGE = re.compile(r"\n(?=# )")


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
        """Return whether it is the code of a message, and not a word of the ledgers."""
        return self.name[0].isupper()


@cache
def explanations(*packages: str) -> Mapping[str, Explanation]:
    """Read the pages of `packages`, by name, sorted.

    Raises `ValueError` if a page has another form or name, or if two explain the same.
    """
    pages: dict[str, Explanation] = {}
    for package in packages:
        for file in files(package).joinpath("explanations").iterdir():
            for page in _pages(f"{package}/explanations/{file.name}", file.read_text(encoding="utf-8")):
                if page.name in pages:
                    raise ValueError(f"{page.name} is explained twice")
                pages[page.name] = page
    return dict(sorted(pages.items()))


def _pages(place: str, text: str) -> Iterator[Explanation]:
    for section in _NEXT_PAGE.split(text):
        head = _HEAD.match(section)
        if head is None or not (body := section[head.end() :]):
            raise ValueError(f"{place}: a page is `# CODE: title`, empty line, text; not {section[:60]!r}")
        yield Explanation(head[1], head[2], body)
