"""The files that tests/conftest.py puts first are there: a name that has changed would change nothing else."""

from __future__ import annotations

from tests.conftest import FIRST
from tests.paths import ROOT

TESTS = ROOT


def test_the_files_that_come_first_are_there() -> None:
    names = {path.name for path in TESTS.rglob("test_*.py")}
    assert set(FIRST) <= names
    assert len(set(FIRST)) == len(FIRST)
