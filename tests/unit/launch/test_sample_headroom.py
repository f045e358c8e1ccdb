"""The headroom of a machine: what its busiest resource leaves, beside the bounds of a whole run."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from simt.core.state.state import State
from simt.launch.bound import Bound
from simt.launch.sampling.headroom import Headroom
from simt.launch.sampling.sampled import wave_of
from simt.launch.sampling.walk import Walk

LOOP = """\
.threads 64
.buffer x, u32, 16384
    mov.b32   r1, 40
    mov.b32   r2, 1
again:
    add.u32   r2, r2, r1
    xor.b32   r3, r2, r1
    sub.u32   r1, r1, 1
    ne.u32    r4, r1, 0 -> again if nz
    shl.b32   r0, global_id, 2
    st.global [r0 + x], r2
    ret
"""


def walk_of(launch: simt.Launch) -> tuple[Walk, Headroom]:
    bound = Bound.of(launch.placed, launch.values)
    state = State.build(bound.placed, bound.memories())
    walk = Walk(state, bound.placed.grid.groups, wave_of(bound.placed), limit=1 << 40)
    return walk, Headroom(state, bound.placed)


@pytest.mark.parametrize("machine", ["hd5870", "gtx280", "hd5870_core", "gtx280_core"])
def test_a_whole_run_leaves_what_its_largest_bound_leaves(machine: str) -> None:
    launch = simt.Launch("pps_br", machine, defines={"n": 32768})
    walk, headroom = walk_of(launch)
    headroom.start()
    walk.finish()
    assert walk.is_done
    result = launch.run()
    assert result.cycles == walk.now
    largest = result.bounds[0].cycles / result.cycles  # of the busiest core, where a headroom is of all
    assert 0.9 * largest <= 1 - headroom.share() <= largest + 1e-3


def test_nothing_is_left_where_a_unit_never_waits() -> None:
    words = {"inputs": {"x": np.zeros(16384, np.uint32)}, "global_size": 16384, "local_size": 64}
    walk, headroom = walk_of(simt.Launch(simt.assemble(LOOP), "hd5870_core", **words))
    walk.run_to(2 * walk.wave)
    headroom.start()
    assert headroom.share() == 1.0  # no cycle has passed
    walk.run_to(4 * walk.wave)
    assert 0 <= headroom.share() < 0.02
