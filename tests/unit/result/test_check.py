"""The element with the largest error, as text."""

from __future__ import annotations

from math import inf, nan

import pytest

from simt.result.check import Check


@pytest.mark.parametrize(
    ("got", "want", "text"),
    [
        (0.0, 4252645360.0, "y[25] is 0, not 4252645360"),  # a word, with all digits
        (-3.0, 1.5, "y[25] is -3, not 1.5"),
        (0.1, 2.0**60, "y[25] is 0.1, not 1.1529215e+18"),  # a double does not have all digits
        (inf, nan, "y[25] is inf, not nan"),
    ],
)
def test_whole_numbers_have_all_digits(got: float, want: float, text: str) -> None:
    check = Check(
        passed=False, max_relative_error=1, tolerance=0, array="y", index=25, got=got, want=want, wrong=1, arrays=1
    )
    assert check.where == text
