"""Measured against simulated and predicted cycles, and the shares of machine, model and counts in the error.

The error of a prediction from static counts against a measurement has three parts. The error of the *machine* is the
difference between the simulation and the measurement. The error of the *model* is the difference between the prediction
from counts of the run and the simulation. The error of the *counts* is the difference between the predictions from
static counts and from counts of the run. All are shares of the measured cycles, so they add up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simt.validate.comparison import Compared
from simt.validate.lines import Mistake
from simt.validate.measured_file import Line, MeasuredFile

PARTS = ("machine", "model", "counts", "whole")


@dataclass(frozen=True, slots=True)
class Held:
    """A measured launch that was simulated, with its measured, simulated and predicted cycles for one model.

    - measured: the cycles of the measurement.
    - counted, static: the cycles predicted from counts of the run, and from static counts; None without a prediction.
    """

    line: Line
    compared: Compared
    model: str
    measured: float
    counted: float | None
    static: float | None

    @property
    def simulated(self) -> int:
        """The simulated cycles."""
        return self.compared.cycles

    @property
    def errors(self) -> Mapping[str, float | None]:
        """The errors by `PARTS`, as shares of the measured cycles; None where a prediction is missing.

        The last entry is the whole error of the prediction from static counts, which is the sum of the other three.
        """
        values = {
            "machine": (self.simulated, self.measured),
            "model": (self.counted, self.simulated),
            "counts": (self.static, self.counted),
            "whole": (self.static, self.measured),
        }
        return {
            part: None if value is None or truth is None else (value - truth) / self.measured
            for part, (value, truth) in values.items()
        }


@dataclass(frozen=True, slots=True)
class Measurements:
    """The outcome of a file of measurements.

    - file: its name.
    - held: a row for each simulated launch and model, in the order of the file.
    - mistakes: the lines that are not compared, in the order of the file.
    - lines: the number of lines with a launch, mistakes included.
    """

    file: str
    held: tuple[Held, ...]
    mistakes: tuple[Mistake, ...]
    lines: int

    def means(self, model: str) -> Mapping[str, float | None]:
        """Return the mean absolute errors of a model by `PARTS`; None if no launch has that part."""
        means: dict[str, float | None] = {}
        for part in PARTS:
            errors = [abs(error) for row in self.held if row.model == model and (error := row.errors[part]) is not None]
            means[part] = sum(errors) / len(errors) if errors else None
        return means

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each line and model with its cycles and errors, then a row for each other line.

        All rows have the same columns.
        """
        axes = dict.fromkeys(name for row in self.held for name in row.compared.point.axes)
        rows: list[dict[str, Any]] = [
            {
                "line": row.line.number,
                "kernel": row.compared.point.kernel,
                "machine": row.compared.point.machine_name,
                **{name: row.compared.point.axes.get(name) for name in axes},
                "source": row.line.source,
                "measured": row.measured,
                "simulated": row.simulated,
                "model": row.model,
                "counted": row.counted,
                "static": row.static,
                **{f"{part}_error": error for part, error in row.errors.items()},
                "reason": "; ".join(dict.fromkeys(
                    reason for (model, _), reason in row.compared.lacks.items() if model == row.model
                )),
            }
            for row in self.held
        ]  # fmt: skip
        columns = list(rows[0]) if rows else ["line", "reason"]
        return rows + [
            {**dict.fromkeys(columns), "line": each.number, "reason": f"{each.code}: {each.reason}"}
            for each in self.mistakes
        ]


def measurements(file: MeasuredFile, compared: Sequence[Compared], models: Sequence[str]) -> Measurements:
    """Hold measured launches against their outcomes.

    compared: the outcomes of the points of the file's lines. A line without an outcome was interrupted, and is left
    out.
    """
    outcomes = {id(row.point): row for row in compared}
    held: list[Held] = []
    mistakes = list(file.mistakes)
    for line in file.lines:
        row = outcomes.get(id(line.point))
        if row is None:
            continue
        cycles = line.cycles
        if not row.is_done or cycles is None:
            mistakes.append(Mistake(line.number, "E0825", f"{row.status}: {row.reason}" if row.reason else row.status))
            continue
        held += [
            Held(line, row, model, cycles, *(row.predictions.get((model, source)) for source in ("measured", "static")))
            for model in models
        ]
    count = len(file.lines) + len(file.mistakes)
    return Measurements(file.name, tuple(held), tuple(sorted(mistakes, key=lambda each: each.number)), count)
