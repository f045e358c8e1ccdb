"""Figures 8 and 9: what the run counts is the largest count of each wave; the means and their exact expectations."""

from __future__ import annotations

import csv
import io
import itertools

import numpy as np
import pytest

from simt.experiments import run_experiment
from simt.experiments.divergence import (
    THREADS,
    article_counts,
    drawn_means,
    expected_sorted,
    expected_unsorted,
    published,
    wave_maxima,
)
from simt.experiments.report import ExperimentError, Report
from tests.examples import nightly_but

WIDTHS = (1, 4, 8, 16, 32, 64)
# facts of the article's experiment: the mean wave of random counts, 2000 draws.
FACTS = {
    "unsorted": dict(zip(WIDTHS, (127.6, 204, 227, 240, 248, 252), strict=True)),
    "sorted": dict(zip(WIDTHS, (127.6, 129, 131, 135, 143, 159), strict=True)),
}


@pytest.fixture(scope="module")
def article() -> Report:
    return run_experiment("divergence")


@pytest.fixture(scope="module", params=nightly_but((1,), (1, 7)))
def chance(request: pytest.FixtureRequest) -> tuple[Report, np.ndarray]:
    counts = np.random.default_rng(request.param).integers(0, 256, THREADS)
    return run_experiment("divergence", counts="random", seed=request.param, draws=0), counts


def check(report: Report, counts: np.ndarray) -> None:
    """Every wave of every width, by numpy."""
    rows = csv.DictReader(io.StringIO(report.tables[1].to_csv()))
    found: dict[tuple[str, int], list[int]] = {}
    for row in rows:
        found.setdefault((row["order"], int(row["simd_width"])), []).append(int(row["iterations"]))
    for width, (order, threads) in itertools.product(WIDTHS, [("unsorted", counts), ("sorted", np.sort(counts))]):
        maxima = threads.reshape(-1, width).max(axis=1)
        assert found[order, width] == maxima.tolist()
        [row] = [each for each in report.data["widths"] if each["simd_width"] == width]
        assert row[order]["mean_iterations"] == row[order]["expected_of_these_counts"] == maxima.mean()


def test_waves_of_the_articles_counts(article: Report) -> None:
    check(article, article_counts())
    assert "every mean is the mean of the largest counts of the waves" in article.text


def test_waves_of_random_counts(chance: tuple[Report, np.ndarray]) -> None:
    check(*chance)
    assert "draws" not in chance[0].text


def test_sorting_pays_at_32_lanes(article: Report, chance: tuple[Report, np.ndarray]) -> None:
    """In cycles, between 1.6 and 1.9; a single thread gains nothing."""
    for report in (article, chance[0]):
        gain = {row["simd_width"]: row["sorted_speed_up"] for row in report.data["widths"]}
        assert 1.6 <= gain[32] <= 1.9
        assert gain[1] == 1


def test_cycles_are_the_instructions_of_the_waves(article: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(article.tables[1].to_csv())))
    for row in article.data["widths"]:
        for order in ("unsorted", "sorted"):
            mine = [r for r in rows if (r["order"], int(r["simd_width"])) == (order, row["simd_width"])]
            assert row[order]["cycles"] == sum(int(r["instructions"]) for r in mine)
            # 2 before the loop, 5 a turn (test 2, filler, count, jump), 4 for the last test and after it
            assert all(int(r["instructions"]) == 7 + 5 * int(r["iterations"]) for r in mine)


def test_the_number_of_warps_at_once_changes_no_number() -> None:
    many, few = (run_experiment("divergence", simd_widths=(16,), draws=0, warps=warps) for warps in (64, 3))
    assert few.data["widths"][0].pop("launches") == 6
    assert many.data["widths"][0].pop("launches") == 1
    assert few.data["widths"] == many.data["widths"]
    assert "launches, one after the other as not all waves fit the machine: 6 with SIMD width 16" in few.text


def test_the_bars_that_can_be_read_are_near(article: Report) -> None:
    """The wide bars, read by themselves, against waves of the read single threads: reading errors, no more."""
    for row in article.data["widths"]:
        for order, mean in row["article_bars"].items():
            assert row[order]["mean_iterations"] == pytest.approx(mean, abs=1.0)
    assert {len(bars) for bars in (published()["random"]["simd1"], published()["sorted"]["simd1"])} == {THREADS}


def test_expected_of_random_counts(article: Report) -> None:
    for row in article.data["widths"]:
        for order, facts in FACTS.items():
            width = row["simd_width"]
            assert row["expected_of_random_counts"][order] == pytest.approx(facts[width], abs=0.5)
            assert row["mean_of_draws"][order] == pytest.approx(row["expected_of_random_counts"][order], abs=0.25)


@pytest.mark.parametrize("width", [1, 2, 4])
def test_expectations_against_all_draws(width: int) -> None:
    """Four threads of counts 0 to 4: all 625 sets."""
    sets = [np.array(counts) for counts in itertools.product(range(5), repeat=4)]
    unsorted = np.mean([wave_maxima(counts, width).mean() for counts in sets])
    ordered = np.mean([wave_maxima(np.sort(counts), width).mean() for counts in sets])
    assert expected_unsorted(width, 5) == pytest.approx(unsorted, abs=1e-12)
    assert expected_sorted(width, 4, 5) == pytest.approx(ordered, abs=1e-12)


def test_draws_are_reproducible() -> None:
    assert drawn_means((8,), 10, 3) == drawn_means((8,), 10, 3) != drawn_means((8,), 10, 4)


@pytest.mark.nightly
def test_pictures_have_the_same_bytes_every_time() -> None:
    first, second = (run_experiment("divergence", simd_widths=(8, 32), draws=5).files() for _ in range(2))
    assert first == second
    assert {"figure-8.svg", "figure-9.png", "divergence-means.svg", "divergence-threads.csv"} <= first.keys()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"simd_widths": (3,)}, "waves of 3 do not divide 256 threads"),
        ({"simd_widths": (128,)}, "a SIMD width is 1 to 64, not 128"),
        ({"simd_widths": ()}, "name at least one SIMD width"),
        ({"counts": "mine"}, "the counts are `article` or `random`, not `mine`"),
        ({"draws": -1}, "the number of draws is 0 to 20000, not -1"),
        ({"warps": 65}, "the number of warps is 1 to 64, not 65"),
    ],
)
def test_options_that_do_not_fit(options: dict[str, object], message: str) -> None:
    with pytest.raises(ExperimentError) as caught:
        run_experiment("divergence", **options)
    assert caught.value.message == message
