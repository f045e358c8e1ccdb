"""Measurements of hardware, read from a CSV file: each line has a launch and its measured time.

The first line names the columns. `kernel`, `device` and at least one unit are needed; `source` is a text. Every other
column is a size, a symbol, an input or a machine key, by its name in a sweep. A line that cannot be used becomes a
`Mistake`, and the other lines are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import listed, quote
from simt.launch.sizes import parse_size
from simt.validate.comparison import ComparedPoint, point
from simt.validate.errors import CompareError
from simt.validate.lines import UNITS, Head, LineError, Mistake, measurement

_OWN = ("kernel", "device", "source")
_KINDS = ("key", "define", "in", "threads", "global_size", "local_size")
_HEAD = Head(
    ("kernel", "device"), _OWN, "kernel,device,global_size,seconds", partial(CompareError, code="E0824")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """A measured launch.

    - number: its line in the file, from 1.
    - value, unit: the measurement as written; `unit` is a name of `UNITS`.
    - source: where the measurement comes from, "" if the file does not say.
    """

    number: int
    point: ComparedPoint
    value: float
    unit: str
    source: str = ""

    @property
    def cycles(self) -> float | None:
        """The measurement in cycles of the machine's clock; None if the machine's keys contradict each other."""
        scale, machine = UNITS[self.unit], self.point.machine
        if scale is None:
            return self.value
        return None if machine is None else self.value * scale * machine.clock_mhz * 1e6


@dataclass(frozen=True, slots=True)
class MeasuredFile:
    """The launches of a file, and the lines that cannot be used; both in the order of the file.

    Lines that measure the same launch have the same point, which is simulated once.
    """

    name: str
    lines: tuple[Line, ...]
    mistakes: tuple[Mistake, ...]

    @property
    def points(self) -> list[ComparedPoint]:
        """The points of the launches, each once."""
        return list({id(line.point): line.point for line in self.lines}.values())

    @property
    def kernels(self) -> list[str]:
        """The kernels of the launches, each once."""
        return list(dict.fromkeys(line.point.kernel for line in self.lines))


def read_measured(path: str | Path) -> MeasuredFile:
    """Read measurements from a CSV file, or from standard input for `-`.

    Kernels and machine files are first looked for beside the file. Raises `FileError` if it cannot be read, and
    `CompareError`, E0824, for a first line that does not name the columns, and for a file without launches.
    """
    name = str(path)
    folder = Path() if name == "-" else Path(name).parent
    return MeasuredFile(name, *_HEAD.read(name, "launches", partial(_line, folder, {})))


def _line(folder: Path, points: dict[object, ComparedPoint], number: int, cells: Mapping[str, str]) -> Line:
    """Return the launch of a line. Raises `SimtError`.

    points: the points of the earlier lines, by the values that make points equal; a new one is added.
    """
    from simt.exploration.plans.reading import beside
    from simt.launch.naming import oracle_place

    for needed in ("kernel", "device"):
        if needed not in cells:
            raise LineError(f"it has no {needed}")
    value, unit = measurement(cells)
    written = {name: text for name, text in cells.items() if name not in (*_OWN, *UNITS)}
    key = cells["kernel"], cells["device"], tuple(sorted(written.items()))
    if key not in points:
        kernel, device = (str(beside(folder, cells[name])) for name in ("kernel", "device"))
        oracle_place(kernel)  # raises for a file that is missing
        points[key] = point(kernel, device, **_settings(written))
    return Line(number, points[key], value, unit, cells.get("source", ""))


def _settings(cells: Mapping[str, str]) -> dict[str, Any]:
    """Return the arguments of `point` for sizes, symbols, inputs and machine keys. Raises `SimtError`."""
    from simt.exploration.errors import SweepError
    from simt.exploration.plans.axes import SIZES, axis_of
    from simt.machine.keys import key_like

    named: dict[str, dict[str, Any]] = {"key": {}, "define": {}, "in": {}}
    sizes: dict[str, Any] = {}
    for column, text in cells.items():
        try:
            axis = axis_of(column, [text], "column")
        except SweepError as error:
            if error.code != "E0760":
                raise
            axis = None
        if axis is None or axis.kind not in _KINDS:
            near = key_like(column, [*_OWN, *UNITS, *_KINDS[3:]])
            message = (
                f"its column {quote(column)} is not a unit, size, symbol (define.NAME), input (in.NAME) or machine key"
            )
            raise LineError(
                message, help=f"did you mean `{near}`?" if near else f"the units are {listed(UNITS, 'and')}"
            )
        if axis.kind in SIZES:
            sizes[axis.kind] = parse_size(str(axis.values[0]))
        elif axis.kind == "threads":
            sizes["threads"] = axis.values[0]
        else:
            named[axis.kind][axis.symbol] = axis.values[0]
    return {"settings": named["key"], "defines": named["define"], "inputs": named["in"], **sizes}
