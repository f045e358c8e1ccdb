"""The stack's depth: log2 of the width under smaller_first, as deep as the nesting under the others."""

from __future__ import annotations

import csv
import io

import pytest

from simt.experiments import run_experiment
from simt.experiments.report import ExperimentError, Report

WIDTHS = (4, 8, 16, 32, 64)


@pytest.fixture(scope="module")
def report() -> Report:
    return run_experiment("stack-depth")


def worst(report: Report, order: str, key: str) -> list[int]:
    return [each[key] for each in report.data["worst"] if each["order"] == order]


def test_smaller_first_waits_with_log2_of_the_width_at_most(report: Report) -> None:
    assert worst(report, "smaller_first", "waiting_sides") == [2, 3, 4, 5, 6]
    assert worst(report, "smaller_first", "log2_simd_width") == [2, 3, 4, 5, 6]
    assert worst(report, "smaller_first", "entries") == [4, 8, 16, 32, 32]
    assert "smaller_first: never more sides wait than log2 of the width" in report.text


@pytest.mark.parametrize("order", ["true_first", "false_first"])
def test_the_other_orders_wait_with_a_side_per_level(report: Report, order: str) -> None:
    """Up to 31 levels: one lane less on each, and the last one goes on."""
    assert worst(report, order, "waiting_sides") == [min(31, width - 1) for width in WIDTHS]
    assert worst(report, order, "entries") == [2 * min(31, width - 1) for width in WIDTHS]


def test_the_chain_of_31_nested_ifs(report: Report) -> None:
    """The figures of tests/unit/reference/test_reference_masks.py, which asks the executable specification."""
    found = {
        each["order"]: (each["waiting_sides"], each["entries"])
        for each in report.data["runs"]
        if (each["simd_width"], each["chain"]) == (32, 0)
    }
    assert found == {"true_first": (31, 62), "false_first": (1, 32), "smaller_first": (1, 32)}


def test_the_order_changes_no_cycle(report: Report) -> None:
    for width in WIDTHS:
        for chain in range(3):
            cycles = {
                each["cycles"] for each in report.data["runs"] if (each["simd_width"], each["chain"]) == (width, chain)
            }
            assert len(cycles) == 1


def test_the_table(report: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(report.tables[0].to_csv())))
    assert len(rows) == 3 * 3 * len(WIDTHS)
    assert [int(row["waiting_sides"]) for row in rows] == [run["waiting_sides"] for run in report.data["runs"]]


def test_fewer_levels() -> None:
    report = run_experiment("stack-depth", levels=3, orders=("true_first",), simd_widths=(32,))
    assert [(each["waiting_sides"], each["entries"]) for each in report.data["worst"]] == [(3, 6)]


@pytest.mark.nightly
def test_pictures_have_the_same_bytes_every_time() -> None:
    first, second = (run_experiment("stack-depth", levels=2, simd_widths=(4,)).files() for _ in range(2))
    assert first == second
    assert sorted(first) == ["stack-depth.csv", "stack-depth.html", "stack-depth.png", "stack-depth.svg"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"simd_widths": (12,)}, "the chains halve warps: 12 lanes are not a power of two"),
        ({"simd_widths": (1,)}, "a SIMD width is 2 to 64, not 1"),
        ({"levels": 32}, "the number of levels is 1 to 31, not 32"),
        ({"orders": ("smaler_first",)}, "there is no order `smaler_first`"),
        ({"orders": ()}, "name at least one SIMD width and one order"),
    ],
)
def test_options_that_do_not_fit(options: dict[str, object], message: str) -> None:
    with pytest.raises(ExperimentError) as caught:
        run_experiment("stack-depth", **options)
    assert caught.value.message == message
