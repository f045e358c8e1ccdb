"""Warnings about kernels. Each is reported once, even if several threads read the kernel several times.

A sweep reads a kernel for every value of its macros, and a model reads it again for its run. All readers report their
warnings here. So a caller registers one listener around all of its work.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from isa.reporting.diagnostics import Diagnostic


class _Hearing(NamedTuple):
    listener: Callable[[list[Diagnostic]], None]
    reported: set[tuple[object, ...]]


_hearings: list[_Hearing] = []  # the innermost last
_lock = threading.RLock()


@contextmanager
def heard(listener: Callable[[list[Diagnostic]], None]) -> Iterator[None]:
    """During the block, call `listener` with lists of new warnings, whichever thread reads the kernel.

    Within one block no warning is passed on twice. Of several nested blocks, only the innermost listener is called.
    """
    hearing = _Hearing(listener, set())
    _hearings.append(hearing)
    try:
        yield
    finally:
        _hearings.remove(hearing)


def report(warnings: Iterable[Diagnostic]) -> None:
    """Pass the warnings about a kernel that are new on to the innermost listener, if any."""
    with _lock:
        if (new := unreported(warnings)) and _hearings:
            _hearings[-1].listener(new)


def unreported(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics, except warnings that the innermost listener has heard.

    The returned warnings count as heard from now on. Without a listener only repeated warnings are left out.
    """
    new = []
    with _lock:
        heard_before = _hearings[-1].reported if _hearings else set()
        for entry in diagnostics:
            about = (entry.code, entry.file, entry.line, entry.column, entry.message)
            if entry.severity == "error" or about not in heard_before:
                new.append(entry)
            if entry.severity != "error":
                heard_before.add(about)
    return new
