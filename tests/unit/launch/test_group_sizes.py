"""Sizes of work-groups that are worth trying: divisors of the launch that fill whole warps of a core."""

from __future__ import annotations

import pytest

import isa
import simt
from simt.core.state.grid import Grid
from simt.launch.group_sizes import group_sizes

KERNEL = ".buffer y, u32, 4096\n    ret\n"


def sizes(grid: Grid, *, warp: int, warps: int, kernel: str = KERNEL) -> list[tuple[int, ...]]:
    machine = simt.Machine.load("fpga4", {"warp_size": warp, "warps": warps, "memory.policy": "simple"})
    return group_sizes(isa.assemble(kernel), machine, grid)


@pytest.mark.parametrize(
    ("size", "local", "expected"),
    [
        ((96,), (32,), [(32,), (96,)]),  # 48 leaves half a warp empty, 64 does not divide
        ((96,), (24,), [(24,), (32,), (96,)]),  # with the launch's own
        ((256,), (64,), [(32,), (64,), (128,)]),  # a core holds four warps
        ((20,), (10,), [(1,), (2,), (4,), (5,), (10,), (20,)]),  # none fills a warp
        ((7,), (7,), [(1,), (7,)]),
    ],
)
def test_in_a_row(size: tuple[int, ...], local: tuple[int, ...], expected: list[tuple[int, ...]]) -> None:
    assert sizes(Grid(size, local), warp=32, warps=4) == expected


def test_in_a_plane() -> None:
    """The wider size comes first of those with equal numbers of work-items."""
    expected = [(8, 1), (4, 2), (2, 4), (8, 2), (4, 4)]
    assert sizes(Grid((8, 4), (8, 1)), warp=8, warps=2) == expected


def test_in_space() -> None:
    expected = [(2, 2, 1), (2, 1, 2), (1, 2, 2), (2, 2, 2)]
    assert sizes(Grid((2, 2, 2), (2, 2, 1)), warp=4, warps=2) == expected


@pytest.mark.parametrize(
    "kernel",
    [
        ".group 64\n" + KERNEL,  # required
        ".local y u32[64]\n    ret\n",  # each group has an array of its own
    ],
)
def test_no_size_but_its_own(kernel: str) -> None:
    assert sizes(Grid((256,), (64,)), warp=32, warps=8, kernel=kernel) == []


def test_work_groups_share_nothing_without_global_memory() -> None:
    assert group_sizes(isa.assemble(KERNEL), simt.Machine.load("fpga4"), Grid((64,), (64,))) == []
