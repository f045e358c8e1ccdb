"""The warnings of kernels, each reported once, however often and in however many threads a kernel is read.

A sweep reads a kernel for every value of its macros, and a model reads it again for its run. All readers report
warnings here, and a caller listens once, around all of its work.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from isa.reporting.diagnostics import Diagnostic

__all__ = ["heard", "report", "unreported"]


class _Hearing(NamedTuple):
    """A listener, and the warnings that it has heard."""

    listener: Callable[[list[Diagnostic]], None]
    told: set[tuple[object, ...]]


_hearings: list[_Hearing] = []  # the innermost last
_lock = threading.RLock()


@contextmanager
def heard(listener: Callable[[list[Diagnostic]], None]) -> Iterator[None]:
    """Call `listener` with the warnings of every kernel that any thread reads in the block, each warning once."""
    hearing = _Hearing(listener, set())
    _hearings.append(hearing)
    try:
        yield
    finally:
        _hearings.remove(hearing)


def report(warnings: Iterable[Diagnostic]) -> None:
    """Report the warnings of a kernel to the listener, if any, unless it has heard them."""
    with _lock:
        if (new := unreported(warnings)) and _hearings:
            _hearings[-1].listener(new)


def unreported(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics without the warnings that the listener has heard; the rest now counts as heard."""
    new = []
    with _lock:
        heard_before = _hearings[-1].told if _hearings else set()
        for entry in diagnostics:
            about = (entry.code, entry.file, entry.line, entry.column, entry.message)
            if entry.severity == "error" or about not in heard_before:
                new.append(entry)
            if entry.severity != "error":
                heard_before.add(about)
    return new
