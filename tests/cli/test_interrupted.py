"""Ctrl-C at any moment of any long verb: it ends at once, with status 130 and nothing half written.

Seconds are what is promised here, so this nightly test reads the clock, as no other test does.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

import simt
from simt.core.engine.cache import SUFFIX, checked_content
from tests.examples import examples
from tests.paths import ROOT
from tests.processes import HANGS

AT_ONCE, COMPILING = 1.5, 3.0  # seconds
LONGEST = 8.0  # seconds until the signal
ENDS_BY_ITSELF = {"calibrate": 1.5, "compare": 4.0}  # seconds within which the signal comes: it takes little longer

LOOP = ".threads 64\nagain: add.u32 r1, r1, 1\n mul.f32 r2, r2, r2\n jmp again\n"
AGES = ("--max-cycles", str(10**12))
LONG = {
    "run": ["run", "loop.s", *AGES],
    "run without time": ["run", "loop.s", "--engine", "functional", *AGES],
    "run a device": ["run", "loop.s", "-m", "gtx280", "-s", "cores=128", "-g", "65536", "-l", "64", *AGES],
    "sweep": ["sweep", "loop.s", "fft128", "--set", "banks=1,2,4,8,16", "-o", "x.sqlite", *AGES],
    "sweep of devices": ["sweep", "loop.s", "--set", "cores=2,4,64", "-o", "x.sqlite", "--max-cycles", "50000000"],
    "explore": ["explore", "loop.s", "--set", "lds.latency=1..64", "--set", "banks=1,2,4,8", "-o", "x.sqlite", *AGES],
    "report": ["report", "loop.s", "-o", "x.html", *AGES],
    "trace": ["trace", "loop.s", "-o", "x.vcd", *AGES],
    "trace as text": ["trace", "loop.s", *AGES],
    "compare": ["compare", "--suite", "-o", "x.json"],
    "calibrate": ["calibrate", "-m", "hd5870"],
    "experiment": ["experiment", "gpu-model"],
}  # fmt: skip
FRESH = {
    "warm": ["warm"],
    "run, compiling": ["run", "loop.s", "-m", "gtx280", "-g", "1024", "-l", "64", *AGES],
    "sweep, compiling": ["sweep", "loop.s", "--set", "vliw=1,2", "-o", "x.sqlite", *AGES],
    "report, compiling": ["report", "loop.s", "-o", "x.html", *AGES],
}


def interrupted(arguments: list[str], moment: float, folder: Path, **environment: str) -> tuple[int, float, str]:
    """The status of a command that Ctrl-C meets that many seconds after its start, the seconds to its end, stderr."""
    code = "import simt.cli.main as m; print(flush=True); m.main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments], cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        process.stdout.readline()  # Python has started
        time.sleep(moment)
        assert process.poll() is None, process.communicate()
        process.send_signal(signal.SIGINT)
        begin = time.monotonic()
        _, told = process.communicate(timeout=HANGS)
        return process.returncode, time.monotonic() - begin, told


def check_files(folder: Path) -> None:
    """Assert that nothing is half written."""
    for path in folder.rglob("*"):
        assert not path.name.startswith(".simt-")
        if path.suffix == ".html":
            assert path.read_text().endswith("</html>\n")
        elif path.suffix == ".sqlite":
            with sqlite3.connect(path) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        elif path.suffix == SUFFIX:
            assert checked_content(path) is not None


@pytest.fixture(scope="module")
def _compiled() -> None:
    simt.warm()


@pytest.mark.nightly
@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("seed", range(examples(50)))
@pytest.mark.parametrize("name", [*LONG, *FRESH])
def test_ctrl_c(name: str, seed: int, tmp_path: Path) -> None:
    (tmp_path / "loop.s").write_text(LOOP)
    moment = random.Random(f"{name} {seed}").uniform(0, ENDS_BY_ITSELF.get(name, LONGEST))
    if name in LONG:
        status, seconds, told = interrupted(LONG[name], moment, tmp_path)
    else:
        status, seconds, told = interrupted(FRESH[name], moment, tmp_path, NUMBA_CACHE_DIR=str(tmp_path))
    assert (status, "Traceback" in told, "internal error" in told) == (130, False, False), told
    assert seconds < (AT_ONCE if name in LONG else COMPILING), told
    check_files(tmp_path)


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
