"""`calibrate_board`: a machine whose keys explain the readings of a board, with what is left open and what contradicts.

The base machine gives all that no reading decides. Keys are found from the sums and rates in the readings; then
every microkernel is simulated on the machine that was found, which shows the readings that it does not explain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from simt.interruption import kept
from simt.launch.how import Compiling, Watcher
from simt.machine import Machine
from simt.validate.board.far import find_far, find_flight, found_machine
from simt.validate.board.figures import Figure, figures_of
from simt.validate.board.found import Evidence, Found
from simt.validate.board.local import find_banks
from simt.validate.board.pipes import find_pipes
from simt.validate.board.readings import ReadingsFile
from simt.validate.errors import CalibrationError
from simt.validate.hardware import Hardware
from simt.validate.lines import Mistake


@dataclass(frozen=True, slots=True)
class Residual:
    """A figure of the board beside the simulation of its microkernel on the machine that was found.

    simulated: the cycles of a step; None if the microkernel was not simulated, or did not end.
    """

    figure: Figure
    simulated: float | None

    @property
    def error(self) -> float | None:
        """The simulated cycles above the measured ones, as a share of these."""
        return None if self.simulated is None else self.simulated / self.figure.value - 1

    @property
    def is_explained(self) -> bool:
        """Return whether the readings allow the simulated cycles; true if there are none."""
        return self.simulated is None or self.figure.cycles.holds(self.simulated)

    def to_dict(self) -> dict[str, Any]:
        """Return the residual as plain values for JSON."""
        figure = self.figure
        return {
            "microkernel": figure.microkernel.title,
            "lines": list(figure.lines),
            "measured": figure.value,
            "low": figure.cycles.low,
            "high": figure.cycles.high,
            "simulated": self.simulated,
            "explained": self.is_explained,
        }


@dataclass(slots=True)
class BoardCalibration:
    """The outcome of readings of a board.

    - file: the name of the file of readings.
    - lines: the number of its lines with a reading, mistakes included.
    - machine: the machine that was found.
    - keys: the keys that readings may decide.
    - residuals: a row for each microkernel with a figure.
    - mistakes: the lines that are not used, or contradict others, in the order of the file.
    - launches: the launches that were simulated.
    """

    file: str
    lines: int
    machine: Machine
    keys: list[Found] = field(default_factory=list)
    residuals: list[Residual] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    launches: int = 0

    @property
    def decided(self) -> list[Found]:
        """The keys that readings decide."""
        return [found for found in self.keys if found.is_decided]

    @property
    def unexplained(self) -> list[Residual]:
        """The figures that the machine that was found does not explain."""
        return [row for row in self.residuals if not row.is_explained]

    @property
    def agrees(self) -> bool:
        """Return whether some key is decided, all lines are used, and the machine that was found explains them."""
        return bool(self.decided) and not self.mistakes and not self.unexplained

    def key(self, name: str) -> Found:
        """Return a key by its name. Raises `KeyError`."""
        return {found.key: found for found in self.keys}[name]


class _Simulator:
    """Machines on which microkernels are simulated, and the number of launches of all of them."""

    def __init__(self, progress: Watcher | None, compiling: Compiling | None) -> None:
        self._progress = progress
        self._compiling = compiling
        self._hardware: dict[str, Hardware] = {}

    @property
    def launches(self) -> int:
        """The number of launches so far."""
        return sum(each.launches for each in self._hardware.values())

    def __call__(self, machine: Machine, figure: Figure) -> float | None:
        """Return the cycles of a step of a figure's microkernel; None if it does not end on the machine."""
        hardware = self._hardware.get(machine.hash)
        if hardware is None:
            hardware = self._hardware[machine.hash] = Hardware(machine, self._watch, self._compiling)
        try:
            return figure.microkernel.cycles_per_step(hardware)
        except CalibrationError:
            return None

    def _watch(self, _: int) -> object:
        return self._progress is not None and self._progress(self.launches)


def calibrate_board(
    file: ReadingsFile, machine: Machine, progress: Watcher | None = None, compiling: Compiling | None = None
) -> BoardCalibration:
    """Find a machine that explains readings of a board.

    - file: the readings.
    - machine: the base machine, which has the keys that no reading decides.
    - progress: called with the number of launches so far. If it returns true, `KeyboardInterrupt` is raised; its `done`
      is the outcome with the keys that were found until then.
    - compiling: called with each kind of engine that has to be compiled.

    Raises `MachineError` if the keys that are found contradict each other.
    """
    figures, mistakes = figures_of(file.lines)
    evidence = Evidence(machine, figures, {}, [*file.mistakes, *mistakes])
    simulate = _Simulator(progress, compiling)
    outcome = BoardCalibration(file.name, len(file.lines) + len(file.mistakes), machine)

    def known() -> BoardCalibration:
        keys = list(evidence.keys.values())
        by_line = sorted(set(evidence.mistakes), key=lambda each: each.number)
        return replace(
            outcome, machine=found_machine(evidence).replace(name=f"{machine.name}_board"), keys=keys,
            mistakes=_each_once(by_line), launches=simulate.launches,
        )  # fmt: skip

    with kept(known):
        find_pipes(evidence, simulate)
        find_banks(evidence)
        if machine.memory.is_present:
            find_far(evidence, simulate)
            find_flight(evidence)
        result = known()
        for figure in figures:
            outcome.residuals.append(Residual(figure, simulate(result.machine, figure)))
    return known()


def _each_once(mistakes: Sequence[Mistake]) -> list[Mistake]:
    """Return the first mistake of each line."""
    return list({each.number: each for each in reversed(mistakes)}.values())[::-1]
