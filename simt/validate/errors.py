"""The errors of comparisons and calibrations."""

from __future__ import annotations

from isa.reporting.diagnostics import SimtError


class CompareError(SimtError):
    """A comparison that cannot be made as asked."""

    code = "E0820"


class CalibrationError(SimtError):
    """A calibration that cannot be made."""

    code = "E0880"
