"""Figures 5 to 7 as an experiment: equal to the published pictures, and what is drawn is what is in the tables."""

from __future__ import annotations

import csv
import io
import json

import pytest

from simt.experiments import run_experiment
from simt.experiments.mask_history import published
from simt.experiments.report import ExperimentError, Report
from tests.paths import ROOT

GOLDEN = ROOT / "tests" / "golden" / "mask_histories.json"
CYCLES = {5: 11, 6: 70, 7: 16}


@pytest.fixture(scope="module")
def report() -> Report:
    return run_experiment("mask-history")


def test_the_published_pictures_are_those_of_the_golden_test() -> None:
    assert published() == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_the_figures_are_the_articles(report: Report) -> None:
    assert {each["figure"]: each["cycles"] for each in report.data["histories"]} == CYCLES
    for each in report.data["histories"]:
        assert each["equals_the_article"] is True
        assert [row[1:] for row in each["lanes"]] == published()[f"figure{each['figure']}"]["lanes"]
    assert round(100 * report.data["histories"][1]["active_share"], 1) == 31.9
    assert report.text.count("in every lane of every cycle") == 3


def test_the_tables_hold_every_cycle(report: Report) -> None:
    for table, each in zip(report.tables, report.data["histories"], strict=True):
        rows = list(csv.DictReader(io.StringIO(table.to_csv())))
        words = {"0": "inactive", "1": "active"}
        assert len(rows) == 32
        for lane, row in enumerate(rows):
            assert row.pop("lane") == str(lane)
            assert list(row.values()) == [words[state] for state in each["lanes"][lane]]


def test_other_options_are_not_compared() -> None:
    report = run_experiment("mask-history", kernels=("article/example3",), filler=0, simd_width=20)
    [history] = report.data["histories"]
    assert (history["cycles"], history["equals_the_article"], len(history["lanes"])) == (6, None, 20)
    assert "not the article's options: filler 5, 32 lanes, true_first" in report.text
    swapped = run_experiment("mask-history", kernels=("example3",), order="false_first")
    assert swapped.data["histories"][0]["lanes"][0] == "111" + "0" * 6 + "1" * 7


@pytest.mark.nightly
def test_pictures_have_the_same_bytes_every_time() -> None:
    first, second = (run_experiment("mask-history").files() for _ in range(2))
    assert first == second
    assert sorted(first) == [f"figure-{k}.{kind}" for k in CYCLES for kind in ("csv", "png", "svg")]
    assert all(data.startswith(b"\x89PNG") for name, data in first.items() if name.endswith(".png"))


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ({"kernels": ("exmaple1",)}, "the article has no `exmaple1`", "did you mean `example1`?"),
        ({"kernels": ("fft",)}, "the article has no `fft`", "there are example1, example2, example3"),
        ({"kernels": ()}, "name at least one example", "there are example1, example2, example3"),
        ({"filler": -1}, "the filler is 0 to 200, not -1", ""),
        ({"simd_width": 65}, "the SIMD width is 1 to 64, not 65", ""),
        ({"order": "first"}, "the order is true_first, false_first, smaller_first, not `first`", ""),
    ],
)
def test_options_that_do_not_fit(options: dict[str, object], message: str, hint: str) -> None:
    with pytest.raises(ExperimentError) as caught:
        run_experiment("mask-history", **options)
    assert (caught.value.message, caught.value.help) == (message, hint)
