"""Limits of processes that work for this one: what they compile or read may come from anybody.

The system enforces those of time and memory where it can, which is not on Windows; the caller's clock always holds.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

try:
    import resource
except ImportError:  # Windows has none
    resource = None  # type: ignore[assignment]


def limit_time(seconds: int, longest: int | None = None) -> None:
    """End this process after so many seconds of the processor in all; longest: the limit that a later call may set."""
    if resource is not None:
        most = resource.getrlimit(resource.RLIMIT_CPU)[1] if longest is None else longest
        resource.setrlimit(resource.RLIMIT_CPU, (seconds if most < 0 else min(seconds, most), most))


def limit_memory(size: int) -> None:
    """Let this process have so many bytes of addresses, and leave no image of itself behind when it ends."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        most = resource.getrlimit(resource.RLIMIT_AS)[1]
        size = size if most < 0 else min(size, most)
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


@contextlib.contextmanager
def stopped_after(seconds: float, stop: Callable[[], object]) -> Iterator[threading.Event]:
    """Call `stop`, from another thread, unless the block is left within so many seconds; the event says whether."""
    late = threading.Event()

    def end() -> None:
        late.set()
        stop()

    clock = threading.Timer(seconds, end)
    clock.daemon = True
    clock.start()
    try:
        yield late
    finally:
        clock.cancel()
