"""Ctrl-C as the command hears it: when it raises, when it waits, and that it ends for sure.

Each case is a process of its own: what is heard is of the whole process.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.processes import HANGS

pytestmark = pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signals to threads")

BEGIN = """
import os, signal, sys, threading, time
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's job in the background ignores it
from simt.cli import interrupts, main as command, reporting

def ctrl_c():
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.01)

command._Verbs.invoke = lambda self, context: act()
sys.argv = ["simt", "doctor", *sys.argv[1:]]
"""


def ended(text: str, folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Status, stdout and stderr of a command that does this."""
    found = subprocess.run(
        [sys.executable, "-c", f"{BEGIN}{text}\ncommand.main()\n", *arguments], cwd=folder, capture_output=True,
        text=True, timeout=HANGS, check=False, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return found.returncode, found.stdout, found.stderr


def test_at_once(tmp_path: Path) -> None:
    text = "def act():\n ctrl_c()\n print('too far')"
    assert ended(text, tmp_path) == (130, "", "interrupted\n")


def test_work_that_looks_is_not_disturbed(tmp_path: Path) -> None:
    text = """
def act():
    with interrupts.polled() as is_interrupted:
        assert not is_interrupted()
        ctrl_c()
        print(is_interrupted())
    with interrupts.polled() as is_interrupted:
        print(is_interrupted())
"""
    assert ended(text, tmp_path) == (130, "True\nFalse\n", "interrupted\n")


def test_the_second_disturbs_it(tmp_path: Path) -> None:
    text = """
def act():
    with interrupts.polled():
        ctrl_c()
        ctrl_c()
        print("too far")
"""
    assert ended(text, tmp_path) == (130, "", "interrupted\n")


def test_what_takes_too_long_is_disturbed(tmp_path: Path) -> None:
    text = f"""
def act():
    with interrupts.polled():
        ctrl_c()
        threading.Event().wait({HANGS})
"""
    assert ended(text, tmp_path) == (130, "", "interrupted\n")


def test_tidying_up_is_not_disturbed(tmp_path: Path) -> None:
    text = """
def act():
    try:
        ctrl_c()
    finally:
        for _ in range(5):
            ctrl_c()
        print("tidy")
"""
    assert ended(text, tmp_path) == (130, "tidy\n", "interrupted\n")


def test_what_never_ends_is_ended_and_leaves_no_half_file(tmp_path: Path) -> None:
    text = """
from isa.reporting.files import replacement

def act():
    with replacement("x.txt") as stream:
        while True:
            try:
                stream.write(b"half")
                ctrl_c()
                time.sleep(1)
            except KeyboardInterrupt:
                pass
"""
    assert ended(text, tmp_path) == (130, "", "interrupted\n")
    assert list(tmp_path.iterdir()) == []
    told = ended(text, tmp_path, "--json")[2]
    assert told.startswith('{"code": "interrupted"')
    assert told.count("\n") == 1


def test_what_it_breaks_is_no_bug(tmp_path: Path) -> None:
    text = """
def act():
    try:
        ctrl_c()
    except KeyboardInterrupt:
        raise RuntimeError("as a module says that was half imported") from None
"""
    assert ended(text, tmp_path) == (130, "", "interrupted\n")


def test_what_was_said_is_not_said_again(tmp_path: Path) -> None:
    text = """
def act():
    with interrupts.polled():
        ctrl_c()
    reporting.leave_interrupted("interrupted: 3 of 4 points")
"""
    assert ended(text, tmp_path) == (130, "", "interrupted: 3 of 4 points\n")


def test_the_last_moment(tmp_path: Path) -> None:
    """Python would print what an exception meets while it ends."""
    text = "import atexit\natexit.register(ctrl_c)\ndef act():\n print('all')"
    status, out, told = ended(text, tmp_path)
    assert (status, told) == (130, "interrupted\n")
    assert out in ("", "all\n")


def test_ignored(tmp_path: Path) -> None:
    text = "signal.signal(signal.SIGINT, signal.SIG_IGN)\ndef act():\n ctrl_c()\n print('all')"
    assert ended(text, tmp_path) == (0, "all\n", "")


def test_what_runs_at_exit_runs(tmp_path: Path) -> None:
    text = "import atexit\natexit.register(print, 'at exit')\ndef act():\n print('all')"
    assert ended(text, tmp_path) == (0, "all\nat exit\n", "")


def test_nothing_of_llvm_is_freed_at_exit(tmp_path: Path) -> None:
    """A thread may still be in it: a Ctrl-C while an engine was loaded once ended in a double free."""
    text = """
import functools, weakref
def free(what): print(what)
free.__module__ = "llvmlite.binding.executionengine"
def act():
    weakref.finalize(act, print, "own")
    weakref.finalize(act, free, "function")
    weakref.finalize(act, functools.partial(free, "partial"))
    print("all")
"""
    assert ended(text, tmp_path) == (0, "all\nown\n", "")
