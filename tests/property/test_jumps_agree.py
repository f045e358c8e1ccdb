"""Jumps everywhere, where lanes take turns or warps form: the engine equals the specification on every cycle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.engines import disagreement, fast
from tests.examples import examples
from tests.generators.turns import random_forming, random_turns
from tests.reference import simulate as specification

PER_BATCH = 60  # in every run, 3000 at night; test_combinations_agree.py has 150 of each policy


@pytest.mark.parametrize("batch", range(examples(50, 50)))
@pytest.mark.parametrize("make", [random_turns, random_forming], ids=["section 29", "section 30"])
def test_jumps_everywhere(make: Callable[[int], Any], batch: int) -> None:
    for seed in range(batch * PER_BATCH, (batch + 1) * PER_BATCH):
        case = make(seed)
        sizes = {"threads": case.threads, "max_cycles": case.max_cycles}
        program, machine = case.program(), case.machine()
        found = disagreement(specification(program, machine, **sizes), fast(program, machine, **sizes))
        assert not found, f"seed {seed}\n{found}\n\n{case.source}\n{dict(case.machine_keys)}, {case.threads} threads"
