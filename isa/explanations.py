"""The pages of `simt explain`: one for each code, stall reason and kind of lane.

A page is a section of a Markdown file in the folder `explanations` of a package: a head `# NAME: title`, an empty line,
the text. No other list of the pages exists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_HEAD = re.compile(r"# ([EW]\d{4}|[CT]\d{3}|[a-z]+(?:_[a-z]+)*): (.+)\n\n")
_NEXT_PAGE = re.compile(r"\n(?=# )")


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """A page. name: a code (`E0101`) or a word of the ledgers (`bank_conflict`)."""

    name: str
    title: str
    body: str

    def __str__(self) -> str:
        return f"{self.name}: {self.title}\n\n{self.body}"

    def __repr__(self) -> str:
        return f"<Explanation {self.name}: {self.title}>"

    @property
    def is_code(self) -> bool:
        """Return whether the page explains a code, not a word of the ledgers."""
        return self.name[0].isupper()


@cache
def explanations(*packages: str) -> Mapping[str, Explanation]:
    """Read the pages of `packages` and return them by name, in the order of names.

    packages: the names of packages with a folder `explanations`. Raises `ValueError` if a page is malformed, or if two
    pages have the same name.
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
