"""What functions of `simt model` count, and what they give no counts of (test_every_command.py has the commands)."""

from __future__ import annotations

import pytest

import simt
from isa.reporting.diagnostics import ArgumentError, SimtError


def test_what_a_storage_manager_places_is_counted_by_a_run() -> None:
    words = {"storage": "new", "set": {"memory": "dram"}, "defines": {"n": 32}, "local_size": (16, 2)}
    launch = simt.Launch("mm_global", "gtx280_core", **words)
    with pytest.raises(ArgumentError, match=r"simt\.model_measured counts it"):
        launch.model()
    assert simt.model_measured(launch).counts.work_items == 1024


def test_a_wrong_result_gives_no_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    launch = simt.Launch("fir", "fpga4")
    assert launch.oracle is not None
    wanted = launch.oracle.expected(launch.program, launch.inputs, launch.grid)
    wrong = {name: array + 1 for name, array in wanted.items()}
    monkeypatch.setattr(launch.oracle, "expected", lambda *_: wrong)
    with pytest.raises(SimtError, match=r"gave nothing: y\[\d+\] is \S+, not ") as refused:
        simt.model_measured(launch)
    assert refused.value.code == "E0822"


def test_the_rows_of_the_figures() -> None:
    figures = simt.model_figures("gtx280")
    assert figures.table.dtype.names == ("figure", "kernel", "device", "group", "R1", "R2", "R4")
    assert len(figures.table) == 12
