"""Progress of a long run, and its end by Ctrl-C.

Cycles so far and their rate are shown after two seconds, where there is a terminal. The first Ctrl-C ends the run
between two cycles, so that nothing computed is lost; the second raises `KeyboardInterrupt`.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from types import FrameType
from typing import TYPE_CHECKING

from simt.views.text import si

if TYPE_CHECKING:
    from rich.status import Status

__all__ = ["Progress"]

_PATIENCE = 2.0  # seconds before anything is shown


class Progress:
    """Called with the count of cycles (or instructions) so far; answers whether the run is to stop.

    Takes Ctrl-C until `close`.
    """

    def __init__(self, unit: str = "cycle", *, is_shown: bool | None = None) -> None:
        self.count = 0
        self.unit = unit
        self._start: float | None = time.perf_counter()
        self._is_shown = sys.stderr.isatty() if is_shown is None else is_shown
        self._status: Status | None = None
        self._is_interrupted = False
        self._before = None
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._interrupt)

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        if self._is_interrupted:
            raise KeyboardInterrupt
        self._is_interrupted = True

    def __call__(self, count: int) -> bool:
        """Take note of the count, show it if it is time to, and answer whether to stop."""
        self.count = count
        now = time.perf_counter()
        if self._start is None:
            self._start = now
        elapsed = now - self._start
        if not self._is_shown or elapsed < _PATIENCE:
            return self._is_interrupted
        text = f"{count:,} {self.unit}s, {si(count / elapsed, f' {self.unit}s/s')} (Ctrl-C stops)"
        if self._status is None:
            from rich.console import Console
            from rich.status import Status

            self._status = Status(text, console=Console(stderr=True))
            self._status.start()
        else:
            self._status.update(text)
        return self._is_interrupted

    def restart(self) -> None:
        """Count the time from the next call: until then the engine is compiled."""
        self._start = None

    def close(self) -> None:
        """Take the display away, and give Ctrl-C back."""
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None
        if self._status is not None:
            self._status.stop()
            self._status = None
