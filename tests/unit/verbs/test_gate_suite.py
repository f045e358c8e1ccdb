"""The gate of this project: six shipped kernels on two machines, and a change of one of them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import simt
from simt.diagnosis.gates.verdicts import Verdict
from tests.paths import ROOT

SUITE = ROOT / "benches/gate.toml"
KERNELS = ("bitonic_sort", "dot", "fft128", "fir", "prefix_sum", "transpose_padded")
MACHINES = ("fpga4", "gtx280_core")


def test_the_suite_takes_the_cycles_that_are_pinned() -> None:
    """Six kernels on two machines. If cycles are meant to change: `simt gate benches/gate.toml --update`."""
    gated = simt.gate(SUITE)
    assert [judged.case.name for judged in gated.cases] == [f"{k} on {m}" for k in KERNELS for m in MACHINES]
    assert {judged.verdict for judged in gated.cases} == {Verdict.SAME}, str(gated)
    assert all(judged.is_checked and not judged.differences for judged in gated.cases)
    assert gated.unused == []


def test_a_change_of_a_kernel_of_the_suite_fails_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pitch of 34 words in place of 33: the four lanes of a store meet in two of four banks."""
    monkeypatch.chdir(tmp_path)
    text = re.sub(r'kernel = "(\w+)"', r'kernel = "\1.s"', SUITE.read_text())
    Path("gate.toml").write_text(text)
    shutil.copy(SUITE.with_suffix(".json"), "gate.json")
    for path in (ROOT / "programs").iterdir():
        if path.stem in KERNELS or path.suffix == ".inc":
            shutil.copy(path, path.name)
    assert simt.gate().passed
    kernel = Path("transpose_padded.s")
    kernel.write_text(kernel.read_text().replace(".equ pad 1", ".equ pad 2"))
    gated = simt.gate()
    assert not gated.passed
    assert [judged.case.name for judged in gated.cases if judged.verdict is not Verdict.SAME] == [
        f"transpose_padded on {machine}" for machine in MACHINES
    ]
    on_fpga4, on_gtx280 = gated.cases[-2:]
    assert (on_fpga4.verdict, on_gtx280.verdict) == (Verdict.OVER, Verdict.FASTER)  # its interval hides the conflicts
    worst = on_fpga4.lines[0]
    assert (worst.shown.file, worst.shown.source.split()[0]) == ("transpose.inc", "st.local")
    assert list(worst.slots) == ["bank_conflict"]
