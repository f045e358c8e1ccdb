"""Predicted against simulated cycles: points, their simulations and predictions, and the two kinds of error.

    from simt.validate.comparison import Request, compare, point

    compared = compare([point("fft128", "fpga4")], Request(models=("refined",), counts=("static", "measured")))

A point that gives no number is kept with the reason: coverage is part of every table. The difference between a
prediction from static counts and one from measured counts is the *input error*; the difference between the prediction
from measured counts and the simulation is the *equation error*; they add up to the error.
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
from simt.launch.how import Compiling
from simt.launch.sizes import size_text
from simt.models.errors import ModelError
from simt.models.machine_view import counts_of, parameters_of
from simt.models.refined import MODEL as REFINED
from simt.models.refined import Profile
from simt.models.refined import predict as predict_refined
from simt.models.registry import MODELS
from simt.validate.holdout import point_held_out
from simt.validate.launches import LaunchSetup
from simt.validate.suite import SuitePoint, kind_of, machine_named, pairing
from simt.validate.terms import TermRow, term_rows, warp_cycles

if TYPE_CHECKING:
    from simt.core.state.grid import Grid
    from simt.exploration.points.workload import Workload
    from simt.lang import Kernel as Marked
    from simt.machine import Machine
    from simt.result.result import Result

COUNTS = ("static", "measured")


@dataclass(frozen=True, slots=True)
class ComparedPoint:
    """A kernel on a machine. `obstacle` says why the two cannot be run together, "" if they can.

    global_size, local_size: work-items of the launch and of a work-group; None: the oracle's, else the kernel's.
    settings: machine keys that were changed, for tables and sweeps.
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

    @property
    def axes(self) -> dict[str, Any]:
        """All settings of the point beside kernel and machine, by the names that a sweep has for them."""
        sizes = {"global_size": self.global_size, "local_size": self.local_size}
        return {
            **self.settings,
            **{f"define.{name}": value for name, value in self.defines.items()},
            **({} if self.threads is None else {"threads": self.threads}),
            **{name: size_text(size) for name, size in sizes.items() if size is not None},
        }

    @property
    def kind(self) -> str:
        """The kind of the machine: "plain" or "devices" (`simt.validate.suite.kind_of`)."""
        return "plain" if self.machine is None else kind_of(self.machine)

    @property
    def is_held_out(self) -> bool:
        """Return whether the holdout keeps kernel or machine for judging."""
        return point_held_out(self.kernel, self.machine_name)


def point(
    kernel: str, machine: Machine | str | Path, *, settings: Mapping[str, Any] | None = None,
    defines: Mapping[str, int | float | str] | None = None, threads: int | None = None,
    global_size: tuple[int, ...] | None = None, local_size: tuple[int, ...] | None = None,
) -> ComparedPoint:  # fmt: skip
    """Return a kernel on a preset, a machine file or a generated machine, with some keys changed; sizes of its launch.

    A combination of keys that contradicts itself is an obstacle. Raises `MachineError` for an unknown machine.
    """
    changed = dict(settings or {})
    base = machine_named(str(machine)) if isinstance(machine, str | Path) else machine
    name = str(machine) if isinstance(machine, str | Path) else machine.name
    try:
        built, obstacle = (base.replace(**changed) if changed else base), ""
    except SimtError as error:
        built, obstacle = None, error.message
    return ComparedPoint(kernel, name, built, dict(defines or {}), threads, changed, obstacle, global_size, local_size)


def suite_point(one: SuitePoint) -> ComparedPoint:
    """A point of the suite, with kernel and machine as `simt.validate.suite.pairing` pairs them, and its launch."""
    defines, chosen, obstacle = pairing(one.kernel, one.machine)
    launch = one.launch or LaunchSetup()
    return ComparedPoint(
        one.kernel, one.machine, chosen, {**defines, **dict(launch.defines)}, launch.threads, obstacle=obstacle
    )


