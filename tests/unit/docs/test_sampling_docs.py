"""docs/sampling.md tells the truth: its command, its Python, the numbers of the method, the sums of its table."""

from __future__ import annotations

import re

import numpy as np
import pytest

from simt.launch.how import DEFAULT_SAMPLE
from simt.launch.sampling import estimate, plan, profile
from tests.pages import Page, simt

PAGE = Page("docs/sampling.md")


def test_the_output() -> None:
    command, _, shown = PAGE.block("console").partition("\n")
    assert simt(command).startswith(shown.removesuffix("...\n"))


def test_the_python(capsys: pytest.CaptureFixture[str]) -> None:
    PAGE.run_python()
    assert capsys.readouterr().out.startswith("True True 0.")


def test_the_numbers_of_the_method() -> None:
    text = " ".join(PAGE.text.split())
    for number in (
        f"without a number it is {DEFAULT_SAMPLE:g}.",
        f"some {profile.BLOCKS} times",
        f"{100 * estimate.LEVEL:g} %",
        f"{100 * estimate._ALLOWANCE:g} % of the estimated cycles and a tenth of a wave",
        f"Less than {plan.FEWEST_WAVES} waves are refused",
        f"{plan._STRETCH_BY_ROOT:g} times the root of all waves",
    ):
        assert number in text, number
    assert estimate._ALLOWANCE_OF_WAVE == 0.1
    assert (plan.HEAD, plan.TAIL, plan._LEAST_STRETCH) == (2, 1, 3)


def test_the_table_is_summed_up_rightly() -> None:
    rows = [line.split() for line in PAGE.blocks("text")[0].splitlines()[1:] if line.strip()]
    rows = [row for row in rows if len(row) == 13]
    errors = np.array([abs(float(row[5])) for row in rows])
    held = sum(row[7] == "yes" for row in rows)
    assert len(rows) == 40
    for row in rows:
        assert (row[7] == "yes") == (abs(int(row[3]) - int(row[4])) <= float(row[6]) / 100 * int(row[4]) + 0.5), row
    said = re.search(r"(\d+) of 40 intervals hold the exact cycles; median error ([\d.]+) %", PAGE.text)
    assert said is not None
    assert int(said[1]) == held
    assert float(said[2]) == pytest.approx(np.median(errors), abs=0.01)
