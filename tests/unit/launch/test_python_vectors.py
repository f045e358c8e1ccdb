"""Vectors in kernels in Python: made, taken apart, computed with, stored; on machines and in plain Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simt.lang import f32, f32x2, f32x4, s32x4, u8x4
from tests.compiler.twins import MACHINE, twins

KERNELS = """from simt.lang import *


@device
def dot(a, b):
    c = a * b
    return c.x + c.y + (c.z + c.w)


@device
def both(a, b):
    return a + b, a - b


@kernel
def values(x: Global[f32x4], y: Global[f32x4], dots: Global[f32], pairs: Global[f32x2], scale: f32x4):
    i = global_id()
    v = x[i] * scale + 1
    total, less = both(v, x[len(x) - 1 - i])
    w: f32x4 = -total if i % 2 else f32x4(less.x, pairs[i], 0.5)
    w += 2 * less
    for k in range(3):
        w = f32x4(w.y, w.z, w.w, w[0]) - k
    dots[i] = dot(w, f32x4(1)) + len(w)
    pairs[i] = w.zx + f32x2(i, 3)
    y[i] = w


@kernel
def integers(x: Global[s32x4], y: Global[u8x4], out: Global[s32x4]):
    mine = private(s32x4, 2)
    all = local(u8x4, 4, 8)
    i = global_id()
    all[i // 8, i % 8] = y[i]
    barrier()
    other = all[3 - i // 8, 7 - i % 8]
    mine[0] = x[i] // s32x4(3, -3, 7, 1) + (x[i] % 5) * other
    mine[1] = (x[i] << 2) ^ (s32x4(other) >> s32x4(1, 2, 33, 0)) & ~x[i]
    out[i] = mine[i % 2] - u8x4(x[i]) + s32x4(f32x4(x[i]) / 4)
    y[i] = u8x4(out[i] | mine[0])


@kernel
def rows(x: Global[f32x2, 2]):
    j, i = global_id(1), global_id(0)
    if j < len(x) and i < x.shape[1]:
        x[j, i] = x[j, i].yx * x.size
"""
RANDOM = np.random.default_rng(5)


def check(folder: Path, name: str, given: dict[str, Any], size: Any, machine: dict[str, Any] = MACHINE) -> Any:
    found, plain = twins(folder, KERNELS, name, given, size, size, machine)
    for key, array in plain.items():
        assert found[key].reshape(-1).tolist() == array.reshape(-1).tolist(), key
    return plain


@pytest.mark.parametrize("machine", [MACHINE, {**MACHINE, "machine": "fpga4"}], ids=["gtx280", "fpga4"])
def test_values(machine: dict[str, Any], tmp_path: Path) -> None:
    given = {"x": RANDOM.integers(-9, 9, (32, 4)).astype(np.float32), "y": np.zeros(128, np.float32),
             "dots": np.zeros(32, np.float32), "pairs": np.ones((32, 2), np.float32),
             "scale": np.array([1, 2, 3, 0.5], np.float32)}  # fmt: skip
    found, plain = twins(tmp_path, KERNELS, "values", given, 32, 32, machine)
    for key in ("x", "y", "dots", "pairs"):
        assert found[key].reshape(-1).tolist() == plain[key].reshape(-1).tolist(), key
    assert np.array_equal(plain["dots"], plain["y"].reshape(32, 4).sum(1) + 4)


def test_integers(tmp_path: Path) -> None:
    given = {"x": RANDOM.integers(-(2**31), 2**31, (32, 4)).astype(np.int32),
             "y": RANDOM.integers(0, 256, (32, 4)).astype(np.uint8), "out": np.zeros((32, 4), np.int32)}  # fmt: skip
    check(tmp_path, "integers", given, 32)


def test_an_array_of_two_dimensions(tmp_path: Path) -> None:
    x = RANDOM.integers(-9, 9, (3, 5, 2)).astype(np.float32)
    assert np.array_equal(check(tmp_path, "rows", {"x": x}, (8, 4))["x"], x[:, :, ::-1] * 15)
    assert np.array_equal(
        check(tmp_path, "rows", {"x": x.reshape(3, 10)}, (8, 4))["x"].reshape(x.shape), x[:, :, ::-1] * 15
    )


def test_vectors_of_plain_python() -> None:
    v = f32x4(1, 2, 3, 4)
    assert list(v.wzyx) == [4, 3, 2, 1]
    assert [type(v.xy), type(v.x), type(v // 1), type(u8x4(1) - u8x4(2))] == [f32x2, f32, f32x4, s32x4]
    for wrong in (lambda: f32x4(1, 2), lambda: v + f32x2(1), lambda: v == v, lambda: v < v):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(AttributeError):
        v.x = 1
    with pytest.raises(AttributeError, match="no `q`"):
        assert v.q
