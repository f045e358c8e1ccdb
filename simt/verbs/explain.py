"""`simt.explain`: the page of an error code, a stop or a reason of the ledgers, or the list of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from isa.explanations import Explanation, explanations
from isa.reporting.diagnostics import ArgumentError, did_you_mean, quote
from simt.result.stops import STOP_CODES
from simt.verbs.shown import Shown

_CODE = re.compile(r"[A-Za-z](\d{1,9})")
_WORDS = "\nWhy a warp or an issue slot waited, and what the lanes of an instruction did:\n\n"


@dataclass(frozen=True, repr=False)
class Explained(Shown):
    """All pages, by name."""

    pages: Mapping[str, Explanation]

    def records(self) -> Sequence[Mapping[str, str]]:
        """Return a row for each page."""
        return [{"name": page.name, "title": page.title} for page in self.pages.values()]

    def to_dict(self) -> dict[str, str]:
        """Return the titles by name."""
        return {page.name: page.title for page in self.pages.values()}

    def __str__(self) -> str:
        stops = {code: f" ({kind})" for kind, code in STOP_CODES.items()}
        pages = self.pages.values()
        codes = [f"{page.name:5}  {page.title}{stops.get(page.name, '')}\n" for page in pages if page.is_code]
        words = [f"{page.name:15}  {page.title}\n" for page in pages if not page.is_code]
        return "".join([*codes, _WORDS, *words])


@overload
def explain(name: str) -> Explanation: ...


@overload
def explain(name: None = None) -> Explained: ...


def explain(name: str | None = None) -> Explanation | Explained:
    """Return the page of a code, stop or reason, as `simt explain` prints it: `print(simt.explain("bank_conflict"))`.

    name: None for the list of all pages. Raises `ArgumentError` for an unknown name, with the most similar one.
    """
    pages = explanations("isa", "simt")
    if name is None:
        return Explained(pages)
    word = name.lower()
    page = pages.get(name.upper()) or pages.get(STOP_CODES.get(word, word))
    if page is None:
        advice = did_you_mean(name, _likely(name, [*pages, *STOP_CODES]), "`simt explain` lists them")
        raise ArgumentError(f"there is no code or reason {quote(name)}", help=advice)
    return page


def _likely(word: str, names: Iterable[str]) -> list[str]:
    """Return the names that `word` may stand for. A code of other digits is another code, not a slip."""
    if not (code := _CODE.fullmatch(word)):
        return list(names)
    return [name for name in names if (known := _CODE.fullmatch(name)) and int(known[1]) == int(code[1])]
