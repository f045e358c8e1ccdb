"""Ctrl-C at any moment of any verb: it ends at once, with status 130, and what was done is kept or told.

Seconds are what is promised here, so the nightly test reads the clock, as no other test does.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import simt
from tests.examples import examples
from tests.interruption import COMMANDS, LONGEST, MOMENTS, files_of, half_written, interrupt, prepare, remove_others
from tests.paths import ROOT
from tests.processes import HANGS, MARK_FAR, wait_for_file

LOOP = ".threads 64\nagain: add.u32 r1, r1, 1\n jmp again\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the commands take; all engines are compiled."""
    simt.warm()
    found = tmp_path_factory.mktemp("interrupted")
    prepare(found)
    return found


@pytest.mark.nightly
@pytest.mark.parametrize("again", [(), (0.1,), (0.3, 0.4), (0.6,)], ids=["once", "twice", "thrice", "late"])
@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c(name: str, again: tuple[float, ...], folder: Path) -> None:
    command, files = COMMANDS[name], files_of(folder)
    whole = interrupt(command, None, folder)
    span = min(whole.seconds, LONGEST)
    count = examples(MOMENTS) if not again else examples(MOMENTS) // 4
    faults = []
    for moment in [span * (number + 0.5) / count for number in range(count)]:
        remove_others(folder, files)
        ended = interrupt(command, moment, folder, is_group=len(faults) % 2 == 1, again=again)
        wrong = [each for each in (ended.fault(whole), *half_written(folder)) if each]
        if wrong:
            faults.append((moment, wrong, ended.err))
    assert faults == []


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no groups of processes")
def test_what_was_compared_is_shown(tmp_path: Path) -> None:
    """The first point is soon done, the second never; a terminal tells all processes of the group."""
    (tmp_path / "loop.s").write_text(LOOP)
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # where it is ignored, as in jobs
    code = f"{heard}\n{MARK_FAR}\nfrom simt.__main__ import main; main()"
    words = ["compare", "fft128", "loop.s", "--max-cycles", str(10**12), "--jobs", "1", "-o", "x.txt"]
    with subprocess.Popen(
        [sys.executable, "-c", code, *words], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    ) as process:  # fmt: skip
        wait_for_file(process, tmp_path / "far")
        os.killpg(process.pid, signal.SIGINT)
        out, told = process.communicate(timeout=HANGS)
    assert (process.returncode, out, told) == (130, "", "interrupted: 1 of 2 points are compared\n")
    assert "fft128" in (tmp_path / "x.txt").read_text()


@pytest.mark.parametrize("start", ["-m", "-c"])
@pytest.mark.parametrize("moment", ["click", "simt.cli.streams"])
def test_ctrl_c_while_the_command_is_imported(start: str, moment: str, tmp_path: Path) -> None:
    """Ctrl-C comes from within an import, once in a callback that would swallow an exception."""
    (tmp_path / "sitecustomize.py").write_text(f"""
import signal, sys, weakref

class Meet:
    def find_spec(self, name, *others):
        if name == {moment!r}:
            class Thing: pass
            thing = Thing()
            kept = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
            del thing
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Meet())
""")
    script = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]["simt"]
    module, _, function = script.partition(":")
    code = "simt" if start == "-m" else f"import sys; from {module} import {function}; sys.exit({function}())"
    ended = subprocess.run(
        [sys.executable, start, code, "--version"], cwd=tmp_path, text=True, capture_output=True,
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
    )  # fmt: skip
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "interrupted\n")
