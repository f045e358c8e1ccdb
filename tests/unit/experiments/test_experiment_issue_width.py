"""Figures 1 to 3: the article's three regimes from one description and one kernel, and the numbers behind."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

import simt
from simt.experiments import run_experiment
from simt.experiments.report import ExperimentError, Report
from simt.machine import describe


@pytest.fixture(scope="module", params=[1, 2, 3])
def report(request: pytest.FixtureRequest) -> Report:
    return run_experiment("issue-width", seed=request.param)


def of(report: Report, scheduler: str, width: int) -> dict[str, object]:
    return next(each for each in report.data["runs"] if (each["scheduler"], each["issue_width"]) == (scheduler, width))


@pytest.mark.parametrize("scheduler", ["fixed_priority", "round_robin"])
def test_regimes_of_the_second_alu(report: Report, scheduler: str) -> None:
    """Under 15 % of the cycles at width 1, over 70 % at 2, over 90 % at 4; waiting for the retire port is no work."""
    busy = {width: of(report, scheduler, width)["alu_busy_percent"] for width in (1, 2, 4)}
    held = {width: of(report, scheduler, width)["alu_held_percent"] for width in (1, 2, 4)}
    assert busy[1][1] < 15
    assert busy[2][1] > 70
    assert busy[4][1] > 90
    assert all(busy[width][0] >= busy[width][1] for width in busy)  # the lowest-numbered free instance is taken
    assert all(share == 0 for width in held for share in held[width])


def test_fixed_priority_starves_and_a_fair_rule_does_not(report: Report) -> None:
    unfair, fair = of(report, "fixed_priority", 4), of(report, "round_robin", 4)
    assert unfair["issue_ratio"] < 0.3
    assert fair["issue_ratio"] > 0.9
    assert unfair["issues"] == sorted(unfair["issues"], reverse=True)
    assert unfair["cycles"] == fair["cycles"] == 1000
    assert all(each["total_cycles"] > 1000 for each in report.data["runs"])  # all warps are live in the window


def test_the_claims_are_made_of_the_same_numbers(report: Report) -> None:
    assert len(report.data["regimes"]) == 8
    assert all(each["holds"] for each in report.data["regimes"])
    assert report.text.count("\n  yes  ") == 8


def test_the_tables_agree_with_the_data() -> None:
    report = run_experiment("issue-width", window=300)
    summary, history = ({t.name: list(csv.DictReader(io.StringIO(t.to_csv()))) for t in report.tables}[name]
                        for name in ("issue-width", "issue-width-history"))  # fmt: skip
    assert len(history) == 6 * 300
    for row, run in zip(summary, report.data["runs"], strict=True):
        mine = [
            line
            for line in history
            if (line["scheduler"], line["issue_width"]) == (row["scheduler"], row["issue_width"])
        ]
        issues = [sum(line[f"warp{warp}"] == "issued" for line in mine) for warp in range(4)]
        assert issues == run["issues"] == [int(row[f"issues_warp{warp}"]) for warp in range(4)]
        for alu in range(2):
            share = 100 * np.mean([line[f"alu{alu}"] == "busy" for line in mine])
            assert share == pytest.approx(float(row[f"alu{alu}_busy_percent"]), abs=0.01)
        for line in mine:
            for warp in range(4):
                assert (int(line[f"mask{warp}"], 16) != 0) == (line[f"warp{warp}"] == "issued")
        assert sum(issues) / 300 == pytest.approx(float(row["ipc"]), abs=1e-4)


@pytest.mark.nightly
def test_pictures_have_the_same_bytes_every_time() -> None:
    first, second = (run_experiment("issue-width", issue_widths=(2,), window=100).files() for _ in range(2))
    assert first == second
    assert {name for name in first if name.endswith((".svg", ".png"))} == {
        f"issue-width-{rule}.{kind}" for rule in ("fixed_priority", "round_robin") for kind in ("svg", "png")
    }


def test_options() -> None:
    report = run_experiment(
        "issue-width", issue_widths=(3,), schedulers=("oldest",), warps=6, alus=3, simd_width=8, memory_latency=20
    )
    [run] = report.data["runs"]
    assert (len(run["issues"]), len(run["alu_busy_percent"])) == (6, 3)
    assert report.data["regimes"] == []  # the claims are about the article's machine
    assert "article," not in report.text


def test_the_window_ends_before_the_first_warp_does() -> None:
    report = run_experiment("issue-width", issue_widths=(1,), schedulers=("fixed_priority",), window=10_000)
    [run] = report.data["runs"]
    assert 1000 < run["cycles"] < 10_000
    assert "over the first 6" in report.text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"issue_widths": (9,)}, "an issue width is 1 to 8, not 9"),
        ({"issue_widths": ()}, "name at least one issue width and one scheduling rule"),
        ({"schedulers": ("round_robbin",)}, "there is no scheduling rule `round_robbin`"),
        ({"warps": 65}, "the number of warps is 1 to 64, not 65"),
        ({"alus": 0}, "the number of ALUs is 1 to 8, not 0"),
        ({"simd_width": 128}, "the SIMD width is 1 to 64, not 128"),
        ({"memory_latency": 900}, "the memory latency is 1 to 64, not 900"),
        ({"window": 0}, "the window is 1 to 10000, not 0"),
    ],
)
def test_options_that_do_not_fit(options: dict[str, object], message: str) -> None:
    with pytest.raises(ExperimentError) as caught:
        run_experiment("issue-width", **options)
    assert caught.value.message == message


def test_the_preset_states_every_latency() -> None:
    """And differs from article32, apart from these, in nothing that takes time."""
    core, article = simt.Machine.load("article_core"), simt.Machine.load("article32")
    assert set(describe.differences(article, core)) == {
        "warps", "issue_width", "scheduler.policy", "scheduler.active_warps", "alu.count", "lds.latency",
        "control.count", "retire.ports", "register_file.words",
    }  # fmt: skip
    assert (core.alu.latency, core.alu.interval, core.lds.latency, core.lds.interval) == (1, 1, 10, 1)
    assert (core.warps, core.alu.count, core.retire.ports) == (4, 2, core.issue_width + 1)
