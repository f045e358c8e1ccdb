"""Limits of the processes that compile or read for this one, because their input may come from anybody.

The operating system enforces limits of processor time and memory, except on Windows. A limit by the caller's clock
holds on every system.
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
    """End this process after `seconds` of processor time in all.

    longest: the largest limit that later calls can set. None keeps the present largest limit, and `seconds` may not
    exceed it.
    """
    if resource is not None:
        highest = resource.getrlimit(resource.RLIMIT_CPU)[1] if longest is None else longest
        resource.setrlimit(resource.RLIMIT_CPU, (seconds if highest < 0 else min(seconds, highest), highest))


def limit_memory(size: int) -> None:
    """Limit this process to `size` bytes of address space, without a core dump when it ends."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        highest = resource.getrlimit(resource.RLIMIT_AS)[1]
        size = size if highest < 0 else min(size, highest)
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


@contextlib.contextmanager
def stopped_after(seconds: float, stop: Callable[[], object]) -> Iterator[threading.Event]:
    """Call `stop` in another thread unless the block ends within `seconds`; yield an event that is set by the call."""
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
