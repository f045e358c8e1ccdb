"""The fast engine with numba's bounds checks on, and with compilation off: the same results."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples import examples
from tests.paths import ROOT
from tests.processes import HANGS


def run_mode(mode: str, count: int, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.modes", mode, str(count)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
    )


@pytest.mark.nightly  # it compiles every kind of engine anew, for a minute
def test_with_bounds_checks(tmp_path: Path) -> None:
    """In a fresh cache, because bounds checking is silently off where code comes from a cache."""
    done = run_mode("bounds", 300, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path))
    assert (done.returncode, done.stdout) == (0, "300 cases agree\n"), done.stderr


@pytest.mark.nightly  # it says what the test above is worth
def test_the_canary_notices_that_checks_are_off(tmp_path: Path) -> None:
    done = run_mode("bounds", 1, NUMBA_BOUNDSCHECK="0", NUMBA_CACHE_DIR=str(tmp_path))
    assert done.returncode != 0
    assert "bounds checking is off" in done.stderr


def test_without_compilation() -> None:
    count = examples(25, part=8)
    done = run_mode("interpreted", count, NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stdout) == (0, f"{count} cases agree\n"), done.stderr
