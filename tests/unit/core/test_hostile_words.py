"""Hostile words in random programs end, trap or reach their limit, and their ledgers sum: a few of the bench's."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from benches import hostile
from simt.core.engine.kinds import KINDS
from simt.core.engine.names import ROUTINE
from tests.examples import nightly_but

FEW = ("--kind", "plain", "--count", "100")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(hostile.main, arguments)


def test_every_kind_of_engine_is_drawn() -> None:
    """A kind of engine that no generated machine needs, or a limit that none lacks, would never be tried."""
    cases = [hostile.drawn(seed, is_device) for is_device in (False, True) for seed in range(60)]
    needed = {kind for case in cases for kind in hostile.kinds_of(case).values()}
    assert needed | {*hostile.WITHOUT_WORDS, ROUTINE} == set(KINDS)  # the routine is called by the others
    assert needed.isdisjoint(hostile.WITHOUT_WORDS)


@pytest.mark.parametrize("kind", hostile.WITHOUT_WORDS)
def test_hostile_requests(kind: str) -> None:
    found = hostile.fuzz(600, 1, [kind])
    assert found.is_good, (found.outside, found.faults)
    assert found.words.keys() == {kind}
    assert found.words[kind] >= 600


@pytest.mark.parametrize("kind", nightly_but({"plain"}, hostile.WITH_TIME))
def test_hostile_words(kind: str) -> None:
    found = hostile.fuzz(600, 4, [kind]) if kind == "plain" else hostile.fuzz(6000, 1, [kind])
    assert found.is_good, (found.outside, found.unbalanced, found.faults)
    assert found.words[kind] >= 600
    assert len(found.ends) > 3, "programs come to several ends"
    assert 0 < found.lifted[kind] < found.words[kind], "some machines lack a limit"
    assert sum(found.words.values()) == 3 * found.words[kind], "with time, without, and watched"


def test_what_is_found_is_told_with_a_status(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hostile, "imbalance", lambda *_: "too few")
    told = run(*FEW, "--unchecked")
    assert told.exit_code == 1
    assert "accesses outside an array: 0\n" in told.output
    assert "plain: too few" in told.output


def test_without_bounds_checks_it_does_not_begin() -> None:
    told = run(*FEW)
    assert told.exit_code == 1
    assert "bounds checking is off" in str(told.exception or told.output)
