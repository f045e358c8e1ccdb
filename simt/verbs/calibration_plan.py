"""`simt.calibration_plan`, the function of `simt calibrate --plan`: the launches to measure on a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import plural
from simt.files import check_output, write_file
from simt.machine import Machine
from simt.validate.board.plan import Launch, plan, plan_csv
from simt.validate.board.sources import opencl
from simt.verbs.keywords import AnyMachine, check_words, choose
from simt.verbs.shown import Shown


@dataclass(frozen=True, repr=False)
class CalibrationPlan(Shown):
    """The launches to measure on a board, a row each. machine: the base machine, which gives the sizes."""

    machine: Machine
    launches: Sequence[Launch]

    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return a row for each launch: its microkernel, sizes, steps, turns and kernel."""
        return [
            {**asdict(launch.microkernel), "steps": launch.steps, "turns": launch.turns, "kernel": launch.kernel}
            for launch in self.launches
        ]

    def title(self) -> str:
        """Return how many launches there are."""
        return f"{plural(len(self.launches), 'launch', 'es')} to measure on a board like {self.machine.name}"

    def head(self) -> Sequence[str]:
        """All columns except the kernel in OpenCL C."""
        return list(self.records()[0])[:-1] if self.launches else ()

    def __str__(self) -> str:
        return self.csv

    @property
    def csv(self) -> str:
        """The file of readings, whose results are to be filled in."""
        return plan_csv(list(self.launches))

    @property
    def opencl(self) -> str:
        """The kernels of the launches, as OpenCL C."""
        return opencl(self.launches, self.machine)

    def write(self, path: str | Path) -> tuple[Path, Path]:
        """Write the file of readings, and its kernels beside it as .cl; return both names. Raises `FileError`."""
        table = Path(path)
        source = table.with_suffix(".cl")
        for each in (table, source):
            check_output(str(each))
        write_file(source, self.opencl)
        write_file(table, self.csv)
        return table, source


def calibration_plan(
    machine: AnyMachine = None, *, set: Mapping[str, object] | None = None,  # noqa: A002
    here: bool = False, **overrides: object,
) -> CalibrationPlan:  # fmt: skip
    """Return what to measure on a board like `machine`: `simt.calibration_plan("gtx280").write("board.csv")`.

    machine, set, here, further keywords: as for `simt.Launch`. Raises `ArgumentError` and `MachineError`.
    """
    check_words(calibration_plan, overrides)
    built, _ = choose(machine, set, overrides, here=here)
    return CalibrationPlan(built, tuple(plan(built)))
