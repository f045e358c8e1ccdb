"""docs/gate.md: its example prints what it shows, its keys are all keys, and the steps of its workflow are run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import simt
from simt.diagnosis.gates import cases
from simt.diagnosis.gates.verdicts import FAILED, Verdict
from tests.gates import CONFLICT, write
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
    row = "| `transpose_padded on fpga4` | `transpose.inc:25` | +225 |"
    assert row in PAGE
    assert row in gated.markdown()


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


def workflow() -> list[dict[str, Any]]:
    """The steps of the page's workflow that run a command."""
    document = yaml.safe_load(PAGE.partition("```yaml\n")[2].partition("```")[0])
    assert document[True] == ["push", "pull_request"]  # `on` is a truth value of YAML
    [job] = document["jobs"].values()
    return [step for step in job["steps"] if "run" in step]


def run_steps(folder: Path) -> tuple[bool, str]:
    """Run the steps of the workflow as GitHub does; return whether the job passed, and its summary.

    `simt` is the one of this checkout, and `pip` installs nothing.
    """
    commands = folder / "bin"
    commands.mkdir(exist_ok=True)
    for name, text in (
        ("simt", f'exec "{sys.executable}" -m simt "$@"'),
        ("pip", 'test "$1 $2" = "install -r" -a -f "$3"'),
    ):
        (commands / name).write_text(f"#!/bin/sh\n{text}\n")
        (commands / name).chmod(0o755)
    summary = folder / "summary.md"
    summary.write_text("")
    environment = os.environ | {
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT),
        "GITHUB_STEP_SUMMARY": str(summary),
    }  # fmt: skip
    passed = True
    for step in workflow():
        if passed or step.get("if") == "always()":
            ended = subprocess.run(["bash", "-e", "-c", step["run"]], cwd=folder, env=environment, check=False)
            passed = passed and ended.returncode == 0
    return passed, summary.read_text()


def test_the_workflow_passes_and_fails_with_the_line_that_lost(tmp_path: Path) -> None:
    gate = write(folder=tmp_path)
    simt.gate(gate, update=True)
    (tmp_path / "requirements.txt").write_text("simt==0.1.0\n")
    passed, summary = run_steps(tmp_path)
    assert passed
    assert "| `one on fpga4` | 20 | 20 | 0 | +0 % | same |\n" in summary
    (tmp_path / "one.s").write_text(CONFLICT)
    passed, summary = run_steps(tmp_path)
    assert not passed
    assert "| `one on fpga4` | 20 | 21 | +1 (+5.0 %) | +0 % | **over the limit** |\n" in summary
    assert "| `one on fpga4` | `one.s:4` | +1 | `bank_conflict` +1 | `st.local [r1 + x], r1` |\n" in summary
