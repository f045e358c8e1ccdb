"""Chains of comparisons, `and`, `or` and choices evaluate their operands as plain Python does: as many, as often."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from simt.compiler.errors import CompileError

HEAD = """from simt.lang import *


@device
def counted(calls, place, value):
    atomic_add(calls, place, 1)
    return value


"""
MACHINE: dict[str, Any] = {"machine": "gtx280", "set": {"branch.policy": "ipdom_stack"}, "engine": "functional"}
ITEMS = 32


def both(tmp_path: Path, expressions: list[str]) -> None:
    """Run expressions of a and b on the machine and in plain Python, and hold values and counts of calls equal."""
    lines = [
        "@kernel", "def truths(x: Global[s32], y: Global[s32], calls: Global[s32]):",
        "    i = global_id()", "    a = x[i]", f"    b = x[{ITEMS - 1} - i]",
    ]  # fmt: skip
    lines += [f"    y[i + {ITEMS * number}] = s32({each})" for number, each in enumerate(expressions)]
    file = tmp_path / "truths.py"
    file.write_text(HEAD + "\n".join(lines) + "\n")
    given = {
        "x": np.random.default_rng(1).integers(-3, 4, ITEMS, np.int32),
        "y": np.zeros(ITEMS * len(expressions), np.int32),
        "calls": np.zeros(64, np.int32),
    }
    result = simt.run(f"{file}::truths", inputs=given, global_size=ITEMS, local_size=ITEMS, **MACHINE)
    assert result.completed
    spec = importlib.util.spec_from_file_location("truths", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    plain = {name: array.copy() for name, array in given.items()}
    module.truths(**plain, global_size=ITEMS, local_size=ITEMS)
    for number, each in enumerate(expressions):
        part = slice(ITEMS * number, ITEMS * (number + 1))
        assert result.buffers["y"][part].tolist() == plain["y"][part].tolist(), each
    assert result.buffers["calls"].tolist() == plain["calls"].tolist(), expressions


EXPRESSIONS = [
    "counted(calls, 0, -1) < counted(calls, 1, a) < counted(calls, 2, b)",
    "a < counted(calls, 0, b) <= counted(calls, 1, 2) != counted(calls, 2, a)",
    "counted(calls, 0, a) < 3 < 2 < counted(calls, 1, b)",
    "1 < 2 < counted(calls, 0, a) < counted(calls, 1, b)",
    "a and counted(calls, 0, b)",
    "a or counted(calls, 0, b) or counted(calls, 1, 7)",
    "a > 0 and b",
    "a and 5 or b and 6 or 9",
    "0 or a or 0",
    "(a or 0) and counted(calls, 0, 3)",
    "not (a and b) or counted(calls, 0, a)",
    "1 if a and counted(calls, 0, b) else 2",
    "True if a > 1 else b > 1",
    "(a and f32(b) / 2) * 4",
    "u8(a) or s64(b)",
]


def test_expressions(tmp_path: Path) -> None:
    both(tmp_path, EXPRESSIONS)


def random_expression(rng: random.Random, depth: int) -> str:
    if not depth:
        value = rng.choice(["a", "b", "a", "b", "-1", "0", "2"])
        return f"counted(calls, {rng.randrange(64)}, {value})" if rng.random() < 0.6 else value
    parts = [random_expression(rng, depth - 1) for _ in range(rng.randrange(2, 4))]
    kind = rng.randrange(5)
    if kind == 0:
        return "(" + rng.choice([" and ", " or "]).join(parts) + ")"
    if kind == 1:
        return f"(not {parts[0]})"
    if kind == 2:
        return f"({parts[0]} if {parts[1]} else {parts[-1]})"
    return "(" + parts[0] + "".join(f" {rng.choice(['<', '<=', '==', '!='])} {each}" for each in parts[1:]) + ")"


def test_random_expressions(tmp_path: Path) -> None:
    rng = random.Random(7)
    both(tmp_path, [random_expression(rng, rng.randrange(1, 4)) for _ in range(40)])


def test_what_is_not_reached_is_not_loaded(tmp_path: Path) -> None:
    """An index outside the array, where the first comparison fails, and where `and` decides."""
    file = tmp_path / "guards.py"
    file.write_text(
        "from simt.lang import *\n\n\n@kernel\ndef guards(x: Global[s32], y: Global[s32], n: s32):\n"
        "    i = global_id()\n    y[i] = s32(i < n < x[i + 64 * s32(i >= n)]) + s32(i < n and x[i * 9] > 0)\n"
    )
    given = {"x": np.full(40, 9, np.int32), "y": np.zeros(32, np.int32), "n": 4}
    result = simt.run(f"{file}::guards", inputs=given, global_size=32, local_size=32, **MACHINE)
    assert result.completed
    assert result.buffers["y"].tolist() == [2] * 4 + [0] * 28


def test_what_is_no_comparison(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text("from simt.lang import *\n@kernel\ndef wrong(x: Global[s32]):\n    x[0] = x[0] < 1 in x\n")
    with pytest.raises(CompileError, match="no `in`"):
        simt.asm(f"{file}::wrong", "gtx280")
