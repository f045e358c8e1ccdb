"""The call of a device's engine on several threads of the host (simt/core/loops/crew.py)."""

from __future__ import annotations

import threading

import numpy as np

from simt.core.engine.entry import call, load
from simt.core.jit.atomic import pauses
from simt.core.jit.deferred import INTERPRETED
from simt.core.jit.packed import Packed
from simt.core.state.far_side import Device

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


class Helpers:
    """The other threads of the host that run the cores of a device.

    They stay in the engine's code between the calls of a run, and look there for cores: threads that were started for
    every call would miss its first windows.
    """

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []
        self._arguments: Packed | None = None  # with which they run
        self._signals = np.zeros(0, np.int64)

    def call_in(self, device: Device, arguments: Packed, count: int) -> None:
        """Have a number of threads at work on a device, and no others. arguments: the cores and the device."""
        are_there = len(self._threads) == count and self._arguments is arguments
        if not are_there:
            self.dismiss()
        device.crew[0]["threads"] = count + 1
        if are_there or count == 0:
            return
        device.crew[0]["give_way"], device.crew[0]["sleep"] = pauses()
        device.signals[:] = 0
        load("device", arguments, 3)
        self._arguments, self._signals = arguments, device.signals
        for number in range(1, count + 1):
            thread = threading.Thread(target=call, args=("device", arguments, 0, 0, number), daemon=True)
            thread.start()
            self._threads.append(thread)

    def dismiss(self) -> None:
        """Have all of them return."""
        if self._threads:
            from simt.core.loops.crew import OVER  # with it come modules that only compiled code needs

            self._signals[OVER] = 1
            for thread in self._threads:
                thread.join()
            self._threads, self._arguments = [], None


def advance_device(
    device: Device, arguments: Packed, until: int, limit: int, threads: int, helpers: Helpers
) -> float:  # fmt: skip
    """Run a device to cycle `until` on `threads` threads, this one included; return the seconds that it took.

    The results do not depend on the number of threads. There is at most one thread for each core. arguments: the cores
    and the device. helpers: the other threads of the run, which stay until they are dismissed.
    """
    helpers.call_in(device, arguments, min(threads, len(device.wakes)) - 1)
    return call("device", arguments, until, limit, 0)
