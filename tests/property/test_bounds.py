"""Bounds (`Result.bounds`) on generated launches on every memory: true, and near where a resource is busy."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.examples import examples
from tests.generators.machines import with_scoreboard
from tests.generators.streams import BUSY, Stream, busy, faults, random_stream

BATCHES = 4
LAUNCHES = examples(320, 8) // BATCHES


def _with_scoreboard(stream: Stream) -> Stream:
    return replace(stream, machine=with_scoreboard(random.Random(f"bounds {stream.seed}"), stream.machine))


@pytest.mark.parametrize("has_scoreboard", [False, True])
@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_bound_is_above_the_cycles_and_what_is_busy_binds(batch: int, has_scoreboard: bool) -> None:
    """Where a resource is busy for 95 % of the time the largest bound is within 10 % of the cycles."""
    saturated = 0
    for seed in range(batch * LAUNCHES, (batch + 1) * LAUNCHES):
        stream = random_stream(seed)
        if has_scoreboard:
            stream = _with_scoreboard(stream)
        result = stream.run()
        found = faults(result)
        assert not found, f"seed {seed}: {found}, {stream.machine}"
        saturated += result.completed and max(busy(result).values()) >= BUSY
    assert saturated  # else the second half of the law would be said of nothing