@dataclass(frozen=True, slots=True)
class Request:
    """The inputs of a comparison: models by name, and the sources of their counts.

    check: take the oracles beside the kernels, or the one named. is_suite: kernels are the shipped ones of these names.
    functions: the kernels that are marked functions of Python, by name.
    """

    models: tuple[str, ...] = (REFINED,)
    counts: tuple[str, ...] = ("measured",)
    max_cycles: int = 50_000_000
    seed: int = 1
    include_paths: tuple[str, ...] = ()
    check: bool = True
    is_suite: bool = False
    inputs: Mapping[str, Any] = field(default_factory=dict)
    oracle: Path | None = None
    functions: Mapping[str, Marked] = field(default_factory=dict)


@dataclass(frozen=True)
class Compared:
    """The outcome of a point. `status` is "done" or why there is no simulated number, with the `reason`.

    `predictions` are cycles by (model, counts), `lacks` the reason if there are none. `stack`: simulated cycles by the
    issue ledger's reasons, of a core on average. `charges`: the refined model's cycles by what they were spent on, by
    counts, of a core on average too. `warp_terms`: cycles of a warp on average, by kind of instruction
    (`simt.validate.terms`). `paper`: the paper's terms by counts. `instructions`, `warps`: of all work-groups, on all
    `cores`. `grid`: the sizes, None if nothing said any; `places`: work-groups that a core holds; `transactions` and
    their `bytes`: with global memory.
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
    paper: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @property
    def is_done(self) -> bool:
        """Return whether there is a simulated number."""
        return self.status == "done"

    @property
    def core_instructions(self) -> float:
        """Warp instructions of a core, on average: the divisor of a stack's cycles."""
        return self.instructions / self.cores

    def error(self, model: str, counts: str) -> float | None:
        """Return (predicted - simulated) / simulated; None if one of them is missing."""
        guess = self.predictions.get((model, counts))
        return None if guess is None or not self.is_done else (guess - self.cycles) / self.cycles

    def errors_apart(self, model: str) -> tuple[float, float] | None:
        """Return input error and equation error, as shares of the simulated cycles; None without both predictions."""
        static, measured = (self.predictions.get((model, counts)) for counts in COUNTS)
        if static is None or measured is None or not self.is_done:
            return None
        return (static - measured) / self.cycles, (measured - self.cycles) / self.cycles

    def term_rows(self, counts: str) -> list[TermRow]:
        """Return the paper's terms, from these counts, beside the warp ledger."""
        return term_rows(self.paper.get(counts, {}), self.warp_terms, self.point.machine)


Progress = Callable[[int, int, int], object]  # points done, of how many, without a number; a true answer stops


def compare(
    points: Sequence[ComparedPoint], request: Request, *, workers: int | None = None, progress: Progress | None = None,
    compiling: Compiling | None = None,
) -> list[Compared]:  # fmt: skip
    """Simulate and predict every point, in threads; results in the order of the points.

    workers: threads, by default one per processor. Ends early, with the finished points, if `progress` answers true.
    compiling: called with each kind of engine that is to be compiled for the points. Raises the errors of a kernel or a
    model by itself.
    """
    if compiling is not None:
        from simt.exploration.points.evaluate import missing_kinds

        for kind in missing_kinds(one.machine for one in points if one.machine is not None and not one.obstacle):
            compiling(kind)
    from simt.exploration.sessions.session import thread_count

    over = threading.Event()
    workloads = _Workloads(request)
    results: dict[int, Compared] = {}
    waiting = deque(enumerate(points))

    def work() -> None:
        while not over.is_set():
            try:
                number, one = waiting.popleft()
            except IndexError:
                return
            compared = _one(one, request, workloads, over)
            if compared is not None:
                results[number] = compared

    def look() -> object:
        done = list(results.values())
        return progress is not None and progress(len(done), len(points), sum(not one.is_done for one in done))

    def finished() -> list[Compared]:
        return [one for _, one in sorted(results.copy().items())]

    with kept(finished):
        in_threads(work, min(thread_count(workers, "a comparison"), len(points)), over, look, "compare")
    return finished()


