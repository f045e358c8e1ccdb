"""One process's work on a sweep: threads over points, transactions over results, and no loss by Ctrl-C."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from simt.core.engine.kinds import Kind
from simt.exploration.errors import SweepError
from simt.exploration.plans.plan import Point
from simt.exploration.plans.sources import Sources
from simt.exploration.points.evaluate import Interrupted, Runner
from simt.exploration.points.points import examine
from simt.exploration.points.workload import Ready, Workload, prepare
from simt.exploration.records.results import SweepResults
from simt.exploration.records.store import Row, Store
from simt.interruption import in_threads, kept
from simt.launch.how import Compiling
from simt.version import __version__

_COMMIT = 0.5  # seconds between transactions: the work that a killed sweep repeats
# Points that a thread takes at once, at most, and the seconds that they may take. Threads pass the interpreter's lock
# to each other when they enter and leave the engine. With one call per point, two threads needed 710 us of processor
# time per point of fft128 and one thread 570 us; with these calls both need the same, some 300 us. Two threads then do
# 1.6 to 1.8 times the points of one, with 16 points at once or 32; single rounds on a virtual machine differ by more
# than that, and two processes on a processor each do 1.88 times. Batches of 1 MiB are too small (1.3 to 1.5). The
# interpreter's switch interval, 5 ms, is left alone: no thread holds the lock that long.
_CHUNK = 32
_SPAN = 0.02
_KEPT_WORKLOADS = 256
MOST_THREADS = 1024  # largest number of threads accepted

Progress = Callable[[int, int, int], object]  # points done, of how many, failed; a true answer stops the sweep


@dataclass(slots=True)
class Outcome:
    """The end of a sweep."""

    size: int
    done: int  # points with a result, including earlier sessions
    before: int  # of them done by earlier sessions
    counts: dict[str, int]  # by status
    seconds: float
    is_interrupted: bool
    bugs: list[str]  # points that met a mistake of simt itself; they have no result
    results: SweepResults

    @property
    def failed(self) -> int:
        """Points without a good result."""
        return sum(count for status, count in self.counts.items() if status != "done")


def engine_stamp(*, is_compiled: bool = False) -> str:
    """The version of simt and a hash of the engine's sources, which decide cycles besides the plan.

    is_compiled: whether kernels are compiled, so that the compiler's sources count too.
    """
    from simt.core.engine.entry import fingerprint

    stamp = f"{__version__}+{fingerprint():016x}"
    if is_compiled:
        from simt.compiler.fingerprint import compiler_fingerprint

        stamp += f"+{compiler_fingerprint()[:16]}"
    return stamp


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def thread_count(workers: int | None, what: str) -> int:
    """The number of threads for `what`: as requested, or one for each processor. Raises `SweepError`."""
    if workers is not None and not 1 <= workers <= MOST_THREADS:
        bound = "at least one thread" if workers < 1 else f"at most {MOST_THREADS} threads"
        raise SweepError(f"{what} runs on {bound}, not {workers}", code="E0761")
    return processors() if workers is None else workers


class Session:
    """One process's work on a sweep. Workers put rows into `found`; the main thread writes them."""

    def __init__(
        self, sources: Sources, store: Store, progress: Progress | None, compiling: Compiling | None = None
    ) -> None:
        self.sources = sources
        self.sweep = sources.sweep
        self.store = store
        self.progress = progress
        self.compiling = compiling
        self.starting: deque[Kind] = deque()  # kinds that a worker compiles, not reported yet
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
        """Do `work` and write its rows, as a session of the results file. place: where the work is done."""
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
        """Return whether points are left because somebody stopped the sweep."""
        return self.done + len(self.bugs) < self.sweep.size

    def work_in_threads(self, count: int) -> None:
        """Run the points without a result in `count` threads, or in one thread per point if these are fewer."""
        count = min(count, self.sweep.size - self.before)
        # glibc learns from the largest freed block how much free memory to keep. Without this a state's memory returns
        # to the system after every point and is allocated anew for the next, a tenth of a short run's time.
        np.empty(16 << 20, np.uint8)
        written = time.perf_counter()

        def look() -> bool:
            nonlocal written
            if time.perf_counter() - written >= _COMMIT:
                self.write()
                written = time.perf_counter()
            return self.report()

        in_threads(self._work, count, self.over, look, "sweep")
        self.tell_kinds()  # of threads that end before the first look

    def _work(self) -> None:
        """The work of each thread."""
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
        """Find the rows of points, all of a workload at once."""
        groups: dict[int, tuple[Workload, list[tuple[Point, Ready]]]] = {}
        for number in numbers:
            point = self.sweep.point(number)
            try:
                workload = self.workload(point)
                base, settings = self.sources.base(point), self.sources.settings(point)
                ready = examine(workload, base, settings, self.sweep.max_cycles)
            except MemoryError:
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

    def _run(self, workload: Workload, points: list[tuple[Point, Ready]], runner: Runner) -> None:
        """Run points of one workload."""
        try:
            rows = runner.run(workload, [ready for _, ready in points], self.sweep.max_cycles, self.over.is_set)
        except (Interrupted, MemoryError):
            raise
        except Exception as error:  # of one point of a thousand: the others go on, and this one gets no result
            if len(points) == 1:
                self.bug(points[0][0], f"{type(error).__name__}: {error}")
            else:
                for each in points:
                    self._run(workload, [each], runner)
            return
        self.found.extend((point, ready.key, row) for (point, ready), row in zip(points, rows, strict=True))

    def work_on(self, numbers: Iterable[int], workers: int) -> bool:
        """Work on these points, except points with a result, and write the rows; may be called again.

        Returns whether all were done, and nobody stopped it.
        """
        there, _ = self.store.done()
        todo = [number for number in numbers if number not in there]
        if todo:
            self.over.clear()
            self._pending = iter(todo)
            before = len(self.bugs)
            try:
                self.work_in_threads(min(workers, len(todo)))
            finally:
                self.over.set()
                self.write()
            return self.done + len(self.bugs) - before >= len(there) + len(todo)
        return True

    def bug(self, point: Point, text: str) -> None:
        """Record a point that met a mistake of simt itself."""
        self.bugs.append(f"point {point.number} ({self.sources.axes_text(point)}): {text}")

    def take(self, count: int) -> list[int]:
        """The next points without a result; empty when all are taken."""
        with self._lock:
            return list(islice(self._pending, count))

    def claim(self, key: str) -> bool:
        """Return whether a result with that key exists or is in progress; if not, the caller takes it."""
        with self._lock:
            if key in self._claimed:
                return True
            self._claimed.add(key)
            return False

    def workload(self, point: Point) -> Workload:
        """The workload of a point, made once."""
        about, arguments = self.sources.work(point)
        workload = self._workloads.get(about)
        if workload is not None:
            return workload
        with self._lock:
            lock = self._preparing.setdefault(about, threading.Lock())
        with lock:
            if about not in self._workloads:
                while len(self._workloads) >= _KEPT_WORKLOADS:
                    with self._lock:
                        self._workloads.pop(next(iter(self._workloads)), None)
                self._workloads[about] = prepare(*arguments)
            return self._workloads[about]

    def write(self) -> None:
        """Write the new rows in one transaction."""
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
        self.tell_kinds()
        return self.progress is not None and bool(
            self.progress(self.done + len(self.found), self.sweep.size, self.failed)
        )

    def tell_kinds(self) -> None:
        """Report the kinds of engine that are being compiled."""
        while self.starting:
            kind = self.starting.popleft()
            if self.compiling is not None:
                self.compiling(kind)
