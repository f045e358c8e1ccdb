"""Child processes. A terminal sends Ctrl-C to all its processes; children ignore Ctrl-C, and this process ends them."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess


@contextlib.contextmanager
def unheard() -> Iterator[None]:
    """Let processes that begin in the block ignore Ctrl-C; this process receives it when the block ends.

    Nothing happens on a system without signal masks, such as Windows.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def can_copy() -> bool:
    """Return whether this process can be forked safely.

    It can on Linux, if there is no other Python thread: such a thread might hold a lock.
    """
    return sys.platform == "linux" and threading.active_count() == 1


@contextlib.contextmanager
def copied() -> Iterator[int]:
    """Fork this process; yield the child's process id, or 0 in the child. An error in the block kills the child."""
    number = 0
    try:
        with unheard(), warnings.catch_warnings():
            # Python 3.12 and newer also warn about threads of libraries, which the copy neither has nor needs.
            warnings.simplefilter("ignore", DeprecationWarning)
            number = os.fork()
        yield number
    except BaseException:
        if number:
            os.kill(number, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(number, 0)
        raise


def run_unheard(
    command: Sequence[str], question: bytes = b"", environment: Mapping[str, str] | None = None,
    seconds: float | None = None,
) -> subprocess.CompletedProcess[bytes]:  # fmt: skip
    """Run a command that ignores Ctrl-C, and kill it if Ctrl-C ends the wait for it.

    - question: the bytes of its standard input.
    - environment: its variables; None for this process's own.
    - seconds: the longest wait; None for no limit.

    Raises `subprocess.TimeoutExpired` after `seconds`. The command is then killed.
    """
    import subprocess

    pipe = subprocess.PIPE
    with unheard():
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment)
    try:
        out, err = process.communicate(question, seconds)
    finally:
        process.kill()
    return subprocess.CompletedProcess(command, process.wait(), out, err)
