"""Other processes, watched by what they have done: how long that takes on a busy machine does not matter."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

HANGS = 1200  # seconds after which a process that should have ended is given up
_BETWEEN_LOOKS = 0.02

# Code for a process, before the command: it makes the file `far` when a run is further than any shipped kernel's.
MARK_FAR = """
from pathlib import Path
from simt.core.engine import run

call = run.call

def marked(engine, arguments, *scalars):
    seconds = call(engine, arguments, *scalars)
    if scalars[engine == "cycle"] > 1_000_000:
        Path("far").touch()
    return seconds

run.call = marked
"""


def stored(file: Path) -> int:
    """Points in a file that a sweep has locked and may just be writing to; -1 if that cannot be told now."""
    try:
        connection = sqlite3.connect(f"{file.absolute().as_uri()}?immutable=1", uri=True)
        try:
            found: int = connection.execute("SELECT count(*) FROM points").fetchone()[0]
            return found
        finally:
            connection.close()
    except sqlite3.Error:
        return -1


def wait_for_points(process: subprocess.Popen[str], file: Path) -> None:
    """Until a sweep or a search that ends by itself has something to lose: points that it has committed.

    What is in the file may be half a transaction, so the wait is for more than was there when it was first looked at.
    """
    first = 0
    while True:
        assert process.poll() is None, process.communicate()
        found = stored(file)
        if 0 < first < found:
            return
        first = first or max(found, 0)
        time.sleep(_BETWEEN_LOOKS)


def wait_for_file(process: subprocess.Popen[str], file: Path) -> None:
    """Until a process that does not end by itself has made a file, which is then removed."""
    while not file.exists():
        assert process.poll() is None, process.communicate()
        time.sleep(_BETWEEN_LOOKS)
    file.unlink()


def wait_for_work(process: subprocess.Popen[str], seconds: float) -> None:
    """Until a process and those that it began have computed for so many seconds of the processor from now on."""
    psutil = pytest.importorskip("psutil")
    watched = psutil.Process(process.pid)

    def computed() -> float:
        total = 0.0
        for each in (watched, *watched.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                times = each.cpu_times()
                total += float(times.user + times.system)
        return total

    wanted = computed() + seconds
    while computed() < wanted:
        assert process.poll() is None, process.communicate()
        time.sleep(_BETWEEN_LOOKS)
