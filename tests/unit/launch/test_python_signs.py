"""Kernels in Python as plain Python has them: signs that meet, ranges, tuples; random kernels."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simt.compiler.python import arithmetic, calls
from simt.compiler.python.values import number
from simt.compiler.typed.builder import Value
from simt.compiler.typed.conversions import convert
from simt.compiler.typed.types import UINT
from simt.lang.types import Scalar, s32
from tests.compiler.random_python import differs
from tests.compiler.twins import twins
from tests.examples import PROFILE, examples

BLUR = """from simt.lang import *


@kernel
def blur(picture: Global[f32], blurred: Global[f32], width: u32, height: u32):
    x, y = global_id(0), global_id(1)
    total = f32(0)
    for j in range(-1, 2):
        for i in range(-1, 2):
            column = min(max(x + i, 0), width - 1)
            row = min(max(y + j, 0), height - 1)
            total += picture[row * width + column]
    blurred[y * width + x] = total
"""


def test_an_index_that_is_clamped(tmp_path: Path) -> None:
    """With places that had no sign, x - 1 of the first column was the last."""
    picture = np.arange(512, dtype=np.float32)
    given = {"picture": picture, "blurred": np.zeros(512, np.float32), "width": 32, "height": 16}
    machine, plain = twins(tmp_path, BLUR, "blur", given, (32, 16), (32, 1))
    around = np.pad(picture.reshape(16, 32), 1, mode="edge")
    wanted = sum(around[j : j + 16, i : i + 32] for j in range(3) for i in range(3))
    assert np.array_equal(machine["blurred"].reshape(16, 32), wanted)
    assert np.array_equal(plain["blurred"], machine["blurred"])


RANGES = """from simt.lang import *


@kernel
def ranges(first: Global[s32], last: Global[s32], step: Global[s32], out: Global[s32], n: u32):
    i = global_id()
    count = 0
    total = 0
    if step[i] != 0:
        for k in range(first[i], last[i], step[i]):
            count += 1
            total = total * 31 + k
            if count > 20:
                break
    for k in range(i, n, global_size()):
        total += k
    for k in range(n - 1, -1, -local_size()):
        total -= k * 3
    for k in range(u32(40) - n - 9):
        total += 1 + k
    out[2 * i] = count
    out[2 * i + 1] = total
"""


def test_ranges_whose_step_is_known_at_run_time(tmp_path: Path) -> None:
    low, high = -(2**31), 2**31 - 1
    ends = [
        (0, 10, 3), (0, 10, -3), (10, 0, -3), (0, 0, 1), (0, 9, 0), (5, 5, -1), (0, high, 2**30), (high, low, low),
        (low, high, high), (low, low + 5, 2), (high - 3, high, 2), (3, -7, -1), (-1, 1, 1), (0, 1, low),
    ]  # fmt: skip
    ends += [(i, 40 - i, 7 - i) for i in range(32 - len(ends))]
    first, last, step = (np.array(each, np.int32) for each in zip(*ends, strict=True))
    given = {"first": first, "last": last, "step": step, "out": np.zeros(64, np.int32), "n": 37}
    machine, plain = twins(tmp_path, RANGES, "ranges", given, 32, 32)
    assert machine["out"].tolist() == plain["out"].tolist()
    assert machine["out"][::2].tolist() == [min(21, len(range(*each))) if each[2] else 0 for each in ends]


TUPLES = """from simt.lang import *


@device
def split(value, by):
    if by == 0:
        return 0, (value, f32(1))
    return value // by, (value % by, value / 2)


@device
def first(both):
    return both[0]


@kernel
def tuples(x: Global[s32], y: Global[f32]):
    i = global_id()
    quotient, (rest, half) = split(x[i], i % 4)
    both = quotient, rest
    both = both[1], both[0]
    quotient, rest = rest, quotient
    x[i] = quotient * 1000 + rest * 10 + first(both) + len(both)
    y[i] = half
"""


def test_tuples(tmp_path: Path) -> None:
    given = {"x": np.arange(-16, 16, dtype=np.int32), "y": np.zeros(32, np.float32)}
    machine, plain = twins(tmp_path, TUPLES, "tuples", given, 32, 32)
    assert machine["x"].tolist() == plain["x"].tolist()
    assert machine["y"].tolist() == plain["y"].tolist() == [1 if i % 4 == 0 else (i - 16) / 2 for i in range(32)]


def ends() -> list[int]:
    return list(range(examples(400, 80)) if PROFILE != "nightly" else np.random.randint(0, 2**31, examples(400)))


@pytest.mark.parametrize("part", range(2))
def test_random_kernels(part: int, tmp_path: Path) -> None:
    """The machine leaves what plain Python leaves. One kernel: `differs(folder, seed)`."""
    for seed in ends()[part::2]:
        assert not differs(tmp_path, int(seed))


def _of_c(left: type[Scalar], right: type[Scalar]) -> type[Scalar]:
    kinds: tuple[type[Scalar], ...] = (s32, left, right)
    return max(kinds, key=lambda kind: kind.rank)


def _converted(build: Any, operand: Any, given: Any) -> Any:
    return convert(build, operand if isinstance(operand, Value) else number(operand, given), given)


@pytest.mark.parametrize(("seeds", "is_rule"), [((1, 11, 16), False), ((2, 4, 7), True)])
def test_random_kernels_find_signs(
    seeds: tuple[int, ...], is_rule: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With places without a sign, as it was, and with the rules of C beside, each of these kernels differs."""

    def counted(self: calls.Calls, name: str, operands: list[Any]) -> Any:
        return self.builder.builtin(name, operands, UINT)

    monkeypatch.setattr(calls.Calls, "_counted", counted)
    if is_rule:
        of_c: Callable[..., Any] = _of_c
        monkeypatch.setattr(arithmetic, "common", of_c)
        monkeypatch.setattr(calls, "common", of_c)
        monkeypatch.setattr(arithmetic, "widened", _converted)
    for seed in seeds:
        assert differs(tmp_path, seed).startswith(f"kernel {seed}:")
