"""The error of a sweep: its plan, its results file, its cluster."""

from __future__ import annotations

from isa.diagnostics import PlacedError


class SweepError(PlacedError):
    """A sweep that cannot begin, or had to end; `diagnostics` lists places, if there are any."""

    code = "E0762"
