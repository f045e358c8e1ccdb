"""A machine from readings of a board, on any generated machine: the intervals hold the keys that it really has."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from simt.machine import Machine
from simt.validate.board.calibration import BoardCalibration, calibrate_board
from simt.validate.board.readings import read_readings
from tests.examples import examples
from tests.generators.board import filled, forgotten, true_value
from tests.generators.calibration import calibration_machine, collecting_machine, overlapping_machine


def calibrated(machine: Machine, seed: int) -> BoardCalibration:
    """A calibration by readings with 1 % noise, from a base machine that has forgotten what readings decide."""
    rng = random.Random(f"board {seed}")
    base = forgotten(machine, rng)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.csv"
        path.write_text(filled(machine, rng))
        return calibrate_board(read_readings(path, base), base)


def missed(outcome: BoardCalibration, machine: Machine) -> list[str]:
    return [
        f"{found.key}: {true_value(machine, found.key)}, not {found.interval_text}"
        for found in outcome.decided if not found.holds(true_value(machine, found.key))
    ]  # fmt: skip


@given(seed=st.integers(0, 10**9))
@settings(max_examples=examples(24, 12), deadline=None)
def test_intervals_hold_the_truth(seed: int) -> None:
    machine = calibration_machine(seed)
    outcome = calibrated(machine, seed)
    assert missed(outcome, machine) == []
    decided = {found.key for found in outcome.decided}
    assert {f"{unit}.{part}" for unit in ("alu", "fpu", "lds") for part in ("interval", "latency")} <= decided


@given(seed=st.integers(0, 10**9))
@settings(max_examples=examples(24, 12), deadline=None)
def test_intervals_hold_the_truth_of_overlapping_instructions(seed: int) -> None:
    machine = (overlapping_machine if seed % 3 else collecting_machine)(seed % 10**6)
    assert missed(calibrated(machine, seed), machine) == []
