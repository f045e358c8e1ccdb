"""Readings of a board from a CSV file: a launch of a microkernel in each line, or the published cycles of a step.

Columns: `microkernel`, `instruction`, `threads`, `groups`, `stride`, `loads`; `steps` and `turns` of the launch, both
empty for the time of one step; one column of a unit; `spread` and `repeats`; `source` and `kernel`, which are texts.
A line that cannot be used becomes a `Mistake`, so that the other lines can be.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from isa.reporting.diagnostics import quote
from simt.machine import Machine
from simt.validate.board.kernels import SIZES, Microkernel
from simt.validate.board.spans import Span
from simt.validate.errors import CalibrationError
from simt.validate.lines import UNITS, Head, LineError, Mistake, measurement, number_of

COLUMNS = ("microkernel", "instruction", *SIZES, "steps", "turns", "spread", "repeats", "source", "kernel")
TOLERANCE = 3.0  # per cent on each side of a reading without a spread
FILE_ERROR, LINE_ERROR, AT_ODDS = "E0882", "E0883", "E0884"
_HEAD = Head(
    ("microkernel",), COLUMNS, "microkernel,instruction,threads,steps,turns,seconds",
    partial(CalibrationError, code=FILE_ERROR), is_closed=True,
)  # fmt: skip
_DEVIATIONS = 3.0  # on each side of a mean: 99.7 of 100 normal readings lie there
# The same for a spread that is estimated from a number of repeats (Student's t at 99.73 %).
_STUDENT = {2: 235.8, 3: 19.21, 4: 9.22, 5: 6.62, 6: 5.51, 7: 4.90, 8: 4.53, 9: 4.28, 10: 4.09, 15: 3.59, 20: 3.42}
_MOST_NUMBER = 1 << 40


@dataclass(frozen=True, slots=True)
class Line:
    """A reading.

    - number: its line in the file, from 1.
    - steps, turns: the steps and the turns of the launch; 0 for the time of one step.
    - value, cycles: the reading and the numbers that it may stand for, both in cycles of the cores' clock.
    """

    number: int
    microkernel: Microkernel
    steps: int
    turns: int
    value: float
    cycles: Span


@dataclass(frozen=True, slots=True)
class ReadingsFile:
    """The readings of a file, and the lines that cannot be used; both in the order of the file."""

    name: str
    lines: tuple[Line, ...]
    mistakes: tuple[Mistake, ...]


def read_readings(path: str | Path, machine: Machine, tolerance: float = TOLERANCE) -> ReadingsFile:
    """Read readings from a CSV file, or from standard input for `-`.

    machine: the base machine, whose clock makes cycles of seconds. tolerance: per cent on each side of a reading
    without a spread. Raises `FileError` if the file cannot be read, and `CalibrationError`, E0882, for a first line
    that does not name the columns, or names unknown ones, and for a file without readings.
    """
    name = str(path)
    lines, mistakes = _HEAD.read(name, "readings", partial(_line, machine, tolerance))
    return ReadingsFile(name, lines, tuple(replace(mistake, code=LINE_ERROR) for mistake in mistakes))


def _line(machine: Machine, tolerance: float, number: int, cells: Mapping[str, str]) -> Line:
    """Return the reading of a line. Raises `LineError`."""
    if "microkernel" not in cells:
        raise LineError("it has no microkernel")
    sizes = {name: _whole(cells, name, 0 if name == "stride" else 1) for name in SIZES if name in cells}
    microkernel = Microkernel(cells["microkernel"], cells.get("instruction", ""), **sizes)
    microkernel.check(machine)
    steps, turns = (_whole(cells, name, 1) if name in cells else 0 for name in ("steps", "turns"))
    if bool(steps) != bool(turns):
        lacking = "turns" if steps else "steps"
        message = f"it has no {lacking}: a launch has steps and turns"
        raise LineError(message, help="leave both empty if the result is the time of one step")
    value, unit = measurement(cells)
    scale = UNITS[unit]
    factor = 1.0 if scale is None else scale * machine.clock_mhz * 1e6
    half = _half(cells, value, unit, tolerance)
    span = Span(factor * max(value - half, 0), factor * (value + half))
    return Line(number, microkernel, steps, turns, factor * value, span)


def _whole(cells: Mapping[str, str], name: str, low: int) -> int:
    """Return the whole number of a cell. Raises `LineError`."""
    number = number_of(cells[name])
    if number is None or number != int(number) or not low <= number <= _MOST_NUMBER:
        raise LineError(f"`{name}` is a whole number of {low} or more, not {quote(cells[name])}")
    return int(number)


def _half(cells: Mapping[str, str], value: float, unit: str, tolerance: float) -> float:
    """Return how far the true result may lie from the reading, in the unit of the reading. Raises `LineError`."""
    repeats = _whole(cells, "repeats", 1) if "repeats" in cells else None
    if "spread" not in cells:
        return max(tolerance / 100 * value, _rounding(cells[unit]))
    spread = number_of(cells["spread"])
    if spread is None or spread < 0:
        message = f"`spread` is a number of 0 or more, not {quote(cells['spread'])}"
        raise LineError(message, help=f"the standard deviation of the repeats, in {unit}")
    if repeats == 1:
        raise LineError("one repeat has no spread", help="leave `repeats` empty if the spread is known from elsewhere")
    if repeats is None:
        return max(_DEVIATIONS * spread, _rounding(cells[unit]))
    factor = next((_STUDENT[count] for count in sorted(_STUDENT, reverse=True) if count <= repeats), _DEVIATIONS)
    return max(factor * spread / math.sqrt(repeats), _rounding(cells[unit]))


def _rounding(text: str) -> float:
    """Return half a unit of the last digit of a number as written."""
    digits, _, exponent = text.lower().partition("e")
    places = len(digits.partition(".")[2]) - int(exponent or 0)
    return 0.5 * 10.0**-places
