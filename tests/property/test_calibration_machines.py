"""Calibration on any generated machine: nothing differs from the description, and what has to show is exact."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from simt.validate.calibration import calibrate
from tests.examples import examples
from tests.generators.calibration import calibration_machine, must_show, overlapping_machine


@given(seed=st.integers(0, 10**9))
@settings(max_examples=examples(20), deadline=None)
def test_a_calibration_holds_the_truth(seed: int) -> None:
    machine = calibration_machine(seed)
    found = calibrate(machine)
    assert [row.name for row in found.rows if row.verdict == "different"] == []
    assert must_show(machine) <= {row.name for row in found.rows if row.verdict == "equal"}


@given(seed=st.integers(0, 10**9))
@settings(max_examples=examples(20, 20), deadline=None)
def test_a_calibration_of_overlapping_instructions_holds_the_truth(seed: int) -> None:
    found = calibrate(overlapping_machine(seed))
    assert [row.name for row in found.rows if row.verdict == "different"] == []
