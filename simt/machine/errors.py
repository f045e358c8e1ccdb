"""The error that carries the mistakes of a machine description."""

from __future__ import annotations

from isa.reporting.diagnostics import ReportedError


class MachineError(ReportedError):
    """A machine description that cannot be used. `diagnostics` holds every mistake, `str()` is the report."""

    code = "E0405"
