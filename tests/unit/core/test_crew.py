"""How many threads of the host a run of a device uses; what they compute is in tests/golden and tests/property."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest

import simt
from isa.reporting.diagnostics import ProgramError
from simt.core.engine import crew
from simt.core.engine.crew import Crew, advance_device
from simt.launch.how import How
from tests.golden.cases import SMALL


def counts(crew: Crew, calls: int, rates: dict[int, float]) -> list[int]:
    """The threads of calls that take 0.1 seconds each, with cycles per second by the number of threads."""
    used = []
    for _ in range(calls):
        threads = crew.threads
        used.append(threads)
        crew.took(threads, int(rates[threads] / 10), 0.1)
    return used


def test_a_short_run_stays_on_one_thread() -> None:
    """0.2 seconds are two calls; then all threads are tried, and stay if they are faster."""
    assert counts(Crew(4), 6, {1: 1000.0, 4: 3000.0}) == [1, 1, 4, 4, 4, 4]


def test_threads_that_do_not_help_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are tried again after five calls that were alone, and left out again."""
    monkeypatch.setattr(crew, "_AGAIN", 5)
    assert counts(Crew(2), 14, {1: 1000.0, 2: 900.0}) == [1, 1, 2, 1, 1, 2, 1, 1, 1, 1, 1, 2, 1, 1]


def test_one_thread_has_nothing_to_choose() -> None:
    assert counts(Crew(1), 50, {1: 10.0}) == [1] * 50


def test_threads_stay_at_work_between_calls_and_end_with_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two more threads run the cores in all of several calls of the engine."""
    made: list[threading.Thread] = []
    calls: list[int] = []

    def thread(**words: Any) -> threading.Thread:
        made.append(threading.Thread(**words))
        return made[-1]

    def noted(*arguments: Any) -> float:
        calls.append(len(made))
        return advance_device(*arguments)

    monkeypatch.setattr(crew, "threading", SimpleNamespace(Thread=thread))
    monkeypatch.setattr(crew, "ALONE", 0.0)
    monkeypatch.setattr("simt.core.engine.run.advance_device", noted)
    monkeypatch.setattr("simt.core.engine.run.FIRST", 1_000)
    assert simt.Launch("mm_local", "fpga4", set=SMALL, defines={"n": 32}).run(jobs=3).check.passed
    assert len(calls) > 3
    assert set(calls[1:]) == {2} == {len(made)}
    assert not any(each.is_alive() for each in made)


@pytest.mark.parametrize("workers", [0, -1, 1025])
def test_a_number_that_is_no_number_of_threads_is_refused(workers: int) -> None:
    with pytest.raises(ProgramError, match="a launch runs on at") as caught:
        How(jobs=workers)
    assert caught.value.code == "E0761"
