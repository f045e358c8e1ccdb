"""The errors of sweeps, plans, results files and clusters."""

from __future__ import annotations

from pathlib import Path

from isa.reporting.diagnostics import PlacedError, SimtError

_MOST = 4000  # characters of a reason in a results file


class SweepError(PlacedError):
    """A sweep that cannot begin or had to end. diagnostics: the mistakes with their places, if any."""

    code = "E0762"


def short(error: SimtError, folder: Path | None = None) -> str:
    """Return an error's message with its place, in one line of limited length.

    folder: a folder that is removed from the paths in the message.
    """
    diagnostics = [diagnostic for diagnostic in getattr(error, "diagnostics", []) if diagnostic.severity == "error"]
    text = error.message
    if diagnostics:
        first = diagnostics[0]
        text = f"{first.message} ({first.file.rpartition('/')[2]}:{first.line})" if first.line else first.message
    return (text if folder is None else text.replace(f"{folder}/", ""))[:_MOST]
