"""Runs without time: any number of threads of the host leaves the same, over generated launches that may race."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from simt.core.engine.crew import Crew
from simt.core.engine.run import simulate
from simt.core.engine.shares import Shares
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from tests.examples import examples
from tests.generators.devices import DeviceCase, describe, random_device_case
from tests.untimed import left_by

CASES = examples(1600, 28)


def left(case: DeviceCase, threads: int) -> dict[str, Any]:
    """What a case leaves on a number of threads."""
    local = np.zeros(case.machine.local.words, np.uint32)
    local[: len(case.local_memory)] = case.local_memory
    output = simulate(
        Placed(case.program, case.machine, Grid(size=case.size, local=case.local, offset=case.offset)),
        Memories(
            buffers=np.array(case.buffers, np.int64).reshape(-1, 2),
            words=np.array(case.words, np.uint32),
            local=local,
        ),
        max_cycles=case.max_cycles,
        engine="functional",
        threads=threads,
    )
    return left_by(output)


def test_threads_leave_what_one_thread_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Crew, "threads", property(lambda crew: crew._threads))
    judge, phases = Shares._is_good, Counter[bool]()

    def note(self: Shares, end: int, limit: int) -> bool:
        is_good = judge(self, end, limit)
        phases[is_good] += 1
        return is_good

    monkeypatch.setattr(Shares, "_is_good", note)
    for seed in range(CASES):
        case = random_device_case(seed)
        alone = left(case, 1)
        for threads in (2, 3):
            together = left(case, threads)
            differing = [name for name, value in alone.items() if together[name] != value]
            assert differing == [], f"{threads} threads\n\n{describe(case)}\n\nseed {seed}"
    assert phases[True] > 10  # launches of several groups that share nothing
    assert phases[False] > 10  # launches of others
