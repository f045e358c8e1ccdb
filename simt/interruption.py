"""Ctrl-C in work of many points: the work ends soon, and the finished points are kept.

A function that works point by point returns early when its progress function returns true. If a `KeyboardInterrupt` is
raised in the function, the function raises a `PartlyDone`, which has the result for the finished points.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

_TICK: Final = 0.05  # seconds between looks at threads
_LAST: Final = 0.25  # seconds that threads have to end; those that are in the compiler then are left to themselves


class PartlyDone(KeyboardInterrupt):
    """Ctrl-C before all points were finished. done: the result of the interrupted call, for the finished points."""

    def __init__(self, done: object) -> None:
        super().__init__()
        self.done = done

    def _render_traceback_(self) -> list[str]:
        """Return the lines that a notebook shows in place of a traceback."""
        from isa.reporting.cells import cell_lines

        message = "interrupted: what was done before is kept\n  = help: import sys; sys.last_value.done"
        return cell_lines(self, message)


@contextlib.contextmanager
def kept(done: Callable[[], object]) -> Iterator[None]:
    """Turn a `KeyboardInterrupt` in the block into a `PartlyDone` that has the result of `done()`.

    A `PartlyDone` passes unchanged.
    """
    try:
        yield
    except PartlyDone:
        raise
    except KeyboardInterrupt:
        raise PartlyDone(done()) from None


def in_threads(
    work: Callable[[], object], count: int, over: threading.Event, look: Callable[[], object], name: str = "worker"
) -> None:
    """Call `work` once in each of `count` threads; wait until all have ended, one has raised, or `look` returns true.

    - over: set at the end; `work` has to end soon after that. Threads that still run after 0.25 s are not waited for.
    - look: called in the calling thread, 20 to 100 times a second.
    - name: the first part of the threads' names.

    Raises the first exception of a thread.
    """
    raised: list[BaseException] = []

    def do() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=do, name=f"{name}-{k}", daemon=True) for k in range(count)]
    try:
        for thread in threads:
            thread.start()
        while not raised and any(thread.is_alive() for thread in threads):
            threads[0].join(_TICK) if threads[0].is_alive() else time.sleep(_TICK / 5)
            if look():
                break
    finally:
        over.set()
        end = time.monotonic() + _LAST
        for thread in threads:
            if thread.ident is not None:
                thread.join(max(0.0, end - time.monotonic()))
    if raised:
        raise raised[0]


@contextlib.contextmanager
def converted(make: Callable[[Any], object]) -> Iterator[None]:
    """Apply `make` to the `done` of a `PartlyDone` that leaves the block."""
    try:
        yield
    except PartlyDone as part:
        raise PartlyDone(make(part.done)) from None
