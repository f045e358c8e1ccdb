"""Progress of a long run, and its end by Ctrl-C.

Cycles so far and their rate are shown after two seconds, where there is a terminal. The first Ctrl-C ends the run
between two cycles, so that nothing computed is lost; the second raises `KeyboardInterrupt`, and so does the first while
the engine is compiled (in another thread): nothing is computed yet.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from simt.views.text import si

if TYPE_CHECKING:
    from rich.status import Status

_PATIENCE = 2.0  # seconds before anything is shown


class Progress:
    """Called with the count of cycles (or instructions) so far; answers whether the run is to stop.

    Takes Ctrl-C until `close`. interrupted: called at each.
    """

    def __init__(
        self, unit: str = "cycle", *, is_shown: bool | None = None, interrupted: Callable[[], object] = lambda: None
    ) -> None:
        self.count = 0
        self._interrupted = interrupted
        self.unit = unit
        self._start: float | None = time.perf_counter()
        self._is_shown = sys.stderr.isatty() if is_shown is None else is_shown
        self._status: Status | None = None
        self._is_interrupted = False
        self._is_compiling = False
        self._before = None
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._interrupt)

    def _interrupt(self, *_: object) -> None:
        self._interrupted()
        if self._is_interrupted or self._is_compiling:
            raise KeyboardInterrupt
        self._is_interrupted = True

    def __call__(self, count: int) -> bool:
        """Take note of the count, show it if it is time to, and answer whether to stop."""
        elapsed = self._elapsed(count)
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

    def _elapsed(self, count: int) -> float:
        """Take note of the count; seconds since the start, or since the first call after `restart`."""
        self.count = count
        self._is_compiling = False
        now = time.perf_counter()
        if self._start is None:
            self._start = now
        return now - self._start

    def restart(self) -> None:
        """Count the time from the next call: until then the engine is compiled, and Ctrl-C ends that at once."""
        self._start = None
        self._is_compiling = True
        if self._is_interrupted:
            raise KeyboardInterrupt

    def close(self) -> None:
        """Take the display away, and give Ctrl-C back."""
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None
        if self._status is not None:
            self._status.stop()
            self._status = None
