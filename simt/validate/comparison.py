"""Predicted against simulated cycles: points, their simulations and predictions, and the two kinds of error.

A point that cannot be simulated is kept with the reason, so that every table can say how many points it covers. The
error of a prediction from static counts has two parts. The *input error* is the difference between this prediction and
the prediction from measured counts. The *equation error* is the difference between the prediction from measured counts
and the simulation.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import SimtError
from simt.interruption import in_threads, kept
from simt.launch.how import DEFAULT_MAX_CYCLES, Compiling
from simt.launch.programs import shipped_program
from simt.launch.sizes import size_text
from simt.models.errors import ModelError
from simt.models.machine_view import counts_of, parameters_of
from simt.models.refined import MODEL as REFINED
from simt.models.refined import Profile, needs_record
from simt.models.refined import predict as predict_refined
from simt.models.refined.likeness import Features
from simt.models.registry import MODELS
from simt.models.static import analyse
from simt.validate.holdout import point_held_out
from simt.validate.launches import LaunchSetup
from simt.validate.suite import SuitePoint, kind_of, machine_named, pairing
from simt.validate.terms import TermRow, of_all_cores, term_rows, warp_cycles

if TYPE_CHECKING:
    from simt.core.state.grid import Grid
    from simt.exploration.points.workload import Workload
    from simt.lang import Kernel as Marked
    from simt.machine import Machine
    from simt.result.result import Result

COUNTS = ("static", "measured")


@dataclass(frozen=True, slots=True)
class ComparedPoint:
    """A kernel on a machine.

    - machine: None if its keys contradict each other.
    - defines: values of symbols.
    - threads: the threads of a work-group, None for the kernel's own number.
    - settings: the machine keys that were changed, for tables and sweeps.
    - obstacle: the reason why kernel and machine cannot be run together; "" if they can.
    - global_size, local_size: work-items of the launch and of a work-group; None: from the oracle, else from the
      kernel.
    - inputs: inputs that are numbers, by name: values of parameters and lengths of arrays.
    """

    kernel: str
    machine_name: str
    machine: Machine | None
    defines: Mapping[str, int | float | str] = field(default_factory=dict)
    threads: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    obstacle: str = ""
    global_size: tuple[int, ...] | None = None
    local_size: tuple[int, ...] | None = None
    inputs: Mapping[str, int | float] = field(default_factory=dict)

    @property
    def axes(self) -> dict[str, Any]:
        """All settings of the point, by their names in a sweep."""
        sizes = {"global_size": self.global_size, "local_size": self.local_size}
        return {
            **self.settings,
            **{f"define.{name}": value for name, value in self.defines.items()},
            **({} if self.threads is None else {"threads": self.threads}),
            **{name: size_text(size) for name, size in sizes.items() if size is not None},
            **{f"in.{name}": value for name, value in self.inputs.items()},
        }

    @property
    def kind(self) -> str:
        """The kind of the machine: "plain" or "devices"."""
        return "plain" if self.machine is None else kind_of(self.machine)

    @property
    def is_held_out(self) -> bool:
        """Return whether kernel or machine is held out (`simt.validate.holdout`)."""
        return point_held_out(self.kernel, self.machine_name)


def point(
    kernel: str, machine: Machine | str | Path, *, settings: Mapping[str, Any] | None = None,
    defines: Mapping[str, int | float | str] | None = None, threads: int | None = None,
    global_size: tuple[int, ...] | None = None, local_size: tuple[int, ...] | None = None,
    inputs: Mapping[str, int | float] | None = None,
) -> ComparedPoint:  # fmt: skip
    """Make the point of a kernel on a machine: a preset, a file, a generated machine or a `Machine`.

    settings: machine keys to change; keys that contradict each other become the point's obstacle.

    The other arguments are the fields of `ComparedPoint`.

    Raises `MachineError` for an unknown machine.
    """
    changed = dict(settings or {})
    base = machine_named(str(machine)) if isinstance(machine, str | Path) else machine
    name = str(machine) if isinstance(machine, str | Path) else machine.name
    try:
        built, obstacle = (base.replace(**changed) if changed else base), ""
    except SimtError as error:
        built, obstacle = None, error.message
    return ComparedPoint(
        kernel, name, built, dict(defines or {}), threads, changed, obstacle, global_size, local_size,
        dict(inputs or {}),
    )  # fmt: skip


def suite_point(named: SuitePoint) -> ComparedPoint:
    """Make the point of the comparison that `named` stands for, with machine and symbols of `suite.pairing`.

    Raises the errors of `pairing`.
    """
    defines, machine, obstacle = pairing(named.kernel, named.machine)
    launch = named.launch or LaunchSetup()
    return ComparedPoint(
        named.kernel, named.machine, machine, {**defines, **dict(launch.defines)}, launch.threads, obstacle=obstacle
    )


@dataclass(frozen=True, slots=True)
class Request:
    """The choices for all points.

    - models: the models, by name.
    - counts: the sources of their counts, "static" or "measured".
    - max_cycles: the cycles after which a run is stopped.
    - seed: the seed of the inputs.
    - is_suite: whether kernels are names of shipped kernels.
    - inputs: inputs that take the place of the oracle's, by name.
    - oracle: the file of one oracle for all kernels; True for the oracle beside each kernel, False for none.
    - include_paths: the folders in which `.include` looks.
    - functions: the kernels written in Python, by name.
    """

    models: tuple[str, ...] = (REFINED,)
    counts: tuple[str, ...] = ("measured",)
    max_cycles: int = DEFAULT_MAX_CYCLES
    seed: int = 1
    include_paths: tuple[str, ...] = ()
    is_suite: bool = False
    inputs: Mapping[str, Any] = field(default_factory=dict)
    oracle: Path | bool = True
    functions: Mapping[str, Marked] = field(default_factory=dict)


@dataclass(frozen=True)
class Compared:
    """The outcome of a point of the comparison: its simulation and its predictions.

    - status: "done", or the reason why the simulation has no result.
    - reason: the details of the status.
    - instructions, warps: the numbers for all work-groups together.
    - grid: the sizes of the launch; None if neither the kernel nor its oracle has sizes.
    - places: the work-groups that a core holds at once.
    - transactions, bytes: the traffic of global memory.
    - stack: the simulated cycles of an average core, by reason of the issue ledger.
    - warp_terms: the cycles of an average warp, from `simt.validate.terms.warp_cycles`.
    - predictions: the predicted cycles, by (model, counts).
    - lacks: the reason for a missing prediction, by (model, counts).
    - charges: the cycles of an average core in the refined model, by counts and by reason.
    - features: the features by which the refined model finds similar launches (`likeness.NAMES`), by counts.
    - paper: the terms of the paper, by counts and by name.
    """

    point: ComparedPoint
    status: str
    reason: str = ""
    cycles: int = 0
    instructions: int = 0
    warps: int = 0
    cores: int = 1
    grid: Grid | None = None
    places: int = 1
    transactions: int = 0
    bytes: int = 0
    stack: Mapping[str, float] = field(default_factory=dict)
    warp_terms: Mapping[str, float] = field(default_factory=dict)
    predictions: Mapping[tuple[str, str], float] = field(default_factory=dict)
    lacks: Mapping[tuple[str, str], str] = field(default_factory=dict)
    charges: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    features: Mapping[str, Features] = field(default_factory=dict)
    paper: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @property
    def is_done(self) -> bool:
        """Return whether there is a simulated number."""
        return self.status == "done"

    @property
    def core_instructions(self) -> float:
        """The warp instructions of an average core. `stack` divided by them gives cycles per instruction."""
        return self.instructions / self.cores

    @property
    def interval(self) -> int:
        """The machine's `issue.interval`: the cycles from a scheduler's turn to its next one."""
        return 1 if self.point.machine is None else self.point.machine.issue.interval

    def error(self, model: str, counts: str) -> float | None:
        """Return (predicted - simulated) / simulated; None if one of them is missing."""
        predicted = self.predictions.get((model, counts))
        return None if predicted is None or not self.is_done else (predicted - self.cycles) / self.cycles

    def errors_apart(self, model: str) -> tuple[float, float] | None:
        """Return input and equation error as shares of the simulated cycles; None if a prediction is missing."""
        static, measured = (self.predictions.get((model, counts)) for counts in COUNTS)
        if static is None or measured is None or not self.is_done:
            return None
        return (static - measured) / self.cycles, (measured - self.cycles) / self.cycles

    def term_rows(self, counts: str) -> list[TermRow]:
        """Return the paper's terms, computed from these counts, beside the warp ledger's cycles."""
        return term_rows(self.paper.get(counts, {}), self.warp_terms, self.point.machine)


Progress = Callable[[int, int, int], object]  # (finished points, all points, failed points); a true result stops


def compare(
    points: Sequence[ComparedPoint], request: Request, *, jobs: int | None = None, progress: Progress | None = None,
    compiling: Compiling | None = None,
) -> list[Compared]:  # fmt: skip
    """Simulate and predict every point. The results are in the order of the points.

    - jobs: the number of threads, by default one per processor.
    - progress: called with the finished points, all points and the failed points; if it returns true, the comparison
      ends with the finished points.
    - compiling: called with each kind of engine that has to be compiled.

    Raises `SweepError`, E0761, for a wrong number of threads. Errors of kernels, runs and predictions are kept in
    `Compared`.
    """
    if compiling is not None:
        from simt.exploration.points.evaluate import missing_kinds

        runnable = (point.machine for point in points if point.machine is not None and not point.obstacle)
        for kind in missing_kinds(runnable):
            compiling(kind)
    from simt.exploration.sessions.session import thread_count

    over = threading.Event()
    workloads = _Workloads(request)
    results: dict[int, Compared] = {}
    waiting = deque(enumerate(points))

    def work() -> None:
        while not over.is_set():
            try:
                number, point = waiting.popleft()
            except IndexError:
                return
            compared = _compared(point, request, workloads, over)
            if compared is not None:
                results[number] = compared

    def look() -> object:
        done = list(results.values())
        return progress is not None and progress(len(done), len(points), sum(not point.is_done for point in done))

    def finished() -> list[Compared]:
        return [compared for _, compared in sorted(results.copy().items())]

    with kept(finished):
        in_threads(work, min(thread_count(jobs, "a comparison"), len(points)), over, look, "compare")
    return finished()


class _Workloads:
    def __init__(self, request: Request) -> None:
        self.request = request
        self._made: dict[Any, Workload] = {}
        self._lock = threading.Lock()

    def of(self, point: ComparedPoint, over: threading.Event) -> Workload:
        """Return the workload of a point. Raises `Interrupted` if `over` is set while earlier launches run."""
        from simt.exploration.points.workload import prepare
        from simt.launch.naming import is_launch
        from simt.launch.words import Words

        # The launches before the one of a pipeline run on the point's own machine.
        machine = point.machine if is_launch(point.kernel) else None
        on = "" if machine is None else machine.hash
        named = tuple(sorted(point.defines.items())), tuple(sorted(point.inputs.items()))
        key = point.kernel, *named, point.threads, point.global_size, point.local_size, on
        with self._lock:
            if key not in self._made:
                source = self.request.functions.get(point.kernel, point.kernel)
                words = Words(
                    defines=point.defines, include_paths=self.request.include_paths, threads=point.threads,
                    global_size=point.global_size, local_size=point.local_size, seed=self.request.seed,
                    inputs={**self.request.inputs, **point.inputs}, oracle=self.request.oracle,
                )  # fmt: skip
                kernel = str(shipped_program(point.kernel)) if self.request.is_suite else source
                self._made[key] = prepare(kernel, words, machine=machine, is_over=over.is_set)
            return self._made[key]


def _compared(point: ComparedPoint, request: Request, work: _Workloads, over: threading.Event) -> Compared | None:
    """Simulate and predict one point; None if it was interrupted."""
    from simt.exploration.points.evaluate import measure
    from simt.exploration.points.points import examine_on
    from simt.exploration.points.workload import Interrupted

    if over.is_set():
        return None
    if point.obstacle or point.machine is None:
        return Compared(point, "unpaired", point.obstacle)
    is_counted = REFINED in request.models and "measured" in request.counts
    is_recorded = is_counted and needs_record(point.machine)
    try:
        workload = work.of(point, over)
        ready = examine_on(workload, point.machine, point.machine.hash, request.max_cycles)
        result, status, reason = measure(workload, ready, request.max_cycles, over.is_set, record=is_recorded)
        if status != "done" or result is None:
            return Compared(point, status, reason, grid=workload.grid)
        if is_counted and needs_record(point.machine, result):
            result = measure(workload, ready, request.max_cycles, over.is_set, record=True)[0] or result
    except Interrupted:
        return None
    return _predicted(point, request, workload, result)


def _predicted(point: ComparedPoint, request: Request, workload: Workload, result: Result) -> Compared:
    """Return the outcome of a simulated point, with the models' predictions."""
    predictions: dict[tuple[str, str], float] = {}
    lacks: dict[tuple[str, str], str] = {}
    charges: dict[str, Mapping[str, float]] = {}
    features: dict[str, Features] = {}
    paper: dict[str, Mapping[str, float]] = {}
    for source in request.counts:
        try:
            profile = _static(workload, result) if source == "static" else Profile.of_result(result)
        except SimtError as error:
            lacks.update({(model, source): f"{error.code}: {error.message}" for model in request.models})
            continue
        for model in request.models:
            try:
                if model == REFINED:
                    prediction = predict_refined(profile)
                    predictions[model, source] = prediction.cycles
                    features[source] = prediction.features
                    charges[source] = of_all_cores(prediction.charges, profile)
                else:
                    device = MODELS[model].predict(counts_of(profile), parameters_of(result.machine), None)
                    predictions[model, source] = device.cycles
                    if model == "paper":
                        paper[source] = {term.name: term.value for term in device.terms}
            except ModelError as error:
                lacks[model, source] = f"{error.code}: {error.message}"
    cores, (_, transactions, moved) = len(result.cores), result.traffic.totals
    warps = result.groups * result.group_warps
    return Compared(
        point,
        "done",
        cycles=result.cycles,
        instructions=result.instructions,
        warps=warps,
        cores=cores,
        grid=result.grid,
        places=result.places,
        transactions=transactions,
        bytes=moved,
        stack={name: count / result.machine.issue_slots / cores for name, count in result.ledgers.issue.items()},
        warp_terms=warp_cycles(result.program, result.ledgers.warp_lines, warps),
        predictions=predictions,
        lacks=lacks,
        charges=charges,
        features=features,
        paper=paper,
    )


def _static(workload: Workload, result: Result) -> Profile:
    """Return static counts of a run's launch. The analysis reads the inputs that do not depend on the seed.

    Raises `SimtError`.
    """
    grid = result.grid
    return Profile.of_static(analyse(result.program, result.machine, **grid.arguments, tables=workload.tables))
