"""Lengths and shapes of arrays in kernels in Python, which the launch tells them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from isa.reporting.diagnostics import SimtError
from tests.commands import invoke
from tests.compiler.twins import MACHINE, twins

KERNELS = """from simt.lang import *


@device
def total(x):
    found = f32(0)
    for k in range(len(x)):
        found += x[k]
    return found


@kernel
def lengths(x: Global[f32], few: Constant[u8], tile: Local[s32], out: Global[s32]):
    own = private(f32, 3, 5)
    i = global_id()
    if i == 0:
        values = (x.size, len(few), tile.size, out.shape[0], own.size, len(own), own.shape[1], x.shape[0] - 30)
        out[0] = values[0]
        out[1] = values[1]
        out[2] = values[2]
        out[3] = values[3]
        out[4] = values[4] + 100 * values[5] + 1000 * values[6]
        out[5] = values[7]
        out[6] = s32(total(x))


@kernel
def stride(x: Global[f32], y: Global[f32]):
    for i in range(global_id(), x.size, global_size()):
        y[i] = 2 * x[i]


@kernel
def transpose(x: Global[f32, 2], y: Global[f32, 2]):
    rows, columns = x.shape
    for j in range(global_id(1), rows, global_size(1)):
        for i in range(global_id(0), columns, global_size(0)):
            y[i, j] = x[j, i] + y.size


@kernel
def cube(x: Global[s32, 3], x_size: s32):
    i = global_id()
    if i < len(x):
        for j in range(x.shape[1]):
            for k in range(x.shape[2]):
                x[i, j, k] += i * 100 + j * 10 + k + x.size * x_size
"""
RANDOM = np.random.default_rng(3)


def check(folder: Path, name: str, given: dict[str, Any], machine: dict[str, Any] = MACHINE) -> dict[str, np.ndarray]:
    found, plain = twins(folder, KERNELS, name, given, 16, 16, machine)
    for key, array in plain.items():
        assert found[key].reshape(array.shape).tolist() == array.tolist(), key
    return plain


def test_lengths(tmp_path: Path) -> None:
    given = {"x": np.ones(21, np.float32), "few": np.zeros(5, np.uint8), "tile": 12, "out": np.zeros(8, np.int32)}
    assert check(tmp_path, "lengths", given)["out"].tolist() == [21, 5, 12, 8, 5315, -9, 21, 0]


@pytest.mark.parametrize("machine", [MACHINE, {**MACHINE, "machine": "fpga4"}])
def test_a_loop_over_the_grid(machine: dict[str, Any], tmp_path: Path) -> None:
    x = RANDOM.random(53, np.float32)
    assert np.array_equal(check(tmp_path, "stride", {"x": x, "y": np.zeros_like(x)}, machine)["y"], 2 * x)


def test_arrays_of_two_and_three_dimensions(tmp_path: Path) -> None:
    x = RANDOM.random((7, 5), np.float32)
    y = check(tmp_path, "transpose", {"x": x, "y": np.zeros((5, 7), np.float32)})["y"]
    assert np.array_equal(y, x.T + np.float32(35))
    cube = check(tmp_path, "cube", {"x": np.zeros((2, 3, 4), np.int32), "x_size": 2})["x"]
    assert cube[1, 2, 3] == 123 + 48


def test_shapes_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "kernels.py"
    file.write_text(KERNELS)
    np.save(tmp_path / "x.npy", np.arange(6, dtype=np.float32).reshape(2, 3))
    arguments = [
        "run",
        f"{file}::transpose",
        "-m",
        "gtx280",
        "-s",
        "branch.policy=ipdom_stack",
        "-q",
        "--global-size",
        "4x4",
    ]
    arguments += ["--in", f"x={tmp_path}/x.npy", "--out", f"y={tmp_path}/y.npy", "--in"]
    shown = invoke(*arguments, "y=3x2", status=0)
    assert np.load(tmp_path / "y.npy").reshape(-1).tolist() == [6, 9, 7, 10, 8, 11]
    shown = invoke(*arguments, "y=6", status=2)
    assert "`y` has 2 dimensions, and the input has shape (6)" in shown.output
    assert "--in y=16x16" in shown.output
    shown = invoke(*arguments, "y=3x0")
    assert "an array of 3x0 for `y`" in shown.output


def test_an_array_of_other_dimensions(tmp_path: Path) -> None:
    file = tmp_path / "kernels.py"
    file.write_text(KERNELS)
    given = {"x": np.zeros((2, 3, 4), np.float32), "y": np.zeros((4, 4), np.float32)}
    with pytest.raises(SimtError, match=r"`x` has 2 dimensions, and the input has shape \(2, 3, 4\)"):
        simt.run(f"{file}::transpose", inputs=given, global_size=16, local_size=16, **MACHINE)
