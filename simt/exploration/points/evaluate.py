"""Runs of the points of a sweep: a kernel with its inputs on a machine gives a row of results.

One call of the compiled engine runs several points and releases the interpreter's lock. The rest of the work holds the
lock and does not run in parallel. It takes some 80 us of processor time per point of fft128, against 200 us in the
engine (`benches.bench_sweep --steps`).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from simt.core.engine.batch import Batch, structure_of
from simt.core.engine.entry import in_thread
from simt.core.engine.kinds import Kind, kind_of_launch
from simt.core.engine.output import Output
from simt.core.engine.run import CHUNK, finish
from simt.core.state.placed import Memories
from simt.core.state.states import DONE, RUNNING
from simt.core.state.units import Units, units_of
from simt.exploration.points.rows import outcome_of_result, row_of, rows_of
from simt.exploration.points.workload import Image, Interrupted, Ready, Refused, Workload
from simt.exploration.records.layout import COLUMNS
from simt.exploration.records.store import Row
from simt.launch.bound import Bound
from simt.launch.compile_times import compile_kind
from simt.launch.how import How
from simt.launch.inputs import BoundProgram
from simt.launch.sampling.sampled import SampleError
from simt.machine import Machine
from simt.result.result import Result


def measure(
    workload: Workload, ready: Ready | Refused, max_cycles: int, is_over: Callable[[], bool] = lambda: False, *,
    record: bool = False,
) -> tuple[Result | None, str, str]:  # fmt: skip
    """Run a point and return its result, status and reason. The result is None if there is nothing to run.

    - max_cycles: the cycles after which the run is stopped.
    - is_over: returns whether the sweep is to stop.
    - record: whether to record events.

    The result has no check; the status says whether the oracle agrees. Raises `Interrupted` if `is_over` becomes true
    during the run.
    """
    if isinstance(ready, Refused):
        facts = dict(zip(COLUMNS, ready.row, strict=True))
        return None, str(facts["status"]), str(facts["reason"] or "")
    result = _measured(ready, max_cycles, is_over, record=record)
    status, _, reason, _ = outcome_of_result(workload, ready, result)
    return result, status, reason or ""


def _measured(
    ready: Ready, max_cycles: int, is_over: Callable[[], bool], *, record: bool = False,
    starting: Callable[[Kind], object] | None = None,
) -> Result:  # fmt: skip
    placed, image = ready.placed, ready.image
    sample = None if record else ready.sample
    for engine in ("cycle",) if sample is None else ("functional", "cycle"):
        _need(kind_of_launch(placed.machine, placed.grid, engine), is_over, starting)
    data = BoundProgram(image.program, image.memory, image.words)
    bound = Bound(placed, data, image.inputs)
    how = How(max_cycles=max_cycles, record=record, jobs=1)
    try:
        result = bound.run_once(
            replace(how, sample=sample, outputs=ready.outputs and sample is not None), lambda _: is_over()
        )
    except SampleError:  # groups that need what others leave run whole
        result = bound.run_once(how, lambda _: is_over())
    if result.stop is not None and result.stop.kind == "interrupted":
        raise Interrupted
    return result


_lock = threading.Lock()
_ready: set[str] = set()  # the names of compiled kinds


def _need(kind: Kind, is_over: Callable[[], bool], starting: Callable[[Kind], object] | None = None) -> None:
    """Compile a kind of engine unless it is compiled; other threads that need it wait.

    is_over: returns whether the caller no longer needs it. starting: called with the kind before it is compiled. Raises
    `Interrupted` if `is_over` is true before the kind is compiled.
    """
    if kind.name in _ready:
        return
    while not _lock.acquire(timeout=_LOOK):
        if is_over():
            raise Interrupted
    try:
        if kind.name not in _ready:
            if starting is not None and not kind.is_compiled:
                starting(kind)
            if not in_thread(lambda: compile_kind(kind), is_over):
                raise Interrupted
            _ready.add(kind.name)
    finally:
        _lock.release()


_LOOK = 0.05  # seconds between checks whether the sweep is to stop


def missing_kinds(machines: Iterable[Machine]) -> list[Kind]:
    """Return the kinds of engine that these machines need and that are not compiled yet, each once."""
    kinds = {kind.name: kind for kind in map(kind_of_launch, machines)}
    return [kind for name, kind in kinds.items() if name not in _ready and not kind.is_compiled]


class Runner:
    """A runner of points, many in one call of the compiled engine. Each thread has a runner, which reuses its arrays.

    starting: called with a kind of engine before it is compiled.
    """

    def __init__(self, starting: Callable[[Kind], object] | None = None) -> None:
        self._starting = starting
        self._batches: OrderedDict[tuple[object, ...], tuple[Image, Batch]] = OrderedDict()

    def run(
        self, workload: Workload, points: Sequence[Ready | Refused], max_cycles: int,
        is_over: Callable[[], bool] = lambda: False,
    ) -> list[Row]:  # fmt: skip
        """Run points of a workload; return their rows. Raises `Interrupted` if `is_over` becomes true during a run."""
        rows: dict[int, Row] = {}
        groups: dict[tuple[object, ...], list[tuple[int, Ready, Units]]] = {}
        for k, ready in enumerate(points):
            if isinstance(ready, Refused):
                rows[k] = ready.row
            elif ready.placed.grid.needs_device(ready.machine):  # several work-groups, which no batch runs
                result = _measured(ready, max_cycles, is_over, starting=self._starting)
                rows[k] = row_of(workload, ready, result)
            else:
                units = units_of(ready.machine)
                structure = (id(ready.image), workload.threads, *structure_of(ready.machine, units))
                groups.setdefault(structure, []).append((k, ready, units))
        for structure, members in groups.items():
            first = members[0][1]
            _need(kind_of_launch(first.machine), is_over, self._starting)
            batch = self._batch(structure, first, len(points))
            calls = -(-len(members) // batch.count)
            for call in range(calls):
                chunk = members[call::calls]  # an equal share per call
                done = _run(workload, batch, [(ready, units) for _, ready, units in chunk], max_cycles, is_over)
                rows.update(zip((k for k, _, _ in chunk), done, strict=True))
        return [rows[k] for k in range(len(points))]

    def _batch(self, structure: tuple[object, ...], ready: Ready, wanted: int) -> Batch:
        """Return a batch for machines with equal array shapes, with room for `wanted` points if memory allows."""
        image = ready.image
        _, batch = self._batches.get(structure, (None, None))
        if batch is None or batch.count < min(wanted, batch.most):
            batch = Batch(ready.placed, Memories(image.memory), wanted, BATCH_BYTES)
            self._batches[structure] = image, batch  # with the image, so that its id is not reused
            while len(self._batches) > _KEPT_BATCHES:
                self._batches.popitem(last=False)
        self._batches.move_to_end(structure)
        return batch


BATCH_BYTES = 8 << 20  # of the states in one call; each is run to its end before the next is touched
_KEPT_BATCHES = 8


def _run(
    workload: Workload, batch: Batch, pairs: Sequence[tuple[Ready, Units]], max_cycles: int, is_over: Callable[[], bool]
) -> list[Row]:
    """Run points in a batch and return their rows.

    pairs: each point with the units of its machine. Raises `Interrupted`.
    """
    points = [ready for ready, _ in pairs]
    machines = [(ready.machine, units) for ready, units in pairs]
    cores, until, limit = batch.fill(machines), 0, min(max_cycles, CHUNK // len(points))
    while until < limit and (cores.run["status"] == RUNNING).any():
        if until and is_over():
            raise Interrupted
        before, until = int(cores.run["cycle"].sum()), min(limit, until + batch.pace.cycles)
        seconds = batch.advance(len(points), until, max_cycles)
        batch.pace.took(int(cores.run["cycle"].sum()) - before, seconds)
    outputs: dict[int, Output] = {}
    for k in np.flatnonzero(cores.run["status"] != DONE).tolist():
        # Points that take longer go on one by one, and a trap is looked at in detail.
        outputs[k] = finish(batch.state(k), max_cycles=max_cycles, progress=lambda _: is_over())
        if outputs[k].status == "interrupted":
            raise Interrupted
    return rows_of(workload, batch, cores, points, outputs)
