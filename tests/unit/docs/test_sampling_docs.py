"""docs/sampling.md tells the truth: its Python, the numbers of the method, the sums of its table."""

from __future__ import annotations

import re

import numpy as np
import pytest

from simt.launch.how import DEFAULT_SAMPLE
from simt.launch.sampling import doubts, estimate, groups, plan, sampled
from tests.pages import Page

PAGE = Page("docs/sampling.md")


def test_the_python(capsys: pytest.CaptureFixture[str]) -> None:
    PAGE.run_python()
    assert capsys.readouterr().out.startswith("None True 0.")


def test_the_numbers_of_the_method() -> None:
    text = " ".join(PAGE.text.split())
    for number in (
        f"without a number it is {DEFAULT_SAMPLE:g}.",
        f"two from each of some {groups._STRATA} strata",
        f"one of the first {groups._WATCHED} drawn groups",
        f"Student's distribution at {100 * estimate.LEVEL:g} %",
        f"{100 * estimate._ALLOWANCE:g} % of the estimated cycles and a tenth of a wave",
        f"({doubts._FASTER:g} + {doubts._FASTER_OF_BALANCE:g} b) / root of the waves",
        f"({doubts._SLOWER:g} + {doubts._SLOWER_OF_BALANCE:g} b) / root of these waves",
        f"Fewer than {plan.FEWEST_WAVES} waves are refused",
    ):
        assert number in text, number
    assert estimate._ALLOWANCE_OF_WAVE == 0.1
    assert (plan.HEAD, plan.TAIL, plan.FIRST, plan.STRETCH, groups._FIRST) == (2, 1, 2, 2, 2)
    assert (doubts._SHARE_OF_TREND, groups._MOST, estimate._KEPT) == (0.25, 0.5, 4)
    assert pytest.approx(1 / 3) == sampled._SHARE_OF_DOUBT


@pytest.mark.parametrize(("number", "launches"), [(1, 40), (2, 24), (3, 26)])
def test_a_table_is_summed_up_rightly(number: int, launches: int) -> None:
    rows = [line.split() for line in PAGE.blocks("text")[number].splitlines()[1:] if line.strip()]
    rows = [row for row in rows if len(row) == 13]
    errors = np.array([abs(float(row[5])) for row in rows])
    held = sum(row[7] == "yes" for row in rows)
    assert len(rows) == launches
    for row in rows:
        assert (row[7] == "yes") == (abs(int(row[3]) - int(row[4])) <= float(row[6]) / 100 * int(row[4]) + 0.5), row
    said = re.search(rf"(\d+) of {launches} intervals hold the exact cycles; median error ([\d.]+) %", PAGE.text)
    assert said is not None
    assert int(said[1]) == held
    assert float(said[2]) == pytest.approx(np.median(errors), abs=0.01)
