"""The run of a search: exclude designs that exceed limits, simulate the others, and find the Pareto front."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from simt.exploration.plans.plan import Point
from simt.exploration.plans.sources import Sources
from simt.exploration.points.points import point_machine
from simt.exploration.records.layout import COLUMNS
from simt.exploration.records.results import pareto_front
from simt.exploration.records.store import Store
from simt.exploration.search.certainty import Certainty, front_certainty, interval
from simt.exploration.search.objectives import Measured
from simt.exploration.search.samplers import Worth, check_sampler, sample
from simt.exploration.search.search import Search
from simt.exploration.sessions.running import claim_file
from simt.exploration.sessions.session import Progress, Session, thread_count
from simt.exploration.silicon.binding import RunBinding, SiliconBinding, run_binding, silicon_binding
from simt.exploration.silicon.parts import shares
from simt.exploration.silicon.resources import ResourceError, ResourceEstimate, estimate_resources
from simt.interruption import kept
from simt.launch.how import Compiling

_FAILED = 1e6  # excess of a design without a result, larger than any other
_TOGETHER = 128  # designs whose resources are estimated between two checks for Ctrl-C
_ROWS = 1000  # rows read from the file at once


@dataclass(frozen=True, slots=True)
class Design:
    """A design on the Pareto front.

    - values: the objectives, in their units.
    - intervals: for each objective, the smallest and the largest value within the uncertainty of the estimate; None for
      an exact objective.
    - row: the results of its run, by column.
    - silicon, limit: the estimate of its resources, and its scarcest resource; both None for a machine that the
      estimate does not cover.
    - run: the limits of its run.
    """

    point: Point
    values: tuple[float, ...]
    intervals: tuple[tuple[float, float] | None, ...]
    row: Mapping[str, Any]
    silicon: ResourceEstimate | None
    run: RunBinding
    limit: SiliconBinding | None


@dataclass(slots=True)
class Failure:
    """Designs that failed for the same reason.

    status, code, reason: as in a results file. points: the numbers of the designs.
    """

    status: str
    code: str
    reason: str
    points: list[int] = field(default_factory=list)


@dataclass(kw_only=True)
class Searched:
    """The facts that the result of every search has.

    - failures: the designs that failed, by reason.
    - earlier: the number of designs whose results were in the file before.
    - bugs: a message for each design that has no result because of a mistake of simt.
    - seconds: the duration of the search.
    - is_interrupted: whether it was interrupted.
    """

    search: Search
    failures: tuple[Failure, ...] = ()
    earlier: int = 0
    bugs: tuple[str, ...] = ()
    seconds: float = 0.0
    is_interrupted: bool = False

    @property
    def failed(self) -> int:
        """The number of designs in `failures`."""
        return sum(len(failure.points) for failure in self.failures)


@dataclass(kw_only=True)
class Exploration(Searched):
    """The results of a search for the designs that no other beats.

    - front: the designs that no other design dominates; designs with equal objectives form a group, and groups ascend
      by the first objective's cost.
    - certainty: which designs stay on the front if estimates err at random; None if all objectives are exact.
    - good: the objectives of all designs within the limits, by number.
    - looked: the number of evaluated designs. Designs whose keys contradict each other count.
    - simulated: the number of designs that were run.
    - infeasible: the number of designs that exceed a limit.
    - unsimulated: the number of designs that were not run because they exceed a limit.
    - limits: the number of designs that exceed each limit; a design may exceed several.
    - nearest: for each limit, a value within the limit or, if there is no such value, the value that exceeds it least.
    """

    front: tuple[tuple[Design, ...], ...] = ()
    certainty: Certainty | None = None
    good: dict[int, tuple[float, ...]] = field(default_factory=dict)
    looked: int = 0
    simulated: int = 0
    infeasible: int = 0
    unsimulated: int = 0
    limits: Counter[str] = field(default_factory=Counter)
    nearest: dict[str, float] = field(default_factory=dict)


def run_search(
    search: Search, output: str | Path | None = None, *, jobs: int | None = None, progress: Progress | None = None,
    compiling: Compiling | None = None,
) -> Exploration:  # fmt: skip
    """Evaluate the designs of a search and find the Pareto front.

    - output: a results file, new or of the same space; None keeps results in memory. Designs with a result in the file
      are not simulated again, and new results are added.
    - jobs: the number of threads, by default one for each processor that this process may use.
    - progress: called with the numbers of designs that are done, that are to be simulated in all, and that failed. If
      it returns true, the search ends with the front so far.
    - compiling: called with each kind of engine that is compiled.

    Raises `SweepError`, `ResourceError`, and the errors of assembling and of machines; earlier results are kept.
    """
    with searching(search, output, jobs=jobs, progress=progress, compiling=compiling) as explorer:
        return explorer.run()


@contextmanager
def searching(
    search: Search, output: str | Path | None = None, *, jobs: int | None = None, progress: Progress | None = None,
    compiling: Compiling | None = None,
) -> Iterator[Explorer]:  # fmt: skip
    """Yield a search that is ready to run, and close its results file at the end. Arguments as for `run_search`."""
    count = thread_count(jobs, "a search")
    check_sampler(search)
    sources = Sources(search.space)
    store = Store.write(output)
    try:
        claim_file(store, sources)
        yield Explorer(search, sources, store, count, progress, compiling)
    finally:
        store.close()


class _Bench(Session):
    """A session that runs the designs of a search, and reports the number of them that are done.

    total: the number of designs to simulate, as far as known. beside: the number of results in the file that the search
    has not used.
    """

    def __init__(
        self, sources: Sources, store: Store, progress: Progress | None, compiling: Compiling | None, total: int
    ) -> None:  # fmt: skip
        super().__init__(sources, store, progress, compiling)
        self.total = total
        self.beside = 0
        self.is_stopped = False

    def report(self) -> bool:
        self.report_kinds()
        done = self.done + len(self.found) - self.beside
        if self.progress is not None and self.progress(min(done, self.total), self.total, self.failed):
            self.is_stopped = True
        return self.is_stopped


class Explorer:
    """An evaluator of designs for a sampler, which counts them.

    - known: the worth of evaluated designs, by number.
    - there: the numbers of the designs that were in the file at the start.
    - asked: the number of designs that were charged to the budget.
    """

    def __init__(
        self, search: Search, sources: Sources, store: Store, jobs: int, progress: Progress | None,
        compiling: Compiling | None,
    ) -> None:  # fmt: skip
        self.search, self.sources, self.store, self.jobs = search, sources, store, jobs
        self.bench = _Bench(sources, store, progress, compiling, search.most_simulated)
        self.there, _ = store.done()
        self.bench.beside = len(self.there)
        self.known: dict[int, Worth] = {}
        self.found = Exploration(search=search)
        self.asked = 0
        self.nearest: dict[str, tuple[float, float]] = {}  # by limit: excess, value
        self.failures: dict[tuple[str, str, str], Failure] = {}
        self.design = lru_cache(maxsize=8192)(self._design)
        self._session: int | None = None

    def run(self) -> Exploration:
        """Evaluate the designs that the sampler chooses, and return the results."""
        start = time.perf_counter()
        with kept(lambda: self._outcome(start, is_interrupted=True)):
            try:
                sample(self.search, self)
                if not self.bench.is_stopped:  # results of earlier searches in the file
                    self.evaluate(sorted(self.there - self.known.keys()))
            finally:
                if self._session is not None:
                    done = self.bench.done - self.bench.before
                    self.store.end_session(self._session, done, time.perf_counter() - start)
        return self._outcome(start, is_interrupted=self.bench.is_stopped)

    def rows(self, numbers: Sequence[int] | None = None) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the number of each design that has a result, and the result by column, in the order of the numbers."""
        for row in self.store.rows(numbers):
            yield row[0], dict(zip(COLUMNS, row[3:], strict=True))

    def _outcome(self, start: float, *, is_interrupted: bool) -> Exploration:
        """Return the results, with the front of the evaluated designs. start: when the search began, in seconds."""
        outcome = self.found
        outcome.seconds = time.perf_counter() - start
        outcome.front, outcome.looked = self._front(), len(self.known)
        outcome.certainty = self._certainty(outcome.front)
        outcome.nearest = {name: value for name, (_, value) in self.nearest.items()}
        outcome.failures, outcome.bugs = tuple(self.failures.values()), tuple(self.bench.bugs)
        outcome.is_interrupted = is_interrupted
        return outcome

    @property
    def left(self) -> int:
        """The number of designs left in the budget.

        Designs in the file count as well, so that a resumed search ends after the same designs.
        """
        return self.search.most_simulated - self.asked

    def evaluate(self, numbers: Sequence[int]) -> bool:
        """Evaluate designs and add their worth to `known`; return whether to go on."""
        fresh = [number for number in numbers if number not in self.known]
        todo: list[int] = []
        is_stopped = False
        for place, number in enumerate(fresh):
            if place % _TOGETHER == _TOGETHER - 1 and self.bench.report():
                is_stopped = True  # results already in the file still count
                break
            if not self._is_excluded(number):
                todo.append(number)
        if self.search.method == "exhaustive" and todo:
            self.bench.total = len(todo)
        new = [number for number in todo if number not in self.there]
        runs = sum(1 for number in todo if self.has_machine(number))
        self.bench.beside -= len(todo) - len(new)
        self.asked += runs  # a design with contradictory keys has no run and costs no budget
        self.found.earlier += runs - sum(1 for number in new if self.has_machine(number))
        is_whole = False
        try:
            if not is_stopped and not new:
                is_whole = not self.bench.report()
            elif not is_stopped:
                if self._session is None:
                    self._session = self.store.add_session(f"{self.jobs} threads")
                is_whole = self.bench.work_on(new, self.jobs)
        finally:  # Ctrl-C loses no simulated design
            self._judge_all(todo, is_whole=is_whole)
        return is_whole

    def _judge_all(self, todo: Sequence[int], *, is_whole: bool) -> None:
        """Judge designs by their runs. is_whole: whether the session ran all of them."""
        for first in range(0, len(todo), _ROWS):
            chunk = todo[first : first + _ROWS]
            rows = dict(self.rows(chunk))
            for number in chunk:
                if number in rows:
                    self.found.simulated += number not in self.there and self.has_machine(number)
                    self._judge(number, rows[number])
                elif is_whole:  # it met a bug of simt, which is reported separately
                    self.known[number] = Worth((), _FAILED)

    def _design(self, number: int) -> tuple[bool, ResourceEstimate | None]:
        """Return whether the keys of a design agree, so that it has a machine, and the resources of the machine.

        The resources are None if the estimate does not cover the machine. Raises `ResourceError` if they are needed.
        """
        point = self.search.space.point(number)
        machine = point_machine(self.sources.base(point), self.sources.settings(point))
        if machine is None:
            return False, None
        try:
            return True, estimate_resources(machine)
        except ResourceError as error:
            if self.search.needs_silicon:
                advice = f"{error.help}; or ask for what needs no estimate: --minimise cycles,transactions"
                raise ResourceError(error.message, help=advice) from None
            return True, None

    def has_machine(self, number: int) -> bool:
        """Return whether the keys of a design agree."""
        return self.design(number)[0]

    def _is_excluded(self, number: int) -> bool:
        """Return whether a limit on resources excludes a design from simulation. If so, record and count it."""
        has_machine, silicon = self.design(number)
        if not has_machine:
            return False
        broken = self._broken(Measured(silicon, self.search.part, {}), is_run=False)
        if broken:
            self.known[number] = self._beyond(broken)
            self.found.unsimulated += 1
        return bool(broken)

    def _broken(self, measured: Measured, *, is_run: bool) -> dict[str, float]:
        """Return the limits that a design exceeds, as text, each with the excess as a share of the limit.

        is_run: whether to check the limits on measures of a run, or the limits on resources.

        The smallest excess over each limit is noted in `nearest`.
        """
        broken: list[tuple[str, float, float]] = []
        if self.search.must_fit and not is_run:
            taken = shares(measured.estimate, measured.part)
            broken += [(f"{kind} of {measured.part.name}", max(0.0, share - 1), share) for kind, share in taken.items()]
        for limit in self.search.constraints:
            if limit.objective.needs_run == is_run:
                value = limit.objective.value(measured)
                if value is None:
                    broken.append((f"{limit}, of which the kernel has no measure", _FAILED, 0.0))
                else:
                    broken.append((str(limit), limit.excess(value), value))
        for name, excess, value in broken:
            if excess < _FAILED:
                self.nearest[name] = min((excess, value), self.nearest.get(name, (excess, value)))
        return {name: excess for name, excess, _ in broken if excess}

    def _beyond(self, broken: Mapping[str, float], costs: tuple[float, ...] = ()) -> Worth:
        self.found.infeasible += 1
        self.found.limits.update(broken.keys())
        return Worth(costs, sum(broken.values()))

    def _judge(self, number: int, row: Mapping[str, Any]) -> None:
        """Record the worth of a design. row: the results of its run, by column."""
        has_machine, silicon = self.design(number)
        if row["status"] != "done" or not has_machine:
            self._fail(number, row["status"], row["code"] or "", row["reason"] or "")
            return
        measured = Measured(silicon, self.search.part, row)
        values = [objective.value(measured) for objective in self.search.objectives]
        missing = [goal.name for goal, value in zip(self.search.objectives, values, strict=True) if value is None]
        if missing:
            self._fail(number, "unmeasured", "E0775", f"its oracle counts no operations: no {', '.join(missing)}")
            return
        known = tuple(float(value) for value in values if value is not None)
        costs = tuple(goal.sign * value for goal, value in zip(self.search.objectives, known, strict=True))
        broken = self._broken(measured, is_run=True)
        if broken:
            self.known[number] = self._beyond(broken, costs)
        else:
            self.known[number] = Worth(costs)
            self.found.good[number] = known

    def _fail(self, number: int, status: str, code: str, reason: str) -> None:
        self.known[number] = Worth((), _FAILED)
        self.failures.setdefault((status, code, reason), Failure(status, code, reason)).points.append(number)

    def _front(self) -> tuple[tuple[Design, ...], ...]:
        numbers = sorted(self.found.good)
        groups = pareto_front([self.known[number].costs for number in numbers])
        return tuple(tuple(self._designs([numbers[index] for index in group])) for group in groups)

    def _certainty(self, front: Sequence[Sequence[Design]]) -> Certainty | None:
        if not any(span for group in front for design in group for span in design.intervals):
            return None
        measured = dict(self._measured(sorted(self.found.good)))
        numbers = [design.point.number for group in front for design in group]
        return front_certainty(measured, numbers, self.search.objectives)

    def _measured(self, numbers: Sequence[int]) -> Iterator[tuple[int, Measured]]:
        """Yield the known facts of designs that have a result."""
        for number, row in self.rows(numbers):
            yield number, Measured(self.design(number)[1], self.search.part, row)

    def _designs(self, numbers: Sequence[int]) -> Iterator[Design]:
        for number, measured in self._measured(numbers):
            silicon, part = measured.silicon, measured.part
            yield Design(
                point=self.search.space.point(number),
                values=self.found.good[number],
                intervals=tuple(interval(goal, measured) for goal in self.search.objectives),
                row=measured.row,
                silicon=silicon,
                run=run_binding(measured.row),
                limit=None if silicon is None else silicon_binding(silicon, part),
            )
