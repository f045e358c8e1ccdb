"""Running searches: the front of a sweep, limits that save simulations, failures by reason, resuming, samplers."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import simt
from benches.volume import hypervolume
from simt.exploration import Sweep, SweepError, SweepResults, run_sweep
from simt.exploration.search.samplers import Worth, sample
from simt.exploration.search.search import Search
from simt.exploration.sessions.exploring import Exploration, run_search
from simt.exploration.sessions.session import Session
from simt.exploration.silicon.resources import estimate_resources
from simt.views.studies.explore_tables import exploration_text
from tests.examples import examples

KERNEL = "prefix_sum"  # whose runs take the least time
SPACE = {"banks": [2, 4, 8, 16], "warp": [4, 8], "vliw": [1, 2, 3], "scheduler": ["paper", "oldest", "round_robin"]}


def fronts(found: Exploration) -> list[list[int]]:
    return [[design.point.number for design in group] for group in found.front]


def beats(a: Sequence[float], b: Sequence[float]) -> bool:
    return all(x <= y for x, y in zip(a, b, strict=True)) and tuple(a) != tuple(b)


def test_exhaustive_is_the_front_of_the_sweep() -> None:
    """Against the runs of a sweep, machines made anew, and the definition of a front."""
    search = Search.of(KERNEL, SPACE, minimise=["time", "slices"], maximise=["fpu_efficiency"])
    found = run_search(search)
    rows = list(run_sweep(Sweep.of(KERNEL, SPACE)).results)
    costs = []
    for row in rows:
        keys = {key: row[key] for key in ("local.banks", "warp_size", "vliw.slots", "scheduler.policy")}
        silicon = estimate_resources(simt.Machine.load("fpga4", keys))
        costs.append((row["cycles"] / silicon.clock_mhz, float(silicon.slices), -row["fpu_efficiency"]))
    wanted = {n for n, cost in enumerate(costs) if not any(beats(other, cost) for other in costs)}
    assert {number for group in fronts(found) for number in group} == wanted
    for group in found.front:
        for design in group:
            time, slices, efficiency = costs[design.point.number]
            assert design.values == (time, slices, -efficiency)
            assert design.row["cycles"] == rows[design.point.number]["cycles"]
    assert found.good == {n: (time, slices, -efficiency) for n, (time, slices, efficiency) in enumerate(costs)}
    assert (found.looked, found.simulated, found.infeasible, found.failed) == (72, 72, 0, 0)
    times = [group[0].values[0] for group in found.front]
    assert times == sorted(times)


def test_equal_designs_stand_together() -> None:
    found = run_search(Search.of("fft128", {"seed": [1, 2, 3], "banks": [4, 8]}, minimise=["cycles", "ramb16"]))
    assert [sorted(group) for group in fronts(found)] == [[1, 3, 5]]  # eight banks, whatever the inputs
    assert found.front[0][0].values == (3492, 19)


def test_what_binds() -> None:
    search = Search.of("fft128_stockham", {"banks": [2, 4], "warp": [4, 16]}, minimise=["cycles", "luts", "dsp48"])
    found = {design.point.values: design for group in run_search(search).front for design in group}
    result = simt.run(simt.load_program("fft128_stockham"), simt.Machine.load("fpga4"), threads=64)
    full, starved = found[4, 4], found[2, 4]
    assert full.run.resource == "issue"
    assert full.run.busy == {bound.resource: bound.cycles / result.cycles for bound in result.bounds}
    assert str(full.run) == "issue 96 %, retire_port 2 %"
    assert starved.run.resource == "bank_conflict"
    assert starved.run.busiest[1] < 0.9
    assert starved.run.lost is not None
    assert starved.run.lost[1] == pytest.approx(0.31, abs=0.01)
    assert (full.limit.kind, full.limit.block, full.limit.block_share) == ("dsp48", "FPU", 1.0)
    assert full.limit.clock.why == "4 lanes x 4 banks"


def test_bundles_lose_whole_cycles_only() -> None:
    """An empty slot of an issued bundle is not a loss; shares are of all slots."""
    found = run_search(Search.of("fft128_stockham", {"vliw": [3]}))
    (group,) = found.front
    run = group[0].run
    assert run.lost is not None
    assert run.lost[0] != "slot_empty"
    assert run.busy["issue"] + run.lost[1] <= 1.0


# --- limits -----------------------------------------------------------------------------------------------------------


def test_what_cannot_fit_is_not_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    work_on = Session.work_on

    def watched(self: Session, numbers: Sequence[int], workers: int) -> bool:
        asked.extend(numbers)
        return work_on(self, numbers, workers)

    monkeypatch.setattr(Session, "work_on", watched)
    search = Search.of(KERNEL, SPACE, constraints=["ramb16<=40", "time<15"], part="xc4vlx25")
    found = run_search(search)
    fitting = []
    for number in range(search.space.size):
        banks, warp, slots, policy = search.space.point(number).values
        keys = {"local.banks": banks, "warp_size": warp, "vliw.slots": slots, "scheduler.policy": policy}
        silicon = estimate_resources(simt.Machine.load("fpga4", keys))
        if silicon.ramb16 <= 40 and silicon.dsp48 <= 48 and silicon.slices <= 10752 and silicon.luts <= 21504:
            fitting.append(number)
    assert sorted(asked) == fitting
    assert 0 < len(fitting) < 72
    assert found.unsimulated == 72 - len(fitting)
    assert found.simulated == len(fitting)
    late = [n for n in fitting if n not in found.good]
    assert found.limits["time < 15"] == len(late) > 0
    assert found.infeasible == found.unsimulated + len(late)
    assert found.limits["dsp48 of XC4VLX25"] == 36  # eight lanes
    assert all(values[0] < 15 for values in found.good.values())


def test_no_design_is_within_the_limits() -> None:
    found = run_search(Search.of("fft128", {"banks": [2, 4]}, constraints=["ramb16<=10", "cycles<=100"]))
    assert (found.front, found.simulated, found.nearest) == ((), 0, {"ramb16 <= 10": 19})
    found = run_search(Search.of("fft128", {"banks": [2, 4]}, constraints=["cycles<=100"]))
    assert (found.front, found.simulated, found.nearest) == ((), 2, {"cycles <= 100": 3828})


# --- failures ---------------------------------------------------------------------------------------------------------


def test_failures_are_not_on_the_front_and_are_listed(tmp_path: Path) -> None:
    (tmp_path / "good.s").write_text(".threads 4\nmov.b32 r1, 1\nadd.u32 r1, r1, 1\nret\n")
    (tmp_path / "loop.s").write_text(".threads 4\nagain: jmp again\n")
    (tmp_path / "trap.s").write_text(".threads 4\nmov.b32 r1, -1\nld.local r2, [r1]\nret\n")
    (tmp_path / "wrong.s").write_text(".threads 4\n.local y u32[4]\nst.local [thread_id + y], warp_id\nret\n")
    (tmp_path / "wrong.py").write_text(
        "import numpy as np\nTOLERANCE = 0\ndef inputs(program, rng):\n    return {}\n"
        "def expected(program, inputs):\n    return {'y': np.array([0, 0, 1, 0])}\n"
    )
    programs = [str(tmp_path / f"{name}.s") for name in ("good", "loop", "trap", "wrong")]
    found = run_search(Search.of(programs, {"banks": [3, 4]}, minimise=["cycles"], max_cycles=1000))
    assert [group[0].point.program for group in found.front] == [programs[0]]
    told = {(failure.status, failure.code): failure for failure in found.failures}
    assert {key: failure.points for key, failure in told.items()} == {
        ("contradiction", "E0405"): [0, 2, 4, 6], ("cycle_limit", "T005"): [3], ("local_address", "T003"): [5],
        ("wrong", "E0605"): [7],
    }  # fmt: skip
    assert told["wrong", "E0605"].reason == "y[2] is 0, not 1"
    assert (found.looked, found.failed, len(found.good)) == (8, 7, 1)
    assert found.search.space.values_at(3) == {"program": programs[1], "local.banks": 4}
    found = run_search(Search.of(programs[0], {"banks": [4]}, maximise=["mflops"]))
    assert [(failure.status, failure.code) for failure in found.failures] == [("unmeasured", "E0775")]
    found = run_search(Search.of(programs[0], {"banks": [4]}, constraints=["mflops>1"]))
    assert found.limits == {"mflops > 1, of which the kernel has no measure": 1}


def test_a_bug_of_one_design_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from simt.exploration.points import evaluate

    run = evaluate._run

    def broken(workload: Any, batch: Any, points: Any, *rest: Any) -> Any:
        if any(ready.machine.local.banks == 4 for ready, _ in points):
            raise ZeroDivisionError("here")
        return run(workload, batch, points, *rest)

    monkeypatch.setattr(evaluate, "_run", broken)
    found = run_search(Search.of("fft128", {"banks": [2, 4, 8]}, sampler="random", budget=3))
    (bug,) = found.bugs
    assert bug.startswith("point 1 (")
    assert bug.endswith("ZeroDivisionError: here")
    assert (sorted(found.good), found.is_interrupted) == ([0, 2], False)


# --- files ------------------------------------------------------------------------------------------------------------


def test_other_questions_of_one_file(tmp_path: Path) -> None:
    """Objectives and limits are not in the file: another question simulates what is missing, and no more."""
    path = tmp_path / "x.sqlite"
    first = run_search(Search.of(KERNEL, SPACE, constraints=["ramb16<=40"]), path)
    assert 0 < first.simulated < 72
    again = run_search(Search.of(KERNEL, SPACE, minimise=["cycles", "luts"], constraints=["ramb16<=40"]), path)
    assert (again.simulated, again.earlier) == (0, first.simulated)
    rest = run_search(Search.of(KERNEL, SPACE), path)
    assert (rest.simulated, rest.earlier) == (72 - first.simulated, first.simulated)
    assert rest.good == run_search(Search.of(KERNEL, SPACE)).good
    results = SweepResults.load(path)  # the file is a sweep's
    assert len(results) == results.size == 72
    assert run_sweep(Sweep.of(KERNEL, SPACE), path).before == 72
    with pytest.raises(SweepError, match="holds another sweep"):
        run_search(Search.of("fft128", {"banks": [2]}), path)


@pytest.mark.nightly
def test_a_sampler_takes_what_the_file_has(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    run_sweep(Sweep.of(KERNEL, SPACE), path)
    found = run_search(Search.of(KERNEL, SPACE, sampler="random", budget=5), path)
    assert (found.simulated, found.looked) == (0, 72)  # the front is that of everything that is known
    assert fronts(found) == fronts(run_search(Search.of(KERNEL, SPACE)))


@pytest.mark.parametrize(
    "sampler", ["exhaustive", "random", *(pytest.param(name, marks=pytest.mark.nightly) for name in ("nsga2", "tpe"))]
)
def test_a_stopped_search_goes_on_where_it_was(tmp_path: Path, sampler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if sampler in ("nsga2", "tpe"):
        pytest.importorskip("optuna")
    path = tmp_path / "x.sqlite"
    options: dict[str, Any] = {} if sampler == "exhaustive" else {"budget": 40, "random_seed": 3}
    search = Search.of(KERNEL, SPACE, sampler=sampler, constraints=["ramb16<=60"], **options)
    whole = run_search(search)
    take = Session.take
    with (
        monkeypatch.context() as slow
    ):  # designs one by one, so that there is something left when the search is stopped
        slow.setattr(Session, "take", lambda self, _: time.sleep(0.02) or take(self, 1))
        stopped = run_search(search, path, progress=lambda done, size, failed: done >= 10)
    assert stopped.is_interrupted
    assert 10 <= stopped.simulated < whole.simulated
    assert stopped.front  # of what was finished
    assert stopped.good.items() <= whole.good.items()
    resumed = run_search(search, path)
    assert not resumed.is_interrupted
    assert resumed.simulated == whole.simulated - stopped.simulated
    assert (resumed.good, fronts(resumed), resumed.looked) == (whole.good, fronts(whole), whole.looked)


def test_progress_tells_designs_of_the_search(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    run_search(Search.of(KERNEL, SPACE, sampler="random", budget=20), path)
    told: list[tuple[int, int, int]] = []

    def progress(*numbers: int) -> bool:
        told.append(numbers)  # type: ignore[arg-type]
        return False

    run_search(Search.of(KERNEL, SPACE), path, progress=progress)
    assert {size for _, size, _ in told} <= {72}
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)
    assert told[-1][0] == 72


# --- samplers ---------------------------------------------------------------------------------------------------------


class Terrain:
    """A landscape without simulation: the costs are the two distances from corners, some designs are excluded."""

    def __init__(self, search: Search, budget: int) -> None:
        self.search, self.budget = search, budget
        self.known: dict[int, Worth] = {}
        self.order: list[int] = []

    @property
    def left(self) -> int:
        return self.budget - sum(1 for worth in self.known.values() if worth.costs)

    def evaluate(self, numbers: Sequence[int]) -> bool:
        for number in numbers:
            if number in self.known:  # a sampler may ask again
                continue
            places = self.search.space.places_of(number)[1:]
            if sum(places) % 7 == 3:
                self.known[number] = Worth((), 0.5)
            else:
                self.known[number] = Worth((float(sum(places)), float(sum((9 - place) ** 2 for place in places))))
            self.order.append(number)
        return True


def terrain(sampler: str, budget: int, seed: int = 1) -> Terrain:
    axes = {f"define.x{k}": list(range(10)) for k in range(4)}
    search = Search.of("fft128", axes, sampler=sampler, budget=budget, random_seed=seed)
    ground = Terrain(search, budget)
    sample(search, ground)
    return ground


@pytest.mark.parametrize("sampler", ["random", "nsga2", "tpe"])
def test_equal_seeds_ask_for_equal_designs(sampler: str) -> None:
    if sampler != "random":
        pytest.importorskip("optuna")
    first, again, other = (terrain(sampler, 60, seed) for seed in (1, 1, 2))
    assert first.order == again.order
    assert first.order != other.order
    assert len(set(first.order)) == len(first.order)
    assert 0 <= first.left < 1 + 50


def test_a_guided_sampler_beats_random_designs() -> None:
    pytest.importorskip("optuna")

    def volume(sampler: str) -> float:
        volumes = []
        for seed in range(3):
            costs = [worth.costs for worth in terrain(sampler, 300, seed).known.values() if worth.costs]
            volumes.append(hypervolume(costs, (37.0, 325.0)))
        return sum(volumes) / len(volumes)

    assert volume("nsga2") > volume("random")


@pytest.mark.parametrize("sampler", ["nsga2", pytest.param("tpe", marks=pytest.mark.nightly)])
def test_guided_samplers_find_the_front_of_a_small_space(sampler: str) -> None:
    pytest.importorskip("optuna")
    wanted = run_search(Search.of(KERNEL, SPACE))
    for seed in range(1, 1 + examples(2)):
        search = Search.of(KERNEL, SPACE, sampler=sampler, budget=50, random_seed=seed)
        found, again = run_search(search), run_search(search)
        assert found.simulated == 50
        assert (found.good, fronts(found)) == (again.good, fronts(again))
        # Two thirds of the designs are enough to find all but a few of the best.
        reference = [max(column) for column in zip(*wanted.good.values(), strict=True)]
        share = hypervolume(list(found.good.values()), reference) / hypervolume(list(wanted.good.values()), reference)
        assert share > 0.97
    everything = run_search(Search.of(KERNEL, SPACE, sampler=sampler, budget=72))
    assert (everything.simulated, fronts(everything)) == (72, fronts(wanted))


def test_a_search_gives_up_where_nearly_nothing_fits() -> None:
    axes = {"seed": "1..5000", "banks": [2, 4, 8]}
    found = run_search(Search.of("fft128", axes, sampler="random", budget=4, constraints=["ramb16<1"]))
    assert found.looked == 400
    assert "  only 0 of 4 runs were made: hardly any design" in exploration_text(found)


def test_random_ends_when_nothing_is_left() -> None:
    found = run_search(Search.of(KERNEL, SPACE, sampler="random", budget=500))
    assert (found.looked, found.simulated) == (72, 72)


@pytest.mark.parametrize("sampler", ["random", "nsga2"])
def test_contradictions_cost_nothing_of_the_budget(tmp_path: Path, sampler: str) -> None:
    if sampler == "nsga2":
        pytest.importorskip("optuna")
    search = Search.of("fft128", {"banks": "2..17", "warp": [4, 8]}, sampler=sampler, budget=6)
    found = run_search(search, tmp_path / "x.sqlite")
    assert (found.simulated, len(found.good)) == (6, 6)
    assert {failure.status for failure in found.failures} == {"contradiction"}
    again = run_search(search, tmp_path / "x.sqlite")
    assert (again.simulated, again.earlier, again.good) == (0, 6, found.good)


def test_samplers_end_when_nothing_fits() -> None:
    pytest.importorskip("optuna")
    for sampler in ("random", "nsga2", "tpe"):
        found = run_search(Search.of(KERNEL, SPACE, sampler=sampler, budget=8, constraints=["ramb16<1"]))
        assert (found.simulated, found.front) == (0, ())
        assert found.looked == 72


def test_without_optuna(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(SweepError, match="the sampler nsga2 needs Optuna") as caught:
        run_search(Search.of(KERNEL, SPACE, budget=5), tmp_path / "x.sqlite")
    assert not (tmp_path / "x.sqlite").exists()
    assert caught.value.code == "E0770"
    assert "--sampler random" in caught.value.help
    assert run_search(Search.of(KERNEL, SPACE, sampler="random", budget=5)).simulated == 5
    assert run_search(Search.of("fft128", {"banks": [2, 4]})).simulated == 2


def test_threads() -> None:
    with pytest.raises(SweepError, match="at least one thread"):
        run_search(Search.of("fft128", {"banks": [2, 4]}), jobs=0)
    one, two = (run_search(Search.of(KERNEL, SPACE), jobs=count) for count in (1, 2))
    assert one.good == two.good


def test_a_search_that_is_stopped_before_its_first_run_blames_no_design() -> None:
    stopped = Exploration(search=Search.of(KERNEL, SPACE), is_interrupted=True)
    assert "no design was run before the interruption" in exploration_text(stopped)
    assert "no design has a good result" not in exploration_text(stopped)
