"""Sweeps whose cycles are estimated by samples: the margin of each point, launches that run whole, and plans."""

from __future__ import annotations

from pathlib import Path

import pytest

import simt
from simt.exploration.errors import SweepError
from simt.exploration.plans.commands import run_command
from simt.exploration.plans.plan import Sweep
from simt.launch.how import DEFAULT_SAMPLE
from simt.views.studies.sweep_tables import point_table

AXES = {"define.n": [1024, 65536], "interconnect.latency": [16, 32]}


def test_points_say_how_well_their_cycles_are_known(tmp_path: Path) -> None:
    words = {"machine": "gtx280_core", "jobs": 1}
    exact = simt.sweep("pps_br", AXES, **words).results
    sampled = simt.sweep("pps_br", AXES, sample=5, output=tmp_path / "x.sqlite", **words).results
    assert exact.column("margin") == [0] * 4
    assert exact.column("instructions") == sampled.column("instructions")
    for n, cycles, estimate, margin in zip(
        sampled.column("define.n"), exact.column("cycles"), sampled.column("cycles"), sampled.column("margin"),
        strict=True,
    ):  # fmt: skip
        assert (margin > 0) == (n == 65536)  # the other has too few work-groups
        assert abs(cycles - estimate) <= margin
    assert " margin " in point_table(sampled)
    assert "margin" not in point_table(exact)


def test_a_sampled_point_has_a_result_of_its_own(tmp_path: Path) -> None:
    axes, file = {"define.n": [32768]}, tmp_path / "x.sqlite"
    words = {"machine": "hd5870_core", "jobs": 1, "output": file}
    assert simt.sweep("pps_br", axes, sample=5, **words).done == 1
    with pytest.raises(SweepError, match="sample is not there and was 5"):
        simt.sweep("pps_br", axes, **words)


def test_plans_have_a_percentage() -> None:
    plan = Sweep.from_dict({"programs": ["pps_br"], "sample": 3})
    assert plan.sample == 3.0
    assert Sweep.from_dict(plan.to_dict()) == plan
    assert "sample" not in Sweep.of("pps_br").to_dict()
    assert Sweep.of("pps_br", sample=True).sample == DEFAULT_SAMPLE
    with pytest.raises(SweepError, match="above 0 and at most 50, not `70`") as raised:
        Sweep.of("pps_br", sample=70)
    assert raised.value.code == "E0761"
    with pytest.raises(SweepError, match="`sample` of the plan is a percentage, not"):
        Sweep.from_dict({"programs": ["pps_br"], "sample": "much"})
    assert "--sample=3" in run_command(plan, plan.point(0))
