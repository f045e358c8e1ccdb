"""A sweep on a Dask cluster: workers run batches of points and return rows, which this process writes.

A batch contains kernel, inputs and machines, so workers need simt but no files. If a worker dies, the scheduler
reassigns its batches. If the workers of a batch keep dying, its points are sent one by one. A point that still ends its
workers is reported as a mistake of simt.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from isa.reporting.diagnostics import quote
from simt.exploration.errors import SweepError
from simt.exploration.plans.plan import Point
from simt.exploration.points.evaluate import Runner
from simt.exploration.points.points import examine
from simt.exploration.points.workload import Refused, Workload
from simt.exploration.records.store import Row
from simt.exploration.sessions.session import Session, engine_stamp
from simt.machine.settings import Setting

_BATCH = 16  # points
_TICK = 0.05  # seconds
_COMMIT = 0.5
_CONNECTING = 10.0  # seconds for the scheduler to answer
_FETCHING = 2.0  # seconds to fetch rows from the worker that has them
_ABSENCE = 60.0  # seconds without a worker after which the sweep ends
_SCHEDULER_ABSENCE = 10.0  # seconds without the scheduler
_ROUNDS = 3  # workers that a point may crash


@dataclass(slots=True)
class _Batch:
    """Points of one workload on one base machine. A point has a key and settings. rounds: how often they failed."""

    workload: bytes
    base: Mapping[str, Setting]
    points: list[tuple[Point, str, Mapping[str, Setting]]]
    rounds: int = 0


@lru_cache(maxsize=8)
def _workload(pickled: bytes) -> Workload:
    """Unpickle a workload once per worker. The bytes are trusted: the cluster's client sends code as well."""
    workload: Workload = pickle.loads(pickled)
    return workload


def evaluate_batch(
    stamp: str, workload: bytes, base: Mapping[str, Setting], settings: list[Mapping[str, Setting]], max_cycles: int
) -> tuple[str, list[Row | str]]:
    """Evaluate points on a worker; return the worker's stamp, and for each point a row or the error as text.

    - stamp: the sender's `engine_stamp`; a worker with another stamp evaluates nothing.
    - workload: the pickled workload.
    - base, settings: the settings of the base machine, and the settings of each point.
    - max_cycles: the cycles after which a run is stopped.
    """
    own_stamp = engine_stamp(is_compiled=True)
    if own_stamp != stamp:
        return own_stamp, []
    runner = Runner()
    try:
        work = _workload(workload)
        points = [examine(work, base, setting, max_cycles) for setting in settings]
        return own_stamp, list(runner.run(work, points, max_cycles))
    except Exception:  # the points one by one show whose error it is
        rows: list[Row | str] = []
    for setting in settings:
        try:
            work = _workload(workload)
            rows += runner.run(work, [examine(work, base, setting, max_cycles)], max_cycles)
        except Exception as error:
            rows.append(f"{type(error).__name__}: {error}")
    return own_stamp, rows


