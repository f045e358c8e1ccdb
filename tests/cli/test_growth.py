"""A process that reads and runs damaged programs one after the other keeps none of them for ever."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import isa
import simt
from isa.program.program import Program
from isa.reporting.source import SourceLine
from simt.machine import Machine
from tests.growth import MEGABYTES, kept
from tests.paths import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what is in memory is read from /proc")


def test_programs_are_let_go() -> None:
    """A hundred that run, and a hundred that have a mistake; a cache may have a few."""
    kinds = (Program, SourceLine, Machine, simt.Result)

    def run(number: int) -> None:
        simt.run(isa.assemble(f".threads 8\n    mov.u32 r1, {number}\n    ret"), oracle=False, set={"warps": 4})
        with pytest.raises(isa.AssemblyError):
            isa.assemble(f".equ a = {number}\n    mov.u32 r1, b\n")

    run(0)
    before = kept(kinds)
    for number in range(1, 101):
        run(number)
    assert kept(kinds) - before < 20


@pytest.mark.nightly
def test_ten_thousand_damaged_programs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.growth", "10000"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith(" 10,000 files: ")
    assert f"more than {MEGABYTES} MB" not in done.stderr
