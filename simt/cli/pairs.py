"""Options of the form NAME=VALUE: their pairs, and the refusal of a name that is given twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

from isa.reporting.diagnostics import Diagnostic, PlacedError, quote


class GivenTwiceError(PlacedError):
    """An option that gives two values to one name."""

    code = "E0667"


def pairs(texts: Sequence[str], refusal: str) -> list[tuple[str, str]]:
    """Split texts of the form NAME=VALUE at the first `=`; neither part may be empty.

    Raises `click.UsageError` for any other text. refusal: the beginning of the message.
    """
    pairs_of_texts = []
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise click.UsageError(f"{refusal} {text!r}")
        pairs_of_texts.append((name, value))
    return pairs_of_texts


def named_files(texts: Sequence[str], option: str) -> list[tuple[str, str]]:
    """Return the names and files of an option of the form NAME=FILE. Raises `click.UsageError`."""
    return pairs(texts, f"{option} takes NAME=FILE, not")


def once(named_values: Iterable[tuple[str, str]], option: str, advice: str = "") -> dict[str, str]:
    """Return pairs as a dictionary.

    option, advice: the option's name and the help of the error, "" for the usual help. Raises `GivenTwiceError`, which
    shows both values, if a name occurs twice.
    """
    values: dict[str, str] = {}
    for name, value in named_values:
        if name in values:
            first, second = f"{name}={values[name]}", f"{name}={value}"
            message = f"{option} gives {quote(name)} twice: {quote(first)} and {quote(second)}"
            advice = advice or "leave one of them out"
            raise GivenTwiceError(message, help=advice, diagnostics=[
                Diagnostic("E0667", "error", message, option, 1, 1, len(name) + 1, second, "again", advice)
            ])  # fmt: skip
        values[name] = value
    return values


def inputs_of(texts: Sequence[str], option: str = "--in") -> dict[str, str]:
    """Return the texts of --in, or of another option, by name. Raises `click.UsageError`, `GivenTwiceError`."""
    return once(named_files(texts, option), option)
