"""A run whose oracle masks elements says how many are not checked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import invoke

KERNEL = """.threads 4
.local x u32[4]
    st.local [thread_id + x], thread_id
    ret
"""
ORACLE = """import numpy as np
TOLERANCE = 0
def inputs(program, rng):
    return {}
def expected(program, inputs):
    x = np.ma.masked_all(4, np.uint32)
    x[:2] = [0, 1]
    return {"x": x}
"""


def test_the_summary_and_the_json_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.s").write_text(KERNEL, "utf-8")
    Path("k.py").write_text(ORACLE, "utf-8")
    told = invoke("run", "k.s", status=0)
    assert "passed: all bits agree, 2 elements not checked (k.py, seed 1)" in told.stdout
    assert json.loads(invoke("run", "k.s", "--json").stdout)["check"]["unchecked"] == 2