def _connect(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        message = "clusters need dask.distributed, which is not installed"
        raise SweepError(message, code="E0770", help="pip install 'simt[dask]'") from None
    try:
        client: Any = Client  # untyped in some versions
        return client(address, timeout=_CONNECTING, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        first = (str(error) or type(error).__name__).split("\n", 1)[0]
        advice = "start one with `dask scheduler`, its workers with `dask worker ADDRESS`"
        raise SweepError(f"no Dask scheduler answers at {quote(address)}: {first}", code="E0771", help=advice) from None


def work_on_cluster(session: Session, address: str) -> None:
    """Run all points without a result, on the workers of the scheduler at `address`.

    Raises `SweepError` (E0770, E0771, E0772) after it has written the rows that it received.
    """
    client = _connect(address)
    try:
        _Driver(session, client, address).run()
    finally:
        session.write()  # before the wait, which Ctrl-C ends
        client.close(timeout=2)


class _Driver:
    """A sender of batches to the workers, until no point is left."""

    def __init__(self, session: Session, client: Any, address: str) -> None:
        self.session = session
        self.client = client
        self.address = address
        self.stamp = engine_stamp(is_compiled=True)
        self.running: dict[Any, _Batch] = {}
        self.waiting: list[_Batch] = []
        self._pickled: tuple[Workload, bytes] | None = None  # the latest: points of a kernel are consecutive
        self._last_worker = self._last_contact = time.monotonic()

    def run(self) -> None:
        written = time.monotonic()
        is_exhausted = False
        try:
            while True:
                room = self._room()
                while room > len(self.running) and not (is_exhausted and not self.waiting):
                    if not self.waiting:
                        is_exhausted = not self._next_points()
                    if self.waiting:
                        batch = self.waiting.pop()
                        settings, limit = [own for _, _, own in batch.points], self.session.sweep.max_cycles
                        arguments = self.stamp, batch.workload, batch.base, settings, limit
                        with self._converted_errors():
                            future = self.client.submit(evaluate_batch, *arguments, pure=False)
                        self.running[future] = batch
                if is_exhausted and not self.running and not self.waiting:
                    return
                self._collect()
                self._check_cluster()
                if self.session.report():
                    return
                if time.monotonic() - written >= _COMMIT:
                    self.session.write()
                    written = time.monotonic()
                if self.running:
                    time.sleep(_TICK)
        finally:
            for future in self.running:
                try:
                    future.cancel()
                except Exception:  # the cluster is gone: there is nothing to cancel
                    continue

    def _room(self) -> int:
        """Return the number of batches that may be in progress: two for each thread of the workers, at least 4."""
        threads: int = sum(worker["nthreads"] for worker in self._workers().values())
        return max(4, 2 * threads)

    def _workers(self) -> dict[str, Any]:
        # Empty once the client has given up its scheduler: `_check_cluster` reports it.
        workers: dict[str, Any] = self.client.scheduler_info(n_workers=-1).get("workers", {})
        return workers

    def _next_points(self) -> bool:
        """Make batches of the next points and finish points that need no run; return whether any points were left."""
        session = self.session
        numbers = session.take(4 * _BATCH)
        batches: dict[tuple[int, int], _Batch] = {}
        for number in numbers:
            point = session.sweep.point(number)
            workload, base, settings = (
                session.workload(point), session.sources.base(point), session.sources.settings(point),
            )  # fmt: skip
            ready = examine(workload, base, settings, session.sweep.max_cycles)
            if session.claim(ready.key):
                session.found.append((point, ready.key, None))
                continue
            if isinstance(ready, Refused):
                session.found.append((point, ready.key, ready.row))
                continue
            key = (id(workload), id(base))
            batch = batches.get(key)
            if batch is None or len(batch.points) >= _BATCH:
                batch = batches[key] = _Batch(self._pickle(workload), base, [])
                self.waiting.append(batch)
            batch.points.append((point, ready.key, settings))
        return bool(numbers)

    def _pickle(self, workload: Workload) -> bytes:
        if self._pickled is None or self._pickled[0] is not workload:
            self._pickled = (workload, pickle.dumps(workload))
        return self._pickled[1]

    def _collect(self) -> None:
        for future, batch in list(self.running.items()):
            status = future.status
            if status in ("pending", "lost"):
                continue  # lost: its worker died with the rows, and the scheduler has another one recompute them
            if status == "cancelled":
                raise self._gone("the scheduler has lost the points that it was given")
            if status == "error":
                del self.running[future]
                self._retry(batch, future)
                continue
            with self._converted_errors():
                try:
                    stamp, rows = future.result(timeout=_FETCHING)
                except TimeoutError:
                    continue  # that worker died just now
            del self.running[future]
            if stamp != self.stamp:
                message = f"a worker of {quote(self.address)} has simt {stamp}, and this is {self.stamp}"
                advice = "install the same simt on all workers and start them again"
                raise SweepError(message, code="E0772", help=advice)
            for (point, key, _), row in zip(batch.points, rows, strict=True):
                if isinstance(row, str):
                    self.session.bug(point, row)
                else:
                    self.session.found.append((point, key, row))

    def _retry(self, batch: _Batch, future: Any) -> None:
        """Send the points of a failed batch again, one by one.

        A point that has failed `_ROUNDS` more times is reported as a mistake of simt.

        Raises `SweepError`, E0772, if the workers lack our simt.
        """
        with self._converted_errors():
            error = future.exception(timeout=_CONNECTING)
        if isinstance(error, (ImportError, AttributeError, pickle.UnpicklingError)):
            message = (
                f"the workers of {quote(self.address)} have no simt that can run this: {type(error).__name__}: {error}"
            )
            raise SweepError(message, code="E0772", help="install the same simt on all workers and start them again")
        if batch.rounds >= _ROUNDS:
            for point, _, _ in batch.points:
                self.session.bug(point, f"it ended its worker {_ROUNDS + 1} times: {type(error).__name__}")
            return
        self.waiting += [replace(batch, points=[point], rounds=batch.rounds + 1) for point in batch.points]

    def _check_cluster(self) -> None:
        """Check that the scheduler answers and that a worker is left. Raises `SweepError`, E0771."""
        now = time.monotonic()
        if self.client.status == "running":
            self._last_contact = now
        if self.client.status == "closed" or now - self._last_contact > _SCHEDULER_ABSENCE:
            raise self._gone("its scheduler does not answer any more")
        if self._workers():
            self._last_worker = now
        if now - self._last_worker > _ABSENCE:
            raise self._gone(f"it has had no worker for {_ABSENCE:.0f} seconds")

    def _gone(self, why: str) -> SweepError:
        return SweepError(
            f"the cluster at {quote(self.address)} is gone: {why}",
            code="E0771",
            help="what was done is kept: the same command goes on, with or without a cluster",
        )

    @contextmanager
    def _converted_errors(self) -> Iterator[None]:
        try:
            yield
        except BaseException as error:
            name = type(error).__name__
            if isinstance(error, (OSError, TimeoutError)) or name in ("CancelledError", "FutureCancelledError"):
                raise self._gone(f"{name}: {error}" if str(error) else name) from None
            raise
