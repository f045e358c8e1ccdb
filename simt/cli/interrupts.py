"""Ctrl-C, one rule for all verbs: the command ends within `LAST` seconds, with status 130.

The first Ctrl-C raises `KeyboardInterrupt`, except in work that checks for Ctrl-C by itself (`polled`) and ends with a
partial result. There the exception comes at a second Ctrl-C, or after `PATIENCE` seconds. Python loses exceptions in
callbacks, and some work takes long to end, so a thread finally ends the process.

This module is imported at the start of every command, so it imports no heavy module.
"""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, NoReturn

PATIENCE: Final = 0.6
LAST: Final = 1.1
STATUS: Final = 130


class _Heard:
    """The state of Ctrl-C.

    looking: the number of blocks whose work checks for Ctrl-C by itself. is_said: whether stderr reports it already.
    """

    is_raised = False
    is_due = False  # the watching thread wants `KeyboardInterrupt` to be raised
    is_said = False
    looking = 0
    times = 0
    words = b"interrupted\n"


def hear() -> None:
    """Listen for Ctrl-C, unless this process ignores it (nohup)."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _hear)
        sys.unraisablehook = _show_unraisable


def heard() -> bool:
    """Return whether there was a Ctrl-C."""
    return _Heard.times > 0


@contextlib.contextmanager
def polled() -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether there was a Ctrl-C in the block.

    The first Ctrl-C raises no exception at once: the block must call the function often, and end when it returns true.
    """
    before = _Heard.times
    _Heard.looking += 1
    try:
        yield lambda: _Heard.times > before
    finally:
        _Heard.looking -= 1


def listen_no_more() -> None:
    """Let a Ctrl-C end the process at once from now on. End it now if stderr does not report an earlier Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is _hear:
        signal.signal(signal.SIGINT, end)
        if _Heard.times and not _Heard.is_said:
            end()


def _hear(*_: object) -> None:
    is_due, _Heard.is_due = _Heard.is_due, False
    _Heard.times += not is_due
    if _Heard.times == 1 and not is_due:
        with contextlib.suppress(RuntimeError):  # no thread can begin
            _thread.start_new_thread(_watch, ())  # `threading` has locks, which this thread may hold
        if _Heard.looking:
            return
    if is_due or not _Heard.is_raised:  # cleaning up after the first is not disturbed by a second
        _Heard.is_raised = True
        raise KeyboardInterrupt


def _watch() -> None:
    """End the command after a Ctrl-C: after `PATIENCE` by an exception, after `LAST` by the end of the process."""
    time.sleep(PATIENCE)
    _Heard.is_due = True
    if hasattr(signal, "pthread_kill"):
        import threading

        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        _thread.interrupt_main()  # which is not heard by a thread that waits for another
    time.sleep(LAST - PATIENCE)
    end()


def end(*_: object) -> NoReturn:
    """End the process at once. Files that are half written are removed."""
    if "isa.reporting.files" in sys.modules:
        sys.modules["isa.reporting.files"].remove_unfinished()
    with contextlib.suppress(OSError):
        if os.isatty(2):
            os.write(2, b"\r\x1b[K\x1b[?25h")  # a bar may have hidden the cursor
        if not _Heard.is_said:
            os.write(2, _Heard.words)
    os._exit(STATUS)


def words(text: str) -> None:
    """Set the message that `end` writes."""
    _Heard.words = text.encode() + b"\n"


def said() -> None:
    """Note that stderr reports the interruption."""
    _Heard.is_said = True


def _show_unraisable(what: Any) -> None:
    """Show an exception that cannot be caught, except a Ctrl-C, for which `_watch` raises another one."""
    if not (_Heard.times and issubclass(what.exc_type, KeyboardInterrupt)):
        sys.__unraisablehook__(what)
