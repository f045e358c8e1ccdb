"""Engines are compiled in a copy of the process, which then loads them: what compiling keeps goes with the copy."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from simt.children import can_copy
from simt.core.engine import entry
from simt.core.engine.apart import in_copy
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


class Point:
    """What stands for an entry point: it notes which process compiles it, and loads it."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def typeof_pyval(self, value: object) -> type:
        return type(value)

    def compile(self, kinds: tuple[type, ...]) -> None:
        with self.file.open("a") as file:
            print(os.getpid(), *(kind.__name__ for kind in kinds), file=file)

    def __call__(self, *arguments: object) -> None:
        pass


@pytest.mark.parametrize("is_there", [False, True])
def test_the_code_is_made_in_a_copy_and_loaded_here(
    is_there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    point = Point(tmp_path / "processes")
    monkeypatch.setattr(entry, "entry_points", lambda: SimpleNamespace(dram=point))
    monkeypatch.setattr(entry, "_loaded", set())
    monkeypatch.setattr(entry, "can_copy", lambda: True)
    monkeypatch.setattr(entry, "compile_needed", lambda engine, groups: not is_there)
    for _ in range(2):  # the second time it is loaded
        entry.call("dram", 1, 2.5)
    found = [line.split() for line in point.file.read_text().splitlines()]
    assert [kinds for _, *kinds in found] == [["int", "float"]] * (2 - is_there)
    numbers = [int(number) for number, *_ in found]
    assert numbers[-1] == os.getpid()
    assert os.getpid() not in numbers[:-1]


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
