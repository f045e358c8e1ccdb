"""Compiling in a copy of this process, which leaves its code in the cache: compiling keeps some 100 to 300 MB."""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from simt.children import unheard


def can_copy() -> bool:
    """Whether a copy can work: no other thread of Python's may hold what it would wait for."""
    return sys.platform == "linux" and threading.active_count() == 1


def in_copy(work: Callable[[], object]) -> bool:
    """Do work in a copy of this process and wait for it; whether it was done. What it says nobody hears."""
    number, status = 0, None
    try:
        with unheard(), warnings.catch_warnings():  # an interruption is this process's, which then ends the copy
            # Python 3.12 and newer warn of threads of libraries too, for which compiling does not wait.
            warnings.simplefilter("ignore", DeprecationWarning)
            number = os.fork()
            if not number:
                _do_and_end(work)
        status = os.waitpid(number, 0)[1]
    finally:
        if number and status is None:
            os.kill(number, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(number, 0)
    return status == 0


def _do_and_end(work: Callable[[], object]) -> NoReturn:
    """Do work and end this process, in which nothing of the other process's is tidied up."""
    status = 1
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for file in (0, 1, 2):
            os.dup2(nowhere, file)
        work()
        status = 0
    finally:
        os._exit(status)
