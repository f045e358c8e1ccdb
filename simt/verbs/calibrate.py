"""`simt.calibrate`, the function of `simt calibrate`: a machine measured by microkernels, against its description."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from simt.interruption import converted
from simt.validate.calibration import Calibration
from simt.validate.calibration import calibrate as measure
from simt.verbs.keywords import AnyMachine, check_words, choose
from simt.verbs.shown import Shown

if TYPE_CHECKING:
    from simt.core.engine.kinds import Kind
    from simt.models.parameters import Parameters


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


def calibrate(
    machine: AnyMachine = None, *, set: Mapping[str, object] | None = None,  # noqa: A002
    here: bool = False, progress: Callable[[int], object] | None = None,
    compiling: Callable[[Kind], None] | None = None, **overrides: object,
) -> Calibrated:  # fmt: skip
    """Measure a machine by microkernels, as `simt calibrate` does: `simt.calibrate("fpga4", banks=8).agrees`.

    - machine, set, here, further keywords: as for `simt.Launch`.
    - progress: called with the number of launches so far. A true result raises `KeyboardInterrupt`, whose `done` has
      the rows that are known by then.
    - compiling: called with each kind of engine before it is compiled.

    Raises `ArgumentError`, `MachineError`, and `CalibrationError` for a machine that is too small for the kernels.
    """
    from simt.machine import describe

    check_words(calibrate, overrides)
    built, origins = choose(machine, set, overrides, here=here)
    label = describe.label(built, origins)
    with converted(lambda part: replace(part, label=label)):
        return Calibrated.of(measure(built, progress, compiling), label=label)
