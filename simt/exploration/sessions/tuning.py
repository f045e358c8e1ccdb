"""The run of a search for the fastest launch: launches ranked by cycles, the default launch, and the bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import SimtError
from simt.exploration.plans.commands import run_command
from simt.exploration.plans.plan import Point
from simt.exploration.plans.sources import Sources
from simt.exploration.points.evaluate import Runner
from simt.exploration.points.points import examine, point_machine
from simt.exploration.points.workload import Interrupted, prepare
from simt.exploration.records.layout import COLUMNS
from simt.exploration.search.search import Search
from simt.exploration.sessions.exploring import Exploration, Explorer, Searched, searching
from simt.exploration.sessions.launches import default_space
from simt.exploration.sessions.session import Progress
from simt.exploration.silicon.binding import RunBinding, run_binding
from simt.interruption import PartlyDone, converted
from simt.launch.how import Compiling


@dataclass(frozen=True, slots=True)
class TunedLaunch:
    """A launch whose run ended well.

    - settings: the values of the axes, by name. A default launch that is not among the launches of the search has only
      the axes with a single value.
    - rank: 1 for the fastest launch; launches of equal cycles have the same rank. 0 for a default launch that is not
      among the launches of the search.
    - resource: the resource of the machine that is busiest with the instructions of this launch.
    - bound: the cycles that this resource needs for them. A run of these instructions on this machine cannot be
      shorter.
    - binding: the limits of its run.
    - row: the results of its run, by column of a results file.
    """

    point: Point
    settings: Mapping[str, Any]
    rank: int
    cycles: int
    bound: int
    resource: str
    binding: RunBinding
    row: Mapping[str, Any]

    @property
    def share(self) -> float:
        """The bound as a share of the cycles: 1 for a run that nothing but its busiest resource limits."""
        return self.bound / self.cycles


@dataclass(kw_only=True)
class Tuning(Searched):
    """The launches of a search, ranked; `failures` are launches that were refused, were stopped or computed wrong.

    - launches: the launches that ended well, the fastest first.
    - default: the launch in which all axes with several values are left out. It may be one of `launches`. None if it
      was not run or failed.
    - default_reason: why there is no default launch, else "".
    - machine: the name of the machine; "" if it differs between launches.
    - run: the number of launches that were looked at.
    """

    launches: tuple[TunedLaunch, ...] = ()
    default: TunedLaunch | None = None
    default_reason: str = ""
    machine: str = ""
    run: int = 0

    @property
    def best(self) -> TunedLaunch | None:
        """The fastest launch; the first in the order of the axes if several are equally fast."""
        return self.launches[0] if self.launches else None

    @property
    def bounding(self) -> TunedLaunch | None:
        """The launch with the smallest bound: no launch that was run can take fewer cycles than that."""
        return min(self.launches, key=lambda launch: launch.bound, default=None)

    @property
    def is_whole(self) -> bool:
        """Return whether every launch of the space was looked at."""
        return self.run == self.search.space.size

    @property
    def is_checked(self) -> bool:
        """Return whether the results were compared with the results of an oracle."""
        return all(launch.row["max_relative_error"] is not None for launch in self.launches)

    @property
    def problems(self) -> int:
        """The number of different inputs of the launches: more than 1 if they may solve different problems."""
        return len({launch.row["inputs_hash"] for launch in self.launches})

    @property
    def idle_axes(self) -> list[str]:
        """The axes that make no difference: launches that differ in nothing else take equal cycles."""
        return [axis.name for axis in self.search.space.axes if self._is_idle(axis.name)]

    def _is_idle(self, name: str) -> bool:
        cycles: dict[object, list[int]] = {}
        for launch in self.launches:
            others = tuple((axis, value) for axis, value in launch.settings.items() if axis != name)
            cycles.setdefault(others, []).append(launch.cycles)
        return any(len(runs) > 1 for runs in cycles.values()) and all(len(set(runs)) == 1 for runs in cycles.values())

    def is_default(self, launch: TunedLaunch) -> bool:
        """Return whether a launch is the same run as the default launch."""
        return self.default is not None and launch.row["key"] == self.default.row["key"]

    def times(self, launch: TunedLaunch) -> float:
        """Return the cycles of a launch as a multiple of the cycles of the best."""
        return launch.cycles / self.launches[0].cycles

    def command(self, launch: TunedLaunch) -> str:
        """Return the command that runs a launch; "" if its kernel or an input is an object of Python."""
        space = self.search.space
        return run_command(space if launch.rank else default_space(space), launch.point)


def run_tuning(
    search: Search, output: str | Path | None = None, *, jobs: int | None = None, progress: Progress | None = None,
    compiling: Compiling | None = None,
) -> Tuning:  # fmt: skip
    """Run the launches of a search, and rank them by cycles.

    The default launch is run as well, even if it is not among the launches of the search. Parameters and errors are as
    for `run_search`. A `PartlyDone` has the ranking of the launches so far.
    """
    with searching(search, output, jobs=jobs, progress=progress, compiling=compiling) as explorer:
        with converted(lambda found: _ranked(found, explorer)):
            found = explorer.run()
        tuning = _ranked(found, explorer)
        if not tuning.is_interrupted:
            try:
                _add_default(tuning, explorer)
            except (Interrupted, KeyboardInterrupt):
                raise PartlyDone(replace(tuning, is_interrupted=True)) from None
        return tuning


def _ranked(found: Exploration, explorer: Explorer) -> Tuning:
    space = found.search.space
    launches = [
        _launch(space.point(number), space.values_at(number), 1, row)
        for number, row in explorer.rows()
        if number in found.good
    ]
    launches.sort(key=lambda launch: launch.cycles)  # equal ones stay in the order of the axes
    ranked: list[TunedLaunch] = []
    for place, launch in enumerate(launches, 1):
        is_equal = bool(ranked) and ranked[-1].cycles == launch.cycles
        ranked.append(replace(launch, rank=ranked[-1].rank if is_equal else place))
    has_machine = all(axis.kind != "machine" for axis in space.axes)
    known = {field.name: getattr(found, field.name) for field in fields(Searched)}
    machine = _machine_name(explorer.sources) if has_machine else ""
    return Tuning(**known, launches=tuple(ranked), machine=machine, run=found.looked)


def _launch(point: Point, settings: Mapping[str, Any], rank: int, row: Mapping[str, Any]) -> TunedLaunch:
    return TunedLaunch(
        point, settings, rank, row["cycles"], row["bound_cycles"] or 0, row["bound"] or "", run_binding(row), row
    )


def _machine_name(sources: Sources) -> str:
    """Return the name of the machine on which the keys are set, "" if its own keys contradict each other."""
    machine = point_machine(sources.base(sources.sweep.point(0)), {})
    return "" if machine is None else machine.name


def _add_default(tuning: Tuning, explorer: Explorer) -> None:
    """Find the default launch among the launches, or else run it. Raises `Interrupted`."""
    space = default_space(tuning.search.space)
    point = space.point(0)
    try:
        sources = Sources(space)
    except SimtError as error:  # a kernel that does not compile without a value of -D
        tuning.default_reason = error.message
        return
    workload = prepare(*sources.work(point)[1], is_over=explorer.bench.report)
    ready = examine(workload, sources.base(point), sources.settings(point), space.max_cycles)
    known = next((launch for launch in tuning.launches if launch.row["key"] == ready.key), None)
    if known is not None:
        tuning.default = known
        return
    bench = explorer.bench
    values = Runner(bench.starting.append).run(workload, [ready], space.max_cycles, bench.report)[0]
    row = dict(zip(COLUMNS, values, strict=True))
    if row["status"] == "done":
        tuning.default = _launch(point, space.values_at(0), 0, row)
    else:
        tuning.default_reason = row["reason"] or row["status"]
