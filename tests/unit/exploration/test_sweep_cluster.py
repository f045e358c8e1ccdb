"""Sweeps on a real Dask cluster of processes: workers killed, the scheduler gone, nobody there, another simt."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from simt.exploration import Sweep, SweepError, SweepResults, run_sweep
from simt.exploration.plans.plan import Point
from simt.exploration.sessions import cluster as cluster_module
from tests.paths import ROOT

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("default")  # Dask's own are not ours to mend
LOCAL = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}  # nobody else is to reach it, nor is a port taken
AXES = {"banks": [2, 3, 4, 8], "fpu.latency": "1..16", "lds.latency": "1..4"}


@pytest.fixture(scope="module")
def local() -> SweepResults:
    return run_sweep(Sweep.of("fft128", AXES)).results


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, **LOCAL,
        local_directory=str(tmp_path_factory.mktemp("dask")),
    ) as cluster:  # fmt: skip
        yield cluster


def test_a_cluster_gives_what_threads_give(workers: Any, local: SweepResults) -> None:
    outcome = run_sweep(Sweep.of("fft128", AXES), dask=workers.scheduler_address)
    assert outcome.results.rows == local.rows
    assert outcome.counts == {"contradiction": 64, "done": 192}


@pytest.mark.nightly
def test_workers_killed_in_mid_sweep(workers: Any, local: SweepResults, tmp_path: Path) -> None:
    """Three of them; a nanny may go on naming a worker that is dead, and a sweep may be over before the third."""
    killed: list[int] = []

    def kill(done: int, size: int, failed: int) -> bool:
        alive = [nanny.pid for nanny in workers.workers.values() if nanny.pid and nanny.pid not in killed]
        if len(killed) < 3 and done > 40 * (len(killed) + 1) and alive:
            os.kill(alive[0], signal.SIGKILL)
            killed.append(alive[0])
        return False

    for number in range(5):
        file = tmp_path / f"{number}.sqlite"
        outcome = run_sweep(Sweep.of("fft128", AXES), file, dask=workers.scheduler_address, progress=kill)
        assert (outcome.bugs, outcome.is_interrupted) == ([], False)
        assert outcome.results.rows == local.rows
        if len(killed) == 3:
            break
    assert len(killed) == 3


class Future:
    """A future of a batch; whoever fetches its rows gets these answers, one after the other."""

    def __init__(self, answers: list[Any]) -> None:
        self.answers = answers
        self.status = "finished"

    def result(self, timeout: float) -> Any:
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def test_rows_that_died_with_their_worker_are_waited_for() -> None:
    """A worker killed between the end of its batch and the fetching of the rows: they are computed again."""
    session: Any = SimpleNamespace(found=[])
    driver = cluster_module._Driver(session, None, "tcp://127.0.0.1:9")
    point, row = Point(0, "fft128", ()), (1, "done")
    batch = cluster_module._Batch(b"", {}, [(point, "key", {})])
    future = Future([TimeoutError(), (driver.stamp, [row])])
    driver.running = {future: batch}
    for status in ("finished", "lost", "pending"):
        future.status = status
        driver._collect()
        assert driver.running == {future: batch}
    future.status = "finished"
    driver._collect()
    assert driver.running == {}
    assert session.found == [(point, "key", row)]


@pytest.mark.nightly
def test_a_sweep_begun_in_threads_ends_on_a_cluster(workers: Any, local: SweepResults, tmp_path: Path) -> None:
    sweep = Sweep.of("fft128", AXES)
    part = run_sweep(sweep, tmp_path / "x.sqlite", jobs=1, progress=lambda done, *_: done > 20)
    stopped = run_sweep(
        sweep, tmp_path / "x.sqlite", dask=workers.scheduler_address, progress=lambda done, *_: done > 100
    )
    assert stopped.done >= part.done
    rest = run_sweep(sweep, tmp_path / "x.sqlite", dask=workers.scheduler_address)
    assert rest.before == stopped.done
    assert rest.results.rows == local.rows


def test_several_kernels_and_failures_on_a_cluster(workers: Any, tmp_path: Path) -> None:
    (tmp_path / "loop.s").write_text(".threads 4\nagain: jmp again\n")
    sweep = Sweep.of(["dot", "fir", str(tmp_path / "loop.s")], {"warps": [2, 16]}, max_cycles=100_000)
    outcome = run_sweep(sweep, dask=workers.scheduler_address)
    assert outcome.results.rows == run_sweep(sweep).results.rows
    assert outcome.counts["cycle_limit"] == 2


def test_workers_with_another_simt(workers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simt.exploration.sessions.cluster.engine_stamp", lambda **_: "9.9.9+0")
    with pytest.raises(SweepError, match=r"(?s)E0772.*has simt .*and this is 9.9.9"):
        run_sweep(Sweep.of("dot", {"banks": [2, 4]}), dask=workers.scheduler_address)


@pytest.mark.nightly
def test_a_point_that_ends_its_worker_again_and_again(workers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_ROUNDS", 0)
    monkeypatch.setattr(cluster_module, "evaluate_batch", _end)
    with distributed.Client(workers.scheduler_address, set_as_default=False) as client:
        client.run_on_scheduler(_forgive_nothing)
    outcome = run_sweep(Sweep.of("dot", {"banks": [4]}), dask=workers.scheduler_address)
    assert outcome.done == 0
    assert "ended its worker" in outcome.bugs[0]


def _end(*_: object) -> None:
    os._exit(1)


def _forgive_nothing(dask_scheduler: Any) -> None:
    dask_scheduler.allowed_failures = 0


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_CONNECTING", 1.0)
    with pytest.raises(SweepError, match=r"(?s)E0771.*no Dask scheduler answers at `tcp://127.0.0.1:9`"):
        run_sweep(Sweep.of("dot", {"banks": [2, 4]}), dask="tcp://127.0.0.1:9")
    with pytest.raises(SweepError, match="E0771"):
        run_sweep(Sweep.of("dot", {"banks": [2, 4]}), dask="nonsense")


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SweepError, match=r"(?s)E0770.*pip install 'simt\[dask\]'"):
        run_sweep(Sweep.of("dot", {"banks": [2, 4]}), dask="tcp://127.0.0.1:9")


def test_a_cluster_without_workers() -> None:
    with (
        distributed.LocalCluster(n_workers=0, processes=True, **LOCAL) as empty,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(cluster_module, "_ABSENCE", 0.5)
        with pytest.raises(SweepError, match=r"E0771.*has had no worker"):
            run_sweep(Sweep.of("dot", {"banks": [2, 4]}), dask=empty.scheduler_address)


_CLUSTER = """
import sys
from distributed import LocalCluster
LOCAL = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=True, **LOCAL) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


@pytest.mark.nightly
def test_the_scheduler_goes_away(tmp_path: Path, local: SweepResults, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process of the scheduler is killed in mid-sweep; what was done is kept, and threads finish the sweep."""
    monkeypatch.setattr(cluster_module, "_SCHEDULER_ABSENCE", 1.0)
    monkeypatch.setattr(cluster_module, "_CONNECTING", 3.0)
    script = tmp_path / "cluster.py"
    script.write_text(_CLUSTER)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    sweep = Sweep.of("fft128", AXES)
    with subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, env=environment, cwd=tmp_path,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        address = process.stdout.readline().strip()

        def kill(done: int, size: int, failed: int) -> bool:
            if done > 40:
                process.kill()
            return False

        with pytest.raises(SweepError, match=r"(?s)E0771.*is gone.*what was done is kept"):
            run_sweep(sweep, tmp_path / "x.sqlite", dask=address, progress=kill)
        process.kill()
    done = len(SweepResults.load(tmp_path / "x.sqlite"))
    assert 0 < done < 256
    rest = run_sweep(sweep, tmp_path / "x.sqlite")
    assert (rest.before, rest.done) == (done, 256)
    assert rest.results.rows == local.rows
