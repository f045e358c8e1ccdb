"""The error of an export."""

from __future__ import annotations

from isa.reporting.diagnostics import SimtError


class ExportError(SimtError):
    """A trace that cannot be written as requested."""

    code = "E0653"
