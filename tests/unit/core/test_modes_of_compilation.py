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


def run_mode(mode: str, count: int, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.modes", mode, str(count)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.nightly  # it compiles every kind of engine anew, for a minute
def test_with_bounds_checks(tmp_path: Path) -> None:
    """In a fresh cache, because bounds checking is silently off where code comes from a cache."""
    output = run_mode("bounds", 300, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path))
    assert "300 cases agree" in output


def test_the_canary_notices_that_checks_are_off(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.modes", "bounds", "1"],
        cwd=ROOT,
        env=os.environ | {"NUMBA_BOUNDSCHECK": "0", "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
    )
    assert done.returncode != 0
    assert "bounds checking is off" in done.stderr


def test_without_compilation() -> None:
    count = examples(25, part=8)
    output = run_mode("interpreted", count, NUMBA_DISABLE_JIT="1")
    assert f"{count} cases agree" in output


def test_doubles_without_compilation() -> None:
    """The cases of the instruction table: a fused multiply-add has code of its own here."""
    cases = ("-q", "-n0", "-p", "no:cacheprovider", "tests/unit/core/test_engine.py", "-k", "table and f64 and cycle")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *cases],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
