"""Functions of integers: a compiled kernel and plain Python give the same, for each name in `INTEGERS`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from simt.lang.functions import INTEGERS

TYPES = {"s32": np.int32, "u32": np.uint32, "s64": np.int64, "u64": np.uint64}
ENDS = [0, 1, 2, 7, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1]
ROWS = 64


@pytest.mark.parametrize("kind", TYPES)
def test_functions_of_integers(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "made.py"
    lines = ["from simt.lang import *", "", "", "@kernel", f"def k(x: Global[{kind}], out: Global[{kind}]):"]
    lines.append("    i = global_id()")
    for place, (name, arity) in enumerate(INTEGERS.items()):
        operands = ", ".join(f"x[{ROWS * operand} + i]" for operand in range(arity))
        lines.append(f"    out[{ROWS * place} + i] = {name}({operands})")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    rng = np.random.default_rng(1)
    words = rng.integers(0, 2**64, 3 * ROWS, np.uint64, endpoint=False) >> rng.integers(0, 64, 3 * ROWS, np.uint64)
    for operand in range(3):
        words[ROWS * operand : ROWS * operand + len(ENDS)] = np.roll(np.array(ENDS, np.uint64), operand)
    x = words.astype(TYPES[kind])

    names: dict[str, Any] = {}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
    out = np.zeros(ROWS * len(INTEGERS), x.dtype)
    names["k"](x, out, global_size=ROWS)
    given = {"x": x, "out": np.zeros_like(out)}
    result = simt.run(str(path), "gtx280_core", inputs=given, global_size=ROWS, engine="functional", oracle=None)
    np.testing.assert_array_equal(result.buffers["out"].view(x.dtype), out)
