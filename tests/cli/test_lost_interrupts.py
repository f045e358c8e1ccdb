"""Ctrl-C whose exception is lost in a callback, as Python loses them in destructors, is heard all the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests.paths import ROOT
from tests.processes import HANGS

LOSING = """
import os, signal, sys, time
from simt.cli import main as command

class Losing:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)  # KeyboardInterrupt is raised here, and ignored: it is a destructor

def command_of(arguments):
    Losing()
    print("lost", flush=True)
    time.sleep(60)

command._Verbs.invoke = lambda self, context: command_of(context)
sys.argv = ["simt", "doctor"]
command.main()
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signals to threads")
def test_a_lost_interrupt_comes_again() -> None:
    found = subprocess.run(
        [sys.executable, "-c", LOSING], capture_output=True, text=True, timeout=HANGS, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert "lost" in found.stdout
    assert (found.returncode, found.stderr) == (130, "interrupted\n")
