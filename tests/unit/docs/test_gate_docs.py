"""docs/gate.md: its example prints what it shows, and its keys are all keys."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import simt
from simt.diagnosis.gates import cases
from simt.diagnosis.gates.verdicts import FAILED, Verdict
from tests.paths import ROOT

PAGE = (ROOT / "docs/gate.md").read_text(encoding="utf-8")


def test_the_example_is_what_the_command_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("dot.s", "dot.py", "transpose_padded.s", "transpose_padded.py", "transpose.inc"):
        shutil.copy(ROOT / "programs" / name, name)
    Path("gate.toml").write_text("".join(f'[[case]]\nkernel = "{name}.s"\n' for name in ("dot", "transpose_padded")))
    simt.gate(update=True)
    kernel = Path("transpose_padded.s")
    kernel.write_text(kernel.read_text().replace(".equ pad 1", ".equ pad 2"))
    gated = simt.gate()
    assert f"```\n{gated}```\n" in PAGE


def test_the_gate_of_the_page_is_read(tmp_path: Path) -> None:
    path = tmp_path / "gate.toml"
    path.write_text(PAGE.partition("```toml\n")[2].partition("```")[0])
    names = [(case.name, case.limit.text) for case in cases.read_gate(path).cases]
    assert names == [
        ("fft on fpga4", "+0 %"), ("fft on mine", "+0 %"), ("fft, large on fpga8", "+2 %"), ("saxpy on gtx280", "1200"),
    ]  # fmt: skip


def test_all_keys_and_verdicts_are_on_the_page() -> None:
    rows = PAGE.partition("| key of a case |")[2].partition("\n\n")[0]
    keys = {key for row in rows.splitlines() for key in re.findall(r"`(\w+)`", row.split("|")[1] if "|" in row else "")}
    assert keys == set(cases._KINDS)
    verdicts = dict(re.findall(r"^\| ([a-z ]+) \| (yes|no) \|", PAGE, re.MULTILINE))
    assert verdicts == {verdict.value: "yes" if verdict in FAILED else "no" for verdict in Verdict}
