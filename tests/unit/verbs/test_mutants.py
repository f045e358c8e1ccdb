"""Mistakes planted in the shipped OpenCL C kernels are found; `python -m benches.mutants` plants them all."""

from __future__ import annotations

import pytest

from benches.mutant_cases import CASES
from benches.mutants import outcome_of, source_of
from tests.examples import nightly_but

# One of each code and memory, and of what was folded away before.
EVERY_RUN = (
    "floyd_warshall uint first;", "pps_br float sum; if (me > 0) sum = sums[place];", "lu a[step][column + 1];",
    "queens column[N - 1];", "mm::mm_local tile_b[k][x + 1];", "saxpy i <= n", "stencil float around;",
)  # fmt: skip
NAMES = {f"{case.kernel} {case.new.strip()}": case for case in CASES}


def test_there_are_enough_and_each_can_be_planted() -> None:
    assert len(CASES) >= 60
    for case in CASES:
        assert any(line.strip() == case.line for line in source_of(case).split("\n")), case


@pytest.mark.parametrize("name", nightly_but(EVERY_RUN, [*NAMES]))
def test_a_mistake_that_shows_is_found(name: str) -> None:
    outcome = outcome_of(NAMES[name])
    assert outcome.is_wrong
    assert outcome.is_found, outcome.found
