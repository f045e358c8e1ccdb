"""What can go wrong in a calibration, and what `simt explain` says about it."""

from __future__ import annotations

from isa.diagnostics import SimtError, register

__all__ = ["CalibrationError"]


class CalibrationError(SimtError):
    """A calibration that cannot be made."""

    code = "E0880"


register(
    "E0880",
    "a machine that the microkernels do not fit",
    """A calibration runs microkernels of a few registers, constants and instructions. A machine with less of them
cannot be calibrated; give it more of what the message names:

    simt calibrate -m mine.toml -s registers=4 -s constants.words=8
""",
)
register(
    "E0881",
    "a microkernel that did not end as it should",
    """Every microkernel of a calibration ends within some thousand cycles, most of them by running past their last
instruction, which the machine reports with its cycle. One that ends otherwise is a mistake of simt or of the machine's
description; `simt calibrate` names the machine, and the description reproduces it. A memory of far less than a byte per
cycle can make a stream of stores too long.
""",
)
