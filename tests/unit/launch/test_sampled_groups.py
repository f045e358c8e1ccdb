"""Work-groups that are run for a sample: which are alike, which need others, and how many are drawn."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from simt.core.state.placed import Placed
from simt.launch.bound import Bound
from simt.launch.sampling.groups import are_alike, profile_of_groups
from simt.launch.sampling.profile import Profile

COUNT = 1024
LOOP = """\
.threads 16
.buffer n, u32, 2048
.buffer x, f32, 16384
    {first}
    mov.f32   r2, 1.0
again:
    mad.f32   r2, r2, r2, r2
    sub.u32   r1, r1, 1
    ne.u32    r3, r1, 0 -> again if nz
    shl.b32   r0, global_id, 2
    st.global [r0 + x], r2
    {last}
    ret
"""
OF_DATA = "shl.b32 r4, group_id, 2\n ld.global r1, [r4 + n]"
KEYS = {"branch.policy": "min_pc", "memory": "simple", "read_ports": 3, "groups_per_core": 2}


def bound(first: str, last: str = "", n: np.ndarray | None = None) -> Bound:
    turns = np.full(2 * COUNT, 5, np.uint32) if n is None else n
    words = {"global_size": 16 * COUNT, "local_size": 16, "inputs": {"n": turns}, "set": KEYS}
    launch = simt.Launch(simt.assemble(LOOP.format(first=first, last=last)), "fpga16", **words)
    return Bound.of(launch.placed, launch.values)


def drawn(of: Bound, share: float = 0.02) -> Profile | None:
    return profile_of_groups(of.placed, of.memories(), 2, share=share, limit=1 << 40)


def whole(of: Bound) -> Profile:
    return Profile.of(of.placed, of.memories(), 2, 1 << 40)


@pytest.mark.parametrize(
    ("first", "is_alike"),
    [
        ("mov.b32 r1, 7", True),
        ("add.u32 r1, thread_id, 1", True),  # lanes differ, and so in every group
        ("add.u32 r1, group_id, 1", False),
        ("add.u32 r1, global_id, 1", False),
        (OF_DATA, False),
    ],
)
def test_groups_are_alike_if_no_condition_differs_between_them(first: str, is_alike: bool) -> None:
    placed: Placed = bound(first).placed
    assert are_alike(placed.program, placed.machine.branch.policy) == is_alike


def test_two_groups_show_what_all_do_if_they_are_alike() -> None:
    case = bound("add.u32 r1, thread_id, 1")
    one, every = drawn(case), whole(case)
    assert one is not None
    assert (one.groups_run, one.is_exact, one.doubt, one.output) == (2, True, 0.0, None)
    assert np.array_equal(one.counted.stats, every.counted.stats)
    assert np.array_equal(one.counted.widths, every.counted.widths)
    assert np.array_equal(one.counts, every.joined().counts)


def test_drawn_groups_give_an_interval_that_holds_all_operations() -> None:
    turns = np.random.default_rng(1).integers(90, 110, 2 * COUNT).astype(np.uint32)
    case = bound(OF_DATA, n=100 * turns)
    some, every = drawn(case), whole(case)
    assert some is not None
    assert not some.is_exact
    assert some.groups_run < COUNT / 2
    assert 0 < some.doubt <= 0.02
    assert abs(some.work.sum() / every.work.sum() - 1) <= some.doubt
    assert int(some.counted.stats["issues"].sum()) == pytest.approx(some.work.sum(), rel=1e-4)
    assert some.bounds[-1] == COUNT


def test_all_groups_run_if_drawing_is_no_gain() -> None:
    assert drawn(bound(OF_DATA)) is None  # each does so little that beginning it takes longer
    few = np.where(np.random.default_rng(1).random(2 * COUNT) < 0.01, 90_000, 1000).astype(np.uint32)
    assert drawn(bound(OF_DATA, n=few)) is None  # too uneven


@pytest.mark.parametrize(
    ("last", "is_alone"),
    [
        ("st.global [r4 + n], r3", True),  # its own word
        ("mov.b32 r5, 9\n st.global [r4 + n + 4096], r5", False),  # a word of another one, perhaps
    ],
)
def test_all_groups_run_if_one_may_read_what_another_writes(last: str, is_alone: bool) -> None:
    case = bound(OF_DATA, last, np.full(2 * COUNT, 10_000, np.uint32))
    assert (drawn(case) is not None) == is_alone


def test_all_groups_run_if_one_traps() -> None:
    turns = np.full(2 * COUNT, 10_000, np.uint32)
    assert drawn(bound(OF_DATA, "shl.b32 r6, group_id, 20\n ld.global r7, [r6 + x]", turns)) is None
