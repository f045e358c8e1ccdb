"""`simt.explain`: the page of an error code, a stop or a reason of the ledgers."""

from __future__ import annotations

from isa.explanations import Explanation, explanations
from isa.reporting.diagnostics import ArgumentError, quote, suggest


def explain(name: str) -> str:
    """The page of a code, a stop or a reason, as `simt explain` prints it: `print(simt.explain("bank_conflict"))`.

    Raises `ArgumentError`, with the name that was most likely meant.
    """
    return str(find_page(name))


def find_page(name: str) -> Explanation:
    """Return the page of that name. Raises `ArgumentError`."""
    from simt.result.stops import STOP_CODES

    pages, word = explanations("isa", "simt"), name.lower()
    page = pages.get(name.upper()) or pages.get(STOP_CODES.get(word, word))
    if page is None:
        guess = suggest(name, [*pages, *STOP_CODES])
        hint = f"Did you mean {guess}?" if guess else "`simt explain` lists them."
        raise ArgumentError(f"There is no code or reason {quote(name)}. {hint}")
    return page
