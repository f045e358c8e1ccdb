"""The errors of the storage manager."""

from __future__ import annotations

from isa.reporting.diagnostics import SimtError


class StorageError(SimtError):
    """An operation of the storage manager that is refused, and has changed nothing."""

    code = "E0924"
