"""Atomic functions of kernels in Python, of integers of both signs and of floats, in global and in local memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.compiler.twins import MACHINE, twins

KERNELS = """from simt.lang import *


@kernel
def collect(x: Global[f32], found: Global[f32], olds: Global[f32]):
    here = local(f32, 2)
    i = global_id()
    if local_id() == 0:
        here[0] = 0
        here[1] = 100
    barrier()
    atomic_add(here, 0, x[i])
    atomic_min(here, 1, x[i])
    barrier()
    if local_id() == 0:
        atomic_add(found, 0, here[0])
        atomic_sub(found, 1, here[0])
        atomic_min(found, 2, here[1])
    atomic_max(found, 3, x[i])
    atomic_add(found, i % 3 + 4, i)
    olds[i] = atomic_exchange(found, 8 + i, x[i])


@kernel
def signs(x: Global[s32], found: Global[u32], low: Global[s32]):
    i = global_id()
    atomic_add(found, 0, x[i])
    atomic_sub(found, 1, i)
    atomic_max(found, 2, u32(x[i]))
    atomic_or(found, 3, x[i])
    atomic_min(low, 0, x[i])
    atomic_max(low, 1, i < 9)
    atomic_exchange(found, 4 + i, x[i])


@kernel
def edges(x: Global[f32], found: Global[f32]):
    i = global_id()
    atomic_min(found, i // 4, x[i])
    atomic_max(found, 4 + i // 4, x[i])
"""
MACHINES: list[dict[str, Any]] = [
    MACHINE, {**MACHINE, "set": {"branch.policy": "min_pc"}}, {**MACHINE, "machine": "gtx280", "engine": "cycle"},
]  # fmt: skip


@pytest.mark.parametrize("machine", MACHINES, ids=["ipdom", "min_pc", "cycles"])
def test_floats(machine: dict[str, Any], tmp_path: Path) -> None:
    """Of whole numbers a sum does not depend on the order."""
    given = {"x": np.random.default_rng(1).integers(-99, 99, 96).astype(np.float32),
             "found": np.array([0, 0, 50, -50, *[0] * 100], np.float32), "olds": np.ones(96, np.float32)}  # fmt: skip
    found, plain = twins(tmp_path, KERNELS, "collect", given, 96, 48, machine)
    for name, array in plain.items():
        assert found[name].tolist() == array.tolist(), name
    assert plain["found"][0] == given["x"].sum() == -plain["found"][1]
    assert plain["found"][2:4].tolist() == [min(50, given["x"].min()), given["x"].max()]


def test_integers_of_other_signs(tmp_path: Path) -> None:
    x = np.random.default_rng(2).integers(-(2**31), 2**31, 32).astype(np.int32)
    given = {"x": x, "found": np.zeros(40, np.uint32), "low": np.zeros(2, np.int32)}
    found, plain = twins(tmp_path, KERNELS, "signs", given, 32, 32)
    for name, array in plain.items():
        assert found[name].tolist() == array.tolist(), name


def test_what_replaces_a_nan(tmp_path: Path) -> None:
    """As in Python nothing is less than NaN, and NaN than nothing."""
    x = np.array([np.nan, 1, np.inf, -2, -0.0, 0.0, np.nan, 3, 5, 5, -np.inf, 1, 0.5, 0.25, 7, 8], np.float32)
    given = {"x": x, "found": np.array([0, 1, np.nan, 2] * 2, np.float32)}
    found, plain = twins(tmp_path, KERNELS, "edges", given, 16, 16)
    assert np.array_equal(found["found"], plain["found"], equal_nan=True)
