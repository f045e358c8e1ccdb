"""Kernels run in plain Python: places, turns at barriers, arrays, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from simt.lang import (
    Global,
    Local,
    atomic_add,
    barrier,
    f32,
    global_id,
    group_id,
    kernel,
    local,
    local_id,
    local_size,
    s32,
    u32,
)


@kernel
def saxpy(x: Global[f32], y: Global[f32], a: f32, n: u32) -> None:
    i = global_id(0)
    if i < n:
        y[i] = a * x[i] + y[i]


@kernel
def reverse(x: Global[s32], tile: Local[s32]) -> None:
    me = local_id()
    other = local(s32, 4)
    tile[me] = x[global_id()]
    other[me] = me
    barrier()
    last = local_size() - 1
    x[global_id()] = tile[last - me] + other[last - me]


@kernel
def places(x: Global[u32], count: Global[u32]) -> None:
    x[global_id(0) + 6 * global_id(1)] = group_id(0) + 10 * local_id(1)
    atomic_add(count, 0, 1)


def test_a_kernel_changes_the_arrays() -> None:
    x, y = np.arange(8, dtype=np.float32), np.ones(8, np.float32)
    saxpy(x, y, 0.1, 7, global_size=8)
    assert np.array_equal(y, np.where(np.arange(8) < 7, np.float32(0.1) * x + np.float32(1), 1).astype(np.float32))


def test_work_items_wait_for_each_other() -> None:
    x = np.arange(8, dtype=np.int32)
    reverse(x, 4, global_size=8, local_size=4)
    assert x.tolist() == [3 + 3, 2 + 2, 1 + 1, 0, 7 + 3, 6 + 2, 5 + 1, 4]


def test_places_of_two_dimensions() -> None:
    x, count = np.zeros(24, np.uint32), np.zeros(1, np.uint32)
    places(x, count, global_size=(6, 4), local_size=(3, 2))
    assert x.reshape(4, 6).tolist() == [[0, 0, 0, 1, 1, 1], [10, 10, 10, 11, 11, 11]] * 2
    assert count[0] == 24


def test_some_that_end_while_others_wait() -> None:
    @kernel
    def uneven(x: Global[s32]) -> None:
        if local_id() < 2:
            barrier()

    with pytest.raises(RuntimeError, match="2 work-items of a work-group have ended"):
        uneven(np.zeros(4, np.int32), global_size=4)


@pytest.mark.parametrize("index", [-1, 8])
def test_an_index_outside(index: int) -> None:
    @kernel
    def outside(x: Global[s32]) -> None:
        x[index] = 1

    with pytest.raises(IndexError, match="outside an array"):
        outside(np.zeros(8, np.int32), global_size=1)


def test_an_array_of_another_type() -> None:
    with pytest.raises(TypeError, match="numpy array of float32"):
        saxpy(np.zeros(8), np.zeros(8, np.float32), 1.0, 8, global_size=8)


def test_groups_that_do_not_divide() -> None:
    with pytest.raises(ValueError, match="do not divide"):
        saxpy(np.zeros(8, np.float32), np.zeros(8, np.float32), 1.0, 8, global_size=8, local_size=3)


def test_outside_a_launch() -> None:
    with pytest.raises(RuntimeError, match="in a launch"):
        global_id(0)
