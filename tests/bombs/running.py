"""Trying a bomb in a process of its own, and what that took."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

from tests.bombs import MEGABYTES, SECONDS, Bomb

_ROOT: Final = Path(__file__).parents[2]
_BETWEEN_LOOKS: Final = 0.05
_PEAK: Final = re.compile(r"^VmHWM:\s*(\d+) kB", re.MULTILINE)
_CODE: Final = re.compile(r"\b(?:E\d{4}|T\d{3})\b")


@dataclass(frozen=True)
class End:
    """How a bomb ended. seconds: of the processor; megabytes: the most that its processes had at once."""

    status: int
    code: str
    seconds: float
    megabytes: float
    text: str


def tried(bomb: Bomb) -> End:
    """Run a bomb's command in a folder of its own; it is ended where it takes far more than it may."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as said:
        for name, text in bomb.files.items():
            path = Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "simt", *bomb.command.split()]
        environment = os.environ | {"PYTHONPATH": str(_ROOT)}
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said
        )
        megabytes = _watched(psutil.Process(process.pid))
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read(1 << 20).decode(errors="replace")
    code = _CODE.search(text)
    return End(process.returncode, code[0] if code else "", used.ru_utime + used.ru_stime, megabytes, text)


def faults_of(bomb: Bomb, end: End) -> list[str]:
    """What a bomb may not have come to."""
    found = []
    if end.status not in (1, 2, 3, 4):
        found.append(f"status {end.status}")
    if not end.code or (bomb.codes and end.code not in bomb.codes):
        found.append(f"no code of {', '.join(bomb.codes) or 'any'}: {end.text[-300:]}")
    if "Traceback" in end.text:
        found.append(end.text[-300:])
    if end.seconds > SECONDS:
        found.append(f"{end.seconds:.0f} s")
    if end.megabytes > MEGABYTES:
        found.append(f"{end.megabytes:.0f} MB")
    return found


def _watched(process: psutil.Process) -> float:
    """The megabytes that a process and those below it had at most; they are killed where it is far too much."""
    most = 0.0
    while process.status() != psutil.STATUS_ZOMBIE:
        size, seconds = 0, 0.0
        for each in _family(process):
            with suppress(psutil.Error):
                size += getattr(each.memory_full_info(), "pss", 0) or each.memory_info().rss
                most = max(most, _peak(each))
                times = each.cpu_times()
                seconds += times.user + times.system
        most = max(most, size / 2**20)
        if seconds > 1.2 * SECONDS or most > 1.2 * MEGABYTES:
            for each in _family(process):
                with suppress(psutil.Error):
                    each.kill()
        time.sleep(_BETWEEN_LOOKS)
    return most


def _peak(process: psutil.Process) -> float:
    """The megabytes that one process has had at most, 0 where the system does not say.

    `ru_maxrss` would count those of the process that began it, of which it was a copy for a moment.
    """
    with suppress(OSError):
        if found := _PEAK.search(Path(f"/proc/{process.pid}/status").read_text()):
            return int(found[1]) / 1024
    return 0.0


def _family(process: psutil.Process) -> Iterator[psutil.Process]:
    with suppress(psutil.Error):
        yield from [process, *process.children(recursive=True)]
