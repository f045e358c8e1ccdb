"""Numbers of kernels in plain Python have the machine's types; lines stay where they are."""

from __future__ import annotations

import traceback

import numpy as np
import pytest

from simt.lang import Global, device, f32, global_id, kernel, s32, u32

LAST = 2**31 - 1


@device
def one_more(value):  # type: ignore[no-untyped-def]
    return value + 1


@kernel
def numbers(x: Global[s32], y: Global[f32], n: u32) -> None:
    i = global_id()
    a = LAST
    a += 1
    b, c = 0.1, 3
    b = b * 3
    big = last = one_more(LAST)
    for k in range(n):
        c = k - 2
    few: u32 = 7
    x[0], x[1], x[2], x[3] = a, big, c, last
    y[0] = b
    y[1] = max(few - n, i)
    y[2] = max(i - few, -5)


@kernel
def outside(x: Global[s32]) -> None:
    i = 0
    i += 8
    x[i] = 1


def test_numbers_have_types() -> None:
    x, y = np.zeros(4, np.int32), np.zeros(3, np.float32)
    numbers(x, y, 2, global_size=1)
    assert x.tolist() == [-(2**31), -(2**31), -1, -(2**31)]
    assert y.tolist() == [np.float32(0.1) * np.float32(3), 5, -5]


def test_a_mistake_has_its_line() -> None:
    with pytest.raises(IndexError, match="index 8 lies outside") as raised:
        outside(np.zeros(8, np.int32), global_size=1)
    lines = [frame.line for frame in traceback.extract_tb(raised.value.__traceback__) if frame.filename == __file__]
    assert lines[-1] == "x[i] = 1"


def test_a_kernel_without_its_text() -> None:
    """As it was typed at a prompt: its numbers are those of Python."""
    names = {"kernel": kernel, "Global": Global, "s32": s32}
    exec("@kernel\ndef made(x: Global[s32]):\n    k = 2\n    x[0] = k + 1\n", names)
    x = np.zeros(1, np.int32)
    names["made"](x, global_size=1)  # type: ignore[operator]
    assert x[0] == 3


def test_a_number_that_does_not_fit() -> None:
    @kernel
    def large(x: Global[s32]) -> None:
        k = 2**31
        x[0] = k

    with pytest.raises(OverflowError, match="2147483648 does not fit s32"):
        large(np.zeros(1, np.int32), global_size=1)
