"""Engines are compiled in a copy of the process, which then loads them: what compiling keeps goes with the copy."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from simt.children import can_copy
from simt.core.engine import cache as files
from simt.core.engine import entry
from simt.core.engine.apart import in_copy
from simt.core.jit.loaded import MachineCode
from tests.paths import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="copies are made by fork")


def test_work_is_done_in_a_copy(tmp_path: Path) -> None:
    file = tmp_path / "number"
    assert in_copy(lambda: file.write_text(str(os.getpid())))
    assert int(file.read_text()) != os.getpid()


def test_work_that_fails_is_not_done(capfd: pytest.CaptureFixture[str]) -> None:
    assert not in_copy(lambda: 1 // 0)
    assert capfd.readouterr() == ("", "")


def test_an_interruption_ends_the_copy(tmp_path: Path) -> None:
    file = tmp_path / "number"

    def interrupt() -> None:
        file.write_text(str(os.getpid()))
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(60)

    with pytest.raises(KeyboardInterrupt):
        in_copy(interrupt)
    with pytest.raises(ProcessLookupError):
        os.kill(int(file.read_text()), 0)


def test_none_is_made_beside_other_threads() -> None:
    go_on = threading.Event()
    other = threading.Thread(target=go_on.wait)
    other.start()
    assert not can_copy()
    go_on.set()
    other.join()


@pytest.mark.parametrize("is_there", [False, True])
def test_the_code_is_made_in_a_copy_and_loaded_here(
    is_there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes = tmp_path / "processes"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(entry, "can_copy", lambda: True)
    monkeypatch.setattr(MachineCode, "load", lambda code: int(code.code))

    def compiled() -> MachineCode:
        with processes.open("a") as file:
            print(os.getpid(), file=file)
        return MachineCode(b"7", "entry", ())

    if is_there:
        files.keep("small", entry._stamp(), compiled())
        processes.unlink()
    assert entry._address("small", "", compiled) == 7
    made_by = processes.read_text().split() if processes.exists() else []
    assert len(made_by) == (not is_there)
    assert str(os.getpid()) not in made_by


@pytest.mark.nightly
def test_compiling_leaves_no_memory_behind(tmp_path: Path) -> None:
    """A process that runs three kinds which nobody has compiled before, and what it has had at most itself."""
    text = """
import resource
import simt

for settings in ({}, {"vliw": 2}, {"branch.policy": "mask_stack"}):
    simt.run("dot", threads=64, oracle=False, set=settings)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", text], env=environment, capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert int(done.stdout) < 250


def test_a_run_imports_no_numba() -> None:
    """Its engine is on disk, or compiled in a copy. Importing numba takes longer than all the rest of a short run."""
    text = """
import sys

import simt

assert simt.run("fft128", "fpga4").check.passed
print(sorted({"numba", "simt.core.loops.cycle", "numpy.ma"} & set(sys.modules)))
"""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", text], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
