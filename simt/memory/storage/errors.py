"""The errors of the storage manager."""

from __future__ import annotations

from isa.reporting.diagnostics import SimtError


class StorageError(SimtError):
    """A refused operation of the storage manager, which has changed nothing."""

    code = "E0924"
