"""What guides say in Python and docs/trust.md in its table is so; commands of guides are run by test_site.py."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import simt
from tests.paths import ROOT

DOCS = ROOT / "docs"


def test_the_spectrum_of_own_data_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    page = (DOCS / "guides" / "own-data.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(code, "own-data.md", "exec"), names)
    expected = np.fft.fft(names["signal"].astype(np.float64))
    assert np.abs(names["spectrum"] - expected).max() <= 1e-5 * np.abs(expected).max()
    assert float(capsys.readouterr().out) < 1e-3


def test_the_table_against_the_paper() -> None:
    page = (DOCS / "trust.md").read_text(encoding="utf-8")
    for banks, name in ((4, "4 banks"), (8, "8 banks, same size")):
        result = simt.run("fft128", "fpga4", banks=banks)
        assert result.published is not None
        paper = result.published.cycles
        row = (
            f"| {name} | {paper} | {result.cycles} | {100 * (result.cycles / paper - 1):+.1f} % "
            f"| {100 * result.fpu_efficiency:.1f} % | {result.lds_conflict_cycles} | {result.exposed_lds_cycles} |"
        )
        assert row in page
