"""The work of one process on a sweep: threads run points, and the main thread writes their results."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from simt.core.engine.entry import fingerprint
from simt.core.engine.kinds import Kind
from simt.exploration.errors import SweepError
from simt.exploration.plans.plan import Point
from simt.exploration.plans.sources import Sources
from simt.exploration.points.evaluate import Runner
from simt.exploration.points.points import examine
from simt.exploration.points.workload import Interrupted, Ready, Refused, Workload, prepare
from simt.exploration.records.results import SweepResults
from simt.exploration.records.store import Row, Store
from simt.interruption import in_threads, kept
from simt.launch.how import Compiling
from simt.threads import processors, thread_problem
from simt.version import __version__

_COMMIT = 0.5  # seconds between transactions: a killed sweep loses this much work
# The largest number of points that a thread takes at once, and the seconds that they may take. Threads pass the
# interpreter's lock to each other when they enter and leave the engine. With one call per point, two threads needed 710
# us of processor time per point of fft128 and one thread 570 us; with these numbers both need some 300 us, and two
# threads run 1.6 to 1.8 times the points of one (two processes 1.88 times).
_CHUNK = 32
_SPAN = 0.02
_KEPT_WORKLOADS = 256

Progress = Callable[[int, int, int], object]  # points done, all points, failed points; a true answer stops the sweep


@dataclass(slots=True)
class Outcome:
    """The outcome of a sweep of `size` points.

    - done: the number of points with a result.
    - before: the number of these points that earlier sessions ran.
    - counts: the number of points by status.
    - seconds: the duration of this session.
    - is_interrupted: whether the sweep was stopped before all points were done.
    - bugs: a message for each point that has no result because of a mistake of simt.
    - results: the table of the points with a result.
    """

    size: int
    done: int
    before: int
    counts: dict[str, int]
    seconds: float
    is_interrupted: bool
    bugs: list[str]
    results: SweepResults

    @property
    def failed(self) -> int:
        """The number of points with a status other than "done"."""
        return sum(count for status, count in self.counts.items() if status != "done")


def engine_stamp(*, is_compiled: bool = False) -> str:
    """Return the version of simt with a hash of the engine's sources, on which cycles depend.

    is_compiled: whether kernels are compiled. If so, a hash of the compiler's sources is added.
    """
    stamp = f"{__version__}+{fingerprint():016x}"
    if is_compiled:
        from simt.compiler.fingerprint import compiler_fingerprint

        stamp += f"+{compiler_fingerprint()[:16]}"
    return stamp


def thread_count(jobs: int | None, subject: str) -> int:
    """Return `jobs`, by default the number of processors. subject: named in errors. Raises `SweepError`, E0761."""
    if jobs is not None and (problem := thread_problem(jobs, subject)):
        raise SweepError(problem, code="E0761")
    return processors() if jobs is None else jobs


class Session:
    """The work of one process on a sweep. Workers put (point, key, row) into `found`, and the main thread writes them.

    - found: results that are not written yet. The row of a result is None if an equivalent point has the same result.
    - before, done: the number of points with a result, at the start and now.
    - failed: the number of points among `done` with a status other than "done".
    - starting: the kinds of engine whose compilation has begun and is not yet reported.
    """

    def __init__(
        self, sources: Sources, store: Store, progress: Progress | None, compiling: Compiling | None = None
    ) -> None:
        self.sources = sources
        self.sweep = sources.sweep
        self.store = store
        self.progress = progress
        self.compiling = compiling
        self.starting: deque[Kind] = deque()
        self.over = threading.Event()
        self.found: deque[tuple[Point, str, Row | None]] = deque()
        self.bugs: list[str] = []
        numbers, keys = store.done()
        self.before = self.done = len(numbers)
        self.failed = sum(count for status, count in store.counts().items() if status != "done")
        self._statuses: dict[str, bool] = {}  # keys of this session, and whether they failed
        self._claimed = keys
        self._lock = threading.Lock()
        self._pending: Iterator[int] = (number for number in range(self.sweep.size) if number not in numbers)
        self._workloads: dict[tuple[Any, ...], Workload] = {}
        self._preparing: dict[tuple[Any, ...], threading.Lock] = {}

    def run(self, work: Callable[[], object], place: str) -> Outcome:
        """Call `work` if a point has no result, write its rows, and return the outcome of the sweep.

        The work is recorded as a session of the results file.

        place: where the points run, the threads or the cluster; this is noted in the file.
        """
        start = time.perf_counter()
        is_left = self.before < self.sweep.size
        session = self.store.add_session(place) if is_left else 0

        def outcome() -> Outcome:
            results, counts = SweepResults.of(self.store), self.store.counts()
            seconds, is_interrupted = time.perf_counter() - start, self.is_interrupted()
            return Outcome(self.sweep.size, self.done, self.before, counts, seconds, is_interrupted, self.bugs, results)

        with kept(outcome):
            try:
                if is_left:
                    work()
            finally:
                self.over.set()
                self.write()
                if session:
                    self.store.end_session(session, self.done - self.before, time.perf_counter() - start)
        return outcome()

    def is_interrupted(self) -> bool:
        """Return whether the sweep was stopped before all points were done."""
        return self.done + len(self.bugs) < self.sweep.size

    def work_in_threads(self, count: int) -> None:
        """Run the points without a result in `count` threads, or in fewer if there are fewer points."""
        count = min(count, self.sweep.size - self.before)
        # glibc keeps as much free memory as the largest block that was freed. Without this block, the memory of a state
        # is returned and allocated again for every point, which takes a tenth of a short run's time.
        np.empty(16 << 20, np.uint8)
        written = time.perf_counter()

        def look() -> bool:
            nonlocal written
            if time.perf_counter() - written >= _COMMIT:
                self.write()
                written = time.perf_counter()
            return self.report()

        in_threads(self._work, count, self.over, look, "sweep")
        self.report_kinds()  # of threads that end before the first look

    def _work(self) -> None:
        """Run points until none is left: the work of a thread."""
        runner = Runner(self.starting.append)
        size = 1
        try:
            while not self.over.is_set():
                began = time.perf_counter()
                numbers = self.take(size)
                if not numbers:
                    return
                self._evaluate(numbers, runner)
                fitting = int(len(numbers) * _SPAN / (time.perf_counter() - began))
                size = max(1, min(fitting, 2 * size, _CHUNK))
        except Interrupted:
            return

    def _evaluate(self, numbers: list[int], runner: Runner) -> None:
        """Examine points, and run the points without a known result. Points of one workload run together."""
        groups: dict[int, tuple[Workload, list[tuple[Point, Ready | Refused]]]] = {}
        for number in numbers:
            point = self.sweep.point(number)
            try:
                workload = self.workload(point)
                base, settings = self.sources.base(point), self.sources.settings(point)
                ready = examine(workload, base, settings, self.sweep.max_cycles)
            except (Interrupted, MemoryError):
                raise
            except Exception as error:
                self.bug(point, f"{type(error).__name__}: {error}")
                continue
            if self.claim(ready.key):
                self.found.append((point, ready.key, None))
            else:
                groups.setdefault(id(workload), (workload, []))[1].append((point, ready))
        for workload, points in groups.values():
            self._run(workload, points, runner)

    def _run(self, workload: Workload, points: list[tuple[Point, Ready | Refused]], runner: Runner) -> None:
        """Run points of one workload; after an unexpected error, run them one by one to find the point at fault."""
        try:
            rows = runner.run(workload, [ready for _, ready in points], self.sweep.max_cycles, self.over.is_set)
        except (Interrupted, MemoryError):
            raise
        except Exception as error:
            if len(points) == 1:
                self.bug(points[0][0], f"{type(error).__name__}: {error}")
            else:
                for pair in points:
                    self._run(workload, [pair], runner)
            return
        self.found.extend((point, ready.key, row) for (point, ready), row in zip(points, rows, strict=True))

    def work_on(self, numbers: Sequence[int], jobs: int) -> bool:
        """Run points that have no result, and write the rows; return whether all were done."""
        self.over.clear()
        self._pending = iter(numbers)
        before = self.done + len(self.bugs)
        try:
            self.work_in_threads(min(jobs, len(numbers)))
        finally:
            self.over.set()
            self.write()
        return self.done + len(self.bugs) - before >= len(numbers)

    def bug(self, point: Point, text: str) -> None:
        """Record a point that met a mistake of simt itself."""
        self.bugs.append(f"point {point.number} ({self.sources.axes_text(point)}): {text}")

    def take(self, count: int) -> list[int]:
        """Take the next points without a result, and return their numbers: [] when all are taken."""
        with self._lock:
            return list(islice(self._pending, count))

    def claim(self, key: str) -> bool:
        """Return whether the result with this key exists or is in progress; if not, the caller has to make it."""
        with self._lock:
            if key in self._claimed:
                return True
            self._claimed.add(key)
            return False

    def workload(self, point: Point) -> Workload:
        """Return the workload of a point.

        If several threads want the same workload, one makes it and the others wait. Raises `Interrupted` if the session
        ends while earlier launches of a pipeline run.
        """
        key, arguments = self.sources.work(point)
        workload = self._workloads.get(key)
        if workload is not None:
            return workload
        with self._lock:
            lock = self._preparing.setdefault(key, threading.Lock())
        with lock:
            if key not in self._workloads:
                while len(self._workloads) >= _KEPT_WORKLOADS:
                    with self._lock:
                        self._workloads.pop(next(iter(self._workloads)), None)
                self._workloads[key] = prepare(*arguments, is_over=self.over.is_set)
            return self._workloads[key]

    def write(self) -> None:
        """Write the new rows in one transaction. Raises `SweepError` if the store cannot be written."""
        points, rows = [], []
        while self.found:
            point, key, row = self.found.popleft()
            points.append((point.number, key, point.program, self.sources.axes_text(point)))
            if row is not None:
                rows.append(row)
                self._statuses[key] = row[1] != "done"
        if points:
            self.store.add(points, rows)
            self.done += len(points)
            self.failed += sum(1 for point in points if self._statuses.get(point[1]))

    def report(self) -> bool:
        """Report the progress of the sweep and its compilations; return whether it is to stop."""
        self.report_kinds()
        return self.progress is not None and bool(
            self.progress(self.done + len(self.found), self.sweep.size, self.failed)
        )

    def report_kinds(self) -> None:
        """Report the kinds of engine that are being compiled."""
        while self.starting:
            kind = self.starting.popleft()
            if self.compiling is not None:
                self.compiling(kind)
