"""Memory that serves a window while the cores run through it leaves the state that it leaves if it serves it before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest import mock

import numpy as np

from simt.core.engine import crew
from simt.core.engine.run import finish
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from simt.core.state.state import State
from tests.device_engines import bound_on_engine
from tests.examples import examples
from tests.generators.devices import DeviceCase, describe, random_device_case

CASES = examples(400, 10)
# What may differ: how the work was shared out, and when a core that has trapped would have been looked at again.
_MAY_DIFFER = ("crew", "signals", "awake", "wakes")


def arrays_of(group: Any, path: str = "") -> Iterator[tuple[str, bytes]]:
    """All arrays of a group of groups, by their names, as bytes."""
    for name in group._fields:
        value = getattr(group, name)
        if isinstance(value, tuple):
            yield from arrays_of(value, f"{path}{name}.")
        elif value is not None and name not in _MAY_DIFFER:
            yield f"{path}{name}", value.tobytes()


def after_run(case: DeviceCase, may_be_beside: bool, threads: int) -> tuple[str, dict[str, bytes], bool]:
    """Run a case without a record; return how it ended, its state, and whether memory served beside the cores."""
    local = np.zeros(case.machine.local.words, np.uint32)
    local[: len(case.local_memory)] = case.local_memory
    bound = bound_on_engine(case)
    memories = Memories(
        buffers=np.array(case.buffers, np.int64).reshape(-1, 2),
        words=np.array(case.words, np.uint32),
        frames=None if bound is None else bound[1].frames,
        local=local,
    )
    grid = Grid(size=case.size, local=case.local, offset=case.offset)
    state = State.build(Placed(case.program, case.machine, grid), memories)
    assert state.device is not None
    is_beside = may_be_beside and bool(state.device.crew["beside"][0])
    state.device.crew["beside"] = is_beside
    with mock.patch.object(crew, "ALONE", 0.0):
        output = finish(state, max_cycles=case.max_cycles, threads=threads)
    arrays = {**dict(arrays_of(state.cores, "cores.")), **dict(arrays_of(state.device, "device."))}
    return f"{output.status} {output.cycles} {output.trap}", arrays, is_beside


def test_the_order_of_memory_and_cores_changes_nothing() -> None:
    beside, endings = 0, set()
    for seed in range(CASES):
        case = random_device_case(seed)
        ending, before, _ = after_run(case, False, 1)
        found, after, is_beside = after_run(case, True, 1 + seed % 3)
        different = [name for name, content in before.items() if after[name] != content]
        assert (ending, []) == (found, different), f"seed {seed}\n{describe(case)}"
        beside += is_beside
        endings.add(ending.split()[0])
    assert beside >= CASES // 2
    assert {"done", "trap", "cycle_limit"} <= endings
