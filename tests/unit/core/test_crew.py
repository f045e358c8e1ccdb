"""How many threads of the host a run of a device uses; what they compute is in tests/golden and tests/property."""

from __future__ import annotations

import pytest

from isa.reporting.diagnostics import ProgramError
from simt.core.engine import crew
from simt.core.engine.crew import Crew
from simt.launch.how import How


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


@pytest.mark.parametrize("workers", [0, -1, 1025])
def test_a_number_that_is_no_number_of_threads_is_refused(workers: int) -> None:
    with pytest.raises(ProgramError, match="a launch runs on at") as caught:
        How(workers=workers)
    assert caught.value.code == "E0761"