class _Workloads:
    """Kernels with their inputs, each made once."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self._made: dict[Any, Workload] = {}
        self._lock = threading.Lock()

    def of(self, point: ComparedPoint) -> Workload:
        from simt.exploration.points.workload import prepare
        from simt.launch.programs import shipped_program
        from simt.launch.words import Words

        about = point.kernel, tuple(sorted(point.defines.items())), point.threads, point.global_size, point.local_size
        with self._lock:
            if about not in self._made:
                named = self.request.functions.get(point.kernel, point.kernel)
                self._made[about] = prepare(
                    str(shipped_program(point.kernel)) if self.request.is_suite else named,
                    Words(
                        defines=point.defines, include_paths=self.request.include_paths, threads=point.threads,
                        global_size=point.global_size, local_size=point.local_size, seed=self.request.seed,
                        inputs=self.request.inputs,
                        oracle=self.request.oracle or self.request.check,
                    ),
                )  # fmt: skip
            return self._made[about]


def _one(point: ComparedPoint, request: Request, work: _Workloads, over: threading.Event) -> Compared | None:
    """Simulate and predict one point; None if it was interrupted."""
    from simt.exploration.points.evaluate import Interrupted, measure
    from simt.exploration.points.points import examine_on

    if over.is_set():
        return None
    if point.obstacle or point.machine is None:
        return Compared(point, "unpaired", point.obstacle)
    workload = work.of(point)
    ready = examine_on(workload, point.machine, point.machine.hash, request.max_cycles)
    try:
        result, status, reason = measure(workload, ready, request.max_cycles, over.is_set)
    except Interrupted:
        return None
    if status != "done" or result is None:
        return Compared(point, status, reason, grid=workload.grid)
    if REFINED in request.models and "measured" in request.counts:
        profile = Profile.of_result(result)
        if profile.is_uneven and result.machine.vliw.slots == 1:  # only the record shows which warp issues
            result = measure(workload, ready, request.max_cycles, over.is_set, record=True)[0] or result
    return _predicted(point, request, workload, result)


def _predicted(point: ComparedPoint, request: Request, workload: Workload, result: Result) -> Compared:
    """Return a point that was simulated, with the models' predictions."""
    predictions: dict[tuple[str, str], float] = {}
    lacks: dict[tuple[str, str], str] = {}
    charges: dict[str, Mapping[str, float]] = {}
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
                    charges[source] = _of_all_cores(prediction.charges, profile)
                else:
                    said = MODELS[model].predict(counts_of(profile), parameters_of(result.machine), None)
                    predictions[model, source] = said.cycles
                    if model == "paper":
                        paper[source] = {term.name: term.value for term in said.terms}
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
        paper=paper,
    )


def _of_all_cores(charges: Mapping[str, float], profile: Profile) -> Mapping[str, float]:
    """Scale the refined model's charges to an average core: it predicts a core with its full share of the groups.

    A core on average has fewer and then idles. The spent cycles are taken to go with its groups, so that the sum stays
    the predicted cycles.
    """
    cores = profile.machine.cores
    share = profile.groups / (cores * -(-profile.groups // cores))
    if share == 1:
        return charges
    scaled = {name: value * share for name, value in charges.items()}
    scaled["idle"] = scaled.get("idle", 0.0) + sum(charges.values()) * (1 - share)
    return scaled


def _static(workload: Workload, result: Result) -> Profile:
    """Return static counts for the launch of a run; the analysis knows the tables that the oracle always gives."""
    from simt.models.static import analyse

    grid = result.grid
    return Profile.of_static(analyse(result.program, result.machine, **grid.arguments, tables=workload.tables))
