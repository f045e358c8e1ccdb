"""`simt.calibrate`, the function of `simt calibrate`: a machine by microkernels, simulated or measured on a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, overload

from isa.reporting.diagnostics import ArgumentError
from simt.interruption import converted
from simt.launch.how import Compiling, Watcher
from simt.machine.settings import Origin
from simt.models.parameters import Parameters
from simt.validate.board.calibration import BoardCalibration, calibrate_board
from simt.validate.board.readings import TOLERANCE, read_readings
from simt.validate.calibration import Calibration
from simt.validate.calibration import calibrate as measure
from simt.verbs.keywords import AnyMachine, check_words, choose
from simt.verbs.shown import Shown


@dataclass(repr=False)
class Calibrated(Shown, Calibration):
    """A calibration: a row for each parameter, with its measured value and the value that the description implies.

    label: the machine's name, with the keys that were changed.
    """

    label: str

    @cached_property
    def parameters(self) -> Parameters:
        """The parameters of the analytical models, for `simt.model_counts(..., device=...)`; `to_toml` writes them."""
        from simt.validate.model_parameters import model_parameters

        return model_parameters(self.readings)

    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return a row for each parameter; `measured` lists the values that explain the readings."""
        return [row.to_dict() for row in self.rows]

    def head(self) -> Sequence[str]:
        """All columns except the readings."""
        return ("name", "unit", "measured", "implied", "verdict")

    def __str__(self) -> str:
        return self.text()

    def text(self, *, color: bool = False) -> str:
        """Return the table that the command prints."""
        from simt.views.studies.calibration import calibration_text

        return calibration_text(self, self.label, color=color)

    def to_dict(self) -> dict[str, Any]:
        """Return every reading as plain values, with the model's parameters."""
        from simt.views.studies.calibration import calibration_dict

        return calibration_dict(self, self.parameters, self.label)


@dataclass(repr=False)
class BoardCalibrated(Shown, BoardCalibration):
    """A machine from readings of a board: a row for each key, with its value, its interval and its lines.

    - label: the base machine's name, with the keys that were changed.
    - origins: the origins of the base machine's keys.
    """

    label: str = ""
    origins: Mapping[str, Origin] = field(default_factory=dict)

    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return a row for each key; `high` is None if larger values explain the readings too."""
        rows = [found.to_dict() for found in self.keys]
        return [{**row, "base": str(row["base"]), "value": str(row["value"])} for row in rows]

    def head(self) -> Sequence[str]:
        """All columns except the choices and the method."""
        return ("key", "base", "value", "low", "high", "verdict", "lines")

    def __str__(self) -> str:
        from simt.views.studies.board import board_text

        return board_text(self, self.label)

    def to_toml(self) -> str:
        """Return the machine as a file, with the interval and the lines of each key that was found."""
        from simt.views.studies.board import machine_file

        return machine_file(self, self.label, self.origins)

    def to_dict(self) -> dict[str, Any]:
        """Return keys, microkernels, mistakes and the machine as plain values."""
        from simt.views.studies.board import board_dict

        return board_dict(self, self.label)


@overload
def calibrate(
    machine: AnyMachine = None, *, readings: None = None, tolerance: float | None = None,
    set: Mapping[str, object] | None = None, here: bool = False, progress: Watcher | None = None,
    compiling: Compiling | None = None, **overrides: object,
) -> Calibrated: ...  # fmt: skip


@overload
def calibrate(
    machine: AnyMachine = None, *, readings: str | Path, tolerance: float | None = None,
    set: Mapping[str, object] | None = None, here: bool = False, progress: Watcher | None = None,
    compiling: Compiling | None = None, **overrides: object,
) -> BoardCalibrated: ...  # fmt: skip


def calibrate(
    machine: AnyMachine = None, *, readings: str | Path | None = None, tolerance: float | None = None,
    set: Mapping[str, object] | None = None, here: bool = False,  # noqa: A002
    progress: Watcher | None = None, compiling: Compiling | None = None,
    **overrides: object,
) -> Calibrated | BoardCalibrated:  # fmt: skip
    """Measure a machine by microkernels, as `simt calibrate` does: `simt.calibrate("fpga4", banks=8).agrees`.

    - machine, set, here, further keywords: as for `simt.Launch`.
    - readings: a CSV file of microkernels measured on a board, "-" for standard input. The result is then the machine
      that explains them; `machine` gives the keys that no reading decides. `simt.calibration_plan` makes the file.
    - tolerance: per cent on each side of a reading without a spread, 3 unless given.
    - progress: called with the number of launches so far. A true result raises `KeyboardInterrupt`, whose `done` has
      the rows that are known by then.
    - compiling: called with each kind of engine before it is compiled.

    Raises `ArgumentError`, `MachineError`, and `CalibrationError` for a machine that is too small for the kernels, and
    for a file that has no readings. Raises `FileError` if the file cannot be read.
    """
    from simt.machine import describe

    check_words(calibrate, overrides)
    built, origins = choose(machine, set, overrides, here=here)
    label = describe.label(built, origins)
    if readings is not None:
        file = read_readings(readings, built, _checked(tolerance))
        with converted(lambda part: BoardCalibrated.of(part, label=label, origins=origins)):
            outcome = calibrate_board(file, built, progress, compiling)
        return BoardCalibrated.of(outcome, label=label, origins=origins)
    if tolerance is not None:
        raise ArgumentError("a tolerance is of readings", help="give readings=FILE too")
    with converted(lambda part: replace(part, label=label)):
        return Calibrated.of(measure(built, progress, compiling), label=label)


def _checked(tolerance: float | None) -> float:
    """Return the tolerance in per cent. Raises `ArgumentError` if it is not a number from 0 to 100."""
    if tolerance is None:
        return TOLERANCE
    if not 0 <= tolerance <= 100:
        raise ArgumentError(f"a tolerance is 0 to 100 per cent, not {tolerance:g}", help="3 is three in a hundred")
    return tolerance
