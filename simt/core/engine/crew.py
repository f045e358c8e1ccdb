"""The call of a device's engine on several threads of the host (simt/core/loops/crew.py)."""

from __future__ import annotations

import threading

from simt.core.engine.entry import call, load
from simt.core.jit.atomic import pause_address
from simt.core.jit.deferred import INTERPRETED
from simt.core.jit.packed import Packed
from simt.core.state.layout import Device

ALONE = 0.2  # seconds that a run takes on one thread before others help: a short run has no use for them
_AGAIN = 40  # calls after which the other number of threads is tried again


class Crew:
    """The number of threads for the next call of a run: one thread or all, whichever has run more cycles per second.

    If the host has other work, several threads are slower than one: in every window all of them wait for a thread that
    the host has stopped.
    """

    def __init__(self, threads: int) -> None:
        self._threads = 1 if INTERPRETED else threads  # plain Python runs one thread at a time
        self._spent = 0.0
        self._rates: dict[int, float] = {}  # cycles per second, by the number of threads
        self._calls = 0  # since the last change of the number

    @property
    def threads(self) -> int:
        """The number of threads for the next call."""
        if self._threads == 1 or self._spent < ALONE:
            return 1
        if self._threads not in self._rates:
            return self._threads
        best, other = sorted((self._threads, 1), key=lambda count: self._rates.get(count, 0.0), reverse=True)
        return other if self._calls >= _AGAIN else best

    def took(self, threads: int, cycles: int, seconds: float) -> None:
        """Take note of a call that ran `cycles` cycles on a number of threads."""
        self._spent += seconds
        self._rates[threads] = cycles / max(seconds, 1e-9)
        self._calls = 0 if self._calls >= _AGAIN else self._calls + 1


def advance_device(device: Device, arguments: Packed, until: int, limit: int, threads: int) -> float:
    """Run a device to cycle `until` on `threads` threads, this one included; return the seconds that it took.

    The results do not depend on the number of threads. At most one thread for each core is started. arguments: the
    cores and the device.
    """
    threads = min(threads, len(device.wakes))
    device.crew[0]["threads"] = threads
    if threads == 1:
        return call("device", arguments, until, limit, 0)
    from simt.core.loops.crew import OVER  # with it come modules that only compiled code needs

    device.crew[0]["pause"] = pause_address()
    device.signals[:] = 0
    load("device", arguments, 3)
    others = [
        threading.Thread(target=call, args=("device", arguments, until, limit, number), daemon=True)
        for number in range(1, threads)
    ]
    for other in others:
        other.start()
    try:
        return call("device", arguments, until, limit, 0)
    finally:
        device.signals[OVER] = 1
        for other in others:
            other.join()
