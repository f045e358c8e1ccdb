"""Kernels in Python whose work-items read one another: compiled, and in plain Python, against the same meaning."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from simt.lang import (
    Global,
    barrier,
    device,
    f32,
    global_id,
    kernel,
    local_id,
    max_sub_group_size,
    s32,
    s64,
    sub_group_any,
    sub_group_ballot,
    sub_group_barrier,
    sub_group_broadcast,
    sub_group_id,
    sub_group_local_id,
    sub_group_non_uniform_reduce_max,
    sub_group_reduce_add,
    sub_group_scan_exclusive_add,
    sub_group_scan_inclusive_min,
    sub_group_shuffle_up,
    sub_group_size,
    sub_groups,
)
from simt.machine import Machine
from tests.compiler.random_warps import RandomWarps
from tests.examples import examples

ALL = {f"options.{name}": True for name in ("shuffle", "vote", "ballot", "reduce")}


def machine(size: int = 32, policy: str = "ipdom_stack") -> Machine:
    units = {f"{unit}.lanes": min(size, 8) for unit in ("alu", "fpu", "lds", "memory", "sfu", "dpu")}
    return Machine.load("gtx280", {**units, **ALL, "warp_size": size, "branch.policy": policy, "registers": 64})


@device
def below(mask, lane):  # type: ignore[no-untyped-def]
    return sub_group_reduce_add(lane) + s32(mask & 15)


@kernel
def everything(x: Global[s32], y: Global[f32], out: Global[s64], n: s32) -> None:
    i = global_id()
    lane = sub_group_local_id()
    out[i] = sub_group_id() * 1000000 + sub_groups() * 10000 + sub_group_size() * 100 + max_sub_group_size()
    out[i + n] = s64(sub_group_ballot(x[i] > 3))
    out[i + 2 * n] = sub_group_scan_exclusive_add(s64(x[i]) << 33)
    out[i + 3 * n] = below(sub_group_ballot(True), lane)
    y[i] = sub_group_scan_inclusive_min(y[i])
    barrier()
    k = 0
    while sub_group_any(k < x[i]):
        k += 1
        sub_group_barrier()
    out[i + 4 * n] = k
    t = 0
    if x[i] & 1:
        for j in range(x[i]):
            if j & 1:
                continue
            t += sub_group_non_uniform_reduce_max(x[i] * 10 + lane)
    out[i + 5 * n] = t
    out[i + 6 * n] = sub_group_shuffle_up(x[i], 2) * 100 + sub_group_broadcast(x[i], 1)


def test_the_machine_leaves_what_plain_python_does() -> None:
    group, n = 75, 150
    x = np.random.default_rng(1).integers(0, 9, n, np.int32)
    y = np.random.default_rng(2).random(n, np.float32)
    out, least = np.zeros(7 * n, np.int64), y.copy()
    everything(x, least, out, n, global_size=n, local_size=group)
    given: dict[str, Any] = {"x": x, "y": y, "out": np.zeros(7 * n, np.int64), "n": n}
    result = simt.run(everything, machine(), inputs=given, global_size=n, local_size=group, engine="functional")
    np.testing.assert_array_equal(result.buffers["out"], out)
    np.testing.assert_array_equal(result.buffers["y"], least)
    assert out[0] == 0 * 1000000 + 3 * 10000 + 32 * 100 + 32
    assert out[74] == 2 * 1000000 + 3 * 10000 + 11 * 100 + 32


_IN_PYTHON = (
    (r"sub_group_ballot_bit_count\((.*)\);", r"s32(popcount(\1))"),
    (r"sub_group_elect\(\)", "s32(sub_group_elect())"),
    (r"(sub_group_non_uniform_a(?:ny|ll)\(.*?\));", r"s32(\1)"),
    (r"if \((.*)\) (break|continue);", r"if \1: \2"),
    (r"for \(int (\w+) = 0; \w+ < (\w+); .*\{", r"for \1 in range(\2):{"),
    (r"if \((.*)\) \{", r"if \1:{"),
    (r"^else \{", "else:{"),
    (r"\bint |;$", ""), (r"&&", "and"), (r"\|\|", "or"),
)  # fmt: skip


def _python(text: str) -> str:
    """The kernel of `RandomWarps` in Python."""
    lines = ["from simt.lang import *", "", "", "@kernel", "def k(a: Global[s32], out: Global[s32]):"]
    depth = 1
    body = text.replace("} else {", "}\nelse {").replace("get_sub_group_local_id()", "sub_group_local_id()")
    body = body.replace("int lane =", "lane =").replace(", s = a[i], t = a[i] >> 3", "\ns = a[i]\nt = a[i] >> 3")
    opened = []
    for line in body.split("\n")[2:-2]:
        line = line.strip().replace("uint i = get_global_id(0)", "i = global_id()")
        for pattern, by in _IN_PYTHON:
            line = re.sub(pattern, by, line)
        if line in ("", "{"):
            opened += [0] * bool(line)
        elif line == "}":
            depth -= opened.pop()
        else:
            lines.append("    " * depth + line.removesuffix("{"))
            if line.endswith("{"):
                opened.append(1)
                depth += 1
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", [38, *range(examples(200, 40))])
def test_lanes_read_those_that_the_source_has_together(seed: int, tmp_path: Path) -> None:
    meaning = RandomWarps(seed, has_late_calls=seed % 2 == 0)
    path = tmp_path / "made.py"
    path.write_text(_python(meaning.text), encoding="utf-8")
    size = (4, 16)[seed % 2]
    group = 2 * size + 3
    a = np.random.default_rng(seed).integers(0, 1 << 12, group, np.int32)
    names: dict[str, Any] = {}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
    out = np.zeros(group, np.int32)
    names["k"](a, out, global_size=group, local_size=group, sub_group_size=size)
    given = {"a": a, "out": np.zeros(group, np.int32)}
    result = simt.run(
        str(path), machine(size), inputs=given, global_size=group, local_size=group, engine="functional",
        oracle=None,
    )  # fmt: skip
    for first in range(0, group, size):
        x = np.zeros(size, np.int32)
        threads = min(size, group - first)
        x[:threads] = a[first : first + threads]
        want = meaning.run(x, np.arange(size) < threads)[:threads]
        np.testing.assert_array_equal(out[first : first + threads], want, err_msg=path.read_text(encoding="utf-8"))
        np.testing.assert_array_equal(result.buffers["out"][first : first + threads], want)


@kernel
def some(x: Global[s32]) -> None:
    if local_id() < 3:
        x[local_id()] = sub_group_reduce_add(1)


def test_plain_python_says_who_is_missing() -> None:
    with pytest.raises(RuntimeError, match="3 of 8 work-items of a sub-group call sub_group_reduce_add here, and all"):
        some(np.zeros(8, np.int32), global_size=8)
    with pytest.raises(ValueError, match="at least one work-item, not 0"):
        some(np.zeros(8, np.int32), global_size=8, sub_group_size=0)
