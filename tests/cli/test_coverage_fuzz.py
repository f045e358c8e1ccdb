"""`python -m benches.coverage_fuzz`: without atheris it says what is missing; with it, inputs find new branches."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from benches import coverage_fuzz, mutations

ROOT = Path(__file__).parents[2]


def test_atheris_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    done = CliRunner().invoke(coverage_fuzz.main, [])
    assert (done.exit_code, done.stderr) == (1, "Error: atheris is not installed: pip install 'simt[fuzz]'\n")


def test_an_input_has_one_step() -> None:
    reader = mutations.readers()["s"]
    assert {coverage_fuzz.step_of(reader, bytes([number])) for number in range(100)} == set(reader.steps)
    assert coverage_fuzz.step_of(reader, b"x") is coverage_fuzz.step_of(reader, b"x")


@pytest.mark.nightly
def test_inputs_are_led_by_what_they_cover(tmp_path: Path) -> None:
    pytest.importorskip("atheris")
    words = ["--count", "300", "--reader", "plan", "--keep", str(tmp_path / "faults")]
    done = subprocess.run(
        [sys.executable, "-m", "benches.coverage_fuzz", *words], cwd=ROOT, capture_output=True, text=True, check=True
    )
    row = done.stdout.splitlines()[1].split()
    assert row[:2] == ["plan", "300"]
    assert int(row[3]) > 0, "inputs that took new branches"
    assert "300 inputs in" in done.stdout
